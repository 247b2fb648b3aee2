import * as z from 'zod/mini'
import type { Text } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { isBuyerName, ordersOfName, withPeople } from './buyers.service.ts'
import { consoleOrdersList } from './contract.ts'
import { listOrders } from './store.ts'
import { words } from './words.ts'

const Filter = z.pick(consoleOrdersList.input, { state: true, q: true })
type Row = Awaited<ReturnType<typeof listOrders>>[number] & { people: readonly string[] }
const said = (texts: Readonly<Record<string, Text>>, name: string | null): Text | undefined =>
  name === null ? undefined : texts[name]

const columns: readonly TableColumn<Row>[] = [
  { name: 'number', label: words.number, kind: 'text', cell: ({ tradeno }) => tradeno },
  { name: 'subject', label: words.subject, kind: 'text', cell: ({ subject }) => subject },
  {
    name: 'people',
    label: words.person,
    kind: 'text',
    right: 'registrations.read',
    cell: ({ people }) => people.join('、'),
  },
  {
    name: 'state',
    label: words.state,
    kind: 'text',
    cell: ({ state }, { lang }) => words[state as 'open' | 'paid' | 'closed'][lang],
  },
  {
    name: 'reason',
    label: words.reason,
    kind: 'text',
    cell: ({ close_reason }, { lang }) => said(words.closeReasons, close_reason)?.[lang] ?? null,
  },
  { name: 'amount', label: words.amountYuan, kind: 'money', cell: ({ amount }) => amount },
  { name: 'refunded', label: words.refundedYuan, kind: 'money', cell: ({ refunded }) => refunded },
  {
    name: 'payment',
    label: words.payment,
    kind: 'text',
    cell: ({ payment }, { lang }) => said(words.methods, payment)?.[lang] ?? payment,
  },
  { name: 'created_at', label: words.created, kind: 'moment', cell: ({ created_at }) => created_at },
  { name: 'pay_end', label: words.payEnd, kind: 'moment', cell: ({ pay_end }) => pay_end },
  { name: 'pay_at', label: words.payAt, kind: 'moment', cell: ({ pay_at }) => pay_at },
  {
    name: 'unbalanced',
    label: words.unbalanced,
    kind: 'text',
    cell: ({ balanced }, { lang }) => (balanced ? null : words.unbalanced[lang]),
  },
]

/** The orders with the filters of their list, the newest first. */
export const table = tableSource<Row, z.output<typeof Filter>>({
  name: 'orders',
  label: words.title,
  right: 'money.read',
  filter: Filter,
  columns: async () => columns,
  filterRight: ({ q }) => (isBuyerName(q) ? 'registrations.read' : undefined),
  read: async ({ db, lang }, { raceid, filter: { state, q }, after, limit }) => {
    const people = ordersOfName(raceid, q)
    const found = await listOrders(db, raceid, { state, q, people, after: idIn(after), limit: rowsFor(limit) })
    const page = pageOf(found, limit, byId)
    const rows = await withPeople(db, raceid, page.rows, { lang, named: true })
    return {
      ...page,
      rows: rows.map(({ registrations, buyers, ...row }) => ({
        ...row,
        people: [...registrations.map(({ name }) => name), ...buyers],
      })),
    }
  },
})
