import { type Selectable, sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { FollowNews, Follows } from '#db/schema.ts'
import { raceRows } from '#features/races/public.store.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { resultRows, sheetRows } from '#features/results/public.store.ts'
import { newsRows } from '#features/timing/public.store.ts'
import type { FollowedPassing, PassingKind } from './follows.rules.ts'

export type FollowRow = Selectable<Follows>
/** The holder of follows: an account, a browser, or an account together with its browser. */
export type FollowHolder = { uid: number | null; device_ix: Buffer | null }
const held = ({ uid, device_ix }: FollowHolder) => sql<boolean>`(f.uid = ${uid} or f.device_ix = ${device_ix})`

export type ListedFollow = Pick<
  FollowRow,
  'raceid' | 'bib' | 'eventid' | 'points' | 'labels' | 'channels' | 'created_at'
> & {
  race: string
  names: unknown
  name: string | null
  _key: string | null
}
/** The bib and the event of a runner. Without `eventid`, every event that uses the bib counts. */
type OfRunner = { bib?: string | undefined; eventid?: number | undefined }
/**
 * Writes the condition for the follows of a runner. A follow of an earlier release names no event and fits every event.
 */
const ofRunner = ({ bib, eventid }: OfRunner) => sql<boolean>`((${bib ?? null}::text is null or f.bib = ${bib ?? null})
  and (${eventid ?? null}::int is null or f.eventid is null or f.eventid = ${eventid ?? null}))`
/** Lists follows, at most 500, the newest first, with the name of the runner if the published results show it. */
export const listFollows = async (
  on: Db | Tx,
  by: FollowHolder,
  only: OfRunner & { raceid?: number | undefined },
  now: Date,
): Promise<ListedFollow[]> =>
  (
    await sql<ListedFollow>`select f.raceid, f.bib, f.eventid, f.points, f.labels, f.channels, f.created_at, r.name as race, r.names,
        shown.name, shown._key
      from follows f
      join ${raceRows.sql} r on r.id = f.raceid
      left join lateral (select p._key, case when not p.hide_name and not coalesce(g.hide_name, false) then p.name end as name
        from ${resultRows.sql} p
        join ${sheetRows.sql} s on s.raceid = p.raceid and s.eventid = p.eventid and s.published_at <= ${now}
        left join ${registrationRows.sql} g on g.raceid = p.raceid and g.id = p.registrationid
        where p.raceid = f.raceid and p.bib = f.bib and (f.eventid is null or p.eventid = f.eventid) limit 1) shown on true
      where ${held(by)} and (${only.raceid ?? null}::int is null or f.raceid = ${only.raceid ?? null})
        and ${ofRunner(only)}
      order by f.created_at desc, f.id desc limit 500`.execute(on)
  ).rows
export const countFollows = async (
  tx: Tx,
  by: FollowHolder,
  raceid: number,
  except: { bib: string; eventid: number },
): Promise<number> =>
  Number(
    (
      await sql<{ n: number }>`select count(distinct (f.bib, f.eventid)) as n from follows f
        where ${held(by)} and f.raceid = ${raceid} and not ${ofRunner(except)}`.execute(tx)
    ).rows[0]!.n,
  )
export const removeFollows = async (tx: Tx, by: FollowHolder, raceid: number, runner: OfRunner): Promise<number> =>
  Number(
    (
      await sql`delete from follows f where ${held(by)} and f.raceid = ${raceid}
        and ${ofRunner(runner)}`.execute(tx)
    ).numAffectedRows ?? 0,
  )
export const removeFollow = async (tx: Tx, raceid: number, id: number): Promise<number> =>
  Number(
    (await tx.deleteFrom('follows').where('raceid', '=', raceid).where('id', '=', id).executeTakeFirst())
      .numDeletedRows,
  )
/** Adds a follow. The caller has removed the earlier follow of the same holder and runner. */
export const insertFollow = async (tx: Tx, row: Omit<FollowRow, 'id'>): Promise<void> => {
  await tx.insertInto('follows').values(row).execute()
}
/** Marks the latest news of a race as sent, if the race has no progress yet. Followers get only later news. */
export const beginProgress = async (tx: Tx, raceid: number): Promise<void> => {
  await sql`insert into follow_progress (raceid, news_upto)
    select ${raceid}, coalesce(max(n.id), 0) from ${newsRows.sql} n where n.raceid = ${raceid}
    on conflict (raceid) do nothing`.execute(tx)
}

export type RaceNews = { raceid: number; id: number; news: unknown }
/** Lists news of timing that the server has not sent to followers yet, at most 200, by race and in order. */
export const listUnsentNews = (db: Db): Promise<RaceNews[]> =>
  named<RaceNews>(
    db,
    'follows: news',
    `select n.raceid, n.id, n.news from follow_progress p
     join ${newsRows.text} n on n.raceid = p.raceid and n.id > p.news_upto
     order by n.raceid, n.id limit 200`,
    [],
  )
/**
 * Locks the progress of a race, so that only one process at a time sends the news of this race; undefined while another
 * process holds the lock, or if the race has no progress yet.
 */
export const lockProgress = (tx: Tx, raceid: number): Promise<{ news_upto: number } | undefined> =>
  tx
    .selectFrom('follow_progress')
    .select('news_upto')
    .where('raceid', '=', raceid)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
export const saveProgress = async (tx: Tx, raceid: number, newsUpto: number): Promise<void> => {
  await tx.updateTable('follow_progress').set({ news_upto: newsUpto }).where('raceid', '=', raceid).execute()
}

export type FollowedStanding = {
  eventid: number
  bib: string
  outcome: string
  gun_ms: number | null
  net_ms: number | null
  splits: (number | null)[]
  points: { label: string }[]
  clock: string
}
/** Lists the published results of followed runners: the runners with these bibs, and all runners of these events. */
export const listStandings = (
  tx: Tx,
  raceid: number,
  bibs: readonly string[],
  eventids: readonly number[],
  now: Date,
): Promise<FollowedStanding[]> =>
  named<FollowedStanding>(
    tx,
    'follows: standings',
    `select p.eventid, p.bib, p.outcome, p.gun_ms, p.net_ms, p.splits, s.points, s.clock
     from ${resultRows.text} p
     join ${sheetRows.text} s on s.raceid = p.raceid and s.eventid = p.eventid and s.published_at <= $4
     where p.raceid = $1 and (p.bib = any($2::text[]) or p.eventid = any($3::int[]))
       and exists (select from follows f where f.raceid = p.raceid and f.bib = p.bib
         and (f.eventid is null or f.eventid = p.eventid))`,
    [raceid, bibs, eventids, now],
  )
export type FreshNews = { bib: string; eventid: number; point: string; done: boolean }
/** Stores passings. Returns the passings that were new. */
export const insertPassings = (
  tx: Tx,
  raceid: number,
  rows: readonly (FollowedPassing & { bib: string; eventid: number; point: string; late: boolean })[],
  now: Date,
): Promise<FreshNews[]> =>
  named<FreshNews>(
    tx,
    'follows: passings',
    `insert into follow_news (raceid, bib, point, eventid, kind, ms, at, done_at, created_at)
     select $1, bib, point, eventid, kind, ms, to_timestamp(at / 1000.0), case when late then $9::timestamptz end, $9
     from unnest($2::text[], $3::text[], $4::int[], $5::text[], $6::bigint[], $7::float8[], $8::bool[])
       as one (bib, point, eventid, kind, ms, at, late)
     on conflict do nothing returning bib, eventid, point, done_at is not null as done`,
    [
      raceid,
      rows.map(({ bib }) => bib),
      rows.map(({ point }) => point),
      rows.map(({ eventid }) => eventid),
      rows.map(({ kind }) => kind),
      rows.map(({ ms }) => (ms === null ? null : Math.round(ms))),
      rows.map(({ at }) => at),
      rows.map(({ late }) => late),
      now,
    ],
  )

export type NewsRow = Omit<Selectable<FollowNews>, 'kind'> & { kind: PassingKind }
/** Locks a passing about which some followers still need a message. */
export const lockNews = (
  tx: Tx,
  raceid: number,
  { bib, eventid, point }: Pick<NewsRow, 'bib' | 'point'> & { eventid: number | undefined },
): Promise<NewsRow | undefined> =>
  tx
    .selectFrom('follow_news')
    .selectAll()
    .where('raceid', '=', raceid)
    .$if(eventid !== undefined, (of) => of.where('eventid', '=', eventid!))
    .where('bib', '=', bib)
    .where('point', '=', point)
    .where('done_at', 'is', null)
    .forUpdate()
    .executeTakeFirst() as Promise<NewsRow | undefined>
export const saveNewsProgress = async (
  tx: Tx,
  { raceid, bib, eventid, point }: Pick<NewsRow, 'raceid' | 'bib' | 'eventid' | 'point'>,
  progress: { told_upto: number; done_at: Date | null },
): Promise<void> => {
  await tx
    .updateTable('follow_news')
    .set(progress)
    .where('raceid', '=', raceid)
    .where('bib', '=', bib)
    .where('eventid', '=', eventid)
    .where('point', '=', point)
    .execute()
}
/** Lists the next followers of a runner. It leaves out followers who began to follow after the passing was known. */
export const nextFollowers = (
  tx: Tx,
  { raceid, bib, eventid, told_upto, created_at }: NewsRow,
  limit: number,
): Promise<FollowRow[]> =>
  tx
    .selectFrom('follows')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('bib', '=', bib)
    .where((of) => of.or([of('eventid', 'is', null), of('eventid', '=', eventid)]))
    .where('id', '>', told_upto)
    .where('created_at', '<=', created_at)
    .orderBy('id')
    .limit(limit)
    .execute()
export const forbidsFollowing = async (
  on: Db | Tx,
  raceid: number,
  { bib, eventid }: { bib: string; eventid: number },
): Promise<boolean> =>
  (
    await sql<{ no: boolean }>`select exists (select from ${registrationRows.sql} g
      where g.raceid = ${raceid} and g.eventid = ${eventid} and g.no_follow
        and concat(g.prefix_bib, g.bib) = ${bib}) as no`.execute(on)
  ).rows[0]!.no
/**
 * Finds the name and the key of a published result, as the public sees them. Undefined for a runner who forbids being
 * followed.
 */
export const findShownRunner = async (
  on: Db | Tx,
  raceid: number,
  { bib, eventid }: { bib: string; eventid: number | undefined },
  now: Date,
): Promise<{ name: string | null; _key: string } | undefined> =>
  (
    await sql<{ name: string | null; _key: string }>`select p._key,
        case when not p.hide_name and not coalesce(g.hide_name, false) then p.name end as name
      from ${resultRows.sql} p
      join ${sheetRows.sql} s on s.raceid = p.raceid and s.eventid = p.eventid and s.published_at <= ${now}
      left join ${registrationRows.sql} g on g.raceid = p.raceid and g.id = p.registrationid
      where p.raceid = ${raceid} and p.bib = ${bib}
        and (${eventid ?? null}::int is null or p.eventid = ${eventid ?? null}) and not coalesce(g.no_follow, false) limit 1`.execute(
      on,
    )
  ).rows[0]
