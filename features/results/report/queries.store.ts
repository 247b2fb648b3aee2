import { sql } from 'kysely'
import { inBatches } from '#db/sharing/batch.ts'
import { type Db, named } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { eventRows } from '#features/events/public.store.ts'
import { certificateVersion } from '../public.store.ts'
import { isProvisional } from '../corrections/corrections.rules.ts'
import { withRanks } from '../ranking/ranks.service.ts'
import type { ResultRanks } from '../ranking/ranking.rules.ts'
import type { ReportFacts } from './report.rules.ts'
import type { GenderLetter, ResultOutcome } from '../rules.ts'
import type { Sheet } from '../store.ts'

/** A published result with its sheet. `uid` is the account that owns its registration. */
export type FoundResult = ReportFacts &
  Pick<Sheet, 'points' | 'clock' | 'split_clock' | 'totals' | 'provisional' | 'waiting_since' | 'updated_at'> & {
    official_at: Date | null
    raceid: number
    eventid: number
    registrationid: number | null
    country: string | null
    club: string | null
    uid: number | null
    certificate_version: string | null
    inputs_version: string | null
    /** The time of the last change of this result. `updated_at` belongs to its sheet. */ changed_at: Date
  }

/**
 * Returns the beginning of a query for published results, up to its first condition. The version of the certificate is
 * among the columns, so that a look-up needs one query.
 */
const resultText =
  () => `select r.raceid, r.id, r._key, r.eventid, r.bib, r.field, r.registrationid, r.name, r.gender, r.age, r.agegroup,
    r.country, r.city, r.club, r.outcome, r.reason, r.gun_ms, r.net_ms, r.stopped_ms, r.splits,
  ${['overall', 'gender', 'agegroup']
    .flatMap((of) => [`published_${of}`, `published_${of}_of`])
    .map((name) => `case when not s.corrected then r.${name} end as ${name}`)
    .join(', ')},
  r.hide_name or coalesce(g.hide_name, false) as hide_name, r.hide_age or coalesce(g.hide_age, false) as hide_age, r.handed_in, r.updated_at as changed_at, s.clock, s.split_clock, s.provisional, s.waiting_since, s.official_at, s.updated_at, s.xmin::text as sheet_version, t.version as inputs_version, ${certificateVersion.get()({ result: 'r', now: '$2' })} as certificate_version, g.uid
  from results r join result_sheets s on s.raceid = r.raceid and s.eventid = r.eventid
  left join ranking_inputs t on t.raceid = r.raceid and t.eventid = r.eventid
  left join ${registrationRows.text} g on g.raceid = r.raceid and g.id = r.registrationid
  where r.raceid = $1 and s.published_at <= $2 and`
let result: string | undefined

type Large = Pick<FoundResult, 'points' | 'totals'>
/**
 * Long columns of sheets, which stay in memory. The server reads them once for each version of a sheet's row
 * (PostgreSQL's own mark of the last write). Every result names the version of its sheet.
 */
const sheets = cacheOf<string, Large>({ most: 500 })
const largeOf = (
  db: Db,
  { raceid, eventid, sheet_version: version }: { raceid: number; eventid: number; sheet_version: string },
): Promise<Large> =>
  sheets.read(db, `${raceid}/${eventid}`, { version }, async () => {
    const [row] = await named<Large>(
      db,
      'points and totals of a sheet',
      'select points, totals from result_sheets where raceid = $1 and eventid = $2',
      [raceid, eventid],
    )
    return row!
  })

/**
 * Tells whether a result's rank can still change, because runners may still come. The clock that decides ranks counts.
 */
export const provisionalNow = (
  {
    clock,
    gun_ms,
    net_ms,
    waiting_since,
    provisional,
  }: Pick<FoundResult, 'clock' | 'gun_ms' | 'net_ms' | 'waiting_since' | 'provisional'>,
  now: Date,
): boolean =>
  provisional && isProvisional(clock === 'gun' ? (gun_ms ?? net_ms) : (net_ms ?? gun_ms), waiting_since, now)

type Row = Omit<FoundResult, 'points' | 'totals' | keyof ResultRanks> & {
  sheet_version: string
  inputs_version: string | null
}
const find = async (
  db: Db,
  name: string,
  where: string,
  params: readonly [raceid: number, now: Date, ...more: unknown[]],
): Promise<FoundResult[]> => {
  const rows = await withRanks(db, await named<Row>(db, name, `${(result ??= resultText())} ${where}`, params))
  const large = new Map(
    await Promise.all(
      [...new Map(rows.map((row) => [row.sheet_version, row])).values()].map(
        async (row) => [row.sheet_version, await largeOf(db, row)] as const,
      ),
    ),
  )
  return rows.map((row) => ({ ...row, ...large.get(row.sheet_version)! }))
}
const one = async (
  db: Db,
  name: string,
  where: string,
  params: readonly [raceid: number, now: Date, ...more: unknown[]],
): Promise<FoundResult | undefined> => (await find(db, name, where, params))[0]

type ByKey = { raceid: number; key: string; now: Date }
const asking = new WeakMap<Db, (request: ByKey) => Promise<FoundResult | undefined>>()
const askTogether = (db: Db) =>
  inBatches(100, async (all: ByKey[]) => {
    const found = await Promise.all(
      [...Map.groupBy(all, ({ raceid }) => raceid)].map(([raceid, requests]) =>
        find(db, 'results by key', 'r._key = any($3::text[])', [
          raceid,
          requests.reduce((latest, { now }) => (now > latest ? now : latest), requests[0]!.now),
          requests.map(({ key }) => key),
        ]),
      ),
    )
    const known = new Map(found.flat().map((row) => [row._key, row]))
    return all.map(({ key }) => known.get(key))
  })
/** Finds a result by its key. Callers that come while a query runs share the next query. */
export const findByKey = (db: Db, raceid: number, now: Date, key: string): Promise<FoundResult | undefined> => {
  let ask = asking.get(db)
  if (!ask) asking.set(db, (ask = askTogether(db)))
  return ask({ raceid, key, now })
}
export const findById = (db: Db, raceid: number, now: Date, id: number) =>
  one(db, 'result by id', 'r.id = $3', [raceid, now, id])
export const findByRegistration = (db: Db, raceid: number, now: Date, registrationid: number) =>
  one(db, 'result by registration', "r.registrationid = $3 order by r.outcome <> 'finished', r.eventid, r.id limit 1", [
    raceid,
    now,
    registrationid,
  ])
/** Finds the result under exactly this bib. import/worn.service.ts finds bibs in other spellings. */
export const findByVeryBib = (db: Db, raceid: number, now: Date, bib: string, eventid: number | null) =>
  one(db, 'result by bib', 'r.bib = $3 and ($4::int is null or r.eventid = $4) order by r.eventid limit 1', [
    raceid,
    now,
    bib,
    eventid,
  ])

/** Lists finishers of a published event by id, beginning after one id. */
export const listFinishers = (db: Db, raceid: number, now: Date, eventid: number, after: number, limit: number) =>
  find(db, 'finishers of an event', "r.eventid = $3 and r.outcome = 'finished' and r.id > $4 order by r.id limit $5", [
    raceid,
    now,
    eventid,
    after,
    limit,
  ])

export const selectSheetChange = async (db: Db, raceid: number, eventid: number): Promise<Date | null> =>
  (
    await db
      .selectFrom('result_sheets')
      .select('updated_at')
      .where('raceid', '=', raceid)
      .where('eventid', '=', eventid)
      .executeTakeFirst()
  )?.updated_at ?? null
export const countFinishersOf = async (db: Db, raceid: number, now: Date, eventid: number): Promise<number> =>
  (
    await named<{ n: number }>(
      db,
      'how many finished an event',
      "select count(*)::integer as n from results r join result_sheets s on s.raceid = r.raceid and s.eventid = r.eventid where r.raceid = $1 and s.published_at <= $2 and r.eventid = $3 and r.outcome = 'finished'",
      [raceid, now, eventid],
    )
  )[0]!.n

export type ShownResult = {
  id: number
  _key: string
  eventid: number
  registrationid: number | null
  bib: string
  name: string | null
  gender: GenderLetter | null
  outcome: ResultOutcome
  gun_ms: number | null
  net_ms: number | null
  hide_name: boolean
  hide_age: boolean
  age: null
  agegroup: null
  uid: number | null
}
/** Lists published results of these registrations, or of these document numbers (blind indexes), at most 100. */
export const listResultsOf = (
  db: Db,
  raceid: number,
  now: Date,
  registrationids: readonly number[],
  numbers: readonly Buffer[],
): Promise<ShownResult[]> =>
  named<ShownResult>(
    db,
    'results of registrations and numbers',
    `select r.id, r._key, r.eventid, r.registrationid, r.bib, r.name, r.gender, r.outcome, r.gun_ms, r.net_ms,
       r.hide_name or coalesce(g.hide_name, false) as hide_name, r.hide_age, null as age, null as agegroup, g.uid
     from results r
     join result_sheets s on s.raceid = r.raceid and s.eventid = r.eventid
     left join ${registrationRows.text} g on g.raceid = r.raceid and g.id = r.registrationid
     where r.raceid = $1 and s.published_at <= $2
      and (r.registrationid = any($3::bigint[]) or r.document_ix = any($4::bytea[]))
     order by r.eventid, r.outcome <> 'finished', r.id
     limit 100`,
    [raceid, now, registrationids, numbers],
  )

export type EventTimesRow = {
  field: string
  gender: GenderLetter | null
  outcome: ResultOutcome
  gun_ms: number | null
  net_ms: number | null
  splits: (number | null)[]
}
/**
 * Lists the times of an event, for ranks at the checkpoints. Runners who did not start or were disqualified are left
 * out.
 */
export const listFieldTimes = (db: Db, raceid: number, eventid: number): Promise<EventTimesRow[]> =>
  named<EventTimesRow>(
    db,
    'times of an event',
    "select field, gender, outcome, gun_ms, net_ms, splits from results where raceid = $1 and eventid = $2 and outcome <> 'dns' and outcome <> 'dsq'",
    [raceid, eventid],
  )

export type KnownRegistration = {
  id: number
  _key: string
  eventid: number
  name: string
  hide_name: boolean
  uid: number
}
/**
 * Finds a registration by its key. A person who knows the document number can find the key too. So a caller who has the
 * key does not yet see a hidden name.
 */
export const findRegistrationByKey = async (
  db: Db,
  raceid: number,
  key: string,
): Promise<KnownRegistration | undefined> =>
  (
    await named<KnownRegistration>(
      db,
      'registration of a result by key',
      `select id, _key, eventid, name, hide_name, uid
        from ${registrationRows.text} registrations
        where raceid = $1 and _key = $2 and deleted_at is null`,
      [raceid, key],
    )
  )[0]

type SheetCounted = {
  id: number
  name: string
  names: unknown
  start_at: Date | null
  results: number
  finishers: number
  /** The number of results with a registration. `nameless` is the number of results without a name. */
  matched: number
  nameless: number
  /**
   * The number of rows of the last import that were doubtful. `changed` is the number of results that the import
   * changed.
   */
  doubtful: number
  changed: number
  /** The number of the event's registrations. */
  registered: number
  published_at: Date | null
  official_at: Date | null
  protest_until: Date | null
  publish_at: Date | null
  protests: number
  version: number | null
  imported_at: Date | null
}
/** Lists every event of a race with the number of its results and the facts about these results, for the console. */
export const listSheets = async (db: Db, raceid: number): Promise<SheetCounted[]> =>
  (
    await sql<SheetCounted>`
    select e.id, e.name, e.names, e.start_at, coalesce(c.results, 0) as results, coalesce(c.finishers, 0) as finishers,
      coalesce(c.matched, 0) as matched, coalesce(c.nameless, 0) as nameless,
      coalesce((i.counts ->> 'doubtful')::integer, 0) as doubtful,
      coalesce((i.counts ->> 'changed')::integer, 0) as changed, coalesce(r.registered, 0) as registered,
      s.published_at, s.official_at, s.protest_until, s.publish_at, s.imported_at,
      (select count(*) from result_protests p
        where p.raceid = e.raceid and p.eventid = e.id and p.state = 'open')::integer as protests,
      (select max(v.id) from result_versions v where v.raceid = e.raceid and v.eventid = e.id) as version
    from ${eventRows.sql} e left join result_sheets s on s.raceid = e.raceid and s.eventid = e.id
    left join (select raceid, eventid, count(*) as results, count(*) filter (where outcome = 'finished') as finishers,
        count(registrationid) as matched, count(*) filter (where coalesce(name, '') = '') as nameless
      from results where raceid = ${raceid} group by raceid, eventid) c on c.raceid = e.raceid
      and c.eventid = e.id
    left join (select raceid, eventid, count(*) as registered
      from ${registrationRows.sql} g where raceid = ${raceid} and deleted_at is null
      group by raceid, eventid) r on r.raceid = e.raceid and r.eventid = e.id
    left join lateral (select counts from result_imports i
      where i.raceid = e.raceid and i.eventid = e.id order by i.id desc limit 1) i on true
    where e.raceid = ${raceid} order by e.sort, e.id`.execute(db)
  ).rows
