import { cursorOf, numbersIn, pageOf } from '#db/pages.ts'
import { type NoticeCursor, type NoticeRow, cursorOfNotice } from './store.ts'

export const readNoticeCursor = (after: string | undefined): NoticeCursor | undefined => {
  const found = numbersIn(after, 3)
  return found && { pinned: found[0] === 1, at: found[1]!, id: found[2]! }
}
/** Makes a page of notices. If another page follows, `rows` holds one row more than `limit`. */
export const pageOfNotices = (rows: readonly NoticeRow[], limit: number) => {
  const { rows: items, after } = pageOf(rows, limit, (last) => {
    const { pinned, at, id } = cursorOfNotice(last)
    return cursorOf(pinned ? 1 : 0, at, id)
  })
  return { items, after }
}
