import { rowsFor } from '#db/pages.ts'
import { type Selectable, sql } from 'kysely'
import { takeByRace } from '#db/sharing/byRace.ts'
import { type Db, type Tx, named } from '#db/db.ts'
import type { PhotoReports, PhotoSubscriptions } from '#db/schema.ts'
import { raceRows } from '#features/races/public.store.ts'

export type SubscriptionRow = Selectable<PhotoSubscriptions>
export type PhotoReportRow = Selectable<PhotoReports>

export const isSubscribed = async (on: Db | Tx, raceid: number, bib: string, uid: number): Promise<boolean> =>
  (await on
    .selectFrom('photo_subscriptions')
    .select('bib')
    .where('raceid', '=', raceid)
    .where('bib', '=', bib)
    .where('uid', '=', uid)
    .executeTakeFirst()) !== undefined
export const subscribedBibs = async (on: Db, raceid: number, uid: number): Promise<Set<string>> =>
  new Set(
    (
      await on
        .selectFrom('photo_subscriptions')
        .select('bib')
        .where('uid', '=', uid)
        .where('raceid', '=', raceid)
        .execute()
    ).map(({ bib }) => bib),
  )
export const countSubscriptions = async (on: Tx, uid: number): Promise<number> =>
  Number(
    (
      await on
        .selectFrom('photo_subscriptions')
        .select(({ fn }) => fn.countAll().as('n'))
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow()
    ).n,
  )
export const addSubscription = async (tx: Tx, row: SubscriptionRow): Promise<void> => {
  await tx
    .insertInto('photo_subscriptions')
    .values(row)
    .onConflict((clash) => clash.columns(['raceid', 'bib', 'uid']).doUpdateSet({ lang: row.lang }))
    .execute()
}
export const removeSubscription = async (tx: Tx, raceid: number, bib: string, uid: number): Promise<void> => {
  await tx
    .deleteFrom('photo_subscriptions')
    .where('raceid', '=', raceid)
    .where('bib', '=', bib)
    .where('uid', '=', uid)
    .execute()
}
export const pageSubscriptions = (
  on: Db,
  uid: number,
  after: { at: Date; raceid: number; bib: string } | undefined,
  limit: number,
): Promise<SubscriptionRow[]> => {
  const query = on
    .selectFrom('photo_subscriptions')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('created_at', 'desc')
    .orderBy('raceid')
    .orderBy('bib')
    .limit(rowsFor(limit))
  return (
    after
      ? query.where(
          sql<boolean>`(created_at, -raceid, bib) < (${after.at}, ${-after.raceid}, ${after.bib}) or (created_at = ${after.at} and raceid = ${after.raceid} and bib > ${after.bib})`,
        )
      : query
  ).execute()
}

export type PhotoNews = Pick<SubscriptionRow, 'raceid' | 'bib' | 'uid' | 'lang'> & {
  fresh: number
  upto: Date
  race: string
  names: unknown
}
/**
 * Lists subscriptions with photos that became visible since the last message, and locks them until the transaction
 * ends.
 */
export const claimNews = (tx: Tx, now: Date, limit: number): Promise<PhotoNews[]> =>
  takeByRace(
    limit,
    async (but) =>
      (
        await named<{ raceid: number }>(
          tx,
          'race with photo news',
          `select s.raceid
           from photo_subscriptions s
           join photo_bibs b on b.raceid = s.raceid and b.bib = s.bib and not b.gone
           join photos p on p.raceid = b.raceid and p.id = b.photoid and p.state = 'ready'
           join albums a on a.raceid = p.raceid and a.id = p.albumid and a.published_at <= $1
           where greatest(b.created_at, p.ready_at, a.published_at) > s.notified_at and s.raceid <> all($2::int[])
           limit 1`,
          [now, but],
        )
      )[0]?.raceid,
    (raceid, most) =>
      named<PhotoNews>(
        tx,
        'claim photo news',
        `select s.raceid, s.bib, s.uid, s.lang, n.fresh, n.upto, r.name as race, r.names
         from photo_subscriptions s
         join ${raceRows.text} r on r.id = $2
         cross join lateral (
           select count(*)::int as fresh, max(greatest(b.created_at, p.ready_at, a.published_at)) as upto
           from photo_bibs b
           join photos p on p.raceid = $2 and p.id = b.photoid and p.state = 'ready'
           join albums a on a.raceid = $2 and a.id = p.albumid and a.published_at <= $1
           where b.raceid = $2 and b.bib = s.bib and not b.gone
             and greatest(b.created_at, p.ready_at, a.published_at) > s.notified_at) n
         where s.raceid = $2 and n.fresh > 0
         order by s.bib, s.uid limit $3 for update of s skip locked`,
        [now, raceid, most],
      ),
  )
export const markNotified = async (tx: Tx, { raceid, bib, uid, upto }: PhotoNews): Promise<void> => {
  await tx
    .updateTable('photo_subscriptions')
    .set({ notified_at: upto })
    .where('raceid', '=', raceid)
    .where('bib', '=', bib)
    .where('uid', '=', uid)
    .execute()
}

export const isFavourite = async (on: Db, raceid: number, uid: number, photoid: number): Promise<boolean> =>
  (await on
    .selectFrom('photo_favourites')
    .select('photoid')
    .where('raceid', '=', raceid)
    .where('uid', '=', uid)
    .where('photoid', '=', photoid)
    .executeTakeFirst()) !== undefined
export const countFavourites = async (on: Tx, uid: number): Promise<number> =>
  Number(
    (
      await on
        .selectFrom('photo_favourites')
        .select(({ fn }) => fn.countAll().as('n'))
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow()
    ).n,
  )
export const addFavourite = async (tx: Tx, raceid: number, uid: number, photoid: number, now: Date): Promise<void> => {
  await tx
    .insertInto('photo_favourites')
    .values({ raceid, uid, photoid, created_at: now })
    .onConflict((clash) => clash.columns(['raceid', 'uid', 'photoid']).doNothing())
    .execute()
}
export const removeFavourite = async (tx: Tx, raceid: number, uid: number, photoid: number): Promise<void> => {
  await tx
    .deleteFrom('photo_favourites')
    .where('raceid', '=', raceid)
    .where('uid', '=', uid)
    .where('photoid', '=', photoid)
    .execute()
}
export const listFavourites = (on: Db, uid: number, limit: number): Promise<{ raceid: number; photoid: number }[]> =>
  on
    .selectFrom('photo_favourites')
    .select(['raceid', 'photoid'])
    .where('uid', '=', uid)
    .orderBy('created_at', 'desc')
    .orderBy('photoid')
    .limit(limit)
    .execute()

/** Saves the report of an account about a photo. A second report replaces the reason of the first report. */
export const addReport = (
  tx: Tx,
  row: Pick<PhotoReportRow, 'raceid' | 'photoid' | 'uid' | 'own' | 'reason' | 'created_at'>,
): Promise<PhotoReportRow> =>
  tx
    .insertInto('photo_reports')
    .values(row)
    .onConflict((clash) =>
      clash.columns(['raceid', 'photoid', 'uid']).doUpdateSet({ reason: row.reason, own: row.own }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
export const hasReported = async (on: Db, raceid: number, photoid: number, uid: number): Promise<boolean> =>
  (await on
    .selectFrom('photo_reports')
    .select('id')
    .where('raceid', '=', raceid)
    .where('photoid', '=', photoid)
    .where('uid', '=', uid)
    .executeTakeFirst()) !== undefined
export const pageReports = (
  on: Db,
  raceid: number,
  after: number | undefined,
  limit: number,
): Promise<PhotoReportRow[]> => {
  const query = on
    .selectFrom('photo_reports')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('state', '=', 'open')
    .orderBy('id')
    .limit(rowsFor(limit))
  return (after === undefined ? query : query.where('id', '>', after)).execute()
}
export const countReports = async (on: Db, raceid: number): Promise<number> =>
  Number(
    (
      await on
        .selectFrom('photo_reports')
        .select(({ fn }) => fn.countAll().as('n'))
        .where('raceid', '=', raceid)
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow()
    ).n,
  )
export const lockReport = (tx: Tx, raceid: number, id: number): Promise<PhotoReportRow | undefined> =>
  tx
    .selectFrom('photo_reports')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()
export const closeReport = async (
  tx: Tx,
  raceid: number,
  id: number,
  state: 'taken_down' | 'kept',
  staffid: number | null,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('photo_reports')
    .set({ state, staffid, closed_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
