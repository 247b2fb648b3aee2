import * as z from 'zod/mini'
import { type Lang, type Text, nameIn } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { words as orderWords } from '#features/orders/words.ts'
import { labels } from '#features/fields/words.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { exportWords } from '../export/export.words.ts'
import { type BulkReportRow, listReport } from './bulk.store.ts'
import { bulkWords } from './bulk.words.ts'

/** The number of the bulk action. The default 0 finds no action, because no action has this number. */
const Filter = z.object({ id: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0) })

const channelText = (payment: string | null, lang: Lang): string | null =>
  payment && ((orderWords.methods as Readonly<Record<string, Text>>)[payment]?.[lang] ?? payment)

const columns: readonly TableColumn<BulkReportRow>[] = [
  { name: 'id', label: exportWords.id, kind: 'text', cell: ({ id }) => String(id) },
  { name: 'name', label: labels.name, kind: 'text', cell: ({ name }) => name },
  {
    name: 'event',
    label: exportWords.event,
    kind: 'text',
    cell: ({ e_name, e_names }, { lang }) => nameIn(lang, e_name, e_names),
  },
  {
    name: 'outcome',
    label: bulkWords.outcome,
    kind: 'text',
    cell: ({ outcome }, { lang }) => bulkWords.outcomes[outcome ?? 'waiting'][lang],
  },
  { name: 'why', label: bulkWords.why, kind: 'text', cell: ({ why }, { lang }) => why?.[lang] ?? null },
  {
    name: 'payment',
    label: orderWords.payment,
    kind: 'text',
    cell: ({ payment }, { lang }) => channelText(payment, lang),
  },
  { name: 'amount', label: bulkWords.amount, kind: 'money', cell: ({ amount }) => amount },
  { name: 'back', label: bulkWords.back, kind: 'money', cell: ({ back }) => back },
  { name: 'handled_at', label: bulkWords.handled_at, kind: 'moment', cell: ({ at }) => at },
]

/** The outcome of a bulk action for each registration, as a table. */
export const bulkReport = tableSource<BulkReportRow, z.output<typeof Filter>>({
  name: 'bulk_rows',
  label: bulkWords.table,
  right: 'registrations.read',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db }, { raceid, filter, after, limit }) =>
    pageOf(await listReport(db, raceid, filter.id, { after: idIn(after), limit: rowsFor(limit) }), limit, byId),
})
