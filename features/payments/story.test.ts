import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { closeOrder, orderState, refundOrder } from './actions.ts'

let desk: Cashdesk
beforeAll(async () => {
  desk = await openCashdesk()
}, 60_000)
afterAll(() => desk.close())

/** What may happen to one order, in any order and number. */
const steps = ['start h5', 'start native', 'start wap', 'start page', 'open page', 'pay', 'pay other', 'pay wrong', 'notices', 'all notices', 'page', 'sweep', 'cancel', 'half an hour', 'a minute', 'refund', 'down', 'up', 'errors', 'alipay down', 'alipay errors', 'hold notices'] as const
type Step = (typeof steps)[number]

/** Alipay's pages that somebody holds open, by order. */
const pages = new Map<number, string>()
const visited = (address: string | undefined): void => {
  try {
    if (address) desk.alipay.visit(address)
  } catch (error) {
    if (!(error instanceof Error && error.message === '交易已经关闭')) throw error
  }
}

const act = async (id: number, step: Step, at: number): Promise<unknown> => {
  const now = desk.clock.now()
  const tries = await desk.tries(id)
  const pick = tries[at % Math.max(1, tries.length)]
  const paidBy = (one: (typeof tries)[number] | undefined, told = {}) => one && (one.gateway === 'alipay' ? desk.alipay : desk.pretend).pay(one.tradeno, told)
  switch (step) {
    case 'start h5':
      return desk.start(id, { way: 'h5' })
    case 'start native':
      return desk.start(id, { way: 'native' })
    case 'start wap':
      return desk.startAlipay(id, { way: 'wap' }).catch(() => undefined)
    case 'start page':
      // The address is made, but its payer comes only later, or never.
      return desk.start(id, { gateway: 'alipay', way: 'page' }).then(({ next }) => next?.url && pages.set(id, next.url))
    case 'open page':
      // Perhaps long after we closed the order, perhaps after the page's own end.
      return visited(pages.get(id))
    case 'pay':
      return paidBy(pick)
    case 'pay other':
      return tries.length > 1 && paidBy(tries[(at + 1) % tries.length])
    case 'pay wrong':
      return paidBy(pick, at % 2 ? { amount: 1 } : { currency: 'USD' })
    case 'notices':
      return Promise.all([desk.pretend.deliver(), desk.alipay.deliver()])
    case 'all notices':
      return Promise.all([desk.pretend.deliver('all'), desk.alipay.deliver('all')])
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
      return desk.db.transaction().execute((tx) => refundOrder(tx, 2026, id, 1 + ((at * 2711) % 10_000), 'exit', now)).catch(() => undefined)
    case 'down':
      return void (desk.pretend.weather.down = true)
    case 'up':
      return void (desk.pretend.weather.down = desk.alipay.weather.down = false)
    case 'errors':
      return void (desk.pretend.weather.errors = desk.pretend.weather.errors ? 0 : 0.5)
    case 'alipay down':
      return void (desk.alipay.weather.down = true)
    case 'alipay errors':
      return void (desk.alipay.weather.errors = desk.alipay.weather.errors ? 0 : 0.5)
    case 'hold notices':
      return void (desk.pretend.weather.holdNotices = desk.alipay.weather.holdNotices = true)
  }
}

test('whatever the order of payments, notices, questions, closings, refunds and faults: the ledger balances and ends right', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(50)), { minLength: 3, maxLength: 14 }), fc.boolean(), async (story, together) => {
      const clear = () => [desk.pretend, desk.alipay].forEach(({ weather }) => Object.assign(weather, { down: false, errors: 0, holdNotices: false }))
      clear()
      const { id } = await desk.order()
      if (together) {
        // Three things at the same moment, again and again.
        for (let at = 0; at < story.length; at += 3) await Promise.all(story.slice(at, at + 3).map(([step, number]) => act(id, step, number)))
      } else for (const [step, number] of story) await act(id, step, number)
      expect(await desk.unbalanced(), 'at any moment').toEqual([])

      // Then the weather clears and time goes on: everything ends by itself.
      const heldBack = desk.alipay.weather.holdNotices
      clear()
      for (let round = 0; round < 8; round++) {
        desk.minutes(30)
        await desk.sweep()
        // What was never told of comes to light by our own questions.
        if (!heldBack) await Promise.all([desk.pretend.deliver('all'), desk.alipay.deliver('all')])
      }
      const order = await desk.db.selectFrom('orders').selectAll().where('raceid', '=', 2026).where('id', '=', id).executeTakeFirstOrThrow()
      const tries = await desk.tries(id)
      const refunds = await desk.refunds(id)
      expect(order.state).not.toBe('open')
      expect(tries.filter(({ state }) => state === 'started')).toEqual([])
      expect(refunds.filter(({ state }) => state !== 'done')).toEqual([])
      // Every fen that the channels took stands for the order, or is back.
      const came = tries.reduce((sum, { paid_amount }) => sum + (paid_amount ?? 0), 0)
      const back = refunds.reduce((sum, { amount }) => sum + amount, 0)
      expect(came - back).toBe(order.state === 'paid' ? order.amount - order.refunded : 0)
      expect(desk.told.filter((word) => word === `paid ${id}`)).toHaveLength(order.state === 'paid' ? 1 : 0)
      expect(desk.told.filter((word) => word.startsWith(`closed ${id} `))).toHaveLength(order.state === 'closed' ? 1 : 0)
      expect(await desk.unbalanced()).toEqual([])
    }),
    { numRuns: Number(process.env.STORIES ?? 40), seed: 2026, endOnFailure: true },
  )
}, 120_000)
