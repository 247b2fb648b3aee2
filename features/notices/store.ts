import { rowsFor } from '#db/pages.ts'
import { sql } from 'kysely'
import type { Lang } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import type { NoticeKind } from './contract.ts'

const columns = [
  'id',
  'raceid',
  'kind',
  'articletype',
  'lang',
  'title',
  'content',
  'cover',
  'pinned',
  'views',
  'published_at',
  'created_at',
  'updated_at',
] as const
export type NoticeRow = {
  id: number
  raceid: number
  kind: NoticeKind
  articletype: string
  lang: Lang
  title: string
  content: string
  cover: string | null
  pinned: boolean
  views: number
  published_at: Date | null
  created_at: Date
  updated_at: Date
}

export const findNotice = async (db: Db | Tx, raceid: number, id: number): Promise<NoticeRow | undefined> =>
  (await db
    .selectFrom('notices')
    .select(columns)
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .executeTakeFirst()) as NoticeRow | undefined

/** Finds a notice and locks it until the transaction ends. */
export const lockNotice = async (tx: Tx, raceid: number, id: number): Promise<NoticeRow | undefined> =>
  (await tx
    .selectFrom('notices')
    .select(columns)
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as NoticeRow | undefined

/** The end of a page of a list: the position of its last row. */
export type NoticeCursor = { pinned: boolean; at: number; id: number }

/**
 * Lists notices of a race: first pinned notices, then the newest. The result has one more than `limit` where there are
 * more. With `shownAt` it lists only notices that runners see at that moment. Without it drafts come first.
 */
export const listNotices = async (
  db: Db,
  wanted: {
    raceid: number
    kinds?: readonly NoticeKind[]
    articletype?: string
    lang?: Lang
    shownAt?: Date
    after?: NoticeCursor
    limit: number
  },
): Promise<NoticeRow[]> => {
  const at = sql<number>`coalesce((extract(epoch from published_at) * 1000)::bigint, 9007199254740991)`
  let query = db.selectFrom('notices').select(columns).where('raceid', '=', wanted.raceid)
  if (wanted.kinds) query = query.where('kind', 'in', wanted.kinds)
  if (wanted.articletype !== undefined) query = query.where('articletype', '=', wanted.articletype)
  if (wanted.lang) query = query.where('lang', 'in', wanted.lang === 'en' ? ['en'] : [wanted.lang, 'zh-cn'])
  if (wanted.shownAt) query = query.where('published_at', '<=', wanted.shownAt)
  if (wanted.after)
    query = query.where(
      sql<boolean>`(pinned, ${at}, id) < (${wanted.after.pinned}, ${wanted.after.at}, ${wanted.after.id})`,
    )
  return (await query
    .orderBy('pinned', 'desc')
    .orderBy(at, 'desc')
    .orderBy('id', 'desc')
    .limit(rowsFor(wanted.limit))
    .execute()) as NoticeRow[]
}

/** Lists sections with a visible notice, and the number of their notices. */
export const listSections = async (
  db: Db,
  raceid: number,
  lang: Lang,
  now: Date,
): Promise<{ kind: NoticeKind; articletype: string; total: number }[]> =>
  (await db
    .selectFrom('notices')
    .select(['kind', 'articletype', sql<number>`count(*)::int`.as('total')])
    .where('raceid', '=', raceid)
    .where('lang', 'in', lang === 'en' ? ['en'] : [lang, 'zh-cn'])
    .where('published_at', '<=', now)
    .groupBy(['kind', 'articletype'])
    .orderBy('kind')
    .orderBy('articletype')
    .execute()) as { kind: NoticeKind; articletype: string; total: number }[]

/** Returns the position of a notice in the list. */
export const placeOf = (row: NoticeRow): NoticeCursor => ({
  pinned: row.pinned,
  at: row.published_at?.getTime() ?? Number.MAX_SAFE_INTEGER,
  id: row.id,
})

export const nextNoticeId = async (tx: Tx): Promise<number> =>
  (await sql<{ id: number }>`select nextval('notice_ids') as id`.execute(tx)).rows[0]!.id

export const insertNotice = async (tx: Tx, row: Omit<NoticeRow, 'views'>): Promise<void> => {
  await tx.insertInto('notices').values(row).execute()
}

export const saveNotice = async (
  tx: Tx,
  raceid: number,
  id: number,
  row: Omit<NoticeRow, 'id' | 'raceid' | 'views' | 'created_at'>,
): Promise<void> => {
  await tx.updateTable('notices').set(row).where('raceid', '=', raceid).where('id', '=', id).execute()
}

export const removeNotice = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await tx.deleteFrom('notices').where('raceid', '=', raceid).where('id', '=', id).execute()
}

/**
 * Adds the views of many readers in one statement, and returns the new count of each notice in the order of the input.
 * It locks rows in their order, so that several servers do not block each other.
 */
export const addViews = async (
  db: Db,
  seen: readonly { raceid: number; id: number; views: number }[],
): Promise<number[]> => {
  const { rows } = await sql<{ raceid: number; id: number; views: number }>`
    with seen as (
      select raceid, id, sum(views) as views
      from unnest(${seen.map((one) => one.raceid)}::int[], ${seen.map((one) => one.id)}::bigint[], ${seen.map((one) => one.views)}::int[]) as one (raceid, id, views)
      group by raceid, id
    ), held as (
      select raceid, id
      from notices
      where (raceid, id) in (select raceid, id from seen)
      order by raceid, id for no key update
    )
    update notices set views = notices.views + seen.views from seen join held using (raceid, id)
    where notices.raceid = seen.raceid and notices.id = seen.id
    returning notices.raceid, notices.id, notices.views`.execute(db)
  const counts = new Map(rows.map((row) => [`${row.raceid} ${row.id}`, row.views]))
  return seen.map(({ raceid, id }) => counts.get(`${raceid} ${id}`) ?? 0)
}
