import type * as z from 'zod/mini'
import { isBuyerName } from '#features/orders/buyers.service.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { TicketFilter } from './sold.contract.ts'
import { type PresentedSold, pageSold, searchOf } from './sold.service.ts'
import { soldWords as words } from './sold.words.ts'

/** Tells whether a searched text is the name of a holder, and not the number or the code of a ticket or an order. */
const isHolder = (q = ''): boolean => isBuyerName(searchOf(0, { q }).q ?? '')

const columns: readonly TableColumn<PresentedSold>[] = [
  { name: 'number', label: words.number, kind: 'number', cell: ({ id }) => id },
  { name: 'goods', label: words.kind, kind: 'text', cell: ({ goods }) => goods },
  { name: 'variant', label: words.variant, kind: 'text', cell: ({ variant }) => variant || null },
  { name: 'slot', label: words.slot, kind: 'text', cell: ({ slot }) => slot || null },
  { name: 'starts_at', label: words.starts_at, kind: 'moment', cell: ({ starts_at }) => starts_at },
  {
    name: 'holder',
    label: words.holder,
    kind: 'text',
    right: 'registrations.read',
    cell: ({ holder }) => holder,
  },
  { name: 'state', label: words.state, kind: 'text', cell: ({ state }, { lang }) => words[state][lang] },
  { name: 'moves', label: words.moves, kind: 'number', cell: ({ moves }) => moves },
  { name: 'price', label: words.price, kind: 'money', cell: ({ price }) => price },
  { name: 'tradeno', label: words.order, kind: 'text', cell: ({ tradeno }) => tradeno },
  { name: 'created_at', label: words.sold_at, kind: 'moment', cell: ({ created_at }) => created_at },
]

/** The sold tickets as a table, with the filters of the list. */
export const table = tableSource<PresentedSold, z.output<typeof TicketFilter>>({
  name: 'tickets',
  label: words.title,
  right: 'money.read',
  filter: TicketFilter,
  columns: async () => columns,
  filterRight: ({ q }) => (isHolder(q) ? 'registrations.read' : undefined),
  read: async ({ db, lang }, { raceid, filter, after, limit }) => {
    const page = await pageSold(db, { lang, named: true }, raceid, filter, { after, limit })
    return { rows: page.items, after: page.after }
  },
})
