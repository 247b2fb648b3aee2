import { type Db, named } from '#db/db.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { resultRows, sheetRows } from '#features/results/public.store.ts'
import type { Clock, GenderLetter, ResultOutcome } from '#features/results/rules.ts'
import { starterRows } from '#features/timing/public.store.ts'

/** A published result for the live page, without hidden names and ages. */
export type FieldRow = {
  bib: string
  key: string
  eventid: number
  name: string | null
  gender: GenderLetter | null
  agegroup: string | null
  country: string | null
  team: string | null
  field: string
  zone: string | null
  outcome: ResultOutcome
  gun_ms: number | null
  net_ms: number | null
  stopped_ms: number | null
  splits: (number | null)[]
  updated_at: Date
}
/** Reads the published results of a race: those that changed at `since` or later, or all if `since` is null. */
export const listField = (db: Db, raceid: number, now: Date, since: Date | null): Promise<FieldRow[]> =>
  named<FieldRow>(
    db,
    'tracking: field',
    `select r.bib, r._key as key, r.eventid, r.gender, r.country, coalesce(r.team, r.club) as team, r.field,
        coalesce(g.runnerzone, t.zone) as zone, r.outcome, r.gun_ms, r.net_ms, r.stopped_ms, r.splits, r.updated_at,
        case when not (r.hide_name or coalesce(g.hide_name, false)) then r.name end as name,
        case when not (r.hide_age or coalesce(g.hide_age, false)) then r.agegroup end as agegroup
      from ${resultRows.text} r
      join ${sheetRows.text} s on s.raceid = r.raceid and s.eventid = r.eventid
      left join ${registrationRows.text} g on g.raceid = r.raceid and g.id = r.registrationid
      left join ${starterRows.text} t on t.raceid = r.raceid and t.bib = r.bib
      where r.raceid = $1 and s.published_at <= $2 and ($3::timestamptz is null or r.updated_at >= $3)`,
    [raceid, now, since],
  )

export type FieldSheet = {
  eventid: number
  points: { label: string; metres: number | null }[]
  split_clock: Clock
  updated_at: Date
}
export const listFieldSheets = (db: Db, raceid: number, now: Date): Promise<FieldSheet[]> =>
  named<FieldSheet>(
    db,
    'tracking: sheets',
    `select eventid, points, split_clock, updated_at from ${sheetRows.text} s
      where raceid = $1 and published_at <= $2
      order by eventid`,
    [raceid, now],
  )

/**
 * Counts the published results of a race. A count below the number of cached results shows that a result was removed.
 */
export const countField = async (db: Db, raceid: number, now: Date): Promise<number> =>
  (
    await named<{ n: number }>(
      db,
      'tracking: size of the field',
      `select count(*)::int as n
        from ${resultRows.text} r
        join ${sheetRows.text} s on s.raceid = r.raceid and s.eventid = r.eventid
        where r.raceid = $1 and s.published_at <= $2`,
      [raceid, now],
    )
  )[0]!.n
