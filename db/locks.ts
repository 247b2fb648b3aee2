import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'

/** The subject of a lock: its kind, its race (0 for a subject without a race) and its id. */
export type Lock = { kind: string; raceid: number; id: number | string }

const nameOf = ({ kind, raceid, id }: Lock) => `${kind}/${raceid}/${id}`

/**
 * Locks every named subject until the transaction ends. The function is for subjects without a row to lock. A
 * transaction calls the function once and as late as possible. After the call, a separate statement reads the facts
 * that the transaction checks. The names are sorted, so that two transactions never wait for each other in a circle. A
 * name is hashed to 64 bits. Two names may therefore share a lock in very rare cases, and one transaction then waits
 * without need.
 */
export const lockAll = async (tx: Tx, locks: readonly Lock[]): Promise<void> => {
  const names = [...new Set(locks.map(nameOf))].sort()
  if (names.length === 0) return
  // PostgreSQL evaluates an ordered subquery in the order of its rows, so this statement takes the locks in the sorted
  // order.
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from (
      select name from unnest(${names}::text[]) with ordinality as wanted(name, place)
      order by place offset 0
    ) as sorted`.execute(tx)
}

/** Tries to lock a name, and never waits. Returns false if another transaction holds the name. */
export const tryLock = async (tx: Tx, lock: Lock): Promise<boolean> => {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${nameOf(lock)}, 0)) as held`.execute(tx)
  return rows[0]?.held ?? false
}
