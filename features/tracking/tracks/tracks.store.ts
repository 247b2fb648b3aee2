import type { Insertable, Selectable } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Tracks } from '#db/schema.ts'

export type CarrierKind = 'runner' | 'pacer' | 'sweeper' | 'vehicle'
/** The columns that only runs of runners have (features/tracking/share). */
type OfShares = 'registrationid' | 'consent_version' | 'withdrawn_at' | 'cheers' | 'removed_at' | 'thinned_at'
export type TrackRow = Omit<Selectable<Tracks>, 'token_hash' | 'link_hash' | 'kind' | OfShares> & { kind: CarrierKind }
const columns = [
  'raceid',
  'id',
  'version',
  'kind',
  'source',
  'visibility',
  'eventid',
  'bib',
  'uid',
  'name',
  'target_s',
  'consent_at',
  'created_at',
  'started_at',
  'stopped_at',
  'stopped_by',
  'battery',
  'contact_at',
  'sos_at',
  'erased_at',
  'farthest',
  'farthest_at',
  'clock_s',
  'wave',
  'takes_from',
] as const
const listed = columns.join(', ')

/**
 * Returns the next version of a race, and locks the race's versions until the transaction ends. The versions of a race
 * therefore appear in order. A process that has seen a version has seen all earlier versions.
 */
export const nextVersion = async (tx: Tx, raceid: number): Promise<number> =>
  (
    await named<{ version: number }>(
      tx,
      'tracking: next version',
      `insert into track_versions (raceid, version) values ($1, 1)
        on conflict (raceid) do update set version = track_versions.version + 1 returning version`,
      [raceid],
    )
  )[0]!.version
export const versionOf = async (on: Db | Tx, raceid: number): Promise<number> =>
  (
    await named<{ version: number }>(on, 'tracking: version', 'select version from track_versions where raceid = $1', [
      raceid,
    ])
  )[0]?.version ?? 0

export const insertTrack = async (tx: Tx, row: Omit<Insertable<Tracks>, 'id'>): Promise<TrackRow> =>
  (await tx.insertInto('tracks').values(row).returning(columns).executeTakeFirstOrThrow()) as TrackRow
export const changeTrack = async (
  tx: Tx,
  raceid: number,
  id: number,
  change: Partial<Omit<Insertable<Tracks>, 'raceid' | 'id'>>,
): Promise<void> => {
  await tx.updateTable('tracks').set(change).where('raceid', '=', raceid).where('id', '=', id).execute()
}
export const listTracks = (on: Db | Tx, raceid: number, after: number): Promise<TrackRow[]> =>
  named<TrackRow>(
    on,
    'tracking: tracks since',
    `select ${listed} from tracks where raceid = $1 and version > $2 order by id`,
    [raceid, after],
  )
/** Lists the races with a track that is not stopped and whose last contact was after a moment. */
export const racesHeardFrom = async (db: Db, since: Date): Promise<number[]> =>
  (
    await named<{ raceid: number }>(
      db,
      'tracking: races heard from',
      'select distinct raceid from tracks where stopped_at is null and contact_at > $1',
      [since],
    )
  ).map(({ raceid }) => raceid)
/** Removes the identifier of a device from its stopped tracks. */
export const releaseDevice = async (tx: Tx, raceid: number, hash: Buffer): Promise<void> => {
  await tx
    .updateTable('tracks')
    .set({ token_hash: null })
    .where('raceid', '=', raceid)
    .where('token_hash', '=', hash)
    .where('stopped_at', 'is not', null)
    .execute()
}
export const moveDevice = async (tx: Tx, raceid: number, from: Buffer, to: Buffer): Promise<void> => {
  await tx
    .updateTable('tracks')
    .set({ token_hash: to })
    .where('raceid', '=', raceid)
    .where('token_hash', '=', from)
    .execute()
}
/** `clock_s` is the number of seconds by which the clock of the device is ahead. */
export type TrackDevice = {
  token_hash: Buffer
  raceid: number
  id: number
  kind: TrackRow['kind']
  eventid: number | null
  clock_s: number
  takes_from: Date | null
}
/**
 * Finds the tracks of devices. If several tracks have the same token, the track that counts comes last: the newest open
 * track, or else the newest stopped track. Stopped tracks are in the list, so that their late fixes are counted as
 * refused.
 */
export const findDevices = (db: Db, hashes: readonly Buffer[]): Promise<TrackDevice[]> =>
  named<TrackDevice>(
    db,
    'tracking: devices',
    `select token_hash, raceid, id, kind, eventid, clock_s, takes_from from tracks
      where token_hash = any($1::bytea[]) order by stopped_at is null, created_at`,
    [hashes],
  )
/**
 * Finds the last fix of each track and its last sure fix. The farthest sure place comes from the summary of the track
 * and from the fixes after it.
 */
export const lastFixes = (on: Db | Tx, raceid: number, ids: readonly number[]) =>
  named<{
    trackid: number
    at: Date
    lat: number
    lon: number
    along: number | null
    off: number | null
    sure: boolean
    sure_at: Date | null
    sure_along: number | null
    farthest: number | null
  }>(
    on,
    'tracking: last fixes',
    `select last.*, sure.at as sure_at, sure.along as sure_along, greatest(t.farthest, (select max(along) from fixes
          where fixes.raceid = $1 and fixes.trackid = one.id and fixes.sure
            and fixes.at > coalesce(t.farthest_at, '-infinity'))) as farthest
      from unnest($2::int[]) as one (id)
      join tracks t on t.raceid = $1 and t.id = one.id
      cross join lateral (
        select trackid, at, lat, lon, along, off, sure from fixes
        where fixes.raceid = $1 and fixes.trackid = one.id order by at desc limit 1
      ) last
      left join lateral (
        select at, along from fixes
        where fixes.raceid = $1 and fixes.trackid = one.id and fixes.sure order by at desc limit 1
      ) sure on true`,
    [raceid, ids],
  )

type Sought = {
  bib?: string | undefined
  eventid?: number | undefined
  track?: number | undefined
  link: Buffer | null
}
/** Lists the tracks with a bib, a number or a link. `linked` tells whether the given link belongs to the track. */
export const tracksOf = async (
  on: Db | Tx,
  raceid: number,
  { bib, eventid, track, link }: Sought,
): Promise<{ row: TrackRow; linked: boolean }[]> =>
  (
    await named<TrackRow & { linked: boolean }>(
      on,
      'tracking: tracks of a carrier',
      `select ${listed}, coalesce(link_hash = $5, false) as linked from tracks
        where raceid = $1 and ($2::text is null or bib = $2) and ($3::int is null or eventid = $3)
          and ($4::int is null or id = $4)
          and ($5::bytea is null or link_hash = $5 or $2::text is not null or $4::int is not null)
        order by id limit 20`,
      [raceid, bib ?? null, eventid ?? null, track ?? null, link],
    )
  ).map(({ linked, ...row }) => ({ row, linked }))

/** Lists the latest fixes of a track, at most `most`, in order of time. `since` is in seconds since 1970. */
export const listWay = (
  on: Db | Tx,
  raceid: number,
  trackid: number,
  { since, most }: { since: number; most: number },
) =>
  named<{ at: Date; lat: number; lon: number; along: number | null; off: number | null }>(
    on,
    'tracking: fixes of a track',
    `select at, lat, lon, along, off from (
        select at, lat, lon, along, off from fixes
          where raceid = $1 and trackid = $2 and at >= to_timestamp($3) order by at desc limit $4
      ) latest order by at`,
    [raceid, trackid, since, most],
  )
