import { type Db, named } from '#db/db.ts'
import { resultRows } from '#features/results/public.store.ts'
import { startersUnion } from '../course/runners.store.ts'

export const listBibs = async (db: Db, raceid: number): Promise<string[]> =>
  (
    await named<{ bib: string }>(
      db,
      'timing: bibs of a race',
      `select distinct bib from (${startersUnion}) one order by bib`,
      [raceid],
    )
  ).map(({ bib }) => bib)
export const hasBibs = async (db: Db, raceid: number): Promise<boolean> =>
  (
    await named<{ has_bibs: boolean }>(db, 'timing: any bib', `select exists (${startersUnion}) as has_bibs`, [raceid])
  )[0]!.has_bibs
/** Lists the bibs that have a corrected result of DNF, DNS or DSQ in an event. */
export const listEnded = async (db: Db, raceid: number, eventid: number): Promise<Set<string>> =>
  new Set(
    (
      await named<{ bib: string }>(
        db,
        'timing: races ended by staff',
        `select bib from ${resultRows.text} results where raceid = $1 and eventid = $2
           and original is not null and outcome in ('dnf', 'dns', 'dsq')`,
        [raceid, eventid],
      )
    ).map(({ bib }) => bib),
  )
