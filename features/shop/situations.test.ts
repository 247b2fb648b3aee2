import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { runnerSession } from '#test/people.ts'
import {
  RACE,
  addressFor,
  buyer,
  claim,
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
import { miniShopCheck, shopAddress } from './contract.ts'
import { personal } from './personal.service.ts'

beforeAll(openShop, 60_000)
afterAll(() => desk.close())

const check = (variantids: readonly number[], more: object = {}) =>
  desk.ask(
    miniShopCheck,
    { raceid: RACE, lines: variantids.map((variantid) => ({ variantid, n: 1 })), place: '领物中心', ...more },
    buyer,
  )

test('a variant that staff delete or close while it is in a basket is named, and the rest can be bought', async () => {
  const sizes = [
    { name: 'M', price: 9_900, settings: { grams: 600 }, stock: [{ pieces: 5 }] },
    { name: 'L', price: 9_900, settings: { grams: 600 }, stock: [{ pieces: 5 }] },
  ]
  const kind = await makeGoods({ variants: sizes })
  const [medium, large] = kind.variants.map(({ id }) => id) as [number, number]
  expect((await check([medium, large])).problems).toEqual([])
  const change = (variants: object[]) =>
    desk.ask(
      consoleGoodsSave,
      { raceid: RACE, room: 'shop', id: kind.id, name: '纪念T恤', open: '1', variants } as never,
      director,
    )
  await change([{ ...sizes[0], id: medium }])
  const gone = await check([medium, large])
  expect(gone.problems).toMatchObject([{ why: 'goods_not_found', variantid: large }])
  expect(gone.problems[0]!.msg).not.toBe('')
  const both = [medium, large].map((variantid) => ({ variantid, n: 1 }))
  expect(await order(medium, { lines: both })).toMatchObject({ refusal: 'goods_not_found' })
  await ordered(medium)
  // A sold variant cannot be deleted. Staff close it.
  await change([{ ...sizes[0], id: medium, open: false }])
  expect((await check([medium])).problems).toMatchObject([{ why: 'goods_not_on_sale', variantid: medium }])
  expect(await order(medium)).toMatchObject({ refusal: 'goods_not_on_sale' })
  await exact()
})

test('a coupon that ends while its order waits for payment counts; a coupon that ended before the order does not', async () => {
  const start = desk.clock.now()
  const as = await runnerSession(desk)
  const variantid = await idOf()
  const until = (minutes: number) => new Date(start.getTime() + minutes * 60_000).toISOString()
  const [first, second] = [
    await claim(await makeBatch({ value: 900, valid_until: until(5) }), as),
    await claim(await makeBatch({ value: 900, valid_until: until(5) }), as),
  ]
  const { order: held } = await ordered(variantid, { coupons: [first] }, as)
  desk.clock.advance(10 * 60_000)
  await pay(held)
  expect(await orderOf(held, as)).toMatchObject({ state: 'paid', amount: 9_000 })
  expect(await order(variantid, { coupons: [second] }, as)).toMatchObject({ refusal: 'coupon_expired' })
  // If the clock goes back, a used coupon stays used.
  desk.clock.set(start.toISOString())
  expect((await order(variantid, { coupons: [first] }, as)).code).toMatch(/^4/)
  await exact()
})

test('a buyer from abroad without a Chinese mobile picks up, and keeps an address in China', async () => {
  const abroad = await runnerSession(desk, '+447700900123')
  const variantid = await idOf()
  const { order: bought } = await ordered(variantid, {}, abroad)
  await pay(bought)
  expect(await orderOf(bought, abroad)).toMatchObject({ state: 'paid' })
  const address = { name: 'Ann Shore', mobile: '+44 7700 900123', province: '42', address: '1 River Road, Wuhan' }
  expect((await desk.ask(shopAddress, address, abroad)).items).toHaveLength(1)
  expect(await desk.call(shopAddress, { ...address, province: '99' }, abroad)).toMatchObject({ code: '422' })
  expect(await desk.call(shopAddress, { ...address, address: '😀'.repeat(10_000) }, abroad)).toMatchObject({
    code: '422',
  })
  await exact()
})

test('two tabs at the limit buy once; a price that rises between two pages is refused with the new price', async () => {
  const as = await runnerSession(desk)
  const kind = await makeGoods({ most_each: 2 })
  const variantid = kind.variants[0]!.id
  const tabs = await Promise.all([1, 2, 3].map(() => order(variantid, { lines: [{ variantid, n: 2 }] }, as)))
  expect(tabs.map(({ refusal }) => refusal ?? 'ok').toSorted()).toEqual(['goods_limit', 'goods_limit', 'ok'])
  const dear = await idOf()
  expect(await order(dear, { amount: 9_899 } as never, as)).toMatchObject({ refusal: 'goods_price_changed' })
  await exact()
})

test('an order with an address that its owner has just removed is refused, and takes nothing', async () => {
  const as = await runnerSession(desk)
  const variantid = await idOf({}, 1)
  const address = await addressFor(as)
  const stranger = await runnerSession(desk)
  expect(await order(variantid, { way: 'post', address }, stranger)).toMatchObject({ code: '404' })
  const { order: mine } = await ordered(variantid, { way: 'post', address }, as)
  await pay(mine)
  expect(await order(variantid, {}, stranger)).toMatchObject({ refusal: 'goods_sold_out' })
  await exact()
})

test('a coupon that an order or the check names twice lowers the price once', async () => {
  const as = await runnerSession(desk)
  const variantid = await idOf()
  const coupon = await claim(await makeBatch({ value: 1_500 }), as)
  const alone = await claim(await makeBatch({ value: 900, stackable: '' }), as)
  const wish = { raceid: RACE, lines: [{ variantid, n: 1 }], place: '领物中心' }
  for (const [key, off] of [
    [coupon, 1_500],
    [alone, 900],
  ] as const)
    expect(await desk.ask(miniShopCheck, { ...wish, coupons: [key, key] }, as)).toMatchObject({
      discount: off,
      amount: 9_900 - off,
      used: [key],
      problems: [],
    })
  expect(await order(variantid, { coupons: [coupon, coupon], amount: 9_900 - 3_000 }, as)).toMatchObject({
    refusal: 'goods_price_changed',
  })
  const made = await ordered(variantid, { coupons: [coupon, coupon, coupon], amount: 8_400 }, as)
  expect(made).toMatchObject({ amount: 8_400 })
  await pay(made.order)
  expect(await orderOf(made.order, as)).toMatchObject({ state: 'paid', discount: 1_500, amount: 8_400 })
  await exact()
})

test('an erasure plan counts the unsent orders of a race in one entry', async () => {
  const as = await runnerSession(desk)
  const variantid = await idOf()
  const address = await addressFor(as)
  const buy = async () => pay((await ordered(variantid, { way: 'post', address }, as)).order)
  const named = async () => (await personal.unsent!.list(desk.db, { uid: as.uid })).map(({ name }) => name)
  await buy()
  expect(await named()).toEqual([{ 'zh-cn': '1 个商城订单', 'zh-tw': '1 筆商城訂單', en: 'shop order' }])
  await buy()
  expect(await named()).toEqual([{ 'zh-cn': '2 个商城订单', 'zh-tw': '2 筆商城訂單', en: '2 shop orders' }])
})
