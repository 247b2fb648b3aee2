import { type Lang, langs } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { noteId } from '#db/ids.ts'
import type { NoticeKind, Texts } from './contract.ts'
import { isShown, langFor, langsOf } from './rules.ts'
import { sanitise } from './sanitise.rules.ts'
import {
  type NoticeHead,
  type NoticeRow,
  findNotice,
  insertNotice,
  listNotices,
  nextNoticeId,
  saveNotice,
  saveTexts,
} from './store.ts'

/**
 * The text of one language, or the texts of all languages. With the text of one language, the other languages stay as
 * they are.
 */
type Said = { lang: Lang; title: string; content: string } | { texts: Texts }
export type NoticeDraft = Said & {
  kind: NoticeKind
  articletype: string
  cover?: string | undefined
  pinned: boolean
  /** The time from which runners see the notice; null if it is hidden. */
  published_at: Date | null
  /** The moment at which the notice is taken down; null if it stays. */
  shown_until?: Date | null
}
type Before = NoticeHead & { texts: Texts }

const textsFrom = (draft: Said, before: Texts): Texts => {
  const texts =
    'texts' in draft ? draft.texts : { ...before, [draft.lang]: { title: draft.title, content: draft.content } }
  return Object.fromEntries(
    langs.flatMap((lang) => {
      const text = texts[lang]
      return text ? [[lang, { title: text.title, content: sanitise(text.content) }]] : []
    }),
  )
}

/** Creates a notice of a race, or replaces `before`. It cleans the HTML, so that only clean HTML is kept. */
export const publishNotice = async (
  tx: Tx,
  raceid: number,
  draft: NoticeDraft,
  now: Date,
  before?: Before,
): Promise<NoticeRow & { texts: Texts }> => {
  const { kind, articletype, cover = null, pinned, published_at, shown_until = null } = draft
  const head = { kind, articletype, cover, pinned, published_at, shown_until, updated_at: now }
  const texts = textsFrom(draft, before?.texts ?? {})
  const lang = 'lang' in draft ? draft.lang : (langFor('zh-cn', langsOf(texts)) ?? 'zh-cn')
  const text = { lang, ...(texts[lang] ?? { title: '', content: '' }), texts }
  if (before) {
    await saveNotice(tx, raceid, before.id, head)
    await saveTexts(tx, raceid, before.id, texts)
    return { ...before, ...head, ...text }
  }
  const id = await nextNoticeId(tx)
  await insertNotice(tx, { ...head, raceid, id, created_at: now })
  await saveTexts(tx, raceid, id, texts)
  await noteId(tx, 'notice', id, raceid)
  return { ...head, ...text, raceid, id, created_at: now, views: 0 }
}

/** Lists a race's newest notices and articles as runners see them, with pinned articles first. */
export const newestNotices = async (
  db: Db,
  raceid: number,
  lang: Lang,
  now: Date,
  limit: number,
): Promise<NoticeRow[]> =>
  (await listNotices(db, { raceid, kinds: ['notice', 'post'], lang, shownAt: now, limit })).slice(0, limit)

/** Finds a visible page of a race and cleans its HTML. Returns undefined if runners see no such page. */
export const shownPage = async (
  db: Db,
  raceid: number,
  id: number,
  lang: Lang,
  now: Date,
): Promise<{ title: string; content: string } | undefined> => {
  const row = await findNotice(db, raceid, id, lang)
  return row && row.kind === 'page' && isShown(row, now)
    ? { title: row.title, content: sanitise(row.content) }
    : undefined
}
