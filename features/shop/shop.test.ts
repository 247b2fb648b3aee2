import { afterAll, beforeAll, expect, test } from 'vitest'
import { salesOffer, salesReturn } from '#features/sales/contract.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import {
  type ShopBatch,
  RACE,
  addressFor,
  buyer,
  claim,
  closeDue,
  desk,
  director,
  exact,
  idOf,
  makeBatch,
  makeGoods,
  openShop,
  order,
  orderOf,
  ordered,
  pay,
} from '#test/scenes/around/shopCounter.ts'
import {
  miniShopCheck,
  miniShopGoods,
  orderCreate,
  orderQuery,
  shopAddress,
  shopAddresses,
  shopForget,
  shopReturn,
} from './contract.ts'
import {
  consoleCouponsGive,
  consoleCouponsList,
  consoleCouponsSave,
  consoleCouponsUses,
  miniShopCoupon,
  miniShopCoupons,
} from './coupons/coupons.contract.ts'
import { checklist } from './orders/checklist.service.ts'
import { giveCoupon } from './coupons/coupons.service.ts'
import {
  consoleShopDecide,
  consoleShopHand,
  consoleShopOrders,
  consoleShopPack,
  consoleShopReturns,
  consoleShopSend,
  consoleShopShow,
} from './orders/orders.contract.ts'

beforeAll(openShop, 60_000)
afterAll(() => desk.close())

test('visitors see goods with only our own pictures, as a call and as a GET with an ETag', async () => {
  const kind = await makeGoods()
  const { items, places } = await desk.ask(miniShopGoods, { raceid: RACE, id: kind.id }, { lang: 'en' })
  expect(items).toMatchObject([
    { name: 'Race shirt', pictures: ['/files/2026/shirt.png'], free: 20, price_from: 9_900 },
  ])
  expect(places).toEqual([{ name: 'Expo', when: '10 月 30–31 日' }])
  const address = `/mini/shop/goods?raceid=${RACE}&id=${kind.id}`
  const first = await desk.app.inject({ method: 'GET', url: address })
  const etag = String(first.headers.etag)
  expect((await desk.app.inject({ method: 'GET', url: address, headers: { 'if-none-match': etag } })).statusCode).toBe(
    304,
  )
  expect(await desk.ask(miniShopGoods, { raceid: RACE, id: 999_999 })).toMatchObject({ items: [] })
})

test('the check lists every reason against a basket, and chooses the coupons that save most', async () => {
  const [small, soldOut] = [await idOf({ most_each: 2 }), await idOf({}, 0)]
  const hidden = await idOf({ audience: 'finishers' })
  const low = await claim(await makeBatch({ value: 500 }))
  const high = await claim(await makeBatch({ kind: 'percent', value: 20, most: 1_500 }))
  const far = await claim(await makeBatch({ threshold: 1_000_000 }))
  const lines = [small, soldOut, hidden].map((variantid) => ({ variantid, n: 3 }))
  const bad = await desk.ask(
    miniShopCheck,
    { raceid: RACE, lines, way: 'post', province: '11' },
    { ...buyer, lang: 'en' },
  )
  expect(bad.problems.map(({ why, variantid }) => [why, variantid])).toEqual([
    ['goods_limit', small],
    ['goods_sold_out', soldOut],
    ['goods_not_for_you', hidden],
    ['not_sent_there', null],
  ])
  expect(bad.problems[0]!.msg).toBe('This is over the limit per person')
  const good = await desk.ask(
    miniShopCheck,
    { raceid: RACE, lines: [{ variantid: small, n: 2 }], way: 'post', province: '42' },
    buyer,
  )
  expect(good).toMatchObject({ goods: 19_800, discount: 2_000, postage: 1_000, amount: 18_800, problems: [] })
  expect(good.used.toSorted()).toEqual([low, high].toSorted())
  expect(good.coupons.find(({ _key }) => _key === far)?.why).toBeTruthy()
  const place = await desk.ask(miniShopCheck, { raceid: RACE, lines: [{ variantid: small, n: 1 }] }, buyer)
  expect(place.problems).toMatchObject([{ why: 'place_unknown' }])
  expect(await desk.call(miniShopCheck, { raceid: RACE, lines: [{ variantid: small, n: 1 }] })).toMatchObject({
    code: '401',
  })
})

test('an order and the checklist name the place of pick-up in the language of the buyer', async () => {
  const as = await runnerSession(desk)
  const made = await ordered(await idOf(), { place: '领物中心' }, as)
  await pay(made.order)
  const placesOf = async (lang: 'zh-cn' | 'en') => {
    const { items } = await desk.ask(orderQuery, { raceid: RACE, id: made.order }, { ...as, lang })
    const [line] = await checklist(
      { db: desk.db, now: desk.clock.now(), lang } as never,
      { raceid: RACE, uid: as.uid } as never,
    )
    return [items[0]!.place, line!.beside]
  }
  expect(await placesOf('zh-cn')).toEqual(['领物中心', '领物中心'])
  expect(await placesOf('en')).toEqual(['Expo', 'Expo'])
})

test('an order is paid with coupons and postage, packed and sent, and staff decide its return', async () => {
  const as = await runnerSession(desk)
  const variantid = await idOf()
  const coupon = await claim(await makeBatch({ value: 1_001 }), as)
  const address = await addressFor(as)
  const lines = [{ variantid, n: 3 }]
  const wish = { lines, way: 'post' as const, address, coupons: [coupon] }
  expect(await order(variantid, { ...wish, amount: 1 }, as)).toMatchObject({ code: '409' })
  const made = await ordered(variantid, { ...wish, amount: 29_700 - 1_001 + 1_200 }, as)
  expect(await order(variantid, wish, as)).toMatchObject({ msg: expect.stringContaining('用过') })
  await pay(made.order)
  const shown = await orderOf(made.order, as)
  expect(shown).toMatchObject({ state: 'paid', discount: 1_001, postage: 1_200, contact: { name: '沈跑跑' } })
  expect(await orderOf(made.order)).toBeUndefined()
  const packer = await staffSession(desk, [{ raceid: RACE, role: 'registrar' }])
  const list = await desk.ask(consoleShopOrders, { raceid: RACE, q: shown.tradeno }, packer)
  expect(list.items).toMatchObject([{ contact: '沈** · 138****0000 · 武汉市…', lines: [{ n: 3 }] }])
  const id = list.items[0]!.id
  expect(await desk.ask(consoleShopPack, { raceid: RACE, ids: [id, id, 999_999] }, packer)).toEqual({ packed: 1 })
  const line = { id: made.order, lines: [{ id: shown.lines[0]!._key, pieces: 1 }] }
  expect(await desk.call(salesReturn, line, as)).toMatchObject({ code: '409' })
  expect(await desk.call(consoleShopHand, { raceid: RACE, id: made.order }, packer)).toMatchObject({ code: '409' })
  await desk.ask(consoleShopSend, { raceid: RACE, id, carrier: '顺丰', number: 'SF100' }, packer)
  expect(await orderOf(made.order, as)).toMatchObject({ state: 'sent', carrier: '顺丰', number: 'SF100' })
  const ask = { raceid: RACE, id: made.order, line: shown.lines[0]!._key, pieces: 2, reason: '尺码偏小' }
  expect(await desk.call(shopReturn, { ...ask, pieces: 4 }, as)).toMatchObject({ code: '409' })
  expect(await desk.call(shopReturn, ask, buyer)).toMatchObject({ code: '404' })
  await desk.ask(shopReturn, ask, as)
  expect(await desk.call(shopReturn, ask, as)).toMatchObject({ code: '409' })
  const { items } = await desk.ask(consoleShopReturns, { raceid: RACE, state: 'asked' }, director)
  const paid = 29_700 - 1_001
  expect(items.find(({ tradeno }) => tradeno === shown.tradeno)).toMatchObject({ amount: Math.floor((paid * 2) / 3) })
  const decide = { raceid: RACE, id: items.at(-1)!.id, take: true, note: '已收到' }
  const both = await Promise.all([
    desk.call(consoleShopDecide, decide, director),
    desk.call(consoleShopDecide, decide, director),
  ])
  expect(both.map(({ code }) => code).toSorted()).toEqual(['200', '409'])
  expect(await orderOf(made.order, as)).toMatchObject({ state: 'sent', returns: [{ state: 'taken' }] })
  await exact()
})

test('a paid order that is not packed can be returned whole, with its postage and its coupon', async () => {
  const as = await runnerSession(desk)
  const variantid = await idOf()
  const coupon = await claim(await makeBatch(), as)
  const made = await ordered(variantid, { way: 'post', address: await addressFor(as), coupons: [coupon] }, as)
  await pay(made.order)
  const { lines } = await orderOf(made.order, as)
  const back = { id: made.order, lines: [{ id: lines[0]!._key, pieces: 1 }] }
  expect(await desk.ask(salesOffer, back, as)).toEqual({ amount: made.amount, kept: 0 })
  expect(await desk.ask(salesReturn, { ...back, amount: made.amount }, as)).toEqual({ amount: made.amount })
  expect(await orderOf(made.order, as)).toMatchObject({ state: 'returned', refunded: made.amount })
  const { items } = await desk.ask(miniShopCoupons, { raceid: RACE }, as)
  expect(items.find(({ _key }) => _key === coupon)).toMatchObject({ state: 'open', off: 0 })
  await exact()
})

test('an unpaid order that closes frees pieces and coupon; a free order is paid at once and picked up once', async () => {
  const as = await runnerSession(desk)
  const variantid = await idOf({}, 1)
  const coupon = await claim(await makeBatch(), as)
  const made = await ordered(variantid, { coupons: [coupon] }, as)
  expect(await order(variantid)).toMatchObject({ code: '409' })
  desk.minutes(100)
  await closeDue()
  expect(await orderOf(made.order, as)).toMatchObject({ state: 'closed' })
  const all = await claim(await makeBatch({ kind: 'percent', value: 100, stackable: '' }), as)
  const free = await ordered(variantid, { coupons: [all], amount: 0 }, as)
  expect(free).toMatchObject({ paid: true, amount: 0 })
  const gate = await staffSession(desk, [{ raceid: RACE, role: 'gate' }])
  const hand = () => desk.call(consoleShopHand, { raceid: RACE, id: free.order }, gate)
  expect((await Promise.all([hand(), hand()])).map(({ code }) => code).toSorted()).toEqual(['200', '409'])
  await exact()
})

test('simultaneous orders use a coupon only once', async () => {
  const as = await runnerSession(desk)
  const variantid = await idOf({}, 100)
  const coupon = await claim(await makeBatch(), as)
  const tries = await Promise.all(Array.from({ length: 8 }, () => order(variantid, { coupons: [coupon] }, as)))
  expect(tries.filter(({ code }) => code === '200')).toHaveLength(1)
  const foreign = await order(variantid, { coupons: [coupon] })
  expect(foreign).toMatchObject({ msg: expect.stringContaining('没有找到') })
  const once = 'the-same-key-0001'
  const two = await Promise.all(
    [1, 2].map(() =>
      desk.call(
        orderCreate,
        { raceid: RACE, lines: [{ variantid, n: 1 }], place: '领物中心', _once: once } as never,
        as,
      ),
    ),
  )
  expect(new Set(two.map(({ data }) => (data as { order: string }).order)).size).toBe(1)
  await exact()
})

test('the shop names the goods and the limit of a coupon, and the own coupons name their batch', async () => {
  const kind = await makeGoods()
  const as = await runnerSession(desk)
  const id = await makeBatch({ goodsids: [kind.id], per_person: 2 })
  const { coupons } = await desk.ask(miniShopGoods, { raceid: RACE })
  expect(coupons.find((one) => one.id === id)).toMatchObject({ goodsids: [kind.id], per_person: 2 })
  await claim(id, as)
  const { items } = await desk.ask(miniShopCoupons, { raceid: RACE }, as)
  expect(items.filter(({ batchid }) => batchid === id)).toHaveLength(1)
})

test('the limits of a batch hold while many people claim it and while a prize is given twice', async () => {
  const id = await makeBatch({ pieces: 5, per_person: 2 })
  const people = await Promise.all(Array.from({ length: 4 }, () => runnerSession(desk)))
  const tries = await Promise.all(
    people.flatMap((as) => [1, 2, 3].map(() => desk.call(miniShopCoupon, { raceid: RACE, id }, as))),
  )
  expect(tries.filter(({ code }) => code === '200')).toHaveLength(5)
  const prize = await makeBatch({ way: 'prize', pieces: 1 })
  const give = (origin: string, uid = buyer.uid) =>
    desk.db
      .transaction()
      .execute((tx) => giveCoupon(tx, { raceid: RACE, batchid: prize, uid, origin }, desk.clock.now()))
  const won = await Promise.all([give('draw 1'), give('draw 1'), give('draw 2', people[0]!.uid)])
  const keys = won.flatMap((one) => ('coupon' in one ? [one.coupon] : []))
  expect(new Set(keys).size).toBe(1)
  expect(await desk.call(miniShopCoupon, { raceid: RACE, id: prize }, buyer)).toMatchObject({ code: '404' })
  const code = await makeBatch({ code: 'RUN-2026' })
  expect(await desk.call(miniShopCoupon, { raceid: RACE, id: code }, buyer)).toMatchObject({ code: '404' })
  expect(await desk.call(miniShopCoupon, { raceid: RACE, code: 'RUN-2026' }, buyer)).toMatchObject({ code: '200' })
  expect(await desk.call(consoleCouponsSave, { ...batchOf('RUN-2026') }, director)).toMatchObject({ code: '409' })
  const bulk = await makeBatch({ way: 'staff', pieces: 1 })
  const given = await desk.ask(consoleCouponsGive, { raceid: RACE, id: bulk, to: 'buyers' }, director)
  expect(given.given).toBe(1)
  expect(given.over).toBeGreaterThan(0)
  const { items } = await desk.ask(consoleCouponsList, { raceid: RACE }, director)
  expect(items.find((one) => one.id === id)).toMatchObject({ given: 5 })
  const uses = await desk.ask(consoleCouponsUses, { raceid: RACE, id, limit: 3 }, director)
  expect(uses.items).toHaveLength(3)
  expect(uses.after).toBeTruthy()
  await exact()
})
const batchOf = (code: string): ShopBatch => ({
  raceid: RACE,
  name: '券',
  kind: 'amount',
  value: 1,
  way: 'claim',
  code,
  valid_from: '2020-01-01T00:00:00Z',
  valid_until: '2099-01-01T00:00:00Z',
})

test('wrong input is refused with a sentence', async () => {
  const variantid = await idOf({}, 100)
  for (const n of [0, -1, 1.5, 101, 1e12, Number.NaN, '１', '😀'])
    expect(
      await desk.call(orderCreate, { raceid: RACE, lines: [{ variantid, n }], place: '领物中心' } as never, buyer),
    ).toMatchObject({
      code: expect.stringMatching(/^4/),
    })
  const huge = await idOf({ variants: [{ price: 10_000_000, stock: [{ pieces: 1_000_000 }] }] })
  const lines = Array.from({ length: 3 }, () => ({ variantid: huge, n: 100 }))
  expect(await order(huge, { lines })).toMatchObject({ code: '409' })
  expect(await order(999_999)).toMatchObject({ code: '404' })
  expect(await order(variantid, { place: '月球' })).toMatchObject({ code: '409' })
  expect(await order(variantid, { way: 'post' })).toMatchObject({ code: '422' })
  const away = await addressFor(buyer, '65')
  expect(await order(variantid, { way: 'post', address: away })).toMatchObject({ msg: expect.stringContaining('寄送') })
  const other = await runnerSession(desk)
  expect((await desk.ask(shopAddresses, {}, buyer)).items).toMatchObject([{ province: '65' }])
  expect((await desk.ask(shopAddresses, {}, other)).items).toEqual([])
  expect(await order(variantid, { way: 'post', address: away }, other)).toMatchObject({ code: '404' })
  expect(await desk.call(shopForget, { id: away }, other)).toMatchObject({ code: '404' })
  expect(
    await desk.call(shopAddress, { name: '跑', mobile: '12', province: '42', address: '路' }, other),
  ).toMatchObject({ code: '422' })
  const elsewhere = await staffSession(desk, [{ raceid: 7, role: 'director' }])
  expect(await desk.call(consoleShopShow, { raceid: RACE }, elsewhere)).toMatchObject({ code: '403' })
  expect(await desk.call(consoleCouponsSave, batchOf('ABC'), elsewhere)).toMatchObject({ code: '403' })
  await exact()
})

test('no row of the database has a sealed address in plain text', async () => {
  const rows = await desk.db.selectFrom('shop_orders').select(['contact', 'contact_mask']).execute()
  const book = await desk.db.selectFrom('addresses').select('sealed').execute()
  const all = [...rows.map(({ contact }) => contact), ...book.map(({ sealed }) => sealed)].map((one) =>
    one.toString('utf8'),
  )
  expect(all.some((one) => one.includes('沿江大道') || one.includes('13800000000'))).toBe(false)
  expect(rows.some(({ contact_mask }) => contact_mask.includes('沿江大道'))).toBe(false)
})
