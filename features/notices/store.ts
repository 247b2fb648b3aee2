import { byRace } from '#db/sharing/byRace.ts'
import { rowsFor } from '#db/pages.ts'
import { sql } from 'kysely'
import { type Lang, langs } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import type { NoticeKind, Texts } from './contract.ts'

const columns = [
  'id',
  'raceid',
  'kind',
  'articletype',
  'cover',
  'pinned',
  'views',
  'published_at',
  'shown_until',
  'created_at',
  'updated_at',
] as const
/** A notice without its texts. */
export type NoticeHead = {
  id: number
  raceid: number
  kind: NoticeKind
  articletype: string
  cover: string | null
  pinned: boolean
  views: number
  published_at: Date | null
  shown_until: Date | null
  created_at: Date
  updated_at: Date
}
type NoticeText = { lang: Lang; title: string; content: string }
/** A notice with the text of one language. */
export type NoticeRow = NoticeHead & NoticeText

/** Returns the order in which a reader's languages are tried (rules.ts, langFor). */
const rankOf = (lang: Lang) =>
  sql<number>`case lang when ${lang} then 0 when 'zh-cn' then 1 when 'zh-tw' then 2 else 3 end`
/** Returns the languages that a list shows to a reader. */
const listedFor = (lang: Lang): Lang[] => [...new Set<Lang>([lang, 'zh-cn'])]
/** Returns the condition under which runners see a notice at the moment `now`. */
const isShownAt = (now: Date) => sql<boolean>`published_at <= ${now} and (shown_until is null or shown_until > ${now})`
const qualified = columns.map((column) => `notices.${column}` as const)

/** Selects notices, each with its text for a reader. `only` limits the languages of the text. */
const withText = (db: Db | Tx, lang: Lang, only?: readonly Lang[]) =>
  db
    .selectFrom('notices')
    .innerJoinLateral(
      (eb) => {
        const texts = eb
          .selectFrom('notice_texts')
          .select(['lang', 'title', 'content'])
          .whereRef('notice_texts.raceid', '=', 'notices.raceid')
          .whereRef('notice_texts.noticeid', '=', 'notices.id')
        return (only ? texts.where('lang', 'in', only) : texts).orderBy(rankOf(lang)).limit(1).as('text')
      },
      (join) => join.onTrue(),
    )
    .select([...qualified, 'text.lang', 'text.title', 'text.content'])

export const findNotice = async (db: Db | Tx, raceid: number, id: number, lang: Lang): Promise<NoticeRow | undefined> =>
  (await withText(db, lang).where('notices.raceid', '=', raceid).where('notices.id', '=', id).executeTakeFirst()) as
    | NoticeRow
    | undefined

/** Finds a notice and locks it until the transaction ends. Returns undefined if there is no such notice. */
export const lockNotice = async (tx: Tx, raceid: number, id: number): Promise<NoticeHead | undefined> =>
  (await tx
    .selectFrom('notices')
    .select(columns)
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as NoticeHead | undefined

/** Returns the texts of some notices of a race, by the id of the notice. */
export const textsOf = async (db: Db | Tx, raceid: number, ids: readonly number[]): Promise<Map<number, Texts>> => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('notice_texts')
          .select(['noticeid', 'lang', 'title', 'content'])
          .where('raceid', '=', raceid)
          .where('noticeid', 'in', ids)
          .execute()
  const found = new Map<number, Texts>(ids.map((id) => [id, {}]))
  for (const { noticeid, lang, title, content } of rows) {
    const id = Number(noticeid)
    found.set(id, { ...found.get(id), [lang]: { title, content } })
  }
  return found
}

/** The end of a page of a list: the position of its last row. */
export type NoticeCursor = { pinned: boolean; at: number; id: number }

/**
 * Lists notices of a race: first pinned notices, then the newest. The result has one row more than `limit` if there
 * are more notices. With `shownAt` it lists only notices that runners see at that moment and that have a text in `lang`
 * or in Simplified Chinese. Without `shownAt` drafts count as the newest.
 */
export const listNotices = async (
  db: Db,
  filter: {
    raceid: number
    lang: Lang
    kinds?: readonly NoticeKind[]
    articletype?: string
    shownAt?: Date
    after?: NoticeCursor
    limit: number
  },
): Promise<NoticeRow[]> => {
  const { lang, shownAt } = filter
  const at = sql<number>`coalesce((extract(epoch from published_at) * 1000)::bigint, 9007199254740991)`
  let query = withText(db, lang, shownAt && listedFor(lang)).where('notices.raceid', '=', filter.raceid)
  if (filter.kinds) query = query.where('kind', 'in', filter.kinds)
  if (filter.articletype !== undefined) query = query.where('articletype', '=', filter.articletype)
  if (shownAt) query = query.where(isShownAt(shownAt))
  if (filter.after)
    query = query.where(
      sql<boolean>`(pinned, ${at}, id) < (${filter.after.pinned}, ${filter.after.at}, ${filter.after.id})`,
    )
  return (await query
    .orderBy('pinned', 'desc')
    .orderBy(at, 'desc')
    .orderBy('id', 'desc')
    .limit(rowsFor(filter.limit))
    .execute()) as NoticeRow[]
}

/** Lists the sections with a visible notice, each with the number of its visible notices. */
export const listSections = async (
  db: Db,
  raceid: number,
  lang: Lang,
  now: Date,
): Promise<{ kind: NoticeKind; articletype: string; total: number }[]> =>
  (await withText(db, lang, listedFor(lang))
    .clearSelect()
    .select(['kind', 'articletype', sql<number>`count(*)::int`.as('total')])
    .where('notices.raceid', '=', raceid)
    .where(isShownAt(now))
    .groupBy(['kind', 'articletype'])
    .orderBy('kind')
    .orderBy('articletype')
    .execute()) as { kind: NoticeKind; articletype: string; total: number }[]

export const cursorOfNotice = (row: NoticeRow): NoticeCursor => ({
  pinned: row.pinned,
  at: row.published_at?.getTime() ?? Number.MAX_SAFE_INTEGER,
  id: row.id,
})

export const nextNoticeId = async (tx: Tx): Promise<number> =>
  (await sql<{ id: number }>`select nextval('notice_ids') as id`.execute(tx)).rows[0]!.id

export const insertNotice = async (tx: Tx, row: Omit<NoticeHead, 'views'>): Promise<void> => {
  await tx.insertInto('notices').values(row).execute()
}

export const saveNotice = async (
  tx: Tx,
  raceid: number,
  id: number,
  row: Omit<NoticeHead, 'id' | 'raceid' | 'views' | 'created_at'>,
): Promise<void> => {
  await tx.updateTable('notices').set(row).where('raceid', '=', raceid).where('id', '=', id).execute()
}

/** Replaces the texts of a notice. */
export const saveTexts = async (tx: Tx, raceid: number, id: number, texts: Texts): Promise<void> => {
  await tx.deleteFrom('notice_texts').where('raceid', '=', raceid).where('noticeid', '=', id).execute()
  const rows = langs.flatMap((lang) => {
    const text = texts[lang]
    return text ? [{ raceid, noticeid: id, lang, ...text }] : []
  })
  if (rows.length > 0) await tx.insertInto('notice_texts').values(rows).execute()
}

export const removeNotice = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await tx.deleteFrom('notices').where('raceid', '=', raceid).where('id', '=', id).execute()
}

/**
 * Adds the views of many readers, and returns the new count of each notice in the order of the input. The count of a
 * missing notice is 0. The function locks the rows of a race in their order, so that several servers do not block each
 * other.
 */
export const addViews = async (
  db: Db,
  seen: readonly { raceid: number; id: number; views: number }[],
): Promise<number[]> => {
  const counts = new Map<string, number>()
  for (const [raceid, some] of byRace(seen)) {
    const { rows } = await sql<{ id: number; views: number }>`
      with seen as (
        select id, sum(views) as views
        from unnest(${some.map((one) => one.id)}::bigint[], ${some.map((one) => one.views)}::int[]) as one (id, views)
        group by id
      ), locked as (
        select id
        from notices
        where raceid = ${raceid} and id in (select id from seen)
        order by id for no key update
      )
      update notices set views = notices.views + seen.views from seen join locked using (id)
      where notices.raceid = ${raceid} and notices.id = seen.id
      returning notices.id, notices.views`.execute(db)
    for (const row of rows) counts.set(`${raceid} ${row.id}`, row.views)
  }
  return seen.map(({ raceid, id }) => counts.get(`${raceid} ${id}`) ?? 0)
}
