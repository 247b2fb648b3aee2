import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'

/**
 * Removes the name of this bib from a start list of another source. If the list is uploaded again, the name stays
 * removed.
 */
export const eraseRunner = async (tx: Tx, raceid: number, bib: string, now: Date): Promise<void> => {
  await sql`update timing_runners
    set name = null, age = null, age_in_year = null, club = null, erased_at = ${now}
    where raceid = ${raceid} and bib = ${bib}`.execute(tx)
}
