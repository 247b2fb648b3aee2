import { expect } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { closeDueOrders } from '#features/payments/jobs.ts'
import { saveRace } from '#features/races/service.ts'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { orderCreate, orderQuery, shopAddress } from '#features/shop/contract.ts'
import { consoleCouponsSave, miniShopCoupon } from '#features/shop/coupons/coupons.contract.ts'
import { consoleShopSettings } from '#features/shop/orders/orders.contract.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { shopBreaches } from '#test/scenes/around/shopBreaches.ts'

export const RACE = 2026
export type ShopSession = { token: string; uid: number }
export let desk: Cashdesk
export let director: { token: string }
export let buyer: ShopSession
export const renewDirector = async (): Promise<void> => {
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
}
/** Opens race 2026 with a shop that hands out at one place and sends to one province. */
export const openShop = async (): Promise<void> => {
  desk = await openCashdesk()
  const now = desk.clock.now()
  const race = { id: RACE, name: '江城马拉松', time: new Date('2026-11-01T00:00:00Z'), published_at: now }
  await desk.db.transaction().execute((tx) => saveRace(tx, race, now))
  await renewDirector()
  buyer = await runnerSession(desk)
  const zone = { first_grams: 1_000, first: 800, step_grams: 500, step: 200 }
  await desk.ask(
    consoleShopSettings,
    {
      raceid: RACE,
      places: [{ name: '领物中心', names: { en: 'Expo' }, when: '10 月 30–31 日' }],
      carriage: { open: true, free_from: 50_000, zones: [{ ...zone, provinces: ['42'] }] },
    },
    director,
  )
}

export type ShopSave = InputOf<typeof consoleGoodsSave>
export const makeGoods = (change: Partial<ShopSave> = {}, pieces = 20) =>
  desk.ask(
    consoleGoodsSave,
    {
      raceid: RACE,
      room: 'shop',
      name: '纪念T恤',
      names: { en: 'Race shirt' },
      open: '1',
      settings: { pictures: ['/files/2026/shirt.png', 'https://elsewhere.example/x.png'] },
      refund: { tiers: [{ from: null, until: '2099-01-01', percent: 0, fixed: 0 }], before: [] },
      variants: [{ name: 'M', price: 9_900, settings: { grams: 600 }, stock: [{ pieces }] }],
      ...change,
    },
    director,
  )
export const idOf = async (...of: Parameters<typeof makeGoods>) => (await makeGoods(...of)).variants[0]!.id
export type ShopBatch = InputOf<typeof consoleCouponsSave>
export const makeBatch = async (change: Partial<ShopBatch> = {}) =>
  (
    await desk.ask(
      consoleCouponsSave,
      {
        raceid: RACE,
        name: '立减券',
        kind: 'amount',
        value: 1_000,
        way: 'claim',
        stackable: '1',
        valid_from: '2020-01-01T00:00:00Z',
        valid_until: '2099-01-01T00:00:00Z',
        ...change,
      },
      director,
    )
  ).id
export const claim = async (id: number, as: ShopSession = buyer) =>
  (await desk.ask(miniShopCoupon, { raceid: RACE, id }, as)).coupon._key
type Order = Partial<InputOf<typeof orderCreate>>
export const order = (variantid: number, change: Order = {}, as: ShopSession = buyer) =>
  desk.call(orderCreate, { raceid: RACE, lines: [{ variantid, n: 1 }], place: '领物中心', ...change }, as)
export const ordered = (variantid: number, change: Order = {}, as: ShopSession = buyer) =>
  desk.ask(orderCreate, { raceid: RACE, lines: [{ variantid, n: 1 }], place: '领物中心', ...change }, as)
export const orderOf = async (id: string, as: ShopSession = buyer) =>
  (await desk.ask(orderQuery, { raceid: RACE, id }, as)).items[0]!
export const idIn = async (key: string) =>
  (
    await desk.db
      .selectFrom('orders')
      .select('id')
      .where('raceid', '=', RACE)
      .where('_key', '=', key)
      .executeTakeFirstOrThrow()
  ).id
export const pay = async (key: string) => {
  const id = await idIn(key)
  await desk.start(id)
  desk.sandbox.pay(await desk.numberOf(id))
  await desk.deliver('all')
}
export const addressFor = async (as: ShopSession, province = '42') =>
  (
    await desk.ask(
      shopAddress,
      { name: '沈跑跑', mobile: '13800000000', province, address: '武汉市江岸区沿江大道 1 号', main: true },
      as,
    )
  ).items[0]!._key
export const closeDue = () => closeDueOrders(desk.parts, desk.clock.now())
export const exact = async () => expect(await shopBreaches(desk.db)).toEqual([])
