import { type Lang, nameIn } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { rateOf } from '#db/limits/rates.ts'
import type { Tx } from '#db/db.ts'
import { findOrderByKey } from '#features/orders/finding.service.ts'
import { publishedRace, raceGiven } from '#features/registrations/status/ownership.service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import {
  consoleSalesList,
  consoleSalesReturn,
  salesCheck,
  salesMine,
  salesOffer,
  salesPay,
  salesReturn,
  salesSignup,
} from './contract.ts'
import { lookAtOrder } from './batch.service.ts'
import { buyerStandingOf } from './selling.store.ts'
import { consoleGoodsList, consoleGoodsSave } from './goods/goods.contract.ts'
import { NotKept, goodsOf, keepGoods } from './goods/goods.service.ts'
import { consoleSalesMovements } from './movements/movements.contract.ts'
import { movementsPage, shownMovement } from './movements/movements.service.ts'
import { isSelling } from './hooks.service.ts'
import { type ItemView, listOwnLines, listLinesOfOrder, listSales } from './items.store.ts'
import { holdsOwnGoods, orderWithGoods, ownOrder, payGoods } from './payGoods.service.ts'
import { offeredAtSignup } from './signup/signup.service.ts'
import { type Returned, offerReturn, returnGoods } from './returning.service.ts'

const pays = rateOf(60, 60, 'sales pays')
const returns = rateOf(20, 60, 'sales returns')

const lineIn =
  (lang: Lang) =>
  ({ goods, goods_names, variant, variant_names, ...item }: ItemView) => ({
    ...item,
    goods: nameIn(lang, goods, goods_names),
    variant: nameIn(lang, variant, variant_names),
  })
/** Finds the ids of given lines in an order. A line that is not in the order has the id 0. */
const linesIn = async (
  on: Tx,
  order: { raceid: number; id: number },
  given: readonly { id: string; pieces: number }[],
): Promise<{ items: ItemView[]; lines: Returned[] }> => {
  const items = await listLinesOfOrder(on, order.raceid, order.id)
  return {
    items,
    lines: given.map(({ id, pieces }) => ({ itemid: items.find(({ _key }) => _key === id)?.id ?? 0, pieces })),
  }
}

export const routes = [
  handle(salesSignup, async ({ input, db, lang, now, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    return offeredAtSignup(db, race.id, lang, now)
  }),
  handle(salesMine, async ({ input, db, who, lang, now, refuse }) => {
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('race_not_found')
    return { zone: race.zone, items: (await listOwnLines(db, race.id, who.uid!)).map(lineIn(lang)) }
  }),

  handle(salesPay, async ({ input, now, who, lang, address, userAgent, refuse, ...parts }) => {
    const order = (await ownOrder(parts.db, input.id, who.uid!)) ?? refuse('goods_order_unknown')
    if (input.payment) {
      const wait = pays.count(String(who.uid), now)
      if (wait > 0) return refuse('too_often', { retry_after: wait })
    }
    const answer = await payGoods(parts, order, { ...input, uid: who.uid!, lang, now, address, userAgent })
    return typeof answer === 'string' ? refuse(answer) : answer
  }),

  handle(salesCheck, async ({ input, db, now, who, refuse }) => {
    const { raceid, room, lines } = input
    if (!(await publishedRace(db, raceid, now))) return refuse('race_not_found')
    const standing = await buyerStandingOf(db, raceid, who.uid!)
    const fill = await lookAtOrder(db, raceid, { uid: who.uid!, room, lines, standing, seen: undefined }, now)
    if ('refused' in fill) return refuse(fill.refused)
    return { amount: 'amount' in fill ? fill.amount : 0 }
  }),

  handle(salesOffer, async ({ input, db, now, who, refuse }) => {
    const order = (await orderWithGoods(db, input.id, who.uid!)) ?? refuse('goods_order_unknown')
    const race = (await raceGiven(db, order.raceid, now))!
    const offers = await db.transaction().execute(async (tx) => {
      const { items, lines } = await linesIn(tx, order, input.lines)
      return offerReturn(tx, items, { raceid: order.raceid, orderid: order.id, zone: race.zone, lines, now })
    })
    return typeof offers === 'string' ? refuse(offers) : offers
  }),

  handle(salesReturn, async ({ input, db, now, who, refuse, save }) => {
    const order = (await orderWithGoods(db, input.id, who.uid!)) ?? refuse('goods_order_unknown')
    const wait = returns.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const race = (await raceGiven(db, order.raceid, now))!
    return save(async (tx) => {
      const { lines } = await linesIn(tx, order, input.lines)
      const asked = { raceid: order.raceid, orderid: order.id, zone: race.zone, lines, now, shown: input.amount }
      const back = await returnGoods(tx, asked)
      if ('refused' in back) return refuse(back.refused)
      if ('changed' in back) return refuse('return_changed')
      return back
    })
  }),

  handle(consoleGoodsList, async ({ input, db }) => ({ items: await goodsOf(db, input.raceid, input.room) })),

  handle(consoleGoodsSave, async ({ input, db, now, who, refuse, save }) => {
    if (!isSelling(input.room)) return refuse('goods_room_unknown')
    if (!(await raceGiven(db, input.raceid, now))) return refuse('race_not_found')
    try {
      return await save(async (tx) => {
        const kept = await keepGoods(tx, input, now, who.staffid)
        await logChange(tx, {
          who,
          now,
          raceid: input.raceid,
          what: input.id === undefined ? 'goods made' : 'goods changed',
          target: `goods ${kept.id}`,
          after: input,
        })
        return kept
      })
    } catch (error) {
      if (error instanceof NotKept) return refuse(error.why)
      throw error
    }
  }),

  handle(consoleSalesList, async ({ input, db, lang }) => {
    const { raceid, after, limit, ...wanted } = input
    const rows = await listSales(db, raceid, { ...wanted, after: idIn(after), limit: rowsFor(limit) })
    const page = pageOf(rows, limit, byId)
    return { items: page.rows.map(lineIn(lang)), after: page.after }
  }),

  handle(consoleSalesMovements, async ({ input: { raceid, after, limit, ...wanted }, db, lang }) => {
    const page = await movementsPage(db, raceid, wanted, { after, limit })
    return { items: page.rows.map((row) => shownMovement(lang, row)), after: page.after }
  }),

  handle(consoleSalesReturn, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, id, percent, reason } = input
    const order = await findOrderByKey(db, raceid, id)
    const race = await raceGiven(db, raceid, now)
    if (!order || !race || !holdsOwnGoods(order)) return refuse('goods_order_unknown')
    return save(async (tx) => {
      const { lines } = await linesIn(tx, order, input.lines)
      const staff = { who, percent, reason }
      const back = await returnGoods(tx, { raceid, orderid: order.id, zone: race.zone, lines, now, staff })
      if ('refused' in back) return refuse(back.refused)
      return { amount: 'amount' in back ? back.amount : 0 }
    })
  }),
]
