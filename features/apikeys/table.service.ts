import * as z from 'zod/mini'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { rights } from '#contract/rights.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { keyStateOf } from './rules.ts'
import { type ApiKeyRow, listKeysBefore } from './store.ts'
import { tableWords as words } from './words.ts'

type Row = ApiKeyRow
const moment = (name: 'created_at' | 'used_at' | 'expires_at' | 'revoked_at'): TableColumn<Row> => ({
  name,
  label: words[name],
  kind: 'moment',
  cell: (row) => row[name],
})
const text = (name: 'name' | 'prefix' | 'made_by'): TableColumn<Row> => ({
  name,
  label: words[name],
  kind: 'text',
  cell: (row) => row[name],
})
const columns: readonly TableColumn<Row>[] = [
  text('name'),
  text('prefix'),
  {
    name: 'rights',
    label: words.rights,
    kind: 'text',
    cell: (row, { lang }) => row.rights.map((right) => rights[right][lang]).join(', '),
  },
  {
    name: 'state',
    label: words.state,
    kind: 'text',
    cell: (row, { lang, now }) => words[keyStateOf(row, now)][lang],
  },
  text('made_by'),
  moment('created_at'),
  moment('used_at'),
  moment('expires_at'),
  moment('revoked_at'),
]

/** The API keys of a race as a file, for an audit. The file does not contain the keys themselves. */
export const table = tableSource<Row, object>({
  name: 'apikeys',
  label: words.title,
  right: 'integrations.manage',
  filter: z.object({}),
  columns: async () => columns,
  read: async ({ db }, { raceid, after, limit }) =>
    pageOf(await listKeysBefore(db, raceid, idIn(after), rowsFor(limit)), limit, byId),
})
