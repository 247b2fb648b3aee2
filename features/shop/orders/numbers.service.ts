import { sameText } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { readRace } from '#features/races/service.ts'
import { type ImportRow, type ImportWork, type RowPlan, importKind } from '#seam/server/imports.ts'
import { orderListWords as words } from './lists.words.ts'
import { type ShopOrderView, listByNumbers, lockShopOrder } from './orders.store.ts'
import { sendOrder } from './pack.service.ts'

type Known = ReadonlyMap<string, ShopOrderView>
type Item = { order: ShopOrderView; carrier: string; number: string }
const valueOf = ({ cells }: ImportRow, name: string): string => (cells[name] ?? '').trim()

/** Plans each row, or names the reason why the row is refused. */
const plan = (rows: readonly ImportRow[], known: Known): RowPlan<Item>[] => {
  const seen = new Set<string>()
  return rows.map((row): RowPlan<Item> => {
    const { line } = row
    const [tradeno, carrier, number] = [valueOf(row, 'order'), valueOf(row, 'carrier'), valueOf(row, 'number')]
    const order = known.get(tradeno)
    if (!order) return { line, state: 'refused', why: words.unknown }
    if (seen.has(tradeno)) return { line, state: 'refused', why: words.twice }
    seen.add(tradeno)
    if (carrier === '' || number === '' || carrier.length > 30 || number.length > 40)
      return { line, state: 'refused', why: words.noNumber }
    if (order.way !== 'post' || !['paid', 'packed', 'sent'].includes(order.state))
      return { line, state: 'refused', why: words.notToSend }
    if (order.carrier === carrier && order.number === number) return { line, state: 'same' }
    return { line, state: order.state === 'sent' ? 'changed' : 'added', item: { order, carrier, number } }
  })
}

const apply = async (tx: Tx, { raceid, seal, who, now, db }: ImportWork, items: readonly Item[]): Promise<void> => {
  const race = (await readRace(db, raceid, now))!
  for (const { order, carrier, number } of items.toSorted((a, b) => a.order.orderid - b.order.orderid)) {
    const before = (await lockShopOrder(tx, raceid, order.orderid))!
    await sendOrder(tx, { race, order, before, carrier, number, who, seal }, now)
  }
}

/** The list that gives each order the number of its parcel. The packing list has these columns too. */
export const numberList = importKind<Known, Item>({
  name: 'shop_numbers',
  label: words.numbers,
  description: words.numbersHow,
  right: 'sealed.open',
  logged: 'shop numbers imported',
  columns: [
    {
      name: 'order',
      label: words.number,
      titles: /^(订单号|訂單號|order number|order)$/i,
      needed: true,
      example: sameText('202600000001'),
    },
    {
      name: 'carrier',
      label: words.carrier,
      titles: /^(快递公司|快遞公司|承运商|carrier)$/i,
      needed: true,
      example: sameText('顺丰'),
    },
    {
      name: 'number',
      label: words.tracking,
      titles: /^(快递单号|快遞單號|运单号|tracking number|number)$/i,
      needed: true,
      example: sameText('SF1234567890'),
    },
  ],
  prepare: ({ seal }) => seal.prepare('accounts'),
  known: async (on: Db | Tx, { raceid }, rows) => {
    const found = await listByNumbers(on, raceid, [...new Set(rows.map((row) => valueOf(row, 'order')))])
    return new Map(found.map((order) => [order.tradeno, order]))
  },
  plan,
  apply,
})
