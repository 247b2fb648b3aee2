import type { Insertable, Selectable } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { FeedComments } from '#db/schema.ts'

export type CommentRow = Selectable<FeedComments>

export const insertComment = (tx: Tx, row: Insertable<FeedComments>): Promise<CommentRow> =>
  tx.insertInto('feed_comments').values(row).returningAll().executeTakeFirstOrThrow()
/** Counts the shown comments of an entry, and stores the number in the entry. */
export const countComments = async (tx: Tx, raceid: number, entryid: number): Promise<void> => {
  await named(
    tx,
    'feed: count comments',
    `update feed_entries set comments = (select count(*) from feed_comments c where c.raceid = $1 and c.entryid = $2
      and c.state = 'shown') where raceid = $1 and id = $2`,
    [raceid, entryid],
  )
}
type CommentPage = { before: number | undefined; limit: number }
export const listComments = (db: Db, raceid: number, entryid: number, page: CommentPage): Promise<CommentRow[]> => {
  let query = db
    .selectFrom('feed_comments')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('entryid', '=', entryid)
    .where('state', '=', 'shown')
    .orderBy('id', 'desc')
    .limit(page.limit)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  return query.execute()
}
export const listForStaff = (
  db: Db,
  raceid: number,
  { only, before, limit }: CommentPage & { only: 'open' | 'all' },
): Promise<CommentRow[]> => {
  let query = db.selectFrom('feed_comments').selectAll().where('raceid', '=', raceid).orderBy('id', 'desc').limit(limit)
  if (only === 'open') query = query.where((eb) => eb.or([eb('state', '=', 'waiting'), eb('reports', '>', 0)]))
  if (before !== undefined) query = query.where('id', '<', before)
  return query.execute()
}
export const lockComment = (tx: Tx, raceid: number, id: number): Promise<CommentRow | undefined> =>
  tx
    .selectFrom('feed_comments')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
export const updateComment = (
  tx: Tx,
  raceid: number,
  id: number,
  set: Partial<Pick<CommentRow, 'state' | 'why' | 'reports' | 'decided_by' | 'decided_at'>>,
): Promise<CommentRow> =>
  tx
    .updateTable('feed_comments')
    .set(set)
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
export const hideWaiting = async (tx: Tx, raceid: number, uid: number): Promise<void> => {
  await tx
    .updateTable('feed_comments')
    .set({ state: 'hidden' })
    .where('raceid', '=', raceid)
    .where('uid', '=', uid)
    .where('state', '=', 'waiting')
    .execute()
}
export const countWaitingComments = async (
  db: Db,
  raceid: number,
): Promise<{ reporters: number; entries: number; comments: number }> =>
  (
    await named<{ reporters: number; entries: number; comments: number }>(
      db,
      'feed: waiting',
      `select (select count(*)::int from feed_reporters where raceid = $1 and state = 'waiting') as reporters,
        (select count(*)::int from feed_entries where raceid = $1 and state = 'waiting') as entries,
        (select count(*)::int from feed_comments where raceid = $1 and (state = 'waiting' or reports > 0)) as comments`,
      [raceid],
    )
  )[0]!

/** Stores a cheer or a report. Returns false if the caller has already made one of this kind for the same subject. */
export const keepMark = async (
  tx: Tx,
  mark: { raceid: number; kind: 'cheer' | 'report'; subject: number; asker: Buffer },
  now: Date,
): Promise<boolean> =>
  (
    await tx
      .insertInto('feed_marks')
      .values({ ...mark, created_at: now })
      .onConflict((on) => on.doNothing())
      .returning('subject')
      .execute()
  ).length > 0

export type CheerGiven = { raceid: number; id: number; asker: Buffer; at: Date }
/**
 * Stores many cheers in one statement, and returns the number of new cheers by entry. Each caller counts once for each
 * entry. The statement writes the rows in the order of their keys.
 */
export const addCheers = async (
  tx: Tx,
  given: readonly CheerGiven[],
): Promise<{ raceid: number; id: number; n: number }[]> =>
  named(
    tx,
    'feed: cheers',
    `with fresh as (
        insert into feed_marks (raceid, kind, subject, asker, created_at)
        select distinct on (raceid, subject, asker) raceid, 'cheer', subject, asker, at
        from unnest($1::int[], $2::bigint[], $3::bytea[], $4::timestamptz[]) as one (raceid, subject, asker, at)
        order by raceid, subject, asker
        on conflict do nothing returning raceid, subject)
      select raceid, subject::int as id, count(*)::int as n from fresh group by raceid, subject order by raceid, subject`,
    [
      given.map(({ raceid }) => raceid),
      given.map(({ id }) => id),
      given.map(({ asker }) => asker),
      given.map(({ at }) => at),
    ],
  )
export const countCheers = async (
  tx: Tx,
  { raceid, id, n }: { raceid: number; id: number; n: number },
  version: number,
): Promise<void> => {
  await named(
    tx,
    'feed: count cheers',
    'update feed_entries set cheers = cheers + $3, version = $4 where raceid = $1 and id = $2',
    [raceid, id, n, version],
  )
}
