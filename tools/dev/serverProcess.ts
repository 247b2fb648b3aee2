import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from '#db/db.ts'

/** The commands to a server process: load these packages, load the sources, answer calls, end. */
export type ServerOrder =
  | { packages: string[] }
  | { load: true }
  | { connection: Connection; origin: string; first: boolean }
  | { stop: true }

/** Reports of a server process: the files that it loads; its address, and the addresses that it answers (pages.ts). */
export type ServerNews =
  | { files: string[]; packages: string[] }
  | { port: number; pages: string[]; shared: string[]; lines: string[] }

export type RunningServer = Extract<ServerNews, { port: number }>

/** The time in milliseconds that running calls get to end when their server ends. */
const CALLS_LIMIT_MS = 3_000

const isGone = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const order = (child: ChildProcess, what: ServerOrder): void => {
  if (child.connected) child.send(what, () => undefined)
}

const end = async (child: ChildProcess): Promise<void> => {
  if (isGone(child)) return
  const exit = once(child, 'exit')
  order(child, { stop: true })
  const limit = new AbortController()
  const late = wait(CALLS_LIMIT_MS, undefined, { signal: limit.signal }).then(
    () => child.kill('SIGKILL'),
    () => undefined,
  )
  await exit
  limit.abort()
  await late
}

export type ServerProcess = {
  /** Returns the running server, as soon as there is one. Undefined if the present sources do not start. */
  running: () => Promise<RunningServer | undefined>
  /** Tells whether a change of this file needs another server. */
  concerns: (file: string) => boolean
  /**
   * Ends the server and meanwhile runs `before`. After both, it starts a server from the present sources. Undefined if
   * this server does not start, or if another call of `restart` or `stop` came meanwhile.
   */
  restart: (before?: () => Promise<void>) => Promise<{ up: RunningServer; pid: number; ms: number } | undefined>
  stop: () => Promise<void>
}

type Loaded = Extract<ServerNews, { files: string[] }>

/** Starts a process that waits for commands. It calls `onLoaded` with the files that the process loads. */
const spawnServer = (onLoaded: (child: ChildProcess, news: Loaded) => void): ChildProcess => {
  const child = fork(join(import.meta.dirname, 'child.ts'), { stdio: 'inherit' })
  child.on('message', (news: ServerNews) => {
    if (!('port' in news)) onLoaded(child, news)
  })
  child.on('error', () => undefined)
  return child
}

/** Returns the report of a start. Undefined if the process ends without a report. */
const startOf = (child: ChildProcess): Promise<RunningServer | undefined> =>
  new Promise((resolve) => {
    if (isGone(child)) resolve(undefined)
    child.once('exit', () => resolve(undefined))
    child.on('message', (news: ServerNews) => {
      if ('port' in news) resolve(news)
    })
  })

/**
 * Makes a promise of the running server, for callers that wait. The promise gives undefined if the sources do not
 * start.
 */
const awaitedAnswer = () => {
  let ready = Promise.withResolvers<RunningServer | undefined>()
  let settled = false
  let failed = false
  return {
    promise: () => ready.promise,
    failed: () => failed,
    /** Lets callers wait for the next server from now on. */
    renew: () => {
      if (settled) ready = Promise.withResolvers()
      settled = false
    },
    settle: (found: RunningServer | undefined) => {
      failed = found === undefined
      settled = true
      ready.resolve(found)
    },
  }
}

/**
 * Keeps one server process running. A second process waits with the packages loaded, because loading them takes most of
 * the time of a start. The second process becomes the server when a source changes.
 */
export const keepServer = (connection: Connection, origin: string, onFall: () => void): ServerProcess => {
  const packages = new Set<string>()
  let sources = new Set<string>()
  let current: ChildProcess | undefined
  let spare: ChildProcess | undefined
  const answer = awaitedAnswer()
  let first = true
  let stopping = false

  const spawn = (): ChildProcess =>
    spawnServer((child, news) => {
      if (child !== current) return
      for (const file of news.files) sources.add(file)
      for (const one of news.packages) packages.add(one)
    })
  const prepareSpare = () => {
    if (stopping || spare) return
    spare = spawn()
    order(spare, { packages: [...packages] })
  }

  const restart: ServerProcess['restart'] = async (before) => {
    const began = performance.now()
    answer.renew()
    const old = current
    const child = spare && !isGone(spare) ? spare : spawn()
    ;[current, spare, sources] = [child, undefined, new Set()]
    const started = startOf(child)
    order(child, { load: true })
    await Promise.all([old && end(old), before?.()])
    if (child !== current || stopping) return undefined
    order(child, { connection, origin, first })
    const up = await started
    if (child !== current || stopping) return undefined
    answer.settle(up)
    if (!up) return undefined
    first = false
    child.once('exit', () => {
      if (child !== current || stopping) return
      answer.renew()
      answer.settle(undefined)
      onFall()
    })
    setTimeout(prepareSpare, 200)
    return { up, pid: child.pid ?? 0, ms: performance.now() - began }
  }

  return {
    running: answer.promise,
    concerns: (file) => answer.failed() || sources.has(file),
    restart,
    stop: async () => {
      stopping = true
      answer.settle(undefined)
      await Promise.all([current, spare].map((child) => child && end(child)))
    },
  }
}
