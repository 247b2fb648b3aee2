import * as z from 'zod/mini'
import { Int } from '#contract/scalars.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type Text, nameIn } from '#contract/words.ts'
import { isBuyerName } from '#features/orders/buyers.service.ts'
import { words as orderWords } from '#features/orders/words.ts'
import { type TableColumn, type Writing, tableSource } from '#seam/server/tables.ts'
import { consoleRefundsList } from './contract.ts'
import { buyersOfRefunds } from './refundText.service.ts'
import { type RefundView, listOfRace } from './store.ts'
import { tableWords } from './table.words.ts'

const Filter = z.extend(z.pick(consoleRefundsList.input, { state: true, q: true }), {
  /** The ticked rows of the list. */
  ids: z.optional(z.array(Int).check(z.minLength(1), z.maxLength(1000))),
})
/** The end of the number of a refund, after the number of its payment. */
const REFUND_OF_PAYMENT = /-[rx][\d.]+$/
type Row = RefundView & { buyers: readonly string[] }
const said = (texts: Readonly<Record<string, Text>>, name: string, { lang }: Writing): string =>
  texts[name]?.[lang] ?? name

const columns: readonly TableColumn<Row>[] = [
  { name: 'number', label: tableWords.number, kind: 'text', cell: ({ refundno }) => refundno },
  {
    name: 'name',
    label: tableWords.name,
    kind: 'text',
    right: 'registrations.read',
    cell: ({ name, buyers }) => name ?? buyers.join('、'),
  },
  {
    name: 'event',
    label: tableWords.event,
    kind: 'text',
    cell: (row, { lang }) => (row.e_name === null ? row.subject : nameIn(lang, row.e_name, row.e_names)),
  },
  {
    name: 'state',
    label: orderWords.state,
    kind: 'text',
    cell: ({ state }, writing) => said(orderWords.refundStates, state, writing),
  },
  {
    name: 'reason',
    label: orderWords.reason,
    kind: 'text',
    cell: ({ reason }, writing) => said(orderWords.reasons, reason, writing),
  },
  { name: 'amount', label: orderWords.amountYuan, kind: 'money', cell: ({ amount }) => amount },
  { name: 'currency', label: tableWords.currency, kind: 'text', cell: ({ currency }) => currency },
  { name: 'came_back', label: tableWords.came_back, kind: 'money', cell: ({ came_back }) => came_back },
  {
    name: 'payment',
    label: orderWords.payment,
    kind: 'text',
    cell: ({ payment }, writing) => said(orderWords.methods, payment, writing),
  },
  { name: 'failure', label: orderWords.failure, kind: 'text', cell: ({ failure }) => failure },
  { name: 'note', label: tableWords.note, kind: 'text', cell: ({ note }) => note },
  { name: 'staff', label: tableWords.staff, kind: 'text', cell: ({ staff }) => staff },
  { name: 'created_at', label: tableWords.asked_at, kind: 'moment', cell: ({ created_at }) => created_at },
  { name: 'refund_at', label: tableWords.refund_at, kind: 'moment', cell: ({ refund_at }) => refund_at },
]

/** The refunds as a table. It has the filters of the list, and the newest come first. */
export const table = tableSource<Row, z.output<typeof Filter>>({
  name: 'refunds',
  label: tableWords.title,
  right: 'money.read',
  filter: Filter,
  columns: async () => columns,
  filterRight: ({ q }) => (isBuyerName(q.replace(REFUND_OF_PAYMENT, '')) ? 'registrations.read' : undefined),
  layouts: [
    {
      name: 'books',
      label: tableWords.for_books,
      columns: ['number', 'refund_at', 'amount', 'currency', 'payment', 'state'],
    },
    {
      name: 'desk',
      label: tableWords.for_desk,
      columns: ['created_at', 'name', 'event', 'amount', 'reason', 'state', 'failure', 'note', 'staff'],
    },
  ],
  read: async ({ db }, { raceid, filter, after, limit }) => {
    const { rows, after: next } = pageOf(
      await listOfRace(db, raceid, {
        state: filter.state ?? null,
        q: filter.q,
        byName: true,
        ids: filter.ids ?? null,
        before: idIn(after) ?? null,
        limit: rowsFor(limit),
      }),
      limit,
      byId,
    )
    const buyers = await buyersOfRefunds(db, raceid, rows)
    return { rows: rows.map((row) => ({ ...row, buyers: buyers.get(row.orderid) ?? [] })), after: next }
  },
})
