import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'

/** A start list from elsewhere names nobody of this bib any more, nor does one that is brought again. */
export const eraseRunner = async (tx: Tx, raceid: number, bib: string, now: Date): Promise<void> => {
  await sql`update timing_runners
    set name = null, age = null, age_in_year = null, club = null, erased_at = ${now}
    where raceid = ${raceid} and bib = ${bib}`.execute(tx)
}
