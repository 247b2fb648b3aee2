import { type Db, named } from '#db/db.ts'
import type { GenderLetter, ResultOutcome } from '../rules.ts'

export type TableRow = {
  raceid: number
  eventid: number
  id: number
  bib: string
  name: string | null
  gender: GenderLetter | null
  age: number | null
  agegroup: string | null
  country: string | null
  club: string | null
  team: string | null
  outcome: ResultOutcome
  reason: string | null
  gun_ms: number | null
  net_ms: number | null
  hide_name: boolean
  inputs_version: string | null
}
/** Reads results of a race, published or not, by event and id. */
export const pageResults = (
  db: Db,
  raceid: number,
  { eventid, ids }: { eventid?: number | undefined; ids?: readonly number[] | undefined },
  after: { eventid: number; id: number },
  limit: number,
): Promise<TableRow[]> =>
  named<TableRow>(
    db,
    'results as a table',
    `select r.raceid, r.eventid, r.id, r.bib, r.name, r.gender, r.age, r.agegroup, r.country, r.club, r.team,
        r.outcome, r.reason, r.gun_ms, r.net_ms, r.hide_name, t.version as inputs_version
      from results r
      left join ranking_inputs t on t.raceid = r.raceid and t.eventid = r.eventid
      where r.raceid = $1 and ($2::integer is null or r.eventid = $2) and (r.eventid, r.id) > ($3, $4)
        and ($6::bigint[] is null or r.id = any($6))
      order by r.eventid, r.id
      limit $5`,
    [raceid, eventid ?? null, after.eventid, after.id, limit, ids ?? null],
  )
