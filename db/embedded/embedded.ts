import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { identityFor, isRoot, localeOf, majorOf, programsFor } from '#db/embedded/binaries.ts'
import type { Identity } from '#db/embedded/binaries.ts'
import type { Connection } from '#db/db.ts'
import { OperatorError } from '#db/operatorError.ts'
import { claim, isAlive, otherClaims, processesIn, stopProcess, worksIn } from '#db/embedded/processes.ts'
import type { Claim } from '#db/embedded/processes.ts'

export type Embedded = {
  connection: Connection
  /** Returns the id of the database's main process. The id changes when the database is started again. */
  pid: () => number
  /** Stops the database, unless another process still uses it. */
  stop: () => Promise<void>
}

export type EmbeddedOptions = {
  /** The data folder. The files of the database are in its subfolder `postgres`. */
  folder: string
  /** The role of the process: one server owns the folder, and tools may connect to its database. */
  role?: Claim['role']
  /** False only in tests. The database then syncs nothing to the disk. */
  durable?: boolean
  /**
   * The folder that contains bin/ of another PostgreSQL, version 15 or later, for a new data folder. Only tests set it.
   */
  programs?: string | undefined
  /** The longest time that a start may take. A start that recovers from an archive takes longer than other starts. */
  limitMs?: number
  /** Called after a crash of the database, with an error if it does not start again. */
  onRestart?: (error?: Error) => void
}

const PORT = 5432
/** The major version of the PostgreSQL that the product contains. */
const MAJOR = 18
const START_LIMIT_MS = 120_000

const settingsFor = (durable: boolean): Record<string, string> => ({
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  wal_compression: 'on',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  idle_in_transaction_session_timeout: '60s',
  // Values must not reach the log, so the log holds no statements, no parameters and no "Key (…)=(…)".
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
  ...(durable
    ? {}
    : {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        wal_level: 'minimal',
        max_wal_senders: '0',
        max_connections: '200',
      }),
})

type Place = {
  cluster: string
  sockets: string
  log: string
  identity: Identity
  native: string
  major: number
  durable: boolean
  limitMs: number
}

/**
 * Returns the path by which the database finds its data. Root may keep the data in a folder that the database's user
 * cannot enter. A child process inherits its working folder without entering it from above, so the path is the working
 * folder. PostgreSQL 15 leaves its working folder while it starts. Tests with PostgreSQL 15 therefore keep the data in
 * a folder that the database's user can enter.
 */
const dataPath = ({ cluster, identity, major }: Pick<Place, 'cluster' | 'identity' | 'major'>): string =>
  identity && process.platform === 'linux' && major > 15 ? '/proc/self/cwd' : cluster

/**
 * Returns the folder of the socket. The path of a socket may have at most 107 bytes (103 on macOS). If the path in the
 * database's folder would have more than 103 bytes, the socket lies in the system's temporary folder.
 */
const socketFolder = (cluster: string, identity: Identity): string => {
  if (Buffer.byteLength(join(cluster, `.s.PGSQL.${PORT}`)) <= 103) return cluster
  const name = createHash('sha256').update(realpathSync(cluster)).digest('hex').slice(0, 16)
  const folder = join(tmpdir(), `startline-${name}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (identity && statSync(folder).uid === 0) chownSync(folder, identity.uid, identity.gid)
  const { uid, mode } = statSync(folder)
  if (uid !== (identity?.uid ?? process.getuid?.()) || (mode & 0o077) !== 0) {
    throw new OperatorError(
      `${folder} belongs to somebody else, so the database can't be reached through it. Remove it, or use a ` +
        'data folder with a shorter path.',
    )
  }
  return folder
}

const checkNoOtherServer = (folder: string): void => {
  const holder = otherClaims(folder).find((other) => other.role === 'server')
  if (holder)
    throw new OperatorError(
      `Another Startline (process ${holder.pid}) is already using ${folder}. Stop it first, or set ` +
        'STARTLINE_DATA to another folder.',
    )
}

const makePlace = async (folder: string, durable: boolean, limitMs: number, programs?: string): Promise<Place> => {
  const cluster = join(realpathSync(folder), 'postgres')
  const identity = identityFor(cluster)
  const native = programs ?? programsFor(identity)
  const major = programs === undefined ? MAJOR : majorOf(programs)
  await makeCluster({ cluster, identity, native, major, durable })
  return {
    cluster,
    sockets: socketFolder(cluster, identity),
    log: join(folder, 'postgres.log'),
    identity,
    native,
    major,
    durable,
    limitMs,
  }
}

/** Starts the database again whenever its process is gone, until the caller calls `end`. */
const keepAlive = (place: Place, first: number, onRestart: EmbeddedOptions['onRestart']) => {
  let pid = first
  let stopping = false
  let reviving = false
  const revive = async () => {
    if (stopping || reviving || isAlive(pid)) return
    reviving = true
    try {
      pid = await startOrJoin(place)
      onRestart?.()
    } catch (error) {
      onRestart?.(error as Error)
    } finally {
      reviving = false
    }
  }
  const watch = setInterval(() => void revive(), 250)
  watch.unref()
  return {
    pid: () => pid,
    end: async () => {
      stopping = true
      clearInterval(watch)
      while (reviving) await wait(20)
    },
  }
}

/**
 * Starts the database of a folder. If the folder has no database, the call makes one. If the database already runs, the
 * call connects to it.
 */
export const startEmbedded = async ({
  folder,
  role = 'tool',
  durable = true,
  programs,
  limitMs = START_LIMIT_MS,
  onRestart,
}: EmbeddedOptions): Promise<Embedded> => {
  if (process.platform === 'win32')
    throw new OperatorError(
      'The embedded database does not run on Windows yet. Set DATABASE_URL to a PostgreSQL 15 or later.',
    )
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (role === 'server') checkNoOtherServer(folder)
  const release = claim(folder, role)
  try {
    const place = await makePlace(folder, durable, limitMs, programs)
    const living = keepAlive(place, await startOrJoin(place), onRestart)
    return {
      connection: { host: place.sockets, port: PORT, user: 'startline', database: 'startline' },
      pid: living.pid,
      stop: async () => {
        await living.end()
        release()
        if (otherClaims(folder).length === 0) await stopProcess(living.pid())
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

const makeCluster = async ({
  cluster,
  identity,
  native,
  major,
  durable,
}: Omit<Place, 'sockets' | 'log' | 'limitMs'>): Promise<void> => {
  if (existsSync(join(cluster, 'PG_VERSION'))) return checkCluster(cluster, identity, major)
  const parent = join(cluster, '..')
  for (const name of readdirSync(parent)) {
    const maker = /^postgres\.new-(\d+)$/.exec(name)?.[1]
    if (maker && !isAlive(Number(maker))) rmSync(join(parent, name), { recursive: true, force: true })
  }
  // The folder of the database gets its final name only when it is complete, so that a kill leaves no half-made
  // database under this name.
  const fresh = `${cluster}.new-${process.pid}`
  mkdirSync(fresh, { mode: 0o700 })
  try {
    if (identity) chownSync(fresh, identity.uid, identity.gid)
    const options = ['-U', 'startline', '--auth=trust', '-E', 'UTF8', ...localeOf(major), '--no-instructions']
    await run(
      join(native, 'bin', 'initdb'),
      ['-D', dataPath({ cluster: fresh, identity, major }), ...options, ...(durable ? [] : ['--no-sync'])],
      fresh,
      identity,
    )
    await run(
      join(native, 'bin', 'postgres'),
      ['--single', '-D', dataPath({ cluster: fresh, identity, major }), 'postgres'],
      fresh,
      identity,
      'create database startline\n',
    )
    renameSync(fresh, cluster)
  } catch (error) {
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

const checkCluster = (cluster: string, identity: Identity, major: number): void => {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== String(major))
    throw new OperatorError(
      `${cluster} was made by PostgreSQL ${version}; this Startline brings PostgreSQL ${major} and can't open it. ` +
        'Restore a backup into a fresh folder.',
    )
  const { uid } = statSync(cluster)
  if (!identity && uid !== process.getuid?.())
    throw new OperatorError(
      `${cluster} belongs to another user. Start as that user, or set STARTLINE_DATA to a folder of yours.`,
    )
  if (isRoot()) chmodSync(cluster, 0o700)
}

/** Runs a program to its end. The output of the program becomes the sentence of the error. */
const run = (program: string, args: string[], cwd: string, identity: Identity, input = ''): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      ...identity,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()))
    child.on('error', (error) => reject(new OperatorError(`${program} can't be started: ${error.message}`)))
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new OperatorError(`The database could not be made: ${reasonIn(said)}`)),
    )
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })

const reasonIn = (log: string): string => {
  const lines = log.trim().split('\n')
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC|error|could not)\b/.test(line)) ?? lines.at(-1) ?? ''
  return fatal.replace(/^.*?(FATAL|PANIC|error):\s*/, '').slice(0, 300)
}

/**
 * Reads the facts that a running database writes into its pid file. `state` is 'ready' when it takes connections.
 * Undefined if the file cannot be read.
 */
const readPidFile = (cluster: string): { pid: number; state: string } | undefined => {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), state: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

const startOrJoin = async (place: Place): Promise<number> => {
  const deadline = Date.now() + place.limitMs
  const running = readPidFile(place.cluster)
  let child: ChildProcess | undefined
  if (!running || !worksIn(running.pid, place.cluster)) {
    await clearRemains(place, deadline)
    child = launch(place)
  }
  for (;;) {
    const now = readPidFile(place.cluster)
    if (now?.state === 'ready' && worksIn(now.pid, place.cluster)) return now.pid
    if (child && (child.exitCode !== null || child.signalCode !== null)) {
      // Another process may have started the same folder first.
      const other = readPidFile(place.cluster)
      if (!other || !worksIn(other.pid, place.cluster))
        throw new OperatorError(`The database does not start: ${reasonIn(tailOf(place.log))} (${place.log})`)
      child = undefined
    }
    if (!child && !now) return startOrJoin(place)
    if (Date.now() > deadline)
      throw new OperatorError(
        `The database was not ready after ${place.limitMs / 1000} seconds; ${place.log} says why.`,
      )
    await wait(5)
  }
}

/**
 * Removes the lock files that a killed database leaves behind. A lock file stays if `worksIn` finds that its process
 * works in the folder of the database.
 */
const clearRemains = async ({ cluster, sockets }: Place, deadline: number): Promise<void> => {
  while (processesIn(cluster).length > 0) {
    if (Date.now() > deadline)
      throw new OperatorError(
        `Processes of an earlier database still work in ${cluster}: ${processesIn(cluster).join(', ')}.`,
      )
    await wait(20)
  }
  for (const file of [join(cluster, 'postmaster.pid'), join(sockets, `.s.PGSQL.${PORT}.lock`)]) {
    if (!existsSync(file)) continue
    const pid = Math.abs(Number(readFileSync(file, 'utf8').split('\n')[0]))
    if (!worksIn(pid, cluster)) rmSync(file, { force: true })
  }
}

const launch = (place: Place): ChildProcess => {
  const { cluster, sockets, identity, native, durable, log } = place
  if (existsSync(log) && statSync(log).size > 10_000_000) truncateSync(log)
  const settings = { ...settingsFor(durable), unix_socket_directories: sockets === cluster ? dataPath(place) : sockets }
  const args = [
    '-D',
    dataPath(place),
    '-p',
    String(PORT),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const out = openSync(log, 'a', 0o600)
  try {
    // The database is a detached process, so that Ctrl-C in the terminal reaches only Startline. Calls under way then
    // still find their database.
    const child = spawn(join(native, 'bin', 'postgres'), args, {
      cwd: cluster,
      ...identity,
      detached: true,
      stdio: ['ignore', out, out],
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    })
    child.on('error', () => undefined)
    child.unref()
    return child
  } finally {
    closeSync(out)
  }
}

const tailOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8').slice(-4000) : '')
