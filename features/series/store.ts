import { type Db, type Tx, named } from '#db/db.ts'
import { eventRows } from '#features/events/public.store.ts'
import { raceRows } from '#features/races/public.store.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { rankingInputRows, resultRows, sheetRows } from '#features/results/public.store.ts'
import type { GenderLetter } from '#features/results/rules.ts'
import type { SeriesScoring } from './rank.rules.ts'

export type SeriesRow = {
  id: number
  name: string
  names: Record<string, string>
  description: string
  descriptions: Record<string, string>
  season: number
  scoring: SeriesScoring
  places: number[]
  best: number
  club_size: number
  published_at: Date | null
  updated_at: Date
}
const columns =
  'id, name, names, description, descriptions, season, scoring, places, best, club_size, published_at, updated_at'
export const listSeries = (on: Db | Tx): Promise<SeriesRow[]> =>
  named<SeriesRow>(on, 'series: list', `select ${columns} from series order by season desc, id desc limit 200`, [])
export const findSeries = async (on: Db | Tx, id: number): Promise<SeriesRow | undefined> =>
  (await named<SeriesRow>(on, 'series: one', `select ${columns} from series where id = $1`, [id]))[0]
/** Finds a series and locks its row, so that two transactions never change the same series together. */
export const lockSeries = async (tx: Tx, id: number): Promise<SeriesRow | undefined> =>
  (await named<SeriesRow>(tx, 'series: lock', `select ${columns} from series where id = $1 for no key update`, [id]))[0]

type NewSeries = Omit<SeriesRow, 'id' | 'updated_at'> & { id?: number | undefined }
export const saveSeries = async (tx: Tx, row: NewSeries, now: Date): Promise<SeriesRow> => {
  const values = [
    row.name,
    JSON.stringify(row.names),
    row.description,
    row.season,
    row.scoring,
    row.places,
    row.best,
    row.club_size,
    row.published_at,
    now,
    JSON.stringify(row.descriptions),
  ]
  return (
    row.id === undefined
      ? await named<SeriesRow>(
          tx,
          'series: insert',
          `insert into series (name, names, description, season, scoring, places, best, club_size, published_at,
              created_at, updated_at, descriptions)
            values ($1, $2::jsonb, $3, $4, $5, $6::int[], $7, $8, $9, $10, $10, $11::jsonb) returning ${columns}`,
          values,
        )
      : await named<SeriesRow>(
          tx,
          'series: update',
          `update series set name = $1, names = $2::jsonb, description = $3, season = $4, scoring = $5,
              places = $6::int[], best = $7, club_size = $8, published_at = $9, updated_at = $10, descriptions = $11::jsonb
            where id = $12 returning ${columns}`,
          [...values, row.id],
        )
  )[0]!
}
export type EventOf = { raceid: number; eventid: number }
export const saveEvents = async (tx: Tx, seriesid: number, events: readonly EventOf[]): Promise<void> => {
  await named(tx, 'series: clear events', 'delete from series_events where seriesid = $1', [seriesid])
  await named(
    tx,
    'series: events',
    `insert into series_events (raceid, eventid, seriesid, position)
      select raceid, eventid, $1, position::int
      from unnest($2::int[], $3::int[]) with ordinality as taken (raceid, eventid, position)
      on conflict do nothing`,
    [seriesid, events.map(({ raceid }) => raceid), events.map(({ eventid }) => eventid)],
  )
}
export type SeriesEvent = EventOf & {
  seriesid: number
  race: string
  race_names: Record<string, string>
  event: string
  event_names: Record<string, string>
  distance_cm: number | null
  time: Date
  zone: string
  over: boolean
  clock: 'gun' | 'net'
}
/** Lists the events of a series, or of every series. */
export const listEvents = (on: Db | Tx, seriesid: number | null, now: Date): Promise<SeriesEvent[]> =>
  named<SeriesEvent>(
    on,
    'series: events of',
    `select s.seriesid, s.raceid, s.eventid, r.name as race, r.names as race_names, e.name as event,
        e.names as event_names, e.distance_cm, r.time, r.zone, coalesce(h.clock, 'gun') as clock,
        coalesce(h.published_at <= $2 and r.published_at <= $2, false) as over
      from series_events s
      join ${raceRows.text} r on r.id = s.raceid
      join ${eventRows.text} e on e.raceid = s.raceid and e.id = s.eventid
      left join ${sheetRows.text} h on h.raceid = s.raceid and h.eventid = s.eventid
      where $1::int is null or s.seriesid = $1 order by s.seriesid, s.position`,
    [seriesid, now],
  )
/** Lists the events that a series may take, at most 1,000, the newest races first. */
export const listChoices = (db: Db): Promise<(EventOf & { race: string; event: string })[]> =>
  named(
    db,
    'series: choices',
    `select e.raceid, e.id as eventid, r.name as race, e.name as event
      from ${eventRows.text} e join ${raceRows.text} r on r.id = e.raceid
      order by r.time desc, e.raceid, e.id limit 1000`,
    [],
  )

export type FinishRow = EventOf & {
  id: number
  key: string
  uid: number
  name: string
  gender: GenderLetter | null
  age: number | null
  club: string | null
  outcome: 'finished'
  gun_ms: number | null
  net_ms: number | null
  hidden: boolean
  inputs_version: string | null
}
const finishColumns = (uid: string, name: string) =>
  `r.raceid, r.eventid, r.id::int, r._key as key, ${uid} as uid, ${name} as name, r.gender, r.age, r.club, r.outcome,
    r.gun_ms, r.net_ms, r.hide_name or coalesce(g.hide_name, false) as hidden, t.version as inputs_version`
const inputs = `left join ${rankingInputRows.text} t on t.raceid = r.raceid and t.eventid = r.eventid`
const withEntry = `left join ${registrationRows.text} g on g.raceid = r.raceid and g.id = r.registrationid`
const ownName = 'coalesce(r.name, g.name)'
/**
 * The condition that a result with the document number of a join belongs to the runner who joined. Either the result
 * has no registration, or the runner's account made the registration, or the registration has a mobile of this
 * account.
 */
const isFound = 'g.id is null or g.uid = n.uid or g.mobile_ix = any(n.mobile_ixs)'
/**
 * Lists the finishes in an event of runners who have an account, or who joined the series with their document number.
 * During the season, the server finds the results by this number. After the season, the server has only the ids of
 * these results (`kept`).
 */
export const listFinishes = (
  db: Db,
  { raceid, eventid, seriesid }: EventOf & { seriesid: number },
): Promise<FinishRow[]> =>
  named<FinishRow>(
    db,
    'series: finishes',
    `select ${finishColumns('coalesce(n.uid, kept.uid, g.uid)', `coalesce(n.name, kept.name, ${ownName})`)}
      from ${resultRows.text} r ${withEntry}
      left join series_join_races n on n.raceid = r.raceid and n.seriesid = $3 and n.active
        and n.idnum_ix = coalesce(g.idnum_ix, r.document_ix) and (${isFound})
      left join (select uid, name, unnest(resultids) as id from series_join_races
        where raceid = $1 and seriesid = $3 and active) kept on kept.id = r.id
      ${inputs}
      where r.raceid = $1 and r.eventid = $2 and r.outcome = 'finished' and g.erased_at is null
        and coalesce(n.uid, kept.uid, g.uid) is not null
      order by r.id`,
    [raceid, eventid, seriesid],
  )
/** The finishes of an account: those of its registrations, and those with the document numbers of its joins. */
const ownFinishes = `select ${finishColumns('g.uid', ownName)}
    from ${resultRows.text} r
    join ${registrationRows.text} g on g.raceid = r.raceid and g.id = r.registrationid
    ${inputs} where g.uid = $1 and r.outcome = 'finished' and g.erased_at is null
  union select ${finishColumns('n.uid', ownName)}
    from series_join_races n
    join ${registrationRows.text} g on g.raceid = n.raceid and g.idnum_ix = n.idnum_ix
    join ${resultRows.text} r on r.raceid = g.raceid and r.registrationid = g.id
    ${inputs} where n.uid = $1 and n.active and r.outcome = 'finished' and g.erased_at is null and (${isFound})
  union select ${finishColumns('n.uid', ownName)}
    from series_join_races n
    join ${resultRows.text} r on r.raceid = n.raceid and (r.document_ix = n.idnum_ix and r.registrationid is null
      or r.id = any(n.resultids))
    ${withEntry} ${inputs} where n.uid = $1 and n.active and r.outcome = 'finished' and g.erased_at is null`
/** Lists the published finishes of an account in all races, the newest first. */
export const listOwn = (
  db: Db,
  uid: number,
  now: Date,
): Promise<
  (FinishRow &
    Pick<SeriesEvent, 'race' | 'race_names' | 'event' | 'event_names' | 'distance_cm' | 'time' | 'zone' | 'clock'>)[]
> =>
  named(
    db,
    'series: own results',
    `select f.*, c.name as race, c.names as race_names, e.name as event, e.names as event_names, e.distance_cm, c.time,
        c.zone, h.clock
      from (${ownFinishes}) f
      join ${sheetRows.text} h on h.raceid = f.raceid and h.eventid = f.eventid and h.published_at <= $2
      join ${raceRows.text} c on c.id = f.raceid and c.published_at <= $2
      join ${eventRows.text} e on e.raceid = f.raceid and e.id = f.eventid
      order by c.time desc, f.raceid, f.eventid limit 500`,
    [uid, now],
  )

export type NumberRow = { seriesid: number; uid: number; name: string; number: number }
export const listNumbers = (on: Db | Tx, seriesid: number): Promise<NumberRow[]> =>
  named<NumberRow>(
    on,
    'series: numbers',
    'select seriesid, uid, name, number from series_numbers where seriesid = $1 order by number',
    [seriesid],
  )
export const insertNumbers = async (
  tx: Tx,
  seriesid: number,
  rows: readonly { uid: number; name: string; number: number }[],
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'series: give numbers',
    `insert into series_numbers (seriesid, uid, name, number, given_at)
      select $1, uid, name, number, $5 from unnest($2::bigint[], $3::text[], $4::int[]) as given (uid, name, number)`,
    [seriesid, rows.map(({ uid }) => uid), rows.map(({ name }) => name), rows.map(({ number }) => number), now],
  )
}
export type PlaceRow = { raceid: number; seriesid: number; uid: number; name: string; code: string }
export const listPlaces = (on: Db | Tx, seriesid: number, raceid: number): Promise<PlaceRow[]> =>
  named<PlaceRow>(
    on,
    'series: places',
    'select raceid, seriesid, uid, name, code from series_places where seriesid = $1 and raceid = $2',
    [seriesid, raceid],
  )
export const listOwnPlaces = (db: Db, uid: number): Promise<(PlaceRow & { race: string; race_names: object })[]> =>
  named(
    db,
    'series: own places',
    `select p.raceid, p.seriesid, p.uid, p.name, p.code, r.name as race, r.names as race_names
      from series_places p join ${raceRows.text} r on r.id = p.raceid where p.uid = $1 order by p.given_at desc limit 100`,
    [uid],
  )
export const insertPlace = async (tx: Tx, row: PlaceRow & { inviteid: number }, now: Date): Promise<void> => {
  await named(
    tx,
    'series: give place',
    `insert into series_places (raceid, seriesid, uid, name, inviteid, code, given_at)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    [row.raceid, row.seriesid, row.uid, row.name, row.inviteid, row.code, now],
  )
}
