import type { Room } from '#seam/server/room.ts'
import { followArticles } from './copied.service.ts'
import { routes } from './routes.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'notices',
  routes,
  refusals,
  configuration: {
    copied: {
      // An article is about the race of one year, so its copy is a draft until staff have read it.
      notices: {
        part: 'articles',
        numbered: 'notice',
        row: (row) => ({ ...row, published_at: null, shown_until: null, views: 0 }),
      },
      notice_texts: {
        part: 'articles',
        row: (row, { ids }) => ({ ...row, noticeid: ids.notices?.get(Number(row.noticeid)) }),
      },
    },
    finish: followArticles,
  },
}
