import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'

/** What a transaction wants to hold: a kind of thing, its race (0 where none) and its id. */
export type Lock = { kind: string; raceid: number; id: number | string }

const nameOf = ({ kind, raceid, id }: Lock) => `${kind}/${raceid}/${id}`

/**
 * Holds every named thing until the transaction ends: one call per transaction, as late as possible, before the check.
 * What the check goes by is read afterwards, by a statement of its own. Sorted, so that two transactions never wait for
 * each other in a circle. For things without a row of their own to lock; a name is hashed to 64 bits, so two names may,
 * about never, wait for each other needlessly.
 */
export const lockAll = async (tx: Tx, wanted: readonly Lock[]): Promise<void> => {
  const names = [...new Set(wanted.map(nameOf))].sort()
  if (names.length === 0) return
  // The order of evaluation over an ordered subquery is the order of its rows.
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from (
      select name from unnest(${names}::text[]) with ordinality as wanted(name, place)
      order by place offset 0
    ) as sorted`.execute(tx)
}

/** True when this transaction now holds the name, false when another one does; it never waits. */
export const tryLock = async (tx: Tx, wanted: Lock): Promise<boolean> => {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${nameOf(wanted)}, 0)) as held`.execute(tx)
  return rows[0]?.held ?? false
}
