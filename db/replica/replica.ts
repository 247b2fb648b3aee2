import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Connection, type Db, openDb } from '../db.ts'
import { type Following, followingAfter, ageOf, unknown } from './following.rules.ts'

/**
 * `used`, or the reason why a replica gets no reads: it is silent, it is no standby any more, it copies another
 * database, or it is late.
 */
export type ReplicaState = 'used' | 'silent' | 'no_standby' | 'other_database' | 'behind'

export type Replica = {
  /** Returns the replica if its state is at most `seconds` old at this moment, otherwise the primary. */
  within: (seconds: number) => Db
  /** Returns the state for `/metrics` and the page of the platform. The age is in seconds, and may be infinite. */
  state: () => { state: ReplicaState; age: number }
  close: () => Promise<void>
}

/**
 * The time between two looks at both databases. While the replica keeps up, its measured age is hardly more than this
 * time.
 */
const LOOK_MS = 250
const LOOK_LIMIT_MS = 1000
/** The age of the replica's data, in seconds, from which the state is `behind`. */
const BEHIND_SECONDS = 3

type Standby = { standby: boolean; system: string; replayed: string | null }

const positionOf = async (primary: Db): Promise<{ position: bigint; system: string }> => {
  const { rows } = await sql<{ position: string; system: string }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as position,
      (select system_identifier::text from pg_control_system()) as system`.execute(primary)
  return { position: BigInt(rows[0]!.position), system: rows[0]!.system }
}

const standbyOf = async (db: Db): Promise<Standby> => {
  const { rows } = await sql<Standby>`
    select pg_is_in_recovery() as standby, (select system_identifier::text from pg_control_system()) as system,
      pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as replayed`.execute(db)
  return rows[0]!
}

const inTime = <T>(work: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const limit = setTimeout(() => late.reject(new Error('The database is slow.')), LOOK_LIMIT_MS)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(limit))
}

/**
 * Opens a streaming standby of the primary for reads that decide nothing. The process compares the positions of both
 * databases in the log about four times a second. The process therefore measures the age of the replica's state without
 * the clock of another machine. The server starts and works without the replica as well.
 */
export const openReplica = (
  primary: Db,
  connection: Connection,
  { max = 20, clock = () => performance.now() }: { max?: number; clock?: () => number } = {},
): Replica => {
  const db = openDb(connection, { max, patienceMs: 0 })
  let following: Following = unknown
  let fault: Exclude<ReplicaState, 'used' | 'behind'> | undefined = 'silent'
  const closed = new AbortController()

  const look = async (): Promise<void> => {
    const at = clock()
    try {
      const { position, system } = await inTime(positionOf(primary))
      const its = await inTime(standbyOf(db))
      fault = !its.standby ? 'no_standby' : its.system === system ? undefined : 'other_database'
      const replayed = fault === undefined && its.replayed !== null ? BigInt(its.replayed) : undefined
      following = followingAfter(following, { at, position, replayed })
    } catch {
      fault = 'silent'
      following = unknown
    }
  }
  // The next look begins a while after the last look has ended, so that two looks never run at once.
  const go = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      await look()
      await wait(LOOK_MS, undefined, { ref: false, signal: closed.signal }).catch(() => undefined)
    }
  }
  const going = go()

  const age = () => ageOf(following, clock()) / 1000
  return {
    within: (seconds) => (age() <= seconds ? db : primary),
    state: () => ({ state: fault ?? (age() <= BEHIND_SECONDS ? 'used' : 'behind'), age: age() }),
    close: async () => {
      closed.abort()
      await going
      await db.destroy()
    },
  }
}
