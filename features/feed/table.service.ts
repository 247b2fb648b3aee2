import * as z from 'zod/mini'
import { text } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { picturesOfEntry } from './service.ts'
import { type EntryRow, listEntries } from './store.ts'

const columns: readonly TableColumn<EntryRow>[] = [
  { name: 'at', label: text('时间', '時間', 'Time'), kind: 'moment', cell: ({ created_at }) => created_at },
  { name: 'author', label: text('作者', '作者', 'Author'), kind: 'text', cell: ({ author }) => author },
  { name: 'body', label: text('内容', '內容', 'Text'), kind: 'text', cell: ({ body }) => body },
  { name: 'km', label: text('位置（米）', '位置（公尺）', 'Place (metres)'), kind: 'number', cell: ({ km }) => km },
  {
    name: 'pictures',
    label: text('图片', '圖片', 'Pictures'),
    kind: 'text',
    cell: (row, { origin = '' }) =>
      picturesOfEntry(row)
        .map(({ path }) => origin + path)
        .join(' '),
  },
  { name: 'state', label: text('状态', '狀態', 'State'), kind: 'text', cell: ({ state }) => state },
  { name: 'cheers', label: text('加油', '加油', 'Cheers'), kind: 'number', cell: ({ cheers }) => cheers },
  { name: 'comments', label: text('评论', '留言', 'Comments'), kind: 'number', cell: ({ comments }) => comments },
]
export const table = tableSource<EntryRow, object>({
  name: 'feed',
  label: text('图文直播', '圖文直播', 'Live feed'),
  right: 'feed.manage',
  filter: z.object({}),
  columns: async () => columns,
  read: async ({ db }, { raceid, after, limit }) =>
    pageOf(
      await listEntries(db, raceid, {
        states: ['shown', 'waiting', 'hidden'],
        before: idIn(after),
        limit: rowsFor(limit),
      }),
      limit,
      byId,
    ),
})
