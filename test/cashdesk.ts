import { type OrderOpening, openOrder, selling } from '#features/orders/service.ts'
import { findOrder } from '#features/orders/finding.service.ts'
import { saveRace } from '#features/races/service.ts'
import { payOrder } from '#features/payments/service.ts'
import type { Foreign, PayGateway, PayWay } from '#features/payments/rules.ts'
import { askDuePayments, closeDueOrders, workDueRefunds } from '#features/payments/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { fair } from '#integrations/sandbox/payment/server.ts'
import { type World, makeWorld } from './world.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148'

/** PayPal's currency in these tests, and the number of yuan for one unit of it. */
export const dollars: Foreign = { currency: 'USD', rate: 7.15 }

/**
 * Opens a world with race 2026 and the controls of the sandbox gateways. A room `stall` sells something and notes each
 * message about its orders.
 */
export const openCashdesk = async (world?: World) => {
  const desk = world ?? (await makeWorld())
  const told: string[] = []
  selling('stall', {
    paid: async (_tx, order) => void told.push(`paid ${order.id}`),
    closed: async (_tx, order, reason) => void told.push(`closed ${order.id} ${reason}`),
    refunded: async (_tx, order, refund) => void told.push(`refunded ${order.id} ${refund.amount}`),
  })()
  await desk.db.transaction().execute((tx) =>
    saveRace(
      tx,
      {
        id: 2026,
        name: 'City Marathon',
        time: new Date('2026-11-01T23:00:00Z'),
        created_at: desk.clock.now(),
        updated_at: desk.clock.now(),
      },
      desk.clock.now(),
    ),
  )
  const sandbox = desk.parts.integrations.sandbox.wechatpay!
  const [alipay, paypal, cmb] = await Promise.all([
    desk.parts.integrations.sandbox.alipay!(),
    desk.parts.integrations.sandbox.paypal!(),
    desk.parts.integrations.sandbox.cmb!(),
  ])
  const minutes = (count: number) => desk.clock.advance(count * 60_000)
  const order = async (change: Partial<OrderOpening> = {}) => {
    const payEnd = new Date(desk.clock.now().getTime() + 3_600_000)
    return desk.db
      .transaction()
      .execute((tx) =>
        openOrder(
          tx,
          2026,
          { room: 'stall', uid: 1, fee: 10_000, subject: '2026 · 半程马拉松', payEnd, ...change },
          desk.clock.now(),
        ),
      )
  }
  const start = (
    orderid: number,
    change: { gateway?: PayGateway; way?: PayWay; openid?: string; userAgent?: string; foreign?: Foreign } = {},
  ) =>
    payOrder(
      desk.parts,
      {
        foreign: dollars,
        raceid: 2026,
        orderid,
        gateway: 'wechat',
        userAgent: phone,
        address: '203.0.113.9',
        returnUrl: 'http://localhost:3000/pay?_key=x',
        ...change,
      },
      desk.clock.now(),
    )
  /** Starts a payment by Alipay and opens its page, which makes the trade at the sandbox. */
  const startAlipay = async (orderid: number, change: { way?: PayWay; userAgent?: string } = {}) => {
    const begun = await start(orderid, { gateway: 'alipay', ...change })
    if (begun.next) alipay.visit(begun.next.url!)
    return begun
  }
  /** Starts a payment by bank card and posts its form as the payer's browser does. */
  const startCmb = async (orderid: number) => {
    const begun = await start(orderid, { gateway: 'cmb' })
    if (begun.next) cmb.visit(begun.next.form!.fields)
    return begun
  }
  /** Pays at the gateway of a payment, as a person does. Returns false for cash, which has no gateway. */
  const payAt = (
    payment: { gateway: string; tradeno: string },
    noticeAmount?: { amount?: number; currency?: string },
  ): boolean =>
    payment.gateway in sandboxes && sandboxes[payment.gateway as PayGateway].pay(payment.tradeno, noticeAmount)
  const sandboxes = { wechat: sandbox, alipay, paypal, cmb }
  const tries = (orderid: number) =>
    desk.db
      .selectFrom('payments')
      .selectAll()
      .where('raceid', '=', 2026)
      .where('orderid', '=', orderid)
      .orderBy('id')
      .execute()
  const sweepWith = async (parts: Parts) => {
    await closeDueOrders(parts, desk.clock.now())
    await askDuePayments(parts, desk.clock.now())
    await workDueRefunds(parts, desk.clock.now())
  }
  const sweep = () => sweepWith(desk.parts)
  return {
    ...desk,
    told,
    /** Returns the messages about one order that the selling room received. */
    toldOf: (orderid: number) => told.filter((word) => word.split(' ')[1] === String(orderid)),
    /** Runs the jobs four times, a minute apart. Every refund without a fault has then ended. */
    refundsRun: async () => {
      for (let round = 0; round < 4; round++) {
        minutes(1)
        await sweep()
      }
    },
    /** Ends the faults, clears the records and delivers every notice, so that no test disturbs the next test. */
    tidy: async () => {
      told.length = 0
      for (const { weather } of Object.values(sandboxes))
        Object.assign(weather, fair, { refund: 'SUCCESS', refundSeconds: 0, capture: 'COMPLETED' })
      sandbox.weather.refundSeconds = 3
      for (const one of Object.values(sandboxes)) await one.deliver('all')
    },
    sandbox,
    alipay,
    paypal,
    cmb,
    sandboxes,
    startCmb,
    payAt,
    deliver: (all?: 'all') => Promise.all(Object.values(sandboxes).map((one) => one.deliver(all))),
    startAlipay,
    minutes,
    order,
    start,
    tries,
    /** Returns the trade number of an order's last payment. */
    numberOf: async (orderid: number) => (await tries(orderid)).at(-1)!.tradeno,
    stateOf: async (orderid: number) => (await findOrder(desk.db, 2026, orderid))!.state,
    refunds: (orderid: number) =>
      desk.db
        .selectFrom('refunds')
        .selectAll()
        .where('raceid', '=', 2026)
        .where('orderid', '=', orderid)
        .orderBy('id')
        .execute(),
    ledger: async (orderid: number) =>
      (
        await desk.db
          .selectFrom('ledger')
          .select(['event', 'debit', 'credit', 'amount'])
          .where('raceid', '=', 2026)
          .where('orderid', '=', orderid)
          .orderBy('id')
          .execute()
      ).map(({ event, debit, credit, amount }) => `${event}: ${debit} < ${credit} ${amount}`),
    unbalanced: () => desk.db.selectFrom('order_books').selectAll().where('balanced', '=', false).execute(),
    sweep,
    /** Runs the jobs with these parts. A test gives parts that are killed at one of their steps (test/faults.ts). */
    sweepWith,
    notify: (headers: Record<string, string>, body: string, gateway: PayGateway = 'wechat') =>
      desk.app.inject({ method: 'POST', url: `/pay/${gateway}/notify`, headers, payload: body }),
  }
}
export type Cashdesk = Awaited<ReturnType<typeof openCashdesk>>
