import { type Lang, nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { goodsOf } from '#features/sales/goods/goods.service.ts'
import type { GoodsHooks, WantWithDetails } from '#features/sales/hooks.service.ts'
import { linesOfOrders } from '#features/sales/service.ts'
import type { ShopOrderState } from '../contract.ts'
import { type UsedCoupon, freeCoupons, lockCoupons, useCoupons } from '../coupons/coupons.store.ts'
import { SHOP, goodsSettings, gramsOf } from '../goods.service.ts'
import { readShop } from '../settings.store.ts'
import { type BasketWishes, type PricedBasket, type ShopTerms, priceBasket } from './pricing.rules.ts'
import {
  type NewShopOrder,
  type ShopOrderView,
  changeShopOrder,
  insertShopOrders,
  lockShopOrder,
  markShopPaid,
} from './orders.store.ts'
import { listReturnsOf } from './returns.store.ts'

/** The wishes of an order with its sealed contact. */
export type ShopBasket = BasketWishes & Pick<NewShopOrder, 'contact' | 'contact_mask'>
const basketOf = ({ details }: WantWithDetails): ShopBasket => details as ShopBasket

/** Indexes coupons by their key. A coupon whose batch is closed counts as void. */
export const heldCoupons = (rows: Awaited<ReturnType<typeof lockCoupons>>): ShopTerms['held'] =>
  new Map(rows.map((row) => [row._key, { ...row, state: row.open ? row.state : 'void' }]))

export const shopTerms = async (on: Db | Tx, raceid: number, held: ShopTerms['held']): Promise<ShopTerms> => {
  const [settings, kinds] = await Promise.all([readShop(on, raceid), goodsOf(on, raceid, SHOP)])
  return {
    carriage: settings.carriage,
    places: settings.places.map(({ name }) => name),
    grams: gramsOf(kinds),
    held,
  }
}

/**
 * The states before the race has packed the things, in which the buyer can give them back at once. `notSent` has the
 * states before the race has sent or handed out the things.
 */
const stillHere: readonly ShopOrderState[] = ['open', 'paid']
const notSent: readonly ShopOrderState[] = ['open', 'paid', 'packed']

/**
 * The priced basket of each order, with the savings of its coupons. `pricing` writes it here, and `opened` reads it.
 */
const found = new WeakMap<object, PricedBasket>()

/**
 * Ends an unpaid order, or an order whose last piece the buyer has given back. If the things were never sent, the
 * function also gives the coupons back.
 */
const endWhole = async (tx: Tx, raceid: number, orderid: number, now: Date): Promise<void> => {
  const row = await lockShopOrder(tx, raceid, orderid)
  if (!row) return
  const lines = await linesOfOrders(tx, raceid, [orderid])
  if (row.state === 'open') {
    await changeShopOrder(tx, raceid, orderid, { state: 'closed' }, now)
    return freeCoupons(tx, raceid, orderid)
  }
  if (lines.some(({ n, returned, room }) => room === SHOP && returned < n)) return
  const here = notSent.includes(row.state)
  await changeShopOrder(tx, raceid, orderid, { state: 'returned', postage_back: here ? row.postage : 0 }, now)
  if (here) await freeCoupons(tx, raceid, orderid)
}

export const hooks: GoodsHooks = {
  settings: goodsSettings,
  page: (raceid, key) => `/shop/order?raceid=${raceid}&id=${key}`,
  signup: {
    picture: (settings) => goodsSettings(settings).pictures[0] ?? null,
    places: async (on, raceid, lang) =>
      (await readShop(on, raceid)).places.map(({ name, names, when, whens }) => ({
        id: name,
        name: nameIn(lang, name, names),
        when: nameIn(lang, when, whens),
      })),
    // The race does not send the goods of a sign-up by post.
    details: (uid, { place, coupons }): ShopBasket => ({
      uid,
      coupons,
      way: 'pickup',
      place,
      province: '',
      contact: Buffer.alloc(0),
      contact_mask: '',
    }),
  },
  pricing: async (tx, raceid, waiting, now) => {
    const rows = await lockCoupons(
      tx,
      raceid,
      waiting.flatMap((one) => basketOf(one).coupons),
    )
    const held = new Map(heldCoupons(rows))
    const terms = await shopTerms(tx, raceid, held)
    return {
      price: (one, lines) => {
        const priced = priceBasket(terms, basketOf(one), lines, now)
        if (!('against' in priced)) found.set(one, priced)
        return priced
      },
      took: (one) => {
        for (const key of basketOf(one).coupons) {
          const coupon = held.get(key)
          if (coupon) held.set(key, { ...coupon, state: 'used' })
        }
      },
    }
  },
  opened: async (tx, raceid, orders, now) => {
    const used: UsedCoupon[] = []
    const rows = orders.map(({ one, fill, orderid, paid }): NewShopOrder => {
      for (const { id, off } of found.get(one)!.by) used.push({ id, off, orderid })
      const { way, place, province, contact, contact_mask } = basketOf(one)
      return {
        orderid,
        uid: one.uid,
        way,
        place: way === 'pickup' ? place : '',
        province: way === 'post' ? province : '',
        contact: way === 'post' ? contact : Buffer.alloc(0),
        contact_mask: way === 'post' ? contact_mask : '',
        postage: fill.beside,
        state: paid ? 'paid' : 'open',
      }
    })
    await insertShopOrders(tx, raceid, rows, now)
    await useCoupons(tx, raceid, used, now)
  },
  paid: async (tx, raceid, items, now) =>
    markShopPaid(tx, raceid, [...new Set(items.map(({ orderid }) => orderid))], now),
  gone: async (tx, raceid, items, now) => {
    for (const orderid of [...new Set(items.map((item) => item.orderid))].sort((a, b) => a - b))
      await endWhole(tx, raceid, orderid, now)
  },
  left: async (tx, raceid, items) => {
    const row = await lockShopOrder(tx, raceid, items[0]!.orderid)
    const here = row && stillHere.includes(row.state)
    return new Map(items.map(({ id, n, returned }) => [id, here ? n - returned : 0]))
  },
  beside: async (tx, raceid, orderid, whole) => {
    const row = whole ? await lockShopOrder(tx, raceid, orderid) : undefined
    return row && notSent.includes(row.state) ? row.postage - row.postage_back : 0
  },
}

export type OrderContact = { name: string; mobile: string; address: string }
/** Opens the address of an order. Null for a pick-up, and after the erasure of the address. */
export const contactOf = (seal: Seal, row: Pick<ShopOrderView, 'raceid' | 'contact'>): OrderContact | null =>
  JSON.parse(seal.open(raceScope(row.raceid), 'shop contact', row.contact) || 'null') as OrderContact | null

/**
 * Replaces the amounts of orders that belong to a sign-up. Such an order contains the entries too, but the new amounts
 * count only the goods of the shop.
 */
export const withOwnMoney = <Row extends ShopOrderView>(
  rows: readonly Row[],
  lines: readonly { orderid: number; room: string; amount: number; back: number }[],
): (Row & { goods: number; signup: boolean })[] =>
  rows.map((row) => {
    const signup = row.room !== SHOP
    if (!signup) return { ...row, goods: row.fee - row.postage, signup }
    const own = lines.filter(({ orderid, room }) => orderid === row.orderid && room === SHOP)
    const amount = own.reduce((sum, line) => sum + line.amount, 0)
    const refunded = own.reduce((sum, { back }) => sum + back, 0)
    return { ...row, goods: amount, amount, discount: 0, refunded, signup }
  })

/**
 * Returns a function that gives a place of pick-up its name in a language. A place that staff removed keeps its name.
 */
export const placesIn = async (db: Db, raceid: number, lang: Lang): Promise<(place: string) => string> => {
  const { places } = await readShop(db, raceid)
  return (place) => {
    const found = places.find(({ name }) => name === place)
    return found ? nameIn(lang, found.name, found.names) : place
  }
}

/** Presents orders to their buyer. The caller has prepared the race's key. */
export const presentOrders = async (
  { db, seal }: { db: Db; seal: Seal },
  raceid: number,
  rows: readonly ShopOrderView[],
  lang: Lang,
) => {
  const ids = rows.map(({ orderid }) => orderid)
  const [lines, returns, kinds, placeIn] = await Promise.all([
    linesOfOrders(db, raceid, ids),
    listReturnsOf(db, raceid, ids),
    goodsOf(db, raceid, SHOP),
    placesIn(db, raceid, lang),
  ])
  const pictureOf = (goodsid: number, variantid: number): string | null => {
    const kind = kinds.find(({ id }) => id === goodsid)
    const own = kind?.variants.find(({ id }) => id === variantid)?.settings.picture
    return (own as string | undefined) || (kind && goodsSettings(kind.settings).pictures[0]) || null
  }
  return withOwnMoney(rows, lines).map((row) => ({
    ...row,
    place: placeIn(row.place),
    contact: contactOf(seal, row),
    returns: returns.filter(({ orderid }) => orderid === row.orderid),
    lines: lines
      .filter(({ orderid, room }) => orderid === row.orderid && room === SHOP)
      .map((line) => ({
        ...line,
        goods: nameIn(lang, line.goods, line.goods_names),
        variant: nameIn(lang, line.variant, line.variant_names),
        picture: pictureOf(line.goodsid, line.variantid),
      })),
  }))
}
