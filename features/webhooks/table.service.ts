import * as z from 'zod/mini'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { type DeliveryRow, listDeliveries } from './store.ts'
import { tableWords as words } from './words.ts'

const Filter = z.object({ id: z.optional(z.coerce.number().check(z.int())) })
type Row = DeliveryRow
const column = (
  name: 'event' | 'type' | 'tries' | 'status' | 'failure' | 'created_at' | 'tried_at',
  kind: TableColumn<Row>['kind'],
): TableColumn<Row> => ({ name, label: words[name], kind, cell: (row) => row[name] })
const columns: readonly TableColumn<Row>[] = [
  { name: 'webhook', label: words.webhook, kind: 'number', cell: ({ webhookid }) => webhookid },
  column('event', 'text'),
  column('type', 'text'),
  { name: 'state', label: words.state, kind: 'text', cell: ({ state }, { lang }) => words[state][lang] },
  column('tries', 'number'),
  column('status', 'number'),
  column('failure', 'text'),
  column('created_at', 'moment'),
  column('tried_at', 'moment'),
]

export const table = tableSource<Row, z.output<typeof Filter>>({
  name: 'webhooks',
  label: words.title,
  right: 'integrations.manage',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db }, { raceid, filter, after, limit }) =>
    pageOf(
      await listDeliveries(db, { raceid, webhookid: filter.id ?? null, before: idIn(after), limit: rowsFor(limit) }),
      limit,
      byId,
    ),
})
