import { type Db, type Tx, named } from '#db/db.ts'
import { entered, registrationRows } from '#features/registrations/public.store.ts'
import type { RoutePoint } from './route.rules.ts'
import type { StoppedBy, Visibility } from './share.rules.ts'

export type ShareRow = {
  raceid: number
  id: number
  uid: number
  eventid: number | null
  bib: string | null
  registrationid: number | null
  name: string | null
  visibility: Visibility
  cheers: boolean
  consent_at: Date
  consent_version: string | null
  withdrawn_at: Date | null
  created_at: Date
  started_at: Date | null
  stopped_at: Date | null
  stopped_by: StoppedBy | null
  erased_at: Date | null
  removed_at: Date | null
  battery: number | null
  clock_s: number
  contact_at: Date | null
  kept: boolean
}
/** The query for shared runs, each with the name of the runner if this name is public. */
const selected = `select t.raceid, t.id, t.uid, t.eventid, t.bib, t.registrationid,
    case when not r.hide_name then r.name end as name, t.visibility, t.cheers, t.consent_at, t.consent_version,
    t.withdrawn_at, t.created_at, t.started_at, t.stopped_at, t.stopped_by, t.erased_at, t.removed_at, t.battery, t.clock_s,
    t.contact_at,
    exists (select 1 from kept_routes k where k.raceid = t.raceid and k.trackid = t.id) as kept
  from tracks t left join ${registrationRows.text} r on r.raceid = t.raceid and r.id = t.registrationid
  where t.uid is not null and t.removed_at is null`

const one = async (on: Db | Tx, name: string, where: string, values: readonly unknown[]) =>
  (await named<ShareRow>(on, `shares: ${name}`, `${selected} and ${where}`, [...values]))[0]
export const findShare = (on: Db | Tx, raceid: number, id: number) =>
  one(on, 'by id', 't.raceid = $1 and t.id = $2', [raceid, id])
export const findByLink = (on: Db | Tx, raceid: number, hash: Buffer) =>
  one(on, 'by link', 't.raceid = $1 and t.link_hash = $2', [raceid, hash])
export const findByToken = (on: Db | Tx, raceid: number, hash: Buffer) =>
  one(on, 'by token', 't.raceid = $1 and t.token_hash = $2', [raceid, hash])
export const findNewest = (on: Db | Tx, raceid: number, uid: number) =>
  one(on, 'newest', 't.raceid = $1 and t.uid = $2 order by t.id desc limit 1', [raceid, uid])
/** Finds the active run of a bib, if the run is public with the race. Without `eventid` the run may be in any event. */
export const findPublic = (on: Db | Tx, raceid: number, bib: string, eventid?: number) =>
  one(
    on,
    'public of bib',
    `t.raceid = $1 and t.bib = $2 and ($3::int is null or t.eventid = $3) and t.visibility = 'race'
      and t.stopped_at is null order by t.id desc limit 1`,
    [raceid, bib, eventid ?? null],
  )
export const listShares = (db: Db, uid: number, raceid: number | undefined): Promise<ShareRow[]> =>
  named<ShareRow>(
    db,
    'shares: history',
    `${selected} and t.uid = $1 and ($2::int is null or t.raceid = $2) order by t.created_at desc, t.id desc limit 100`,
    [uid, raceid ?? null],
  )
export type OpenShare = {
  raceid: number
  id: number
  eventid: number | null
  bib: string | null
  /** The event and the bib of the registration now, and whether its runner still takes part. */
  entry: { eventid: number; bib: string | null; entered: boolean } | null
}
/** Lists the active runs of all races, at most 50,000. */
export const listOpen = (db: Db): Promise<OpenShare[]> =>
  named<OpenShare>(
    db,
    'shares: open',
    `select t.raceid, t.id, t.eventid, t.bib,
        case when r.id is not null then jsonb_build_object('eventid', r.eventid, 'bib', coalesce(r.prefix_bib, '') || r.bib,
          'entered', ${entered('r')} and r.exited_at is null) end as entry
      from tracks t left join ${registrationRows.text} r on r.raceid = t.raceid and r.id = t.registrationid
      where t.uid is not null and t.stopped_at is null order by t.raceid, t.id limit 50000`,
    [],
  )

export type RunEntryRow = { id: number; _key: string; eventid: number; bib: string | null }
/** Lists the registrations with which an account will start in a race, at most 50. */
export const listRunEntries = (on: Db | Tx, raceid: number, uid: number): Promise<RunEntryRow[]> =>
  named<RunEntryRow>(
    on,
    'shares: entries',
    `select r.id, r._key, r.eventid, coalesce(r.prefix_bib, '') || r.bib as bib from ${registrationRows.text} r
      where r.raceid = $1 and r.uid = $2 and ${entered('r')} and r.exited_at is null and r.erased_at is null
      order by r.id limit 50`,
    [raceid, uid],
  )

export type FixRow = { at: Date; lat: number; lon: number; altitude: number | null; along: number | null }
/** Lists the fixes of a run after a moment, in order of time. */
export const listFixes = (
  on: Db | Tx,
  raceid: number,
  trackid: number,
  after: Date,
  limit: number,
): Promise<FixRow[]> =>
  named<FixRow>(
    on,
    'shares: fixes',
    `select at, lat, lon, altitude, along from fixes
      where raceid = $1 and trackid = $2 and at > $3 order by at limit $4`,
    [raceid, trackid, after, limit],
  )
export type LastRow = { at: Date; lat: number; lon: number; along: number | null; off: number | null }
export const lastFix = async (on: Db | Tx, raceid: number, trackid: number): Promise<LastRow | undefined> =>
  (
    await named<LastRow>(
      on,
      'shares: last fix',
      'select at, lat, lon, along, off from fixes where raceid = $1 and trackid = $2 order by at desc limit 1',
      [raceid, trackid],
    )
  )[0]

export type KeptRoute = { metres: number; started_at: Date; stopped_at: Date; points: RoutePoint[] }
export const findKeptRoute = async (on: Db | Tx, raceid: number, trackid: number): Promise<KeptRoute | undefined> =>
  (
    await named<KeptRoute>(
      on,
      'shares: kept route',
      'select metres, started_at, stopped_at, points from kept_routes where raceid = $1 and trackid = $2',
      [raceid, trackid],
    )
  )[0]
export const saveKeptRoute = async (
  tx: Tx,
  run: Pick<ShareRow, 'raceid' | 'id' | 'uid' | 'registrationid'>,
  { metres, started_at, stopped_at, points }: KeptRoute,
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'shares: keep route',
    `insert into kept_routes (raceid, trackid, uid, registrationid, metres, started_at, stopped_at, points, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9)
      on conflict (raceid, trackid) do update set metres = excluded.metres, started_at = excluded.started_at,
        stopped_at = excluded.stopped_at, points = excluded.points`,
    [run.raceid, run.id, run.uid, run.registrationid, metres, started_at, stopped_at, JSON.stringify(points), now],
  )
}

export type CheerRow = { id: number; text: string; sender: string | null; created_at: Date }
export const insertCheer = async (
  db: Db,
  raceid: number,
  trackid: number,
  { text, sender }: Pick<CheerRow, 'text' | 'sender'>,
  now: Date,
): Promise<CheerRow> =>
  (
    await named<CheerRow>(
      db,
      'shares: cheer',
      `insert into cheers (raceid, trackid, text, sender, created_at) values ($1, $2, $3, $4, $5)
        returning id, text, sender, created_at`,
      [raceid, trackid, text, sender, now],
    )
  )[0]!
export const listCheers = (db: Db, raceid: number, trackid: number): Promise<CheerRow[]> =>
  named<CheerRow>(
    db,
    'shares: cheers',
    `select id, text, sender, created_at from cheers where raceid = $1 and trackid = $2 order by id desc limit 30`,
    [raceid, trackid],
  )
