import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { sentenceOf } from '#db/operatorError.ts'
import { isDatabaseAway } from '#db/pool.ts'
import type { Config } from './config/config.ts'
import { prepareGround } from './ground.ts'
import type { Ground, Say } from './ground.ts'
import { type MetricsServer, beginCounting, startMetrics } from './metrics/listening.ts'
import { fillDemo, startSandbox, startServer } from './start.ts'
import type { Seed } from './start.ts'

const say: Say = (line) => void process.stdout.write(`${line}\n`)

type Stop = () => Promise<void>

/**
 * Keeps the process alive when the job runner cannot write to the database that a job has ended. The job runner does
 * not wait for this write. If the database dies meanwhile, no code catches the error, and Node would end the server.
 * Such a job runs once more, as after any crash. Every other error without a handler still ends the process.
 */
const outliveLostDatabase = (): void => {
  process.on('unhandledRejection', (error) => {
    if (!isDatabaseAway(error)) throw error
    process.stderr.write('The database went away while a job ended. The job runs once more.\n')
  })
}

/**
 * Stops the server at the first signal. If the server is still starting, it first completes the start. A second signal
 * ends the process at once.
 */
const onSignal = (started: Promise<Stop>): void => {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(130)
      stopping = true
      say('Stopping: calls under way are finished first.')
      started.then((stop) => stop()).finally(() => process.exit(0))
    })
  }
}

const announce = (address: string, lines: readonly string[]): void => {
  say('')
  say(`Startline is at ${address}`)
  for (const line of lines) say(line)
  say('Ctrl-C stops it.')
}

/**
 * Returns a warning if no proxy is set although the server has an origin of its own or runs in production. A proxy is
 * usually in front of such a server.
 */
const proxyLines = ({ trustProxy, origin, production }: Config): string[] =>
  trustProxy || (!production && origin === undefined)
    ? []
    : [
        'TRUST_PROXY is not set: behind a proxy everybody counts as one caller, and one careless neighbour stops all. ' +
          'Set TRUST_PROXY=1 where one stands before this server.',
      ]

const metricsLines = (metrics: MetricsServer | undefined): string[] =>
  metrics ? [`Metrics are at ${metrics.address}`] : []

const runAlone = async (config: Config, ground: Ground, stopGround: Stop): Promise<Stop> => {
  outliveLostDatabase()
  const server = await startServer(config, ground, say).catch(async (error: unknown) => {
    await stopGround()
    throw error
  })
  const metrics = await startMetrics(config, ground.connection, false).catch(async (error: unknown) => {
    await server.stop()
    await stopGround()
    throw error
  })
  announce(server.address, [...(await server.lines()), ...proxyLines(config), ...metricsLines(metrics)])
  return async () => {
    await server.stop()
    await metrics?.stop()
    await stopGround()
  }
}

/**
 * prom-client sends the counts of `/metrics` over the channel of these messages, so a process ignores messages of other
 * kinds.
 */
type Order = { ground: Ground } | { stop: true } | { type: string }
type News = { waiting: true } | { ready: true; address: string; lines: readonly string[] } | { failed: string }

/**
 * Runs a server of several processes: this process keeps the database and its children, and the children answer the
 * calls.
 */
const runMany = async (config: Config, ground: Ground, stopGround: Stop): Promise<Stop> => {
  let stopping = false
  let announced = false
  const metrics = await startMetrics(config, ground.connection, true).catch(async (error: unknown) => {
    await stopGround()
    throw error
  })
  const sandbox = await startSandbox(config)
  const order: Order = {
    ground: { connection: ground.connection, ...(sandbox.joined ? { joined: sandbox.joined } : {}) },
  }
  const stop = async () => {
    stopping = true
    const living = Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined)
    const gone = living.map((worker) => new Promise<void>((resolve) => worker.once('exit', () => resolve())))
    for (const worker of living) if (worker.isConnected()) worker.send({ stop: true } satisfies Order)
    await Promise.race([Promise.all(gone), wait(15_000 + config.shutdownWaitMs)])
    for (const worker of living) if (!worker.isDead()) worker.process.kill('SIGKILL')
    await metrics?.stop()
    await sandbox.stop()
    await stopGround()
  }
  cluster.on('message', (worker, news: News) => {
    if ('waiting' in news) {
      worker.send(order)
    } else if ('failed' in news) {
      process.stderr.write(`${news.failed}\n`)
      if (!announced) void stop().then(() => process.exit(1))
    } else if ('ready' in news && !announced) {
      announced = true
      sandbox.setOrigin(news.address)
      announce(news.address, [...news.lines, ...proxyLines(config), ...metricsLines(metrics)])
    }
  })
  cluster.on('exit', () => {
    if (stopping || !announced) return
    say('A server process ended unexpectedly; another takes its place.')
    setTimeout(() => {
      if (!stopping) cluster.fork()
    }, 500)
  })
  for (let count = 0; count < config.workers; count += 1) cluster.fork()
  return stop
}

/**
 * Runs one child of `runMany`. The child ends on SIGTERM, when its parent tells it to stop, or when its parent is gone.
 * It ignores SIGINT, because Ctrl-C also reaches the parent, which then stops its children.
 */
const runChild = (config: Config): void => {
  outliveLostDatabase()
  beginCounting(config)
  let stop: Stop = async () => undefined
  const end = () => void stop().finally(() => process.exit(0))
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', end)
  process.on('disconnect', end)
  process.on('message', (order: Order) => {
    if ('stop' in order) return end()
    if (!('ground' in order)) return
    startServer(config, order.ground, say).then(
      async (server) => {
        stop = server.stop
        if (cluster.worker?.id === 1)
          process.send?.({ ready: true, address: server.address, lines: await server.lines() } satisfies News)
      },
      (error: unknown) => {
        process.send?.({ failed: sentenceOf(error) } satisfies News, () => process.exit(1))
      },
    )
  })
  process.send?.({ waiting: true } satisfies News)
}

/** Starts everything that the configuration names, and stays until a signal ends it. `seed` writes the demo races. */
export const boot = async (config: Config, seed: Seed): Promise<void> => {
  if (cluster.isWorker) return runChild(config)
  const started = Promise.withResolvers<Stop>()
  started.promise.catch(() => undefined)
  onSignal(started.promise)
  try {
    const { ground, stop } = await prepareGround(config, say, (empty) => fillDemo(config, empty, say, seed))
    started.resolve(await (config.workers > 1 ? runMany : runAlone)(config, ground, stop))
  } catch (error) {
    started.reject(error)
    throw error
  }
}
