import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { orderState, replaceOrder } from '#features/payments/service.ts'
import { giveBack } from '#features/payments/byHand.service.ts'
import { type PayGateway, payGateways } from '#features/payments/rules.ts'
import { fair } from '#integrations/sandbox/payment/server.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { makeWorld } from '#test/world.ts'
import { counted } from './counted.ts'

/**
 * `npm run prove -- payments` makes 1,000 payments over the four gateways. Some answers of a gateway take 30 s, and
 * half of its answers are errors (500). Each notice that arrives comes ten times, and the order of the notices is
 * random. The normal run of the tests makes fewer payments with shorter waits for a gateway.
 */
const PAYMENTS = Number(process.env.PAYMENTS ?? 40)
const whole = PAYMENTS >= 1000
const [gatewayMs, slow] = whole ? [8000, 30_000] : [250, 600]

let desk: Cashdesk
beforeAll(async () => {
  desk = await openCashdesk(await makeWorld({ gatewayMs }))
})
afterAll(() => desk.close())

const now = () => desk.clock.now()
/** Returns the next number of a random sequence that is the same in every run. */
const chance = (() => {
  let seed = 20_261_121
  return () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
})()
const shuffled = <One>(given: readonly One[]): One[] =>
  given
    .map((one) => [chance(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one)
const sideBySide = async <One>(given: readonly One[], work: (one: One) => Promise<unknown>): Promise<void> => {
  const rest = given.values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const one of rest) await work(one)
    }),
  )
}

/** Presses the button as the payer does until the page leads to the gateway, and pays there. */
const pays = async (id: number, gateway: PayGateway): Promise<void> => {
  for (let tries = 0; ; tries++) {
    expect(tries, 'a payer is led to the gateway at last').toBeLessThan(100)
    const { next } = await desk.start(id, { gateway })
    if (!next) continue
    if (gateway === 'alipay') desk.alipay.visit(next.url!)
    if (gateway === 'cmb') desk.cmb.visit(next.form!.fields)
    const one = (await desk.tries(id)).findLast((tried) => tried.gateway === gateway)!
    expect(desk.payAt(one)).toBe(true)
    return
  }
}
/** Returns ten functions for each payment of an order. Each function sends the notice of that payment. */
const noticesOf = async (id: number): Promise<(() => Promise<unknown>)[]> =>
  (await desk.tries(id)).flatMap((one) => {
    const made = () => {
      if (one.gateway === 'wechat')
        return desk.sandbox.notice('TRANSACTION.SUCCESS', desk.sandbox.noticeOf(one.tradeno))
      if (one.gateway === 'alipay') return desk.alipay.notice(desk.alipay.noticeOf(one.tradeno))
      if (one.gateway === 'cmb') return desk.cmb.notice(desk.cmb.noticeOf(one.tradeno))
      return desk.paypal.notice('CHECKOUT.ORDER.APPROVED', desk.paypal.approved(one.tradeno))
    }
    return Array.from({ length: 10 }, () => async () => {
      const { headers, body } = made()
      await desk.notify(headers, body, one.gateway as PayGateway)
    })
  })

// The gateways answer late on purpose, so the test takes long.
test(
  `${PAYMENTS} payments over gateways that are slow, fail and repeat themselves end correctly`,
  { timeout: process.env.PAYMENTS ? 3_600_000 : 240_000 },
  async () => {
    const ids: number[] = []
    const twice = new Set<number>()
    const unpaid = new Set<number>()
    for (const { weather } of Object.values(desk.sandboxes)) Object.assign(weather, { errors: 0.5, holdNotices: true })
    const places = Array.from({ length: PAYMENTS }, (_, at) => at)
    await sideBySide(places, async (at) => {
      const { id } = await desk.order()
      ids.push(id)
      const gateway = payGateways[at % 4]!
      if (at % 11 === 5) return void unpaid.add(id)
      await pays(id, gateway)
      if (at % 7 === 3) {
        await pays(id, payGateways[(at + 1) % 4]!)
        twice.add(id)
      }
    })

    // Notices arrive ten times over, in random order, while pages poll and the sweeps run. Some notices never come.
    const withNotice = ids.filter((id, at) => at % 5 !== 0 && !unpaid.has(id))
    const made: (() => Promise<unknown>)[] = []
    for (const id of withNotice) made.push(...(await noticesOf(id)))
    const notices = shuffled(made)
    desk.clock.advance(4000)
    await Promise.all([
      sideBySide(notices, (send) => send()),
      (async () => {
        for (const id of ids.filter((_, at) => at % 3 === 0)) await orderState(desk.parts, 2026, id, now())
      })(),
      desk.sweep(),
    ])

    // Each gateway in turn answers too late. The normal run takes only the first gateway. The page tells a waiting
    // person that the gateway is down, and nothing else stops.
    for (const gateway of whole ? payGateways : payGateways.slice(0, 1)) {
      desk.sandboxes[gateway].weather.slow = slow
      desk.minutes(1)
      const { id } = await desk.order()
      ids.push(id)
      unpaid.add(id)
      // An invitation code would replace this order by another order. The server replaces nothing while the order's
      // gateway does not answer.
      desk.sandboxes[gateway].weather.slow = 0
      const code = await desk.order()
      ids.push(code.id)
      await pays(code.id, gateway)
      desk.sandboxes[gateway].weather.slow = slow
      const replaced: number[] = []
      expect(
        await replaceOrder(
          desk.parts,
          2026,
          code.id,
          'cancelled',
          async (_tx, order) => replaced.push(order.id),
          now(),
        ),
      ).toBe('waiting')
      expect([replaced, await desk.stateOf(code.id)]).toEqual([[], 'open'])
      const [begun] = await Promise.all([
        desk.start(id, { gateway: gateway === 'wechat' ? 'wechat' : 'paypal' }),
        desk.sweep(),
      ])
      if (gateway === 'wechat' || gateway === 'paypal')
        expect(begun).toMatchObject({ state: 'open', next: null, why: 'gateway_down' })
      desk.sandboxes[gateway].weather.slow = 0
    }

    // The time to pay runs out, people request refunds, and gateways still fail. Then the faults stop.
    const refunded: number[] = []
    for (const id of ids.filter((_, at) => at % 6 === 0)) {
      const ask = desk.db
        .transaction()
        .execute((tx) =>
          giveBack(tx, { raceid: 2026, orderid: id, registrationid: 0, amount: 2711, reason: 'exit' }, now()),
        )
      if (
        await ask.then(
          () => true,
          () => false,
        )
      )
        refunded.push(id)
    }
    desk.minutes(62)
    const settled = async () => {
      const { rows } = await sql<{
        n: number
      }>`select (select count(*) from orders where state = 'open') + (select count(*) from payments where state = 'started' or last_ask_at is not null) + (select count(*) from refunds where state <> 'done') as n`.execute(
        desk.db,
      )
      return Number(rows[0]!.n) === 0
    }
    for (let round = 0; round < 6; round++) {
      desk.minutes(5)
      await desk.sweep()
    }
    for (const { weather } of Object.values(desk.sandboxes)) Object.assign(weather, fair)
    for (let round = 0; round < 30 && !(await settled()); round++) {
      desk.minutes(20)
      await desk.sweep()
    }

    expect(await settled(), 'nothing is left under way').toBe(true)
    expect(await desk.unbalanced()).toEqual([])
    const orders = await desk.db
      .selectFrom('orders')
      .select(['id', 'state', 'refunded', 'amount'])
      .orderBy('id')
      .execute()
    const payments = await desk.db.selectFrom('payments').selectAll().execute()
    const refunds = await desk.db.selectFrom('refunds').selectAll().execute()
    expect(orders.filter(({ id, state }) => state !== (unpaid.has(id) ? 'closed' : 'paid'))).toEqual([])
    expect(desk.told.filter((word) => word.startsWith('paid')).toSorted(), 'each is told once').toEqual(
      orders
        .filter(({ state }) => state === 'paid')
        .map(({ id }) => `paid ${id}`)
        .toSorted(),
    )
    expect(orders.filter(({ id, refunded: fen }) => fen !== (refunded.includes(id) ? 2711 : 0))).toEqual([])
    for (const { id, state } of orders) {
      const mine = payments.filter((one) => one.orderid === id && one.paid_amount !== null)
      expect(mine.filter(({ settles }) => settles !== null).length, 'nobody pays twice for one place').toBe(
        state === 'paid' ? 1 : 0,
      )
      for (const one of mine.filter(({ settles }) => settles === null)) expect(one.refunded).toBe(one.paid_amount)
    }
    // Exactly the orders that were paid twice have a refund of a double payment.
    const doubled = refunds.filter(({ reason }) => reason === 'doubled')
    expect(new Set(doubled.map(({ orderid }) => orderid))).toEqual(
      new Set(
        [...twice].filter((id) => payments.filter((one) => one.orderid === id && one.paid_amount !== null).length > 1),
      ),
    )
    counted({ orders: orders.length, payments: payments.length, notices: notices.length, refunds: refunds.length })
  },
)
