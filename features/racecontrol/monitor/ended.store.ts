import { type Db, named } from '#db/db.ts'
import { resultRows } from '#features/results/public.store.ts'

/** Lists which of these bibs have finished, or have DNF, DNS or DSQ by a correction of staff. */
export const listEndedOf = (
  db: Db,
  raceid: number,
  bibs: readonly string[],
): Promise<{ bib: string; eventid: number }[]> =>
  named(
    db,
    'racecontrol: carriers who ended',
    `select bib, eventid from ${resultRows.text} results where raceid = $1 and bib = any($2::text[])
      and (outcome = 'finished' or (original is not null and outcome in ('dnf', 'dns', 'dsq')))`,
    [raceid, bibs],
  )
