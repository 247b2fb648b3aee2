import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fair } from '#integrations/sandbox/payment/server.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { killedAt } from '#test/faults.ts'
import { closeOrder, orderState } from './service.ts'
import { findOrder } from '#features/orders/finding.service.ts'
import { giveBack, payByHand } from './byHand.service.ts'
import { payAtDesk } from './desk.service.ts'
import { DESK, type DeskWay, deskWays } from './rules.ts'
import { counted } from '#test/prove/counted.ts'

let desk: Cashdesk
beforeAll(async () => {
  desk = await openCashdesk()
})
afterAll(() => desk.close())

/** Steps that may happen to one order. Any number of steps may happen, in any sequence. */
const steps = [
  'start h5',
  'start native',
  'start wap',
  'start page',
  'open page',
  'start card',
  'start paypal',
  'pay',
  'pay other',
  'pay wrong',
  'notices',
  'all notices',
  'page',
  'sweep',
  'cancel',
  'half an hour',
  'a minute',
  'refund',
  'desk cash',
  'desk card',
  'desk transfer',
  'down',
  'up',
  'errors',
  'one down',
  'one errs',
  'hold notices',
  'copies',
  'review',
  'refunds fail',
  'crash',
] as const
type Step = (typeof steps)[number]

/** The pages of Alipay and the forms of the bank that people have open, by order. */
const pages = new Map<number, string>()
const forms = new Map<number, Record<string, string>>()
const visited = (open: () => void): void => {
  try {
    open()
  } catch (error) {
    if (!(error instanceof Error && error.message === '交易已经关闭')) throw error
  }
}

const act = async (id: number, step: Step, at: number): Promise<unknown> => {
  const now = desk.clock.now()
  const tries = await desk.tries(id)
  const pick = tries[at % Math.max(1, tries.length)]
  const paidBy = (one: (typeof tries)[number] | undefined, noticeAmount = {}) => one && desk.payAt(one, noticeAmount)
  const one = Object.values(desk.sandboxes)[at % 4]!
  switch (step) {
    case 'start h5':
      return desk.start(id, { way: 'h5' })
    case 'start native':
      return desk.start(id, { way: 'native' })
    case 'start wap':
      return desk.startAlipay(id, { way: 'wap' }).catch(() => undefined)
    case 'start page':
      // The address exists, but its payer comes later or never.
      return desk.start(id, { gateway: 'alipay', way: 'page' }).then(({ next }) => next?.url && pages.set(id, next.url))
    case 'open page':
      // The payer may come long after the order was closed, or when the page is no longer valid.
      return visited(() => {
        if (pages.has(id)) desk.alipay.visit(pages.get(id)!)
        if (forms.has(id)) desk.cmb.visit(forms.get(id)!)
      })
    case 'start card':
      return desk
        .start(id, { gateway: 'cmb' })
        .then(
          ({ next }) =>
            next?.form &&
            (forms.set(id, next.form.fields), visited(() => void (at % 3 && desk.cmb.visit(next.form!.fields)))),
        )
    case 'start paypal':
      return desk.start(id, { gateway: 'paypal' })
    case 'pay':
      return paidBy(pick)
    case 'pay other':
      return tries.length > 1 && paidBy(tries[(at + 1) % tries.length])
    case 'pay wrong':
      return paidBy(pick, at % 2 || pick?.gateway === 'cmb' ? { amount: 1 } : { currency: 'GBP' })
    case 'notices':
      return desk.deliver()
    case 'all notices':
      return desk.deliver('all')
    case 'page':
      return orderState(desk.parts, 2026, id, now)
    case 'sweep':
      return desk.sweep()
    case 'cancel':
      return closeOrder(desk.parts, 2026, id, 'cancelled', now)
    case 'half an hour':
      return desk.minutes(30)
    case 'a minute':
      return desk.minutes(1)
    case 'refund':
      return desk.db
        .transaction()
        .execute((tx) =>
          giveBack(
            tx,
            { raceid: 2026, orderid: id, registrationid: 0, amount: 1 + ((at * 2711) % 10_000), reason: 'exit' },
            now,
          ),
        )
        .catch(() => undefined)
    case 'desk cash':
    case 'desk card':
    case 'desk transfer':
      return desk.db
        .transaction()
        .execute((tx) => payAtDesk(tx, 2026, id, { way: step.slice(5) as DeskWay, staffid: 1 + (at % 3) }, now))
    case 'down':
      return void Object.values(desk.sandboxes).forEach(({ weather }) => (weather.down = true))
    case 'up':
      return void Object.values(desk.sandboxes).forEach(({ weather }) => (weather.down = false))
    case 'errors':
      return void Object.values(desk.sandboxes).forEach(({ weather }) => (weather.errors = weather.errors ? 0 : 0.5))
    case 'one down':
      return void (one.weather.down = true)
    case 'one errs':
      return void (one.weather.errors = one.weather.errors ? 0 : 0.5)
    case 'hold notices':
      return void Object.values(desk.sandboxes).forEach(({ weather }) => (weather.holdNotices = true))
    case 'copies':
      return void (one.weather.noticeCopies = 3)
    case 'review':
      return void (desk.paypal.weather.capture = at % 2 ? 'PENDING' : 'DECLINED')
    case 'refunds fail':
      return void Object.values(desk.sandboxes).forEach(({ weather }) => (weather.refund = 'NO_BALANCE' as never))
    case 'crash':
      return killedAt(desk.parts, 1 + (at % 9), (parts) => desk.sweepWith(parts))
  }
}

/** Compares the desk's payments of an order with the ledger. */
const expectDesk = async (id: number): Promise<void> => {
  const order = (await findOrder(desk.db, 2026, id))!
  const taken = (await desk.tries(id)).filter(({ gateway }) => gateway === DESK)
  expect(taken.length).toBeLessThanOrEqual(1)
  for (const one of taken)
    expect(one).toMatchObject({
      state: 'paid',
      settles: order.amount,
      paid_amount: order.amount,
      receipt: expect.any(Number) as number,
      taken_by: expect.any(Number) as number,
    })
  const books = await desk.ledger(id)
  for (const way of deskWays)
    expect(books.filter((row) => row.includes(`gateway:desk:${way}`))).toEqual(
      taken
        .filter((one) => one.way === way)
        .map(({ amount }) => `order_paid: gateway:desk:${way} < receivable ${amount}`),
    )
  const back = (await desk.refunds(id)).filter(({ payment }) => payment === DESK)
  if (taken.length > 0) expect(back.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.refunded)
  for (const one of back)
    if (one.hand_cash !== null) expect(one.hand_cash + one.hand_fee, 'the drawer gave the rest').toBe(one.amount)
}

test(
  'whatever the order of payments, notices, questions, closings, refunds and faults: the ledger balances and ends ' +
    'right',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(50)), { minLength: 3, maxLength: 14 }),
        fc.boolean(),
        async (story, together) => {
          const clear = () =>
            Object.values(desk.sandboxes).forEach(({ weather }) =>
              Object.assign(weather, fair, { refund: 'SUCCESS', capture: 'COMPLETED' }),
            )
          clear()
          const { id } = await desk.order()
          if (together) {
            // Three steps run at the same moment, again and again.
            for (let at = 0; at < story.length; at += 3)
              await Promise.all(story.slice(at, at + 3).map(([step, number]) => act(id, step, number)))
          } else for (const [step, number] of story) await act(id, step, number)
          expect(await desk.unbalanced(), 'at any moment').toEqual([])

          // The faults stop and the clock moves on. Every order must then reach its end without a person.
          const heldBack = desk.alipay.weather.holdNotices
          clear()
          for (let round = 0; round < 8; round++) {
            desk.minutes(30)
            await desk.sweep()
            // If the steps held the notices back, no notice comes now either, and our own questions must find
            // everything.
            if (!heldBack) await desk.deliver('all')
          }
          // No gateway refunds money that a desk took: staff pay the refund, sometimes in cash from the desk.
          for (const refund of await desk.refunds(id))
            if (refund.payment === DESK && refund.state === 'failed')
              await desk.db
                .transaction()
                .execute((tx) =>
                  payByHand(
                    tx,
                    2026,
                    id,
                    refund.id,
                    { staffid: 1, reference: '收据', fee: refund.id % 2, fromDrawer: refund.id % 3 > 0 },
                    desk.clock.now(),
                  ),
                )
          const order = await desk.db
            .selectFrom('orders')
            .selectAll()
            .where('raceid', '=', 2026)
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          const tries = await desk.tries(id)
          const refunds = await desk.refunds(id)
          expect(order.state).not.toBe('open')
          expect(tries.filter(({ state }) => state === 'started')).toEqual([])
          expect(refunds.filter(({ state }) => state !== 'done')).toEqual([])
          // Every fen and cent that the channels took settles the order or was refunded. Nobody paid twice, and the
          // refunds are not above the payments.
          const stands = tries.find(({ settles }) => settles !== null)
          expect(tries.filter(({ settles }) => settles !== null)).toHaveLength(order.state === 'paid' ? 1 : 0)
          await expectDesk(id)
          for (const one of tries.filter(({ gateway, paid_amount }) => gateway !== DESK && paid_amount !== null)) {
            const back = refunds
              .filter(({ paymentid }) => paymentid === one.id)
              .reduce((sum, { amount }) => sum + amount, 0)
            expect(back).toBe(one.refunded)
            if (one !== stands) expect(back, 'what settled nothing is back whole').toBe(one.paid_amount)
            else if (one.currency === order.currency)
              expect(one.paid_amount! - back).toBe(order.amount - order.refunded)
            else
              expect(
                back * order.amount,
                "as much of it as of the order, in the payer's favour",
              ).toBeGreaterThanOrEqual(one.paid_amount! * order.refunded)
            if (one === stands && order.refunded === order.amount) expect(back).toBe(one.paid_amount)
          }
          expect(desk.told.filter((word) => word === `paid ${id}`)).toHaveLength(order.state === 'paid' ? 1 : 0)
          expect(desk.told.filter((word) => word.startsWith(`closed ${id} `))).toHaveLength(
            order.state === 'closed' ? 1 : 0,
          )
          expect(await desk.unbalanced()).toEqual([])
          // Receipts have no gap and no number twice, over all orders of the race.
          const receipts = (
            await desk.db.selectFrom('payments').select('receipt').where('receipt', 'is not', null).execute()
          ).map(({ receipt }) => receipt!)
          expect(receipts.toSorted((one, other) => one - other)).toEqual(receipts.map((_, at) => at + 1))
          counted({ stories: 1 })
        },
      ),
      { numRuns: Number(process.env.STORIES ?? 40), seed: 2026, endOnFailure: true },
    )
  },
  process.env.STORIES ? 1_200_000 : 120_000,
)
