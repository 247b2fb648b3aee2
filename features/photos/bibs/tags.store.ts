import { type Db, type Tx, named } from '#db/db.ts'
import { resultRows } from '#features/results/public.store.ts'
import { registrationRows } from '#features/registrations/public.store.ts'

export type TagSource = 'name' | 'list' | 'hand' | 'seen'
export type Tag = { photoid: number; bib: string; confidence?: number }

/**
 * Adds tags of runners to photos. A tag that a person removed is not added again, except by a person. Returns the new
 * tags.
 */
export const addTags = (
  tx: Tx,
  raceid: number,
  tags: readonly Tag[],
  source: TagSource,
  now: Date,
): Promise<{ photoid: number; bib: string }[]> =>
  tags.length === 0
    ? Promise.resolve([])
    : named<{ photoid: number; bib: string }>(
        tx,
        `add photo tags ${source === 'hand' ? 'by hand' : 'by itself'}`,
        `insert into photo_bibs (raceid, bib, photoid, source, confidence, created_at)
         select distinct on (photoid, bib) $1::int, bib, photoid, $5, confidence, $6::timestamptz from unnest($2::bigint[], $3::text[], $4::real[]) as given (photoid, bib, confidence)
         on conflict (raceid, bib, photoid) do ${source === 'hand' ? `update set gone = false, source = 'hand', confidence = null, created_at = excluded.created_at where photo_bibs.gone` : 'nothing'}
         returning photoid, bib`,
        [
          raceid,
          tags.map(({ photoid }) => photoid),
          tags.map(({ bib }) => bib),
          tags.map(({ confidence }) => confidence ?? null),
          source,
          now,
        ],
      )
/** Removes tags. A person has said that these bibs are not in these photos. */
export const removeTags = async (
  tx: Tx,
  raceid: number,
  photoids: readonly number[],
  bibs: readonly string[],
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'remove photo tags',
    `insert into photo_bibs (raceid, bib, photoid, source, gone, created_at)
     select $1, bib, photoid, 'hand', true, $4::timestamptz from unnest($2::bigint[]) as p (photoid), unnest($3::text[]) as b (bib)
     on conflict (raceid, bib, photoid) do update set gone = true`,
    [raceid, photoids, bibs, now],
  )
}

export type TagRow = { photoid: number; bib: string; source: string; known: boolean }
/** Lists the tags of these photos, and whether the race has a runner with each bib. */
export const listTags = (on: Db | Tx, raceid: number, photoids: readonly number[]): Promise<TagRow[]> =>
  photoids.length === 0
    ? Promise.resolve([])
    : named<TagRow>(
        on,
        'list photo tags',
        `select b.photoid, b.bib, b.source,
           (exists (select from ${resultRows.text} r where r.raceid = b.raceid and r.bib = b.bib)
             or exists (select from ${registrationRows.text} g where g.raceid = b.raceid and (coalesce(g.prefix_bib, '') || g.bib) = b.bib and g.bib is not null and g.deleted_at is null and g.closed_at is null)) as known
         from photo_bibs b where b.photoid = any($2::bigint[]) and b.raceid = $1 and not b.gone order by b.photoid, b.bib`,
        [raceid, photoids],
      )
/** Finds the bibs that a runner of the race has, by registration or result. */
export const knownBibs = async (on: Db | Tx, raceid: number, bibs: readonly string[]): Promise<Set<string>> =>
  bibs.length === 0
    ? new Set()
    : new Set(
        (
          await named<{ bib: string }>(
            on,
            'known bibs',
            `select bib from unnest($2::text[]) as given (bib)
             where exists (select from ${resultRows.text} r where r.raceid = $1 and r.bib = given.bib)
               or exists (select from ${registrationRows.text} g where g.raceid = $1 and (coalesce(g.prefix_bib, '') || g.bib) = given.bib and g.bib is not null and g.deleted_at is null and g.closed_at is null)`,
            [raceid, bibs],
          )
        ).map(({ bib }) => bib),
      )
/**
 * Counts the published photos of each of these bibs, with one photo to show. If a bib has no photo, `hash` and `ext`
 * are null.
 */
export const countBibs = (
  on: Db,
  raceid: number,
  bibs: readonly string[],
  now: Date,
): Promise<{ bib: string; total: number; hash: string | null; ext: string | null }[]> =>
  bibs.length === 0
    ? Promise.resolve([])
    : named(
        on,
        'count photos of bibs',
        `select given.bib, count(p.id)::int as total, min(p.hash) as hash, (array_agg(p.ext order by p.hash))[1] as ext
         from unnest($2::text[]) as given (bib)
         left join photo_bibs b on b.raceid = $1 and b.bib = given.bib and not b.gone
         left join photos p on p.raceid = b.raceid and p.id = b.photoid and p.state = 'ready' and exists (select from albums a where a.raceid = p.raceid and a.id = p.albumid and a.published_at <= $3)
         group by given.bib`,
        [raceid, bibs, now],
      )
