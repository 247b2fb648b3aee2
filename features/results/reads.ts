import { sql } from 'kysely'
import { type Db, named } from '#db/db.ts'
import { isProvisional } from './correcting.rules.ts'
import type { ReportFacts } from './report.ts'
import type { Basis, Gender, Outcome, Totals } from './rules.ts'
import type { Sheet } from './store.ts'

/** A published result with its sheet; `uid` is the account whose registration it belongs to. */
export type FoundResult = ReportFacts & Pick<Sheet, 'points' | 'basis' | 'split_basis' | 'totals' | 'provisional' | 'waiting_since' | 'updated_at'> & { raceid: number; eventid: number; registrationid: number | null; country: string | null; club: string | null; uid: number | null; /** When this result itself changed last; `updated_at` is its sheet's. */ changed_at: Date }

const RESULT = `select r.raceid, r.id, r._key, r.eventid, r.bib, r.field, r.registrationid, r.name, r.gender, r.age, r.agegroup, r.country, r.city, r.club, r.outcome, r.reason, r.gun_ms, r.net_ms, r.stopped_ms, r.splits,
  r.gun_overall, r.gun_gender, r.gun_agegroup, r.net_overall, r.net_gender, r.net_agegroup, ${['overall', 'gender', 'agegroup'].flatMap((of) => [`published_${of}`, `published_${of}_of`]).map((name) => `case when not s.corrected then r.${name} end as ${name}`).join(', ')},
  r.place, r.hide_name or coalesce(g.hide_name, false) as hide_name, r.hide_age or coalesce(g.hide_age, false) as hide_age, r.handed_in, r.updated_at as changed_at, s.points, s.basis, s.split_basis, s.totals, s.provisional, s.waiting_since, s.updated_at, g.uid
  from results r join result_sheets s on s.raceid = r.raceid and s.eventid = r.eventid
  left join registrations g on g.raceid = r.raceid and g.id = r.registrationid
  where r.raceid = $1 and s.published_at <= $2 and`

/** Whether a result's place can still change: by the clock that places go by, of an event in which somebody may still come. */
export const provisionalNow = ({ basis, gun_ms, net_ms, waiting_since, provisional }: Pick<FoundResult, 'basis' | 'gun_ms' | 'net_ms' | 'waiting_since' | 'provisional'>, now: Date): boolean => provisional && isProvisional(basis === 'gun' ? (gun_ms ?? net_ms) : (net_ms ?? gun_ms), waiting_since, now)

const one = async (db: Db, name: string, where: string, params: readonly unknown[]): Promise<FoundResult | undefined> => (await named<FoundResult>(db, name, `${RESULT} ${where}`, params))[0]
export const findByKey = (db: Db, raceid: number, now: Date, key: string) => one(db, 'result by key', 'r._key = $3', [raceid, now, key])
export const findById = (db: Db, raceid: number, now: Date, id: number) => one(db, 'result by id', 'r.id = $3', [raceid, now, id])
export const findByRegistration = (db: Db, raceid: number, now: Date, registrationid: number) => one(db, 'result by registration', 'r.registrationid = $3 order by r.place_sort, r.id limit 1', [raceid, now, registrationid])
export const findByBib = (db: Db, raceid: number, now: Date, bib: string, eventid: number | null) => one(db, 'result by bib', 'r.bib = $3 and ($4::int is null or r.eventid = $4) order by r.eventid limit 1', [raceid, now, bib, eventid])

/** Finishers of a published event in the order of their ids, after one of them. */
export const listFinishers = (db: Db, raceid: number, now: Date, eventid: number, after: number, limit: number) =>
  named<FoundResult>(db, 'finishers of an event', `${RESULT} r.eventid = $3 and r.outcome = 'finished' and r.id > $4 order by r.id limit $5`, [raceid, now, eventid, after, limit])

export type ShownResult = { id: number; _key: string; eventid: number; registrationid: number | null; bib: string; name: string | null; outcome: Outcome; gun_ms: number | null; net_ms: number | null; hide_name: boolean; hide_age: boolean; age: null; agegroup: null; uid: number | null }
/** Published results that belong to one of these registrations, or to one of these numbers (blind indexes). */
export const listResultsOf = (db: Db, raceid: number, now: Date, registrationids: readonly number[], numbers: readonly Buffer[]): Promise<ShownResult[]> =>
  named<ShownResult>(
    db,
    'results of registrations and numbers',
    `select r.id, r._key, r.eventid, r.registrationid, r.bib, r.name, r.outcome, r.gun_ms, r.net_ms, r.hide_name or coalesce(g.hide_name, false) as hide_name, r.hide_age, null as age, null as agegroup, g.uid from results r join result_sheets s on s.raceid = r.raceid and s.eventid = r.eventid
     left join registrations g on g.raceid = r.raceid and g.id = r.registrationid
     where r.raceid = $1 and s.published_at <= $2 and (r.registrationid = any($3::bigint[]) or r.document_ix = any($4::bytea[])) order by r.eventid, r.place_sort, r.id limit 100`,
    [raceid, now, registrationids, numbers],
  )

export type WayRow = { field: string; gender: Gender | null; outcome: Outcome; gun_ms: number | null; net_ms: number | null; splits: (number | null)[] }
/** Everybody's times of an event, for places along the way. */
export const listWayfarers = (db: Db, raceid: number, eventid: number): Promise<WayRow[]> =>
  named<WayRow>(db, 'times of an event', "select field, gender, outcome, gun_ms, net_ms, splits from results where raceid = $1 and eventid = $2 and outcome <> 'dns' and outcome <> 'dsq'", [raceid, eventid])

export type KnownRegistration = { id: number; _key: string; eventid: number; name: string; hide_name: boolean; uid: number }
/** A key is found by whoever knows the document's number: it opens no hidden name. */
export const findRegistrationByKey = async (db: Db, raceid: number, key: string): Promise<KnownRegistration | undefined> =>
  (await named<KnownRegistration>(db, 'registration of a result by key', 'select id, _key, eventid, name, hide_name, uid from registrations where raceid = $1 and _key = $2 and deleted_at is null', [raceid, key]))[0]

export type ListedResult = {
  id: number
  _key: string
  eventid: number
  bib: string
  name: string | null
  gender: Gender | null
  age: number | null
  agegroup: string | null
  field: string
  outcome: Outcome
  gun_ms: number | null
  net_ms: number | null
  place: number | null
  place_sort: number
  gun_gender: number | null
  gun_agegroup: number | null
  net_gender: number | null
  net_agegroup: number | null
  published_gender: number | null
  published_agegroup: number | null
  gun_overall: number | null
  net_overall: number | null
  stopped_ms: number | null
  splits: (number | null)[]
  handed_in: boolean
  /** What the list is ordered by. */
  position: number
  country: string | null
  club: string | null
  hide_name: boolean
  hide_age: boolean
}
export type ListCursor = { eventid: number; field: string; position: number; id: number }
export type Wanted = { raceid: number; eventids: readonly number[]; q: string; gender?: Gender | undefined; agegroup?: string | undefined; outcome?: Outcome | undefined; by: Basis | 'official'; /** People are on the course: those furthest on it stand first among them. */ live?: boolean | undefined; from?: number | undefined; after?: ListCursor | undefined; limit: number }

const likely = (text: string) => text.replace(/[\\%_]/g, (letter) => `\\${letter}`)

/** After every finisher, before whoever stopped: the more points the further ahead, the sooner at the last one the further ahead. */
const byProgress = sql<number>`case when outcome = 'running' then 1999999999 - least(cardinality(array_remove(splits, null)), 50) * 20000000 + least(coalesce((select max(ms) from unnest(splits) as one (ms)), 0) / 1000, 19999999) else place_sort end`
/** By a clock that places do not go by, finishers stand in its order, and whoever has no time by it after them. */
const positionBy = (by: Basis | 'official', live: boolean) => (by !== 'official' ? sql<number>`case when outcome = 'finished' then coalesce(${sql.ref(by === 'gun' ? 'gun_overall' : 'net_overall')}, 1999999999) else place_sort end` : live ? byProgress : sql<number>`place_sort`)

/** Whoever matches. A hidden name can't be searched by, a hidden age not filtered by. */
const matching = (db: Db, { raceid, eventids, q, gender, agegroup, outcome }: Pick<Wanted, 'raceid' | 'eventids' | 'q' | 'gender' | 'agegroup' | 'outcome'>) => {
  let query = db.selectFrom('results').where('raceid', '=', raceid).where('eventid', 'in', eventids)
  if (gender) query = query.where('gender', '=', gender)
  if (agegroup) query = query.where('agegroup', '=', agegroup).where('hide_age', '=', false)
  if (outcome) query = query.where('outcome', '=', outcome)
  if (q !== '') {
    const [bib, name] = [likely(q.toUpperCase()), likely(q)]
    query = query.where((eb) => eb.or([eb('bib', '=', q.toUpperCase()), ...(q.length >= 2 ? [eb('bib', 'like', `%${bib}`)] : []), eb.and([eb('name', 'ilike', `%${name}%`), eb('hide_name', '=', false)])]))
  }
  return query
}

/** What was published with a file holds until a person corrects a result of the event. */
const unlessCorrected = (name: 'published_gender' | 'published_agegroup') => sql<number | null>`case when not (select s.corrected from result_sheets s where s.raceid = results.raceid and s.eventid = results.eventid) then ${sql.ref(`results.${name}`)} end`

/** A page of results in the order of their list, one more than `limit` where there are more. */
export const listResults = async (db: Db, wanted: Wanted): Promise<ListedResult[]> => {
  const position = positionBy(wanted.by, wanted.live ?? false)
  let query = matching(db, wanted)
    .select(['id', '_key', 'eventid', 'bib', 'name', 'gender', 'age', 'agegroup', 'field', 'outcome', 'gun_ms', 'net_ms', 'stopped_ms', 'splits', 'place', 'place_sort', 'gun_overall', 'net_overall', 'gun_gender', 'gun_agegroup', 'net_gender', 'net_agegroup', 'country', 'club', 'hide_name', 'hide_age', 'handed_in'])
    .select((['published_gender', 'published_agegroup'] as const).map((name) => unlessCorrected(name).as(name)))
    .select(position.as('position'))
  const { after, from } = wanted
  if (after) query = query.where(sql<boolean>`(eventid, field, ${position}, id) > (${after.eventid}, ${after.field}, ${after.position}, ${after.id})`)
  else if (from !== undefined) query = query.where(sql<boolean>`(${position} >= ${from} or field <> '')`)
  return (await query.orderBy('eventid').orderBy('field').orderBy(position).orderBy('id').limit(wanted.limit + 1).execute()) as ListedResult[]
}
export const countResults = async (db: Db, wanted: Wanted): Promise<number> => Number((await matching(db, wanted).select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count)

export type PublishedSheet = { eventid: number; updated_at: Date; points: Sheet['points']; basis: Basis; split_basis: Basis; totals: Record<Basis, Totals>; provisional: boolean }
export const listPublishedSheets = async (db: Db, raceid: number, now: Date): Promise<PublishedSheet[]> =>
  (await db.selectFrom('result_sheets').select(['eventid', 'updated_at', 'points', 'basis', 'split_basis', 'totals', 'provisional']).where('raceid', '=', raceid).where('published_at', '<=', now).orderBy('eventid').execute()) as PublishedSheet[]

/** Every event of a race with how many results it has, for the console. */
export const listSheets = async (db: Db, raceid: number): Promise<{ id: number; name: string; names: unknown; results: number; finishers: number; published_at: Date | null; imported_at: Date | null }[]> =>
  (
    await sql<{ id: number; name: string; names: unknown; results: number; finishers: number; published_at: Date | null; imported_at: Date | null }>`
    select e.id, e.name, e.names, coalesce(c.results, 0) as results, coalesce(c.finishers, 0) as finishers, s.published_at, s.imported_at
    from events e left join result_sheets s on s.raceid = e.raceid and s.eventid = e.id
    left join (select raceid, eventid, count(*) as results, count(*) filter (where outcome = 'finished') as finishers from results where raceid = ${raceid} group by raceid, eventid) c on c.raceid = e.raceid and c.eventid = e.id
    where e.raceid = ${raceid} order by e.sort, e.id`.execute(db)
  ).rows
