import { type Db, named } from '#db/db.ts'
import { type TimedRunnerRow, startersUnion } from '../course/runners.store.ts'

export type StarterRow = TimedRunnerRow & { chips: string | null }
/**
 * Lists everybody who may start, with their chips, by event and bib. If a bib of an event has a registration and an
 * imported row, the registration counts. Two events may use a bib.
 */
export const listStarters = (
  db: Db,
  raceid: number,
  eventid: number | undefined,
  after: { eventid: number; bib: string } | undefined,
  limit: number,
): Promise<StarterRow[]> =>
  named<StarterRow>(
    db,
    'timing: starters',
    `select one.*, c.chips
     from (select distinct on (eventid, bib) * from (${startersUnion}) both_lists order by eventid, bib, registrationid nulls last) one
     left join lateral (
       select string_agg(chip, ' ' order by chip) as chips from timing_chips where raceid = $1 and bib = one.bib
     ) c on true
     where ($2::int is null or one.eventid = $2)
       and ($3::int is null or (one.eventid, one.bib collate "C") > ($3, $4 collate "C"))
     order by one.eventid, one.bib collate "C" limit $5`,
    [raceid, eventid ?? null, after?.eventid ?? null, after?.bib ?? '', limit],
  )
