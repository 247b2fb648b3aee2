import type { Merging } from '#contract/personal.ts'
import { type Tx, type Db, named } from '#db/db.ts'

/** Lists the tracks of an account for its copy: the runs with their fixes. */
export const sharesOf = (db: Db, uid: number) =>
  named<{ raceid: number; started_at: Date | null; stopped_at: Date | null; consent_at: Date; fixes: unknown }>(
    db,
    'tracking: copy of an account',
    `select t.raceid, t.started_at, t.stopped_at, t.consent_at,
        coalesce((select jsonb_agg(jsonb_build_array(f.at, f.lat / 1e6, f.lon / 1e6) order by f.at)
          from fixes f where f.raceid = t.raceid and f.trackid = t.id), '[]'::jsonb) as fixes
      from tracks t where t.uid = $1 order by t.raceid, t.id`,
    [uid],
  )
export const adoptShares = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await named(tx, 'tracking: shares adopted', 'update tracks set uid = $2 where uid = $1', [from, to])
}

/**
 * Statements that empty the tracks of a condition. The version of each race goes on, so that every process forgets the
 * positions that it holds in memory.
 */
const emptying = (where: string, change: string) => `
  with old as (select raceid, id from tracks where ${where}),
  gone as (delete from fixes f using old where f.raceid = old.raceid and f.trackid = old.id),
  seen as (
    insert into track_versions (raceid, version) select distinct raceid, 1 from old
    on conflict (raceid) do update set version = track_versions.version + 1 returning raceid, version
  )
  update tracks t set version = seen.version, erased_at = $1, stopped_at = coalesce(t.stopped_at, $1), ${change}
  from old join seen on seen.raceid = old.raceid
  where t.raceid = old.raceid and t.id = old.id returning t.id`
const nobodys = 'bib = null, name = null, token_hash = null, link_hash = null'

/** Removes the fixes of an account's runs, and everything that tells whose they were. */
export const removeShares = async (tx: Tx, uid: number, now: Date): Promise<void> => {
  const change = `uid = null, source = 'tracker', stopped_by = coalesce(t.stopped_by, 'consent'), ${nobodys}`
  await named(tx, 'tracking: shares removed', emptying('uid = $2', change), [now, uid])
}
/** Removes the fixes of a bib and takes the bib from its tracks. */
export const removeOfBib = async (tx: Tx, raceid: number, bib: string, now: Date): Promise<void> => {
  const change = `stopped_by = coalesce(t.stopped_by, 'staff'), ${nobodys}`
  await named(tx, 'tracking: bib removed', emptying('raceid = $2 and bib = $3', change), [now, raceid, bib])
}
/** Erases the fixes of tracks without a sign since a moment, a few tracks at a time. */
export const eraseOld = async (db: Db, before: Date, now: Date): Promise<void> => {
  const old = `id in (select id from tracks
    where erased_at is null and coalesce(contact_at, stopped_at, created_at) < $2 limit 500)`
  const change = `stopped_by = coalesce(t.stopped_by, 'cutoff')`
  await named(db, 'tracking: old fixes erased', emptying(old, change), [now, before])
}
