import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Parts } from '#seam/server/handle.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { killedAt } from '#test/faults.ts'
import { closeOrder, orderState, payOrder } from './service.ts'
import { giveBack } from './byHand.service.ts'
import { gatewayOf } from './channels/channels.service.ts'
import { type PayGateway, payGateways } from './rules.ts'
import { settle } from './settling.service.ts'
import { counted } from '#test/prove/counted.ts'

/**
 * The test kills the server between every two steps of a payment, between every two steps of its closing, and between
 * every two steps of its refund. Only the sweeps run afterwards, and every order must end in a right state.
 */

let desk: Cashdesk
beforeAll(async () => {
  desk = await openCashdesk()
})
afterAll(() => desk.close())

const now = () => desk.clock.now()
const begin = (parts: Parts, id: number, gateway: PayGateway) =>
  payOrder(
    parts,
    {
      raceid: 2026,
      orderid: id,
      gateway,
      userAgent: 'iPhone Mobile',
      address: '203.0.113.9',
      returnUrl: 'http://localhost:3000/pay',
      foreign: { currency: 'USD', rate: 7.15 },
    },
    now(),
  )
/** Lets the payer open the page of the gateway, if there is one, and pay. */
const payerPays = async (id: number): Promise<void> => {
  const begun = await begin(desk.parts, id, (await desk.tries(id)).at(-1)!.gateway as PayGateway)
  const [one] = (await desk.tries(id)).slice(-1)
  if (one!.gateway === 'alipay') desk.alipay.visit(begun.next!.url!)
  if (one!.gateway === 'cmb') desk.cmb.visit(begun.next!.form!.fields)
  expect(desk.payAt(one!)).toBe(true)
}
const begun = async (gateway: PayGateway) => {
  const { id } = await desk.order()
  await begin(desk.parts, id, gateway)
  return id
}
const paidOrder = async (gateway: PayGateway) => {
  const id = await begun(gateway)
  await payerPays(id)
  desk.clock.advance(4000)
  await orderState(desk.parts, 2026, id, now())
  return id
}
/** Checks the conditions that must hold for each order at the end of every run. */
const ends = async (id: number, state: 'paid' | 'closed', refunded = 0): Promise<void> => {
  const order = await desk.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect([order.state, order.refunded]).toEqual([state, refunded])
  expect(
    (await desk.tries(id)).filter((one) => one.state === 'started' || one.settles !== null),
    'one payment stands, if any',
  ).toHaveLength(state === 'paid' ? 1 : 0)
  expect((await desk.refunds(id)).filter((one) => one.state !== 'done')).toEqual([])
}
/**
 * The distance between two kills. `npm run prove -- payments` kills after every step at every gateway. The usual run
 * divides the steps among the four gateways.
 */
const stride = process.env.EVERY_STEP ? 1 : 4
/**
 * Runs a piece of work many times. Kills the first run after step `first`, and each further run `stride` steps later.
 * Returns the orders. The last order is from the run without a kill.
 */
const everyStep = async (
  first: number,
  prepare: () => Promise<number>,
  work: (parts: Parts, id: number) => Promise<unknown>,
): Promise<number[]> => {
  const orders: number[] = []
  for (let nth = first; ; nth += stride) {
    const id = await prepare()
    orders.push(id)
    if (!(await killedAt(desk.parts, nth, (parts) => work(parts, id)))) return orders
    counted({ kills: 1 })
    expect(nth, 'a work has an end').toBeLessThan(90)
  }
}
const timeGoesOn = async (rounds = 5) => {
  for (let round = 0; round < rounds; round++) {
    desk.minutes(2)
    await desk.sweep()
  }
}

for (const gateway of payGateways) {
  test(
    `by ${gateway}: killed between every two steps of a payment, of its closing and of a refund, it ends correctly`,
    async () => {
      const weather = desk.sandboxes[gateway].weather
      const first = 1 + (payGateways.indexOf(gateway) % stride)
      // The server is killed while a payment begins. The payer presses the button again, and pays once.
      const beginnings = await everyStep(
        first,
        async () => (await desk.order()).id,
        (parts, id) => begin(parts, id, gateway),
      )
      for (const id of beginnings) {
        await begin(desk.parts, id, gateway)
        await payerPays(id)
      }
      // The waiting page asks about the payment, and this question settles the payment. No notice comes.
      weather.holdNotices = true
      const queries = await everyStep(
        first,
        async () => {
          const id = await begun(gateway)
          await payerPays(id)
          desk.clock.advance(4000)
          return id
        },
        (parts, id) => orderState(parts, 2026, id, now()),
      )
      // A notice settles the payment.
      const notices = await everyStep(
        first,
        () => begun(gateway).then(async (id) => (await payerPays(id), id)),
        async (parts, id) => {
          const one = (await desk.tries(id)).at(-1)!
          const trade = await gatewayOf(desk.parts, gateway).query(one.tradeno, {
            begunAt: one.created_at,
            handle: one.handle ?? undefined,
          })
          if (trade.state === 'paid') await settle(parts.db, gatewayOf(parts, gateway), trade, now())
        },
      )
      await timeGoesOn()
      for (const id of [...beginnings, ...queries, ...notices]) await ends(id, 'paid')

      // The server closes an unpaid order, and an order that was paid a moment before.
      const closing = (parts: Parts, id: number) => closeOrder(parts, 2026, id, 'expired', now())
      const unpaid = await everyStep(first, () => begun(gateway), closing)
      const late = await everyStep(first, () => begun(gateway).then(async (id) => (await payerPays(id), id)), closing)
      desk.minutes(62)
      await timeGoesOn()
      for (const id of unpaid) await ends(id, 'closed')
      for (const id of late) await ends(id, 'paid')

      // The refund runs from the request to its end.
      const refunds = await everyStep(
        first,
        () => paidOrder(gateway),
        async (parts, id) => {
          await parts.db
            .transaction()
            .execute((tx) =>
              giveBack(tx, { raceid: 2026, orderid: id, registrationid: 0, amount: 10_000, reason: 'exit' }, now()),
            )
          await desk.sweepWith(parts)
          desk.minutes(1)
          await desk.sweepWith(parts)
        },
      )
      await timeGoesOn()
      // Each kind of work must have at least this many steps. A kind of work without a kill would prove nothing.
      for (const [at, { length }] of [beginnings, queries, notices, unpaid, late, refunds].entries())
        expect(length * stride, `work ${at}`).toBeGreaterThanOrEqual([6, 9, 5, 7, 9, 24][at]!)
      for (const id of refunds) {
        const { refunded } = await desk.db
          .selectFrom('orders')
          .select('refunded')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        // After a kill before the commit there is no refund. Otherwise the whole amount was refunded, once.
        await ends(id, 'paid', refunded)
        expect(desk.toldOf(id).filter((word) => word.startsWith('refunded'))).toHaveLength(refunded > 0 ? 1 : 0)
      }
      expect(await desk.unbalanced()).toEqual([])
      expect(
        desk.told.filter((word, at) => word.startsWith('paid') && desk.told.indexOf(word) !== at),
        'nobody is told twice',
      ).toEqual([])
      await desk.tidy()
    },
    stride === 1 ? 1_200_000 : 60_000,
  )
}
