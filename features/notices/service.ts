import type { Lang } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { noteId } from '#db/ids.ts'
import type { NoticeKind } from './contract.ts'
import { sanitise } from './sanitise.rules.ts'
import { isShown } from './rules.ts'
import { type NoticeRow, findNotice, insertNotice, listNotices, nextNoticeId, saveNotice } from './store.ts'

export type NoticeDraft = {
  kind: NoticeKind
  articletype: string
  lang: Lang
  title: string
  content: string
  cover?: string | undefined
  pinned: boolean
  /** The time from which runners see the notice; null where it is hidden. */
  published_at: Date | null
}

/** Creates a notice of a race, or replaces `before`. It cleans the HTML, so that only clean HTML is kept. */
export const publishNotice = async (
  tx: Tx,
  raceid: number,
  draft: NoticeDraft,
  now: Date,
  before?: NoticeRow,
): Promise<NoticeRow> => {
  const row = { ...draft, cover: draft.cover ?? null, content: sanitise(draft.content), updated_at: now }
  if (before) {
    await saveNotice(tx, raceid, before.id, row)
    return { ...before, ...row }
  }
  const id = await nextNoticeId(tx)
  await insertNotice(tx, { ...row, raceid, id, created_at: now })
  await noteId(tx, 'notice', id, raceid)
  return { ...row, raceid, id, created_at: now, views: 0 }
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

/** Finds a visible page of a race and cleans its HTML. Returns undefined where runners see no such page. */
export const shownPage = async (
  db: Db,
  raceid: number,
  id: number,
  now: Date,
): Promise<{ title: string; content: string } | undefined> => {
  const row = await findNotice(db, raceid, id)
  return row && row.kind === 'page' && isShown(row, now)
    ? { title: row.title, content: sanitise(row.content) }
    : undefined
}
