import { type Db, named } from '#db/db.ts'
import { holdsName, inLike } from '#db/names/nameSearch.ts'
import { writtenBib } from '#features/registrations/bib.rules.ts'
import { type Cursor, type PositionedResult, type ListedPart, countListed, listSliceOf } from './list.rules.ts'
import { rankedOf } from '../ranking/ranks.service.ts'
import type { ResultRanks } from '../ranking/ranking.rules.ts'
import type { Clock, GenderLetter, ResultOutcome, Totals } from '../rules.ts'
import type { Sheet } from '../store.ts'

export type PublishedSheet = {
  raceid: number
  eventid: number
  updated_at: Date
  points: Sheet['points']
  clock: Clock
  split_clock: Clock
  totals: Record<Clock, Totals>
  provisional: boolean
  official: boolean
  inputs_version: string | null
}
export const listPublishedSheets = (db: Db, raceid: number, now: Date): Promise<PublishedSheet[]> =>
  named<PublishedSheet>(
    db,
    'published sheets of a race',
    `select s.raceid, s.eventid, s.updated_at, s.points, s.clock, s.split_clock, s.totals, s.provisional,
        s.official_at is not null as official,
        t.version as inputs_version
      from result_sheets s
      left join ranking_inputs t on t.raceid = s.raceid and t.eventid = s.eventid
      where s.raceid = $1 and s.published_at <= $2
      order by s.eventid`,
    [raceid, now],
  )

type ResultRow = {
  id: number
  _key: string
  eventid: number
  bib: string
  name: string | null
  gender: GenderLetter | null
  age: number | null
  agegroup: string | null
  field: string
  outcome: ResultOutcome
  gun_ms: number | null
  net_ms: number | null
  stopped_ms: number | null
  published_gender: number | null
  published_agegroup: number | null
  splits: (number | null)[]
  handed_in: boolean
  country: string | null
  club: string | null
  hide_name: boolean
  hide_age: boolean
}
/** A result in a list. `position` is the value by which the list is sorted within a field. */
export type ListedResult = ResultRow & ResultRanks & { position: number }
/** Reads results. Published ranks of a file are official until a person corrects a result of the event. */
const findRows = (db: Db, raceid: number, ids: readonly number[]): Promise<ResultRow[]> =>
  named<ResultRow>(
    db,
    'results of a list',
    `select r.id, r._key, r.eventid, r.bib, r.name, r.gender, r.age, r.agegroup, r.field, r.outcome, r.gun_ms,
        r.net_ms, r.stopped_ms, r.splits, r.country, r.club, r.hide_name, r.hide_age, r.handed_in,
       case when not s.corrected then r.published_gender end as published_gender, case when not s.corrected then r.published_agegroup end as published_agegroup
     from results r
     join result_sheets s on s.raceid = r.raceid and s.eventid = r.eventid
     where r.raceid = $1 and r.id = any($2::bigint[])`,
    [raceid, ids],
  )

export type ListCursor = Cursor & { eventid: number }
export type ResultFilter = {
  raceid: number
  sheets: readonly PublishedSheet[]
  q: string
  /** The bibs that `q` could mean. */
  worn: readonly string[]
  gender?: GenderLetter | undefined
  agegroup?: string | undefined
  outcome?: ResultOutcome | undefined
  by: Clock | 'official'
  from?: number | undefined
  after?: ListCursor | undefined
  /** The results to which the list is limited. */
  among?: ReadonlySet<number>
  limit: number
}

/**
 * Finds the results that match a search and an age group; undefined without such a filter. A search finds no hidden
 * name, and a filter by age group finds no hidden age.
 */
const listMeant = async (
  db: Db,
  { raceid, sheets, q, worn, agegroup }: ResultFilter,
): Promise<ReadonlySet<number> | undefined> => {
  if (q === '' && !agegroup) return undefined
  let query = db
    .selectFrom('results')
    .select('id')
    .where('raceid', '=', raceid)
    .where(
      'eventid',
      'in',
      sheets.map(({ eventid }) => eventid),
    )
  if (agegroup) query = query.where('agegroup', '=', agegroup).where('hide_age', '=', false)
  if (q !== '') {
    const written = writtenBib(q)
    const bib = inLike(written)
    query = query.where((eb) =>
      eb.or([
        eb('bib', 'in', [written, ...worn]),
        ...(written.length >= 2 ? [eb('bib', 'like', `%${bib}`)] : []),
        eb.and([holdsName(eb.ref('name'), q), eb('hide_name', '=', false)]),
      ]),
    )
  }
  return new Set((await query.execute()).map(({ id }) => id))
}

/**
 * Finds the results of these bibs and registrations in an event, at most 40. `own` tells which belong to the
 * registrations.
 */
export const findPinned = async (
  db: Db,
  { raceid, eventid, bibs, ids }: { raceid: number; eventid: number; bibs: readonly string[]; ids: readonly number[] },
): Promise<{ id: number; own: boolean }[]> =>
  named<{ id: number; own: boolean }>(
    db,
    'results of own registrations and followed bibs',
    `select id, coalesce(registrationid = any($4::bigint[]), false) as own from results
      where raceid = $1 and eventid = $2 and (bib = any($3::text[]) or registrationid = any($4::bigint[]))
      order by id limit 40`,
    [raceid, eventid, bibs, ids],
  )

/** Reads a page of results in the order of their list, and the number of matches if the caller wants it. */
export const listResults = async (
  db: Db,
  filter: ResultFilter,
  now: Date,
  counts = false,
): Promise<{ rows: ListedResult[]; more: boolean; total: number | null }> => {
  const { raceid, sheets, by, from, after, limit } = filter
  if (sheets.length === 0) return { rows: [], more: false, total: counts ? 0 : null }
  const where: ListedPart = {
    gender: filter.gender,
    outcome: filter.outcome,
    among: filter.among ?? (await listMeant(db, filter)),
  }
  const found: PositionedResult[] = []
  let total = 0
  for (const { eventid, inputs_version } of sheets) {
    if ((after && eventid < after.eventid) || (found.length > limit && !counts)) continue
    const ranked = await rankedOf(db, raceid, eventid, inputs_version)
    if (!ranked) continue
    if (counts) total += countListed(ranked, where)
    found.push(
      ...listSliceOf(ranked, by, where, {
        after: after?.eventid === eventid ? after : undefined,
        from: after ? undefined : from,
        limit: limit + 1 - found.length,
      }),
    )
  }
  const page = found.slice(0, limit)
  const rows = new Map(
    (
      await findRows(
        db,
        raceid,
        page.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  return {
    rows: page.flatMap((one) => {
      const row = rows.get(one.id)
      return row ? [{ ...row, ...one }] : []
    }),
    more: found.length > limit,
    total: counts ? total : null,
  }
}
