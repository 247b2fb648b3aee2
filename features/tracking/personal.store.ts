import type { Merging } from '#contract/personal.ts'
import { type Tx, type Db, named } from '#db/db.ts'
import { raceRows } from '#features/races/public.store.ts'
import { KEPT_HOURS, THINNED_DAYS, THINNED_SECONDS } from './jobs.rules.ts'

/** Lists the tracks of an account for its copy: the runs with their fixes. */
export const sharesOf = (db: Db, uid: number) =>
  named<{
    raceid: number
    bib: string | null
    visibility: string
    started_at: Date | null
    stopped_at: Date | null
    consent_at: Date
    consent_version: string | null
    withdrawn_at: Date | null
    cheers: unknown
    kept_route: unknown
    fixes: unknown
    virtual_times: unknown
  }>(
    db,
    'tracking: copy of an account',
    `select t.raceid, t.bib, t.visibility, t.started_at, t.stopped_at, t.consent_at, t.consent_version, t.withdrawn_at,
        coalesce((select jsonb_agg(jsonb_build_object('at', c.created_at, 'text', c.text, 'from', c.sender) order by c.id)
          from cheers c where c.raceid = t.raceid and c.trackid = t.id), '[]'::jsonb) as cheers,
        (select k.points from kept_routes k where k.raceid = t.raceid and k.trackid = t.id) as kept_route,
        coalesce((select jsonb_agg(jsonb_build_array(f.at, f.lat / 1e6, f.lon / 1e6) order by f.at)
          from fixes f where f.raceid = t.raceid and f.trackid = t.id), '[]'::jsonb) as fixes,
        coalesce((select jsonb_agg(jsonb_build_object('point', p.label, 'at', v.at) order by v.at)
          from virtual_times v join virtual_points p on p.raceid = v.raceid and p.id = v.pointid
          where v.raceid = t.raceid and v.trackid = t.id), '[]'::jsonb) as virtual_times
      from tracks t where t.uid = $1 order by t.raceid, t.id`,
    [uid],
  )
export const adoptShares = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  // An account shares only one run of a race at a time. If both accounts share a run, the run of the account that is
  // merged away ends.
  await named(
    tx,
    'tracking: shares ended by a merge',
    `update tracks t set stopped_at = greatest(t.created_at, t.contact_at), stopped_by = 'staff'
      where t.uid = $1 and t.stopped_at is null and exists (
        select 1 from tracks o where o.raceid = t.raceid and o.uid = $2 and o.stopped_at is null)`,
    [from, to],
  )
  await named(tx, 'tracking: shares adopted', 'update tracks set uid = $2 where uid = $1', [from, to])
  await named(tx, 'tracking: routes adopted', 'update kept_routes set uid = $2 where uid = $1', [from, to])
}

/**
 * Makes the statement that erases the positions of tracks with their facts, virtual times and cheers. It raises the
 * version of each race, so that every process removes these positions from its memory.
 */
const emptying = (where: string, change: string) => `
  with old as (select raceid, id from tracks where ${where}),
  gone as (delete from fixes f using old where f.raceid = old.raceid and f.trackid = old.id),
  told as (delete from track_facts t using old where t.raceid = old.raceid and t.trackid = old.id),
  passed as (delete from virtual_times v using old where v.raceid = old.raceid and v.trackid = old.id),
  cheered as (delete from cheers c using old where c.raceid = old.raceid and c.trackid = old.id),
  seen as (
    insert into track_versions (raceid, version) select distinct raceid, 1 from old
    on conflict (raceid) do update set version = track_versions.version + 1 returning raceid, version
  )
  update tracks t set version = seen.version, erased_at = $1, stopped_at = coalesce(t.stopped_at, $1), ${change}
  from old join seen on seen.raceid = old.raceid
  where t.raceid = old.raceid and t.id = old.id returning t.id`
const nobodys = 'bib = null, registrationid = null, name = null, token_hash = null, link_hash = null'

/**
 * Removes the fixes and the kept routes of an account's runs, and empties all columns that connect the runs with the
 * account.
 */
export const removeShares = async (tx: Tx, uid: number, now: Date): Promise<void> => {
  const change = `uid = null, source = 'tracker', stopped_by = coalesce(t.stopped_by, 'consent'), ${nobodys}`
  await named(tx, 'tracking: kept routes of an account', 'delete from kept_routes where uid = $1', [uid])
  await named(tx, 'tracking: shares removed', emptying('uid = $2', change), [now, uid])
}
/**
 * Erases the positions of a run whose runner withdrew the consent. With `whole` the runner deletes the run, and the
 * server also erases the kept route. The row stays, because it records the consent.
 */
export const removeRun = async (tx: Tx, raceid: number, id: number, whole: boolean, now: Date): Promise<void> => {
  if (whole)
    await named(tx, 'tracking: kept route removed', 'delete from kept_routes where raceid = $1 and trackid = $2', [
      raceid,
      id,
    ])
  const change =
    `stopped_by = coalesce(t.stopped_by, 'consent'), withdrawn_at = coalesce(t.withdrawn_at, $1), ${nobodys}` +
    (whole ? ', removed_at = $1' : '')
  await named(
    tx,
    whole ? 'tracking: run removed' : 'tracking: consent withdrawn',
    emptying('raceid = $2 and id = $3', change),
    [now, raceid, id],
  )
}
/** Removes the data of the tracks of a registration, also if the registration has no bib. */
export const removeOfEntry = async (tx: Tx, raceid: number, registrationid: number, now: Date): Promise<void> => {
  await named(
    tx,
    'tracking: kept routes of an entry',
    'delete from kept_routes where raceid = $1 and registrationid = $2',
    [raceid, registrationid],
  )
  const change = `stopped_by = coalesce(t.stopped_by, 'staff'), ${nobodys}`
  await named(tx, 'tracking: entry removed', emptying('raceid = $2 and registrationid = $3', change), [
    now,
    raceid,
    registrationid,
  ])
}
/**
 * Removes the fixes of a bib and takes the bib from its tracks, except in the events in which another person has the
 * bib (`others`).
 */
export const removeOfBib = async (
  tx: Tx,
  raceid: number,
  { bib, others }: { bib: string; others: readonly number[] },
  now: Date,
): Promise<void> => {
  const change = `stopped_by = coalesce(t.stopped_by, 'staff'), ${nobodys}`
  const ofRunner = 'raceid = $2 and bib = $3 and (eventid is null or eventid <> all($4::int[]))'
  await named(tx, 'tracking: bib removed', emptying(ofRunner, change), [now, raceid, bib, others])
}
/**
 * Erases the fixes of tracks whose last contact is older than the time for which their race keeps positions, at most
 * 500 tracks in a call. A race that thins its tracks keeps them for a year. The consent of a runner names the usual
 * time, so a race cannot keep a shared run for longer.
 */
export const eraseOld = async (db: Db, now: Date): Promise<void> => {
  const old = `id in (select t.id from tracks t join ${raceRows.text} r on r.id = t.raceid
    where t.erased_at is null and coalesce(t.contact_at, t.stopped_at, t.created_at)
      < $1::timestamptz - make_interval(hours => least(coalesce((r.settings->>'live_keep_hours')::int, $2),
        case when t.consent_at is not null then $2 end))
      and (coalesce(r.settings->>'live_keep_then', 'erase') = 'erase' or t.consent_at is not null
        or coalesce(t.contact_at, t.stopped_at, t.created_at) < $1::timestamptz - make_interval(days => ${THINNED_DAYS}))
    limit 500)`
  const change = `stopped_by = coalesce(t.stopped_by, 'cutoff')`
  await named(db, 'tracking: old fixes erased', emptying(old, change), [now, KEPT_HOURS])
}

/**
 * Thins old tracks of races that want this, at most 100 in a call: it keeps the first fix of each five minutes. Runs
 * that runners share are not thinned. The function also stops the tracks, so that no device adds fixes.
 */
export const thinOld = async (db: Db, now: Date): Promise<void> => {
  await named(
    db,
    'tracking: old fixes thinned',
    `with old as (
        select t.raceid, t.id from tracks t join ${raceRows.text} r on r.id = t.raceid
        where t.erased_at is null and t.thinned_at is null and t.consent_at is null
          and r.settings->>'live_keep_then' = 'thin' and coalesce(t.contact_at, t.stopped_at, t.created_at)
            < $1::timestamptz - make_interval(hours => coalesce((r.settings->>'live_keep_hours')::int, $2)) limit 100
      ),
      gone as (
        delete from fixes f using old where f.raceid = old.raceid and f.trackid = old.id and exists (
          select from fixes e where e.raceid = f.raceid and e.trackid = f.trackid and e.at < f.at
            and e.at >= to_timestamp(floor(extract(epoch from f.at) / ${THINNED_SECONDS}) * ${THINNED_SECONDS}))
      ),
      seen as (
        insert into track_versions (raceid, version) select distinct raceid, 1 from old
        on conflict (raceid) do update set version = track_versions.version + 1 returning raceid, version
      )
      update tracks t set version = seen.version, thinned_at = $1, stopped_at = coalesce(t.stopped_at, $1),
        stopped_by = coalesce(t.stopped_by, 'cutoff')
      from old join seen on seen.raceid = old.raceid where t.raceid = old.raceid and t.id = old.id`,
    [now, KEPT_HOURS],
  )
}
