import { type Db, named } from '#db/db.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import type { GenderLetter, ResultOutcome } from '../rules.ts'

export type TeamRunnerRow = {
  id: number
  _key: string
  bib: string
  name: string | null
  gender: GenderLetter | null
  age: null
  agegroup: null
  outcome: ResultOutcome
  gun_ms: number | null
  net_ms: number | null
  hide_name: boolean
  hide_age: boolean
}
/** Lists runners of teams for a list. Both the registration and the result can hide the name. */
export const listTeamRunners = (db: Db, raceid: number, ids: readonly number[]): Promise<TeamRunnerRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : named<TeamRunnerRow>(
        db,
        'results: runners of teams',
        `select r.id, r._key, r.bib, r.name, r.gender, null as age, null as agegroup, r.outcome, r.gun_ms, r.net_ms,
            r.hide_name or coalesce(g.hide_name, false) as hide_name, r.hide_age
         from results r
         left join ${registrationRows.text} g on g.raceid = r.raceid and g.id = r.registrationid
         where r.raceid = $1 and r.id = any($2::bigint[])`,
        [raceid, ids],
      )
