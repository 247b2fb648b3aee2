import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { backUp, restoreInto } from '#db/embedded/backup.ts'
import { identityFor, programsFor } from '#db/embedded/binaries.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { isAlive, processesIn } from '#db/embedded/processes.ts'
import { migrate } from '#db/migrate.ts'

/** A PostgreSQL at a port of its own, as on another machine. After a kill, only `start` starts the PostgreSQL again. */
export type DatabaseNode = {
  folder: string
  port: number
  start: () => Promise<void>
  /** Kills every process of the node at once, as a power cut does. */
  kill: () => Promise<void>
  /** Pauses all processes of the node until `thaw`. Their connections stay open. */
  freeze: () => void
  thaw: () => void
  stop: () => Promise<void>
  query: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>
}

const connectionTo = (port: number) => ({ host: '127.0.0.1', port, user: 'startline', database: 'startline' })
const clusterOf = (folder: string) => join(folder, 'postgres')

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  wal_keep_size: '1GB',
  max_wal_size: '2GB',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  wal_receiver_status_interval: '1s',
  wal_retrieve_retry_interval: '500ms',
}

const signalAll = (cluster: string, signal: NodeJS.Signals): void => {
  if (!existsSync(cluster)) return
  for (const pid of processesIn(cluster)) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has already ended, so no signal reaches it.
    }
  }
}

const queryAt = async <Row extends pg.QueryResultRow>(port: number, text: string): Promise<Row[]> => {
  const client = new pg.Client({ ...connectionTo(port), connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

const launch = async (folder: string, port: number): Promise<void> => {
  const cluster = clusterOf(folder)
  const identity = identityFor(cluster)
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const out = openSync(join(folder, 'postgres.log'), 'a', 0o600)
  const child = spawn(
    join(programsFor(identity), 'bin/postgres'),
    ['-D', process.platform === 'linux' ? '/proc/self/cwd' : cluster, '-p', String(port), ...given],
    { cwd: cluster, ...identity, detached: true, stdio: ['ignore', out, out], env: { LC_ALL: 'C' } },
  )
  closeSync(out)
  child.unref()
  // If somebody stops the proof early, no database keeps running.
  process.prependOnceListener('exit', () => signalAll(cluster, 'SIGKILL'))
  const end = Date.now() + 60_000
  while (!(await queryAt(port, 'select 1').catch(() => undefined))) {
    if (child.exitCode !== null || Date.now() > end)
      throw new Error(`The database does not start: ${readFileSync(join(folder, 'postgres.log'), 'utf8').slice(-600)}`)
    await wait(50)
  }
}

const nodeAt = (folder: string, port: number): DatabaseNode => {
  const cluster = clusterOf(folder)
  const untilGone = async () => {
    for (const end = Date.now() + 20_000; processesIn(cluster).length > 0 && Date.now() < end;) await wait(20)
  }
  return {
    folder,
    port,
    start: () => launch(folder, port),
    kill: async () => {
      signalAll(cluster, 'SIGKILL')
      await untilGone()
    },
    freeze: () => signalAll(cluster, 'SIGSTOP'),
    thaw: () => signalAll(cluster, 'SIGCONT'),
    stop: async () => {
      signalAll(cluster, 'SIGCONT')
      const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
      if (isAlive(pid)) process.kill(pid, 'SIGINT')
      await untilGone()
      signalAll(cluster, 'SIGKILL')
    },
    query: (text) => queryAt(port, text),
  }
}

export const makePrimary = async (folder: string, port: number): Promise<DatabaseNode> => {
  const made = await startEmbedded({ folder })
  await migrate(made.connection).finally(made.stop)
  const node = nodeAt(folder, port)
  await node.start()
  return node
}

/** Makes a streaming standby of a running node from a base backup, and starts it. `name` is its application_name. */
export const makeStandby = async (
  primary: DatabaseNode,
  folder: string,
  port: number,
  name: string,
): Promise<DatabaseNode> => {
  const backup = `${folder}-backup`
  await backUp(primary.folder, connectionTo(primary.port), backup, new Date())
  await restoreInto(backup, folder)
  rmSync(backup, { recursive: true, force: true })
  const cluster = clusterOf(folder)
  const signal = join(cluster, 'standby.signal')
  writeFileSync(signal, '')
  const identity = identityFor(cluster)
  if (identity) chownSync(signal, identity.uid, identity.gid)
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=startline application_name=${name}'\n`,
  )
  const node = nodeAt(folder, port)
  await node.start()
  return node
}

/**
 * Makes every commit of `primary` wait until the standby of this name has the commit on its disk. Returns once the
 * standby is synchronous.
 */
export const waitForStandby = async (primary: DatabaseNode, name: string): Promise<void> => {
  await primary.query(`alter system set synchronous_standby_names = 'FIRST 1 (${name})'`)
  await primary.query('select pg_reload_conf()')
  const isSync = `select 1 from pg_stat_replication where application_name = '${name}' and sync_state = 'sync'`
  for (const end = Date.now() + 30_000; (await primary.query(isSync)).length === 0; await wait(50))
    if (Date.now() > end) throw new Error('The standby does not become synchronous')
}

/** Makes a standby a primary that no longer waits for another node. Returns once the new primary takes writes. */
export const promote = async (standby: DatabaseNode): Promise<void> => {
  await standby.query('select pg_promote(true, 60)')
  await standby.query('alter system reset synchronous_standby_names')
  await standby.query('select pg_reload_conf()')
}
