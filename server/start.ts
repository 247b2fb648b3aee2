import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { openDb } from '#db/db.ts'
import type { Connection, Db } from '#db/db.ts'
import { forgetKey, hasNextKey, keptKey, keyringOf, nextKey } from '#db/sealing/keyFile.ts'
import { fitsDatabase, openSeal, WRONG_KEY } from '#db/sealing/keys.ts'
import { Mendable } from '#db/operatorError.ts'
import { migrate } from '#db/migrate.ts'
import type { Parts } from '#seam/server/handle.ts'
import { buildApp, forLog } from './app.ts'
import type { Config } from './config/config.ts'
import { openDatabase } from './database.ts'
import { fillOnce, keepAsIs } from './demo.ts'
import { rooms } from './features.ts'
import type { Joined } from '#integrations/payment/gateways.ts'
import { openOutside } from '#integrations/integrations.ts'
import { listenReason } from './config/port.ts'
import { startWorker } from './worker.ts'

export type Say = (line: string) => void

/** The first calls under way, then the rest: no step may keep the database from its own stop. */
const STEP_LIMIT_MS = 12_000

const within = async (ms: number, work: Promise<unknown>): Promise<unknown> => {
  const ended = new AbortController()
  return Promise.race([work, wait(ms, undefined, { signal: ended.signal })]).finally(() => ended.abort())
}

/** A server stops in the reverse order of its start; each step gets its turn even where one fails. */
const stepsBack = () => {
  const steps: (() => Promise<unknown>)[] = []
  return {
    add: (step: () => Promise<unknown>) => void steps.push(step),
    run: async () => {
      for (const step of steps.splice(0).reverse()) await within(STEP_LIMIT_MS, step()).catch(() => undefined)
    },
  }
}

const CALLS_LIMIT_MS = 10_000

/** No new calls; those under way get ten seconds. */
const closeApp = (app: FastifyInstance): Promise<unknown> => {
  const limit = setTimeout(() => app.server.closeAllConnections(), CALLS_LIMIT_MS)
  return app.close().finally(() => clearTimeout(limit))
}

/** What several server processes over one database have in common. */
export type Ground = { connection: Connection; joined?: Joined }

/** Database and key ready for servers, the demo races in. The one place that migrates. */
export const prepareGround = async (
  config: Config,
  say: Say,
): Promise<{ ground: Ground; stop: () => Promise<void> }> => {
  const back = stepsBack()
  try {
    const database = await openDatabase(config, 'server', (error) =>
      say(
        error
          ? `The database fell and does not start again: ${error.message}`
          : 'The database fell and was started again.',
      ),
    )
    back.add(database.stop)
    const fresh = await migrate(database.connection)
    if (fresh.length > 0) say(`The database is up to date (${fresh.length} ${fresh.length === 1 ? 'step' : 'steps'}).`)
    const ground = { connection: database.connection }
    const db = openDb(ground.connection, { max: 4 })
    try {
      await checkKeys(config, db, say)
      const clock = () => new Date()
      if (config.demo) await fillOnce(db, ground.connection, clock, () => fillDemo(config, ground, say))
      else await keepAsIs(db, clock())
    } finally {
      await db.destroy()
    }
    return { ground, stop: back.run }
  } catch (error) {
    await back.run()
    throw error
  }
}

/**
 * The key is at hand, made where the data folder has none, and opens this database; or one sentence says what is to be
 * done.
 */
const checkKeys = async (config: Config, db: Db, say: Say): Promise<void> => {
  const kept = config.key ? undefined : keptKey(config.folder)
  if (!(await fitsDatabase(db, keyringOf(config)))) {
    if (kept?.made) forgetKey(config.folder)
    throw new Mendable(WRONG_KEY)
  }
  if (!kept) return
  // A rotation that was killed after its commit left the right key beside the old one.
  if (hasNextKey(config.folder)) {
    const { key, settle } = nextKey(config.folder)
    if (await fitsDatabase(db, key)) settle()
  }
  say(
    `STARTLINE_KEY is not set: the key over all sealed data is the one in ${kept.path}. Keep a copy of it apart from the backups; without it nobody's documents can be read.`,
  )
}

const fillDemo = async (config: Config, ground: Ground, say: Say): Promise<void> => {
  const { seedDemo } = await import('#tools/seed.ts')
  const back = stepsBack()
  try {
    const began = performance.now()
    say('Filling the empty database with the demo races …')
    await seedDemo(await openParts(config, ground, back.add))
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
  const clock = () => new Date()
  const {
    folder,
    wechatpay,
    alipay,
    paypal,
    cmb,
    messagingapp,
    miniprogram,
    miniprograms,
    beaconUrls,
    timingFirm,
    s3,
    sms,
    recognition,
    browserPath,
  } = config
  const place = { origin: config.origin ?? `http://localhost:${config.port}` }
  const outside = await openOutside({
    folder,
    origin: () => place.origin,
    clock,
    wechatpay,
    alipay,
    paypal,
    cmb,
    messagingapp,
    miniprogram,
    miniprograms,
    beaconUrls,
    timingFirm,
    s3,
    joined,
    sms,
    recognition,
    browserPath,
  })
  onStop(() => outside.close())
  return Object.assign(place, { db, seal: await openSeal(db, keyringOf(config), clock), outside, folder, clock })
}

/**
 * The pretend gateways of a server of several processes run in one of them, which is told the address once it is known.
 */
export const startPretend = async (
  config: Config,
): Promise<{ joined: Joined | undefined; setOrigin: (origin: string) => void; stop: () => Promise<void> }> => {
  let origin = config.origin ?? `http://localhost:${config.port}`
  const { folder, wechatpay, alipay, paypal, cmb } = config
  const { joined, close } = await openOutside({
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
   * What the rooms have to say on the terminal, such as the link that makes the console's owner: asked once per start.
   */
  lines: () => Promise<readonly string[]>
  stop: () => Promise<void>
}

/** One server process on ground that is ready: answers calls and runs jobs until `stop`. */
export const startServer = async (config: Config, ground: Ground, say: Say): Promise<Server> => {
  const back = stepsBack()
  try {
    const parts = await openParts(config, ground, back.add)
    const secureCookies = parts.origin.startsWith('https:')
    const app = await buildApp(parts, {
      trustProxy: config.trustProxy,
      partnerOrigin: config.partnerOrigin,
      secureCookies,
      log: config.production,
    })
    const worker = await startWorker(parts, {
      jobs: rooms.flatMap((room) => room.jobs ?? []),
      sweeps: rooms.flatMap((room) => room.sweeps ?? []),
      onError: (what, error) => say(`Failed: ${what}: ${forLog(error).message}`),
    })
    back.add(worker.stop)
    back.add(() => closeApp(app))
    await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw listenReason(config, error)
    })
    const { port } = app.server.address() as AddressInfo
    // Port 0 is known only now.
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
