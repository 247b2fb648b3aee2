import { type Lang, nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { eachLang } from '#features/messages/rules.ts'
import { sendMessage } from '#features/messages/service.ts'
import { linesOfOrders } from '#features/sales/service.ts'
import { logChange } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import { SHOP } from '../goods.service.ts'
import { type ShopOrderRow, type ShopOrderView, changeShopOrder } from './orders.store.ts'

/** Presents orders to the staff who pack them. The address is masked. */
export const packLines = async (on: Db | Tx, raceid: number, rows: readonly ShopOrderView[], lang: Lang) => {
  const lines = await linesOfOrders(
    on,
    raceid,
    rows.map(({ orderid }) => orderid),
  )
  return rows.map((row) => ({
    ...row,
    contact: row.contact_mask,
    lines: lines
      .filter(({ orderid, n, returned, room }) => orderid === row.orderid && room === SHOP && n > returned)
      .map((line) => ({
        goods: nameIn(lang, line.goods, line.goods_names),
        variant: nameIn(lang, line.variant, line.variant_names),
        n: line.n - line.returned,
      })),
  }))
}

type Sending = {
  race: { id: number; name: string; names: unknown }
  order: { id: number; uid: number; _key: string }
  before: ShopOrderRow
  carrier: string
  number: string
  who: Who
  seal: Seal
}
/**
 * Records the carrier and the number of the parcel, and notifies the buyer. The caller has locked the order's row and
 * prepared the key of 'accounts'.
 */
export const sendOrder = async (
  tx: Tx,
  { race, order, before, carrier, number, who, seal }: Sending,
  now: Date,
): Promise<void> => {
  const set = { state: 'sent' as const, carrier, number, sent_at: before.sent_at ?? now }
  await changeShopOrder(tx, race.id, order.id, set, now)
  await logChange(tx, {
    who,
    now,
    raceid: race.id,
    what: before.state === 'sent' ? 'shop order corrected' : 'shop order sent',
    target: `order ${order.id}`,
    before: { carrier: before.carrier, number: before.number },
    after: { carrier, number },
  })
  await sendMessage(tx, {
    seal,
    now,
    uid: before.uid,
    path: `/shop/order?raceid=${race.id}&id=${order._key}`,
    lang: 'zh-cn',
    template: 'goods_sent',
    values: { race: eachLang((lang) => nameIn(lang, race.name, race.names)), carrier, number },
    key: `goods_sent ${race.id}/${order.id} ${number}`,
    raceid: race.id,
  })
}
