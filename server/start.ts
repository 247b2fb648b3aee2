import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { openDb, poolOf } from '#db/db.ts'
import { measurePool, measureReplica } from '#db/measures.ts'
import { shareRates } from '#db/limits/sharedRates.ts'
import { leaveFormerServer } from '#db/moved.ts'
import { keyringOf } from '#db/sealing/keyFile.ts'
import { startTracing, stopTracing } from '#db/tracing/tracing.ts'
import { openReplica } from '#db/replica/replica.ts'
import { openSeal } from '#db/sealing/keys.ts'
import type { Parts } from '#seam/server/handle.ts'
import { buildApp } from './app.ts'
import { forLog } from './calls/answers.ts'
import type { Config } from './config/config.ts'
import { rooms } from './features.ts'
import type { Ground, Say } from './ground.ts'
import type { JoinedGateways } from '#integrations/payment/gateways.ts'
import { openIntegrations } from '#integrations/integrations.ts'
import { listenReason } from './config/port.ts'
import { openOwnWatch } from './readiness/ownWatch.ts'
import type { ReadyWatch } from './readiness/watch.ts'
import { STEP_LIMIT_MS, stepsBack } from './stopping/stepsBack.ts'
import { startWorker } from './worker.ts'

const CALLS_LIMIT_MS = 10_000

/**
 * Tells load balancers that the server stops. The server answers calls for another `waitMs`, and the balancers turn to
 * other servers meanwhile. Then the server accepts no new calls and gives running calls ten seconds to end.
 */
const closeApp = async (app: FastifyInstance, ready: ReadyWatch, waitMs: number): Promise<unknown> => {
  ready.stopping()
  await wait(waitMs)
  const limit = setTimeout(() => app.server.closeAllConnections(), CALLS_LIMIT_MS)
  return app.close().finally(() => clearTimeout(limit))
}

/** Writes the demo races into an empty database. */
export type Seed = (parts: Parts) => Promise<void>

export const fillDemo = async (config: Config, ground: Ground, say: Say, seed: Seed): Promise<void> => {
  const back = stepsBack()
  try {
    const began = performance.now()
    say('Filling the empty database with the demo races …')
    await seed(await openParts(config, ground, back.add))
    say(`The demo races are in (${((performance.now() - began) / 1000).toFixed(1)} s).`)
  } finally {
    await back.run()
  }
}

const openParts = async (
  config: Config,
  { connection, joined }: Ground,
  onStop: (step: () => Promise<unknown>) => void,
): Promise<Parts> => {
  const db = openDb(connection, { max: 20 })
  onStop(() => db.destroy())
  if ('url' in connection) onStop(leaveFormerServer(db, connection))
  const replica = config.replicaUrl === undefined ? undefined : openReplica(db, { url: config.replicaUrl })
  if (replica) {
    const forget = measureReplica(replica.state)
    onStop(async () => forget())
    onStop(() => replica.close())
  }
  const forget = measurePool(poolOf(db))
  onStop(async () => forget())
  const clock = () => new Date()
  const place = { origin: config.origin ?? `http://localhost:${config.port}` }
  const integrations = await openIntegrations({ ...config, origin: () => place.origin, clock, joined })
  onStop(() => integrations.close())
  return Object.assign(place, {
    db,
    replica,
    seal: await openSeal(db, keyringOf(config), clock),
    integrations,
    folder: config.folder,
    clock,
  })
}

/**
 * Starts the sandbox gateways. In a server of several processes, one process runs them and learns the server's address
 * once it is known.
 */
export const startSandbox = async (
  config: Config,
): Promise<{ joined: JoinedGateways | undefined; setOrigin: (origin: string) => void; stop: () => Promise<void> }> => {
  let origin = config.origin ?? `http://localhost:${config.port}`
  const { folder, wechatpay, alipay, paypal, cmb } = config
  const { joined, close } = await openIntegrations({
    folder,
    origin: () => origin,
    clock: () => new Date(),
    wechatpay,
    alipay,
    paypal,
    cmb,
  })
  return {
    joined: await joined(),
    setOrigin: (known) => {
      origin = config.origin ?? known
    },
    stop: close,
  }
}

export type Server = {
  address: string
  /**
   * Returns the lines that the rooms print on the terminal, such as the link that makes the console's owner. Call it
   * once per start.
   */
  lines: () => Promise<readonly string[]>
  stop: () => Promise<void>
}

/** Starts one server process on prepared ground: it answers calls and runs jobs until `stop`. */
export const startServer = async (config: Config, ground: Ground, say: Say): Promise<Server> => {
  const back = stepsBack()
  try {
    if (config.traces) {
      await startTracing(config.traces)
      back.add(stopTracing)
    }
    const parts = await openParts(config, ground, back.add)
    back.add(shareRates(parts.db, parts.clock))
    const secureCookies = parts.origin.startsWith('https:')
    const { ready, close: endWatch } = openOwnWatch(ground.connection, parts.folder)
    back.add(endWatch)
    const app = await buildApp(parts, {
      ready,
      trustProxy: config.trustProxy,
      partnerOrigin: config.partnerOrigin,
      secureCookies,
      log: config.production ? 'all' : 'faults',
      warn: say,
    })
    const worker = await startWorker(parts, {
      jobs: rooms.flatMap((room) => room.jobs ?? []),
      sweeps: rooms.flatMap((room) => room.sweeps ?? []),
      onError: (what, error) => say(`Failed: ${what}: ${forLog(error).message}`),
    })
    back.add(worker.stop)
    back.add(() => closeApp(app, ready, config.shutdownWaitMs), STEP_LIMIT_MS + config.shutdownWaitMs)
    await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw listenReason(config, error)
    })
    const { port } = app.server.address() as AddressInfo
    // With port 0 the system chooses the port, so the origin is known only here.
    parts.origin = config.origin ?? `http://localhost:${port}`
    const shownHost = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(config.host) ? 'localhost' : config.host
    return {
      address: `http://${shownHost}:${port}`,
      lines: async () => (await Promise.all(rooms.map((room) => room.started?.(parts) ?? []))).flat(),
      stop: back.run,
    }
  } catch (error) {
    await back.run()
    throw error
  }
}
