import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { forgetRates } from '#db/limits/rates.ts'
import { salesReturn } from '#features/sales/contract.ts'
import { runnerSession } from '#test/people.ts'
import {
  RACE,
  addressFor,
  claim,
  closeDue,
  desk,
  director,
  exact,
  idIn,
  idOf,
  makeBatch,
  openShop,
  order,
  orderOf,
  pay,
  renewDirector,
} from '#test/scenes/around/shopCounter.ts'
import { consoleShopPack } from './orders/orders.contract.ts'

/** The number of random sequences. `SEQUENCES=100 npx vitest run features/shop` runs longer. */
const RUNS = Number(process.env.SEQUENCES ?? 4)
beforeAll(openShop, 60_000)
afterAll(() => desk.close())

test('stock, money and coupons stay exact through random sequences of orders, payments, closings and returns', async () => {
  const people = await Promise.all([1, 2, 3].map(() => runnerSession(desk)))
  const addresses = await Promise.all(people.map((as) => addressFor(as)))
  const step = fc.record({
    what: fc.constantFrom('order', 'pay', 'return', 'pack', 'late'),
    who: fc.nat(2),
    n: fc.integer({ min: 1, max: 3 }),
    coupon: fc.boolean(),
    post: fc.boolean(),
    pick: fc.nat(20),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      forgetRates()
      const variants = [
        await idOf({ most_each: 5 }, 8),
        await idOf({ variants: [{ price: 333, stock: [{ pieces: 5 }] }] }),
      ]
      const batch = await makeBatch({ value: 777, per_person: 20 })
      const made: { order: string; who: number }[] = []
      for (const { what, who, n, coupon, post, pick } of steps) {
        const as = people[who]!
        const one = made[pick % Math.max(1, made.length)]
        if (what === 'order') {
          const coupons = coupon ? [await claim(batch, as)] : []
          const lines = variants.map((variantid) => ({ variantid, n }))
          const way = post ? ({ way: 'post', address: addresses[who]! } as const) : {}
          const answers = await Promise.all([1, 2].map(() => order(0, { lines, coupons, ...way }, as)))
          for (const { code, data } of answers)
            if (code === '200') made.push({ order: (data as { order: string }).order, who })
        } else if (one && what === 'pay') {
          if ((await orderOf(one.order, people[one.who])).state === 'open') await pay(one.order)
        } else if (one && what === 'return') {
          const { lines } = await orderOf(one.order, people[one.who])
          const back = { id: one.order, lines: lines.map(({ _key }) => ({ id: _key, pieces: n })) }
          await Promise.all([1, 2].map(() => desk.call(salesReturn, back, people[one.who])))
        } else if (one && what === 'pack')
          await desk.ask(consoleShopPack, { raceid: RACE, ids: [await idIn(one.order)] }, director)
        else if (what === 'late') {
          desk.minutes(40)
          await closeDue()
          await renewDirector()
        }
      }
      await exact()
    }),
    { numRuns: RUNS },
  )
})
