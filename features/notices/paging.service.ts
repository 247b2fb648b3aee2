import { type NoticeCursor, type NoticeRow, cursorOf } from './store.ts'

export const readCursor = (after: string | undefined): NoticeCursor | undefined => {
  const found = after === undefined ? null : /^([01])\.(\d{1,16})\.(\d{1,16})$/.exec(after)
  return found ? { pinned: found[1] === '1', at: Number(found[2]), id: Number(found[3]) } : undefined
}
/** A page of notices, of which one more than `limit` was read. */
export const pageOf = (rows: NoticeRow[], limit: number) => {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  const cursor = last && cursorOf(last)
  return { items, after: cursor ? `${cursor.pinned ? 1 : 0}.${cursor.at}.${cursor.id}` : null }
}
