import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import pg from 'pg'
import { type Connection, clientConfig } from '../db.ts'
import {
  type ArchiveState,
  type ArchiveStore,
  GIVE_UP_BYTES,
  type Gap,
  archiveAge,
  archivedName,
  beginOf,
  beginning,
  isHistory,
  nextSegment,
  wholeSegments,
  withGap,
} from './archiving.rules.ts'
import { readGapNote, writeGapNote } from './gap.ts'

/**
 * Copies the write-ahead log of the embedded database into an archive. With the archive, a restore can bring a backup
 * to any later second. A replication slot keeps each segment in the database's folder until the archive has it, also
 * across restarts.
 */

const compressed = promisify(gzip)
const SLOT = 'startline_archive'
const LOOK_MS = 1000
/** The time between two reports of the same failure. */
const SAID_AGAIN_MS = 600_000
/** The time between two reports of a gap that no backup follows. */
const GAP_SAID_AGAIN_MS = 86_400_000

export type ArchiveOptions = {
  folder: string
  connection: Connection
  store: ArchiveStore
  /** The longest time, in seconds, between a commit and its copy in the archive, while archiving works. */
  seconds: number
  freeBytes: () => Promise<number>
  say: (line: string) => void
}
export type Archiving = {
  state: () => ArchiveState & { age: number }
  /** Archives everything that was committed before the call. The call fails if the archive takes no files. */
  now: () => Promise<void>
  stop: () => Promise<void>
}

type Position = {
  system: string
  current: string
  /** The segment with which a new slot begins. */
  anew: string
  oldest: string | null
  waiting: number
  moved: boolean
}

const readPosition = async (client: pg.Client, last: string): Promise<Position> => {
  const { rows } = await client.query<Position>(
    `select (select system_identifier::text from pg_control_system()) as system,
      pg_walfile_name(pg_current_wal_flush_lsn() + 1) as current,
      (select pg_walfile_name(redo_lsn + 1) from pg_control_checkpoint()) as anew,
      (select pg_walfile_name(restart_lsn + 1) from pg_replication_slots where slot_name = '${SLOT}') as oldest,
      coalesce((select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), restart_lsn)
        from pg_replication_slots where slot_name = '${SLOT}'), 0)::float8 as waiting,
      pg_current_wal_insert_lsn() > $1::pg_lsn as moved`,
    [last],
  )
  return rows[0]!
}

/** A connection, and the facts that one check of the archive passes to the next check. */
type Archiver = {
  options: ArchiveOptions
  client: pg.Client | undefined
  state: ArchiveState
  /**
   * The position right after the last switch to a new segment. If the database has written nothing since then, it needs
   * no switch.
   */
  switched: string
  /** The moment of the last switch, by the clock of this process. */
  switchedAt: number
  histories: Set<string>
  /** The moment of the last report of the gap, by the clock of this process. */
  gapSaidAt: number
}

const connected = async (archiver: Archiver): Promise<pg.Client> => {
  if (archiver.client) return archiver.client
  const client = new pg.Client({ ...clientConfig(archiver.options.connection), connectionTimeoutMillis: 5000 })
  client.on('error', () => void (archiver.client = undefined))
  await client.connect()
  archiver.client = client
  return client
}

const disconnect = async (archiver: Archiver): Promise<void> => {
  const { client } = archiver
  archiver.client = undefined
  await client?.end().catch(() => undefined)
}

const makeSlot = (client: pg.Client) => client.query(`select pg_create_physical_replication_slot('${SLOT}', true)`)

/** Ends the current segment if the database has written something since the last end of a segment. */
const endSegment = async (archiver: Archiver, client: pg.Client): Promise<void> => {
  archiver.switchedAt = Date.now()
  const { rows } = await client.query<{ position: string }>(
    'select pg_switch_wal() as ended, pg_current_wal_insert_lsn()::text as position',
  )
  archiver.switched = rows[0]!.position
}

/** Copies the files that the archive does not have yet. Then the database may reuse these files. */
const copyAll = async (archiver: Archiver, client: pg.Client): Promise<void> => {
  const { folder, store } = archiver.options
  const wal = join(folder, 'postgres/pg_wal')
  const { system, current, oldest } = await readPosition(client, archiver.switched)
  if (oldest === null) return
  const copy = async (file: string) =>
    store.write(archivedName(system, file), await compressed(await readFile(join(wal, file))))
  const names = await readdir(wal)
  for (const history of names.filter((name) => isHistory(name) && !archiver.histories.has(name))) {
    await copy(history)
    archiver.histories.add(history)
  }
  for (const segment of wholeSegments(names, oldest, current)) {
    await copy(segment)
    await client.query('select pg_replication_slot_advance($1, $2)', [SLOT, beginOf(nextSegment(segment))])
  }
}

/** Returns the gaps that the archive records, in the order in which they were recorded. */
export const readGaps = async (store: ArchiveStore, system: string): Promise<Gap[]> => {
  const bytes = await store.read(archivedName(system, 'gap'))
  return bytes && bytes.length > 0 ? (JSON.parse(gunzipSync(bytes).toString()) as Gap[]) : []
}

/**
 * Makes the slot, so that the database keeps its log for the archive. After a gap the archive first records the gap, so
 * the database keeps no log while the archive takes nothing.
 */
const begin = async ({ options }: Archiver, client: pg.Client, { system, anew }: Position): Promise<void> => {
  const from = await readGapNote(options.folder)
  if (from !== undefined) {
    const gaps = withGap(await readGaps(options.store, system), { from, first: anew, until: new Date().toISOString() })
    await options.store.write(archivedName(system, 'gap'), await compressed(JSON.stringify(gaps)))
  }
  await makeSlot(client)
}

/**
 * Drops the part of the log that waits for the archive, if the disk is nearly full. The server continues to answer
 * calls, and the archive has a gap.
 */
const keepRoom = async (archiver: Archiver, client: pg.Client): Promise<void> => {
  const { folder, freeBytes, say } = archiver.options
  const { oldest } = await readPosition(client, archiver.switched)
  if (oldest === null || (await freeBytes()) >= GIVE_UP_BYTES) return
  // If the disk is too full for the note, the second try below has the room that the log leaves.
  await writeGapNote(folder, oldest).catch(() => undefined)
  await client.query(`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = '${SLOT}'`)
  await client.query('checkpoint')
  await writeGapNote(folder, oldest)
  archiver.state = { ...archiver.state, gap: true, waiting: 0 }
  archiver.gapSaidAt = -Infinity
  say(
    'The disk of the database is nearly full of changes that the archive (STARTLINE_ARCHIVE) does not take. They were ' +
      'given up so that the race goes on. The archive has a gap now: free its disk, then make a new backup.',
  )
}

/** Reports a gap once a day until a backup has been made after it, also after a restart. */
const sayGap = (archiver: Archiver): void => {
  if (!archiver.state.gap || Date.now() - archiver.gapSaidAt < GAP_SAID_AGAIN_MS) return
  archiver.gapSaidAt = Date.now()
  archiver.options.say(
    'The archive of the database (STARTLINE_ARCHIVE) takes files again, but it has a gap, and no backup follows the ' +
      'gap. Make a new backup (npm run backup): older backups cannot be restored to a moment after the gap.',
  )
}

const look = async (archiver: Archiver, switching: boolean): Promise<void> => {
  const client = await connected(archiver)
  const before = await readPosition(client, archiver.switched)
  const gap = (await readGapNote(archiver.options.folder)) !== undefined
  archiver.state = { ...archiver.state, gap, waiting: before.waiting }
  if (before.oldest === null) await begin(archiver, client, before)
  const due = switching || Date.now() - archiver.switchedAt >= archiver.options.seconds * 1000
  const ends = due && before.moved
  const at = due ? Date.now() : archiver.switchedAt
  if (ends) await endSegment(archiver, client)
  else if (due) archiver.switchedAt = at
  try {
    await copyAll(archiver, client)
  } catch (error) {
    await keepRoom(archiver, client)
    throw error
  }
  sayGap(archiver)
  archiver.state = {
    ...archiver.state,
    failure: undefined,
    reached: at,
    waiting: (await readPosition(client, '0/0')).waiting,
  }
}

const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  return code === 'ENOSPC' ? 'its disk is full' : (message ?? String(error)).slice(0, 200)
}

let running: (() => ArchiveState & { age: number }) | undefined
/** Returns the state of the archive for `/metrics`. Undefined if this process keeps no archive. */
export const archiveNow = (): (ArchiveState & { age: number }) | undefined => running?.()

/**
 * Archives at regular times until the caller calls `stop`. After a failure the function tries again at the next time.
 */
export const startArchiving = (options: ArchiveOptions): Archiving => {
  const since = Date.now()
  const archiver: Archiver = {
    options,
    client: undefined,
    state: beginning,
    switched: '0/0',
    switchedAt: 0,
    histories: new Set(),
    gapSaidAt: -Infinity,
  }
  const closed = new AbortController()
  let [saidAt, last] = [-Infinity, Promise.resolve()]
  const lookNow = (switching: boolean): Promise<void> => {
    const looked = last.then(() => look(archiver, switching))
    last = looked.then(
      () => void (saidAt = -Infinity),
      async (error: unknown) => {
        archiver.state = { ...archiver.state, failure: reasonOf(error) }
        if (Date.now() - saidAt >= SAID_AGAIN_MS && !closed.signal.aborted) {
          saidAt = Date.now()
          options.say(`The archive of the database (STARTLINE_ARCHIVE) takes nothing: ${reasonOf(error)}.`)
        }
        await disconnect(archiver)
      },
    )
    return looked
  }
  const go = async () => {
    while (!closed.signal.aborted) {
      await lookNow(false).catch(() => undefined)
      await wait(LOOK_MS, undefined, { ref: false, signal: closed.signal }).catch(() => undefined)
    }
  }
  const going = go()
  const state = () => ({ ...archiver.state, age: archiveAge(archiver.state, since, Date.now()) })
  running = state
  return {
    state,
    now: () => lookNow(true),
    stop: async () => {
      closed.abort()
      await going
      await last
      // The last commits go into the archive too, if it takes files.
      await lookNow(true).catch(() => undefined)
      await disconnect(archiver)
      if (running === state) running = undefined
    },
  }
}
