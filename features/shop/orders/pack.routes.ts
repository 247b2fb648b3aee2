import { nameIn } from '#contract/words.ts'
import { amountText } from '#contract/written.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { eachLang } from '#features/messages/rules.ts'
import { sendMessage } from '#features/messages/service.ts'
import { findOrder, findOrderByKey } from '#features/orders/finding.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { returnGoods } from '#features/sales/returning.service.ts'
import { linesOfOrders } from '#features/sales/service.ts'
import { partOf } from '#features/sales/tiers.rules.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { readShop, saveShop } from '../settings.store.ts'
import {
  consoleShopDecide,
  consoleShopHand,
  consoleShopOrders,
  consoleShopPack,
  consoleShopReturns,
  consoleShopSend,
  consoleShopSettings,
  consoleShopShow,
} from './orders.contract.ts'
import { changeShopOrder, countShop, listShopOrders, lockShopOrder, markPacked } from './orders.store.ts'
import { packLines, sendOrder } from './pack.service.ts'
import { decideShopReturn, listShopReturns, lockShopReturn } from './returns.store.ts'

export const packRoutes = [
  handle(consoleShopShow, async ({ input: { raceid }, db }) => {
    const [settings, counts] = await Promise.all([readShop(db, raceid), countShop(db, raceid)])
    return { settings, counts }
  }),

  handle(consoleShopSettings, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, ...after } = input
    if (!(await raceGiven(db, raceid, now))) return refuse('race_not_found')
    return save(async (tx) => {
      const before = await readShop(tx, raceid)
      await saveShop(tx, raceid, after, now)
      await logChange(tx, { who, now, raceid, what: 'shop changed', target: `race ${raceid}`, before, after })
      return after
    })
  }),

  handle(consoleShopOrders, async ({ input, db, lang }) => {
    const { raceid, after, limit, ...wanted } = input
    const rows = await listShopOrders(db, raceid, { ...wanted, after: idIn(after), limit: rowsFor(limit) })
    const page = pageOf(rows, limit, byId)
    return { items: await packLines(db, raceid, page.rows, lang), after: page.after }
  }),

  handle(consoleShopPack, async ({ input: { raceid, ids }, now, who, save }) =>
    save(async (tx) => {
      const packed = await markPacked(tx, raceid, ids, now)
      const target = `race ${raceid}`
      await logChange(tx, { who, now, raceid, what: 'shop orders packed', target, after: { orders: ids, packed } })
      return { packed }
    }),
  ),

  handle(consoleShopSend, async ({ input, db, seal, now, who, refuse, save }) => {
    const { raceid, id, carrier, number } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('shop_order_unknown')
    const order = (await findOrder(db, raceid, id)) ?? refuse('shop_order_unknown')
    await seal.prepare('accounts')
    return save(async (tx) => {
      const before = (await lockShopOrder(tx, raceid, id)) ?? refuse('shop_order_unknown')
      if (before.way !== 'post') return refuse('shop_order_way')
      if (before.state !== 'paid' && before.state !== 'packed' && before.state !== 'sent')
        return refuse('shop_order_state')
      await sendOrder(tx, { race, order, before, carrier, number, who, seal }, now)
      return { sent: true }
    })
  }),

  handle(consoleShopHand, async ({ input: { raceid, id }, db, lang, now, who, refuse, save }) => {
    const order = await findOrderByKey(db, raceid, id)
    if (!order) return refuse('shop_order_unknown')
    return save(async (tx) => {
      const before = (await lockShopOrder(tx, raceid, order.id)) ?? refuse('shop_order_unknown')
      if (before.way !== 'pickup') return refuse('shop_order_way')
      if (before.state !== 'paid' && before.state !== 'packed') return refuse('shop_order_state')
      await changeShopOrder(tx, raceid, order.id, { state: 'handed', sent_at: now }, now)
      await logChange(tx, { who, now, raceid, what: 'shop order handed', target: `order ${order.id}` })
      const rows = await listShopOrders(tx, raceid, { ids: [order.id], limit: 1 })
      return (await packLines(tx, raceid, rows, lang))[0]!
    })
  }),

  handle(consoleShopReturns, async ({ input, db, lang }) => {
    const { raceid, state, after, limit } = input
    const rows = await listShopReturns(db, raceid, { state, after: idIn(after), limit: rowsFor(limit) })
    const page = pageOf(rows, limit, byId)
    const orderids = [...new Set(page.rows.map(({ orderid }) => orderid))]
    const lines = await linesOfOrders(db, raceid, orderids)
    const items = page.rows.map((row) => {
      const line = lines.find(({ _key }) => _key === row.item_key)!
      const gone = row.state === 'taken' ? 0 : line.returned
      return {
        ...row,
        tradeno: line.tradeno,
        goods: nameIn(lang, line.goods, line.goods_names),
        variant: nameIn(lang, line.variant, line.variant_names),
        amount: partOf(line.amount, line.n, Math.min(gone, line.n - row.pieces), row.pieces),
      }
    })
    return { items, after: page.after }
  }),

  handle(consoleShopDecide, async ({ input, db, seal, now, who, refuse, save }) => {
    const { raceid, id, take, percent, note } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('return_decided')
    await seal.prepare('accounts')
    return save(async (tx) => {
      const row = (await lockShopReturn(tx, raceid, id)) ?? refuse('return_decided')
      if (row.state !== 'asked') return refuse('return_decided')
      const line = (await linesOfOrders(tx, raceid, [row.orderid])).find(({ _key }) => _key === row.item_key)
      let amount = 0
      if (take) {
        const lines = [{ itemid: line?.id ?? 0, pieces: row.pieces }]
        const staff = { who, percent, reason: note }
        const back = await returnGoods(tx, { raceid, orderid: row.orderid, zone: race.zone, lines, now, staff })
        if ('refused' in back) return refuse(back.refused)
        amount = 'amount' in back ? back.amount : 0
      }
      await decideShopReturn(tx, row, { state: take ? 'taken' : 'refused', note, staffid: who.staffid }, now)
      const what = take ? 'shop return taken' : 'shop return refused'
      await logChange(tx, { who, now, raceid, what, target: `order ${row.orderid}`, after: { amount, percent, note } })
      await sendMessage(tx, {
        seal,
        now,
        uid: row.uid,
        path: `/shop/order?raceid=${raceid}&id=${line?.order_key ?? ''}`,
        lang: 'zh-cn',
        template: take ? 'goods_taken_back' : 'goods_not_taken_back',
        values: { race: eachLang((lang) => nameIn(lang, race.name, race.names)), amount: amountText(amount), note },
        key: `shop_return ${raceid}/${id}`,
        raceid,
      })
      return { amount }
    })
  }),
]
