import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { luckeyDraw, luckeyGet } from '#features/luckydraws/contract.ts'
import { runnerSession } from '#test/people.ts'
import { gift, openDraw } from '#test/scenes/around/luckyDraws.ts'
import { RACE, desk, director, makeBatch, openShop } from '#test/scenes/around/shopCounter.ts'

beforeAll(openShop, 60_000)
afterAll(() => desk.close())

test('every claim of a drawn coupon gives the same coupon, and a batch never gives more coupons than it has', async () => {
  const couponid = await makeBatch({ way: 'prize', pieces: 1 })
  const gifts = [gift({ way: 'coupon', odds: 1_000_000, pieces: 2, settings: { couponid } })]
  const id = await openDraw(desk, director, { gifts, chances: { everybody: 1 } })
  const won = async () => {
    const winner = await runnerSession(desk)
    const own = randomBytes(16).toString('hex')
    const { prize } = await desk.ask(luckeyDraw, { raceid: RACE, id, own }, winner)
    return { winner, key: prize!._key }
  }
  const [first, second] = [await won(), await won()]
  const claim = ({ winner, key }: typeof first) => desk.call(luckeyGet, { id: key }, winner)
  const claims = await Promise.all([claim(first), claim(first)])
  expect(new Set(claims.map(({ data }) => data!.items[0]!.code)).size).toBe(1)
  expect(claims[0]!.data!.items[0]).toMatchObject({ state: 'given' })
  expect(await claim(second)).toMatchObject({ refusal: 'prize_not_available' })
})
