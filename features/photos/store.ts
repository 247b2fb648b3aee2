import { rowsFor } from '#db/pages.ts'
import { type Selectable, sql } from 'kysely'
import { type Db, type Tx, jsonb, named } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import type { Albums, Photos } from '#db/schema.ts'
import { raceRows } from '#features/races/public.store.ts'

export type AlbumRow = Selectable<Albums>
export type PhotoRow = Selectable<Photos>
/** A prepared photo, which has a picture. */
export type ReadyPhoto = Pick<PhotoRow, 'raceid' | 'id' | 'albumid' | 'taken_at'> & {
  hash: string
  ext: string
  width: number
  height: number
}

const ready = 'p.raceid, p.id, p.albumid, p.taken_at, p.hash, p.ext, p.width, p.height'

export const findAlbum = (on: Db | Tx, raceid: number, id: number): Promise<AlbumRow | undefined> =>
  on.selectFrom('albums').selectAll().where('raceid', '=', raceid).where('id', '=', id).executeTakeFirst()
/**
 * Locks an album until the transaction ends. The lock waits for photos that are being prepared with the present
 * correction of the camera's clock. Later photos use the new correction. Returns undefined if there is no such album.
 */
export const lockAlbum = (tx: Tx, raceid: number, id: number): Promise<AlbumRow | undefined> =>
  tx
    .selectFrom('albums')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
/**
 * Keeps an album unchanged until the transaction ends. Many transactions may do so at once. Returns undefined if there
 * is no such album.
 */
export const keepAlbum = (tx: Tx, raceid: number, id: number): Promise<AlbumRow | undefined> =>
  tx.selectFrom('albums').selectAll().where('raceid', '=', raceid).where('id', '=', id).forShare().executeTakeFirst()
export const listAlbums = (on: Db | Tx, raceid: number): Promise<AlbumRow[]> =>
  on.selectFrom('albums').selectAll().where('raceid', '=', raceid).orderBy('position').orderBy('id').execute()

export type AlbumDraft = Omit<AlbumRow, 'raceid' | 'id' | 'created_at' | 'updated_at'>
/** Inserts an album. It gets the next id, unless the caller gives an id. */
export const insertAlbum = (tx: Tx, raceid: number, draft: AlbumDraft, now: Date, id?: number): Promise<AlbumRow> =>
  tx
    .insertInto('albums')
    .values({
      ...draft,
      ...(id === undefined ? {} : { id }),
      names: jsonb(draft.names),
      raceid,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
export const updateAlbum = async (tx: Tx, raceid: number, id: number, draft: AlbumDraft, now: Date): Promise<void> => {
  await tx
    .updateTable('albums')
    .set({ ...draft, names: jsonb(draft.names), updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
/** Moves the times of an album's photos, because staff have corrected the error of the camera's clock. */
export const shiftTimes = async (tx: Tx, raceid: number, albumid: number, byMs: number): Promise<void> => {
  await sql`update photos
    set taken_at = (taken_at at time zone 'UTC' + ${byMs} * interval '1 millisecond') at time zone 'UTC'
    where raceid = ${raceid} and albumid = ${albumid} and taken_at is not null`.execute(tx)
}

export type PhotoCounts = { received: number; ready: number; refused: number; hidden: number; untagged: number }
export type AlbumCount = PhotoCounts & { albumid: number; hash: string | null; ext: string | null }
/**
 * Counts each album's photos by state, and finds a picture of each album. An album without a prepared photo has no
 * picture.
 */
export const countAlbums = (on: Db, raceid: number, albumid: number | null = null): Promise<AlbumCount[]> =>
  named<AlbumCount>(
    on,
    'count album photos',
    `select a.id as albumid, coalesce(c.received, 0) as received, coalesce(c.ready, 0) as ready,
        coalesce(c.refused, 0) as refused, coalesce(c.hidden, 0) as hidden, coalesce(c.untagged, 0) as untagged,
        cover.hash, cover.ext
     from albums a
     left join lateral (
       select count(*) filter (where p.state = 'received')::int as received,
         count(*) filter (where p.state = 'ready')::int as ready,
         count(*) filter (where p.state = 'refused')::int as refused,
         count(*) filter (where p.state = 'hidden')::int as hidden,
         count(*) filter (where p.state = 'ready' and not exists (select from photo_bibs b where b.raceid = p.raceid and b.photoid = p.id and not b.gone))::int as untagged
       from photos p where p.raceid = a.raceid and p.albumid = a.id) c on true
     left join lateral (select p.hash, p.ext from photos p where p.raceid = a.raceid and p.albumid = a.id and p.state = 'ready' order by p.id limit 1) cover on true
     where a.raceid = $1 and ($2::int is null or a.id = $2)`,
    [raceid, albumid],
  )
/** Finds a picture of each of these albums. For an album without a prepared photo, `hash` and `ext` are null. */
export const coversOf = (
  on: Db,
  raceid: number,
  albumids: readonly number[],
): Promise<{ albumid: number; hash: string | null; ext: string | null }[]> =>
  named(
    on,
    'covers of albums',
    `select a.albumid, cover.hash, cover.ext from unnest($2::int[]) as a (albumid)
     left join lateral (select p.hash, p.ext from photos p where p.raceid = $1 and p.albumid = a.albumid and p.state = 'ready' order by p.id limit 1) cover on true`,
    [raceid, albumids],
  )

export const zoneOf = async (on: Tx, raceid: number): Promise<string> =>
  (await on.selectFrom(raceRows.as('races')).select('zone').where('id', '=', raceid).executeTakeFirstOrThrow()).zone

type Change = Partial<
  Pick<PhotoRow, 'state' | 'why' | 'hash' | 'ext' | 'width' | 'height' | 'bytes' | 'taken_at' | 'ready_at'>
>
export const updatePhotos = async (tx: Tx, raceid: number, ids: readonly number[], set: Change): Promise<void> => {
  await tx.updateTable('photos').set(set).where('raceid', '=', raceid).where('id', 'in', ids).execute()
}
export const findPhoto = (on: Db | Tx, raceid: number, id: number): Promise<PhotoRow | undefined> =>
  on.selectFrom('photos').selectAll().where('raceid', '=', raceid).where('id', '=', id).executeTakeFirst()
export const lockPhotos = (tx: Tx, raceid: number, ids: readonly number[]): Promise<PhotoRow[]> =>
  tx
    .selectFrom('photos')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * The number of photos above which an album's count may be a few seconds old, because the counting takes tenths of a
 * second and many callers may ask. A smaller album is counted each time.
 */
const LARGE = 5_000
const counts = cacheOf<string, number>({ ms: 5_000, most: 10_000 })
export const countShown = async (on: Db, raceid: number, albumid: number, now: Date): Promise<number> => {
  const key = `${raceid}/${albumid}`
  const total = await counts.read(on, key, { now }, async () => {
    const [row] = await named<{ total: number }>(
      on,
      'count photos of album',
      `select count(*)::int as total from photos where raceid = $1 and albumid = $2 and state = 'ready'`,
      [raceid, albumid],
    )
    return row!.total
  })
  if (total <= LARGE) counts.forget(key)
  return total
}
const ofBib = `from photo_bibs b join photos p on p.raceid = b.raceid and p.id = b.photoid where b.raceid = $1 and b.bib = $3 and not b.gone and p.raceid = $1 and p.albumid = any($2::int[]) and p.state = 'ready'`

type Page = { raceid: number; albumids: readonly number[]; offset: number; limit: number }
/** Returns a page of photos that show a bib. A bib has few photos, so one query also counts them. */
const pageOfBib = async (
  on: Db,
  { raceid, albumids, offset, limit }: Page,
  bib: string,
): Promise<{ total: number; rows: ReadyPhoto[] }> => {
  const found = await named<ReadyPhoto & { total: number }>(
    on,
    'page photos of bib',
    `select ${ready}, count(*) over ()::int as total ${ofBib} order by p.taken_at, p.id limit $4 offset $5`,
    [raceid, albumids, bib, limit, offset],
  )
  if (found.length > 0 || offset === 0) return { total: found[0]?.total ?? 0, rows: found }
  const [{ total } = { total: 0 }] = await named<{ total: number }>(
    on,
    'count photos of bib',
    `select count(*)::int as total ${ofBib}`,
    [raceid, albumids, bib],
  )
  return { total, rows: [] }
}

/**
 * Returns a page of the photos that runners see, in the order in which they were taken. The page is for one album, for
 * one bib, or for every published album.
 */
export const pageOfPhotos = async (
  on: Db,
  page: Page & { bib?: string | undefined; now: Date },
): Promise<{ total: number; rows: ReadyPhoto[] }> => {
  const { raceid, albumids, bib, offset, limit, now } = page
  if (albumids.length === 0) return { total: 0, rows: [] }
  if (bib !== undefined) return pageOfBib(on, page, bib)
  const total = (await Promise.all(albumids.map((albumid) => countShown(on, raceid, albumid, now)))).reduce(
    (sum, n) => sum + n,
    0,
  )
  // For a single album there is an index. For several albums the query reads the race's index and skips other albums.
  const of = albumids.length === 1 ? 'p.albumid = $2' : 'p.albumid = any($2::int[])'
  const rows =
    total <= offset
      ? []
      : await named<ReadyPhoto>(
          on,
          albumids.length === 1 ? 'page photos of album' : 'page photos of race',
          `select ${ready}
            from photos p
            where p.raceid = $1 and ${of} and p.state = 'ready'
            order by p.taken_at, p.id
            limit $3 offset $4`,
          [raceid, albumids.length === 1 ? albumids[0] : albumids, limit, offset],
        )
  return { total, rows }
}

/** Lists the photos of each of these bibs, at most `most` for a bib. Photos with the fewest bibs come first. */
export const listOfBibs = (
  on: Db,
  filter: { raceid: number; albumids: readonly number[]; bibs: readonly string[]; most: number },
): Promise<{ bib: string; hash: string; ext: string }[]> =>
  named(
    on,
    'list photos of bibs',
    `select bib, hash, ext from (
       select b.bib, p.hash, p.ext, row_number() over (partition by b.bib order by
         (select count(*) from photo_bibs o where o.raceid = b.raceid and o.photoid = b.photoid and not o.gone),
         p.taken_at, p.id) as n
       from photo_bibs b
       join photos p on p.raceid = b.raceid and p.id = b.photoid
       where b.raceid = $1 and b.bib = any($3::text[]) and not b.gone
         and p.albumid = any($2::int[]) and p.state = 'ready') as of_bib
     where n <= $4
     order by bib, n`,
    [filter.raceid, filter.albumids, filter.bibs, filter.most],
  )

/** Tells whether any prepared photo of a race shows the picture with this hash. */
export const isShownAnywhere = async (on: Db, raceid: number, hash: string): Promise<boolean> =>
  (await on
    .selectFrom('photos')
    .select('id')
    .where('hash', '=', hash)
    .where('raceid', '=', raceid)
    .where('state', '=', 'ready')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Lists the photos of these albums within a span of time, the earliest first. */
export const listByTime = (
  on: Db,
  raceid: number,
  albumids: readonly number[],
  from: Date,
  until: Date,
  limit: number,
): Promise<ReadyPhoto[]> =>
  named<ReadyPhoto>(
    on,
    'list photos by time',
    `select ${ready}
      from photos p
      where p.raceid = $1 and p.albumid = any($2::int[]) and p.state = 'ready' and p.taken_at between $3 and $4
      order by p.taken_at, p.id
      limit $5`,
    [raceid, albumids, from, until, limit],
  )

export const listReady = (on: Db, raceid: number, ids: readonly number[]): Promise<ReadyPhoto[]> =>
  named<ReadyPhoto>(
    on,
    'list ready photos',
    `select ${ready}
      from photos p
      join albums a on a.raceid = p.raceid and a.id = p.albumid
      where p.raceid = $1 and p.id = any($2::bigint[]) and p.state = 'ready' and a.published_at is not null
      order by p.id`,
    [raceid, ids],
  )

/** Returns a page of photos for staff, with the newest id last. */
export const pageEdited = async (
  on: Db,
  page: {
    raceid: number
    albumid: number
    state?: string | undefined
    bib?: string | undefined
    after?: number | undefined
    limit: number
  },
): Promise<PhotoRow[]> => {
  let query = on
    .selectFrom('photos')
    .selectAll()
    .where('raceid', '=', page.raceid)
    .where('albumid', '=', page.albumid)
    .orderBy('id')
    .limit(rowsFor(page.limit))
  if (page.after !== undefined) query = query.where('id', '>', page.after)
  if (page.state === 'untagged')
    query = query
      .where('state', '=', 'ready')
      .where(
        sql<boolean>`not exists (select from photo_bibs b where b.raceid = photos.raceid and b.photoid = photos.id and not b.gone)`,
      )
  else if (page.state) query = query.where('state', '=', page.state)
  if (page.bib)
    query = query.where(
      'id',
      'in',
      on
        .selectFrom('photo_bibs')
        .select('photoid')
        .where('raceid', '=', page.raceid)
        .where('bib', '=', page.bib)
        .where('gone', '=', false),
    )
  return query.execute()
}
/** Lists the ids of an album's photos with their file names in small letters. */
export const idsByName = (on: Db, raceid: number, albumid: number): Promise<{ id: number; name: string }[]> =>
  named<{ id: number; name: string }>(
    on,
    'photo ids by name',
    'select id, lower(filename) as name from photos where raceid = $1 and albumid = $2',
    [raceid, albumid],
  )
