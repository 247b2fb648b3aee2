import { nameIn } from '#contract/words.ts'
import { rateOf } from '#db/limits/rates.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { maskMobile } from '#features/accounts/rules.ts'
import { findOrderByKey } from '#features/orders/finding.service.ts'
import { publishedRace, raceGiven } from '#features/registrations/status/ownership.service.ts'
import { goodsOf } from '#features/sales/goods/goods.service.ts'
import { buyPriced, linesOfOrders } from '#features/sales/service.ts'
import { handle } from '#seam/server/handle.ts'
import { onceKey } from '#seam/server/once.ts'
import { findBookAddress } from './addresses/addresses.service.ts'
import { addressRoutes } from './addresses/addresses.routes.ts'
import { checkBasket } from './check.service.ts'
import { miniShopCheck, miniShopGoods, orderCreate, orderQuery, shopReturn } from './contract.ts'
import { claimable, couponRoutes } from './coupons/coupons.routes.ts'
import { listBatches } from './coupons/coupons.store.ts'
import { SHOP, shopGoods } from './goods.service.ts'
import { packRoutes } from './orders/pack.routes.ts'
import { type ShopBasket, presentOrders } from './orders/orders.service.ts'
import { listOrdersOfAccount, lockShopOrder } from './orders/orders.store.ts'
import { type WhyNotPriced, whyNotPriced } from './orders/pricing.rules.ts'
import { insertShopReturn } from './orders/returns.store.ts'
import { readShop } from './settings.store.ts'

const buys = rateOf(30, 60, 'shop buys')
const asks = rateOf(20, 60, 'shop asks')
const isOurs = (word: string): word is WhyNotPriced => whyNotPriced.some((one) => one === word)

export const routes = [
  handle(miniShopGoods, async ({ input, db, lang, now, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const [kinds, settings, batches] = await Promise.all([
      goodsOf(db, race.id, SHOP, input.id),
      readShop(db, race.id),
      listBatches(db, race.id),
    ])
    return {
      zone: race.zone,
      race: nameIn(lang, race.name, race.names),
      items: kinds.flatMap((goods) => shopGoods(lang, goods, { zone: race.zone, now }) ?? []),
      places: settings.places.map(({ name, names, when, whens }) => ({
        name: nameIn(lang, name, names),
        when: nameIn(lang, when, whens),
      })),
      carriage: settings.carriage,
      coupons: claimable(batches, lang, now),
    }
  }),

  handle(miniShopCheck, async ({ input, db, lang, now, who, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    return checkBasket(db, { ...input, uid: who.uid!, coupons: input.coupons }, race.id, lang, now)
  }),

  handle(orderCreate, async ({ input, db, seal, lang, now, who, once, address, refuse }) => {
    const { way, coupons, lines } = input
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const wait = buys.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const to = way === 'post' && input.address ? await findBookAddress(db, seal, who.uid!, input.address) : undefined
    if (way === 'post' && !to) return refuse(input.address ? 'address_unknown' : 'address_needed')
    await seal.prepare(raceScope(race.id))
    const { places } = await readShop(db, race.id)
    const place = places.find(({ name, names }) => name === input.place || Object.values(names).includes(input.place))
    const contact = to && { name: to.name, mobile: to.mobile, address: to.address }
    const basket: ShopBasket = {
      uid: who.uid!,
      coupons,
      way,
      place: place?.name ?? '',
      province: to?.province ?? '',
      contact: contact ? seal.seal(raceScope(race.id), 'shop contact', JSON.stringify(contact)) : Buffer.alloc(0),
      contact_mask: contact ? maskContact(contact) : '',
    }
    const outcome = await buyPriced(db, {
      raceid: race.id,
      room: SHOP,
      uid: who.uid!,
      lines: lines.map((line) => ({ ...line, slot: '' })),
      seen: input.amount,
      subject: nameIn(lang, race.name, race.names),
      payMinutes: race.settings.pay_minutes,
      once: onceKey(orderCreate.path, { once, who, address }),
      details: basket,
      now,
    })
    if ('refused' in outcome) return refuse(outcome.refused)
    if ('saved' in outcome) return outcome.saved
    if (isOurs(outcome.against)) return refuse(outcome.against)
    throw new Error(`The shop does not know ${outcome.against}`)
  }),

  handle(orderQuery, async ({ input, db, seal, lang, now, who, refuse }) => {
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('race_not_found')
    await seal.prepare(raceScope(race.id))
    const rows = await listOrdersOfAccount(db, race.id, who.uid!, input.id)
    return { zone: race.zone, items: await presentOrders({ db, seal }, race.id, rows, lang) }
  }),

  handle(shopReturn, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, id, line, pieces, reason } = input
    const order = await findOrderByKey(db, raceid, id)
    if (!order || order.uid !== who.uid) return refuse('shop_order_unknown')
    const wait = asks.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    return save(async (tx) => {
      const row = (await lockShopOrder(tx, raceid, order.id)) ?? refuse('shop_order_unknown')
      if (row.state !== 'packed' && row.state !== 'sent' && row.state !== 'handed') return refuse('not_with_you')
      const item = (await linesOfOrders(tx, raceid, [order.id])).find(
        ({ _key, room }) => _key === line && room === SHOP,
      )
      if (!item || pieces > item.n - item.returned) return refuse('return_too_many')
      const asked = { raceid, orderid: order.id, item_key: line, uid: who.uid!, pieces, reason }
      return { id: (await insertShopReturn(tx, asked, now)) ?? refuse('return_asked') }
    })
  }),

  ...couponRoutes,
  ...addressRoutes,
  ...packRoutes,
]

/** Masks an address: 王* · 138****0000 · 湖北省… */
const maskContact = ({ name, mobile, address }: { name: string; mobile: string; address: string }): string =>
  `${[...name][0] ?? ''}${'*'.repeat(Math.max(1, [...name].length - 1))} · ${maskMobile(mobile)} · ` +
  `${[...address].slice(0, 3).join('')}…`
