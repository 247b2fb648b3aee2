import * as z from 'zod/mini'
import { type Lang, nameIn } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { linesOfOrders } from '#features/sales/service.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { orderListWords as words } from './lists.words.ts'
import { consoleShopOrders } from './orders.contract.ts'
import { SHOP } from '../goods.service.ts'
import { type OrderContact, contactOf, withOwnMoney } from './orders.service.ts'
import { type ShopOrderView, listShopOrders } from './orders.store.ts'

const Filter = z.pick(consoleShopOrders.input, { state: true, way: true, q: true })
type Line = Awaited<ReturnType<typeof linesOfOrders>>[number]
type Row = ShopOrderView & { own: readonly Line[]; pieces: number }
type Column = TableColumn<Row>
/**
 * Makes the column for a part of the address. A file that may show addresses has the parts in full. A file that may not
 * show addresses has the masked contact in the column `name`, and its columns `mobile` and `address` are empty.
 */
const sealed = (name: keyof OrderContact, masked: (row: Row) => string | null): Column => ({
  name,
  label: words[name],
  kind: 'text',
  sealed: true,
  cell: (row, { seal }) => (seal ? (contactOf(seal, row)?.[name] ?? null) : masked(row)),
})
/** Names the things of an order that were not returned, in one text. */
const thingsIn = (own: readonly Line[], lang: Lang): string =>
  own
    .map(
      (one) =>
        `${nameIn(lang, one.goods, one.goods_names)} ${nameIn(lang, one.variant, one.variant_names)} × ` +
        `${one.n - one.returned}`,
    )
    .join('; ')
const columns: readonly Column[] = [
  { name: 'number', label: words.number, kind: 'text', cell: ({ tradeno }) => tradeno },
  { name: 'state', label: words.state, kind: 'text', cell: ({ state }, { lang }) => words.states[state][lang] },
  { name: 'way', label: words.way, kind: 'text', cell: ({ way }, { lang }) => words.ways[way][lang] },
  { name: 'place', label: words.place, kind: 'text', cell: ({ place }) => place },
  sealed('name', ({ contact_mask }) => contact_mask || null),
  sealed('mobile', () => null),
  sealed('address', () => null),
  { name: 'things', label: words.things, kind: 'text', cell: ({ own }, { lang }) => thingsIn(own, lang) },
  { name: 'pieces', label: words.pieces, kind: 'number', cell: ({ pieces }) => pieces },
  { name: 'carrier', label: words.carrier, kind: 'text', cell: ({ carrier }) => carrier },
  { name: 'tracking', label: words.tracking, kind: 'text', cell: ({ number }) => number },
  { name: 'amount', label: words.amount, kind: 'money', cell: ({ amount }) => amount },
  { name: 'discount', label: words.discount, kind: 'money', cell: ({ discount }) => discount },
  { name: 'postage', label: words.postage, kind: 'money', cell: ({ postage }) => postage },
  { name: 'refunded', label: words.refunded, kind: 'money', cell: ({ refunded }) => refunded },
  { name: 'created_at', label: words.created, kind: 'moment', cell: ({ created_at }) => created_at },
  { name: 'sent_at', label: words.sent_at, kind: 'moment', cell: ({ sent_at }) => sent_at },
]

/** The orders of the shop with the filters of their list. The file is the packing list and the labels of parcels. */
export const table = tableSource<Row, z.output<typeof Filter>>({
  name: 'shop_orders',
  label: words.orders,
  right: 'sealed.open',
  filter: Filter,
  columns: async () => columns,
  layouts: [
    {
      name: 'packing',
      label: words.packing,
      columns: ['number', 'way', 'place', 'name', 'mobile', 'address', 'things', 'pieces', 'carrier', 'tracking'],
    },
  ],
  read: async ({ db }, { raceid, filter, after, limit }) => {
    const page = pageOf(
      await listShopOrders(db, raceid, { ...filter, after: idIn(after), limit: rowsFor(limit) }),
      limit,
      byId,
    )
    const lines = await linesOfOrders(
      db,
      raceid,
      page.rows.map(({ orderid }) => orderid),
    )
    const rows = withOwnMoney(page.rows, lines).map((row): Row => {
      const own = lines.filter(
        ({ orderid, n, returned, room }) => orderid === row.orderid && room === SHOP && n > returned,
      )
      return {
        ...row,
        pieces: own.reduce((sum, { n, returned }) => sum + n - returned, 0),
        own,
      }
    })
    return { rows, after: page.after }
  },
  opened: { what: 'shop orders opened', target: ({ orderid }) => `order ${orderid}` },
})
