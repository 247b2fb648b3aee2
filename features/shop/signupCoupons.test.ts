import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { entrant, openEvent } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import {
  RACE,
  buyer,
  claim,
  closeDue,
  desk,
  idOf,
  makeBatch,
  openShop,
  orderOf,
} from '#test/scenes/around/shopCounter.ts'
import { miniShopCoupons } from './coupons/coupons.contract.ts'

beforeAll(async () => {
  await openShop()
  await openEvent(desk, { price: 10_000 })
}, 60_000)
afterAll(() => desk?.close())

let people = 7_000
type Goods = NonNullable<InputOf<typeof registrationSave>['goods']>
const signUp = (variantid: number, more: Partial<Goods>, as: { token: string } = buyer) =>
  desk.call(
    registrationSave,
    { ...entrant(people++), goods: { lines: [{ variantid, n: 1 }], place: '领物中心', ...more } },
    as,
  )
const stateOf = async (key: string, as: { token: string } = buyer) =>
  (await desk.ask(miniShopCoupons, { raceid: RACE }, as)).items.find(({ _key }) => _key === key)!.state
const orderOfEntry = async (orderid: number) =>
  desk.db
    .selectFrom('orders')
    .select(['_key', 'fee', 'discount', 'amount'])
    .where('raceid', '=', RACE)
    .where('id', '=', orderid)
    .executeTakeFirstOrThrow()

/**
 * Checks that the amount of every order is the sum of its lines. The discount of an order that is not closed must be
 * the saving by its coupons.
 */
const exactCoupons = async () => {
  const { rows } = await sql<{ breach: string }>`
    select 'order ' || o.id || ' pays ' || o.amount as breach from orders o where o.raceid = ${RACE}
      and o.amount <> (select sum((line->>'amount')::int) from jsonb_array_elements(o.items::jsonb) line)
    union all select 'order ' || o.id || ' has discount ' || o.discount from orders o where o.raceid = ${RACE}
      and o.state <> 'closed' and o.discount <> (select coalesce(sum(c.off), 0) from coupons c where c.raceid = o.raceid and c.orderid = o.id)`.execute(
    desk.db,
  )
  expect(rows).toEqual([])
}

test('a coupon lowers the price of goods inside sign-up, and can be used again if nobody pays', async () => {
  const shirt = await idOf({ signup_events: [] })
  const coupon = await claim(await makeBatch({ value: 1_500 }))
  expect(await signUp(shirt, { coupons: [coupon], amount: 9_900 })).toMatchObject({ refusal: 'goods_price_changed' })
  expect(await stateOf(coupon)).toBe('open')
  const twice = { coupons: [coupon, coupon], amount: 6_900 }
  expect(await signUp(shirt, twice)).toMatchObject({ refusal: 'goods_price_changed' })
  const { data } = await signUp(shirt, { coupons: [coupon, coupon], amount: 8_400 })
  const { orderid } = data as { orderid: number }
  const order = await orderOfEntry(orderid)
  expect(order).toMatchObject({ fee: 19_900, discount: 1_500, amount: 18_400 })
  expect(await stateOf(coupon)).toBe('used')
  expect(await orderOf(order._key)).toMatchObject({ amount: 8_400, signup: true })
  desk.clock.advance(61 * 60_000)
  await closeDue()
  expect(await stateOf(coupon)).toBe('open')
  await exactCoupons()
})

test('two sign-ups at once use a coupon only once, and a stranger cannot use it', async () => {
  const shirt = await idOf({ signup_events: [] })
  const runner = await runnerSession(desk)
  const coupon = await claim(await makeBatch({ value: 1_000 }), runner)
  expect(await signUp(shirt, { coupons: [coupon] })).toMatchObject({ refusal: 'coupon_unknown' })
  const both = await Promise.all([1, 2, 3].map(() => signUp(shirt, { coupons: [coupon] }, runner)))
  expect(both.filter(({ code }) => code === '200')).toHaveLength(1)
  expect(new Set(both.flatMap(({ code, refusal }) => (code === '200' ? [] : [refusal])))).toEqual(
    new Set(['coupon_used']),
  )
  const far = await claim(await makeBatch({ threshold: 1_000_000 }), runner)
  expect(await signUp(shirt, { coupons: [far] }, runner)).toMatchObject({ refusal: 'coupon_threshold' })
  await exactCoupons()
})
