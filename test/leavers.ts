import type { RefundPolicy } from '#features/races/refund.contract.ts'
import { messageBodyOf } from '#features/messages/rules.ts'
import { registrationPay } from '#features/registrations/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { refundCreate } from '#features/refunds/contract.ts'
import { jobs } from '#features/refunds/jobs.ts'
import { openCashdesk } from './cashdesk.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from './entrants.ts'
import { runnerSession, staffSession } from './people.ts'

const tiers: RefundPolicy['tiers'] = [
  { from: null, until: '2026-03-31', percent: 20, fixed: 0 },
  { from: '2026-04-01', until: '2026-05-31', percent: 50, fixed: 100 },
]
/**
 * Returns a refund policy. Until the end of March the race keeps 20% of the payment. In April and May it keeps half of
 * the payment and one yuan more.
 */
export const refundPolicy = (change: Partial<RefundPolicy> = {}): RefundPolicy => ({
  exit: true,
  tiers,
  deadline: null,
  reasons: ['injury', 'work', 'other'],
  successor: null,
  cash: 1,
  ...change,
})

/**
 * Opens race 2026 with refund rules and two events of 120 yuan, on 1 March 2026 in Shanghai. Returns functions by which
 * people pay and leave.
 */
export const openLeavers = async () => {
  const desk = await openCashdesk()
  await openRace(desk, { settings: { unpaid_most: 1000, refunds: { 0: refundPolicy() } } })
  for (const id of [1, 2]) await openEvent(desk, { id, places: 1000, signup_until: new Date('2026-06-30T16:00:00Z') })
  const runner = await runnerSession(desk)
  let people = 300_000
  const row = (key: string) =>
    desk.db
      .selectFrom('registrations')
      .selectAll()
      .where('raceid', '=', RACE)
      .where('_key', '=', key)
      .executeTakeFirstOrThrow()
  const pay = async (key: string) => {
    await desk.ask(registrationPay, { id: key, payment: 'wechat', way: 'native' }, runner)
    desk.sandbox.pay(
      (
        await desk.db
          .selectFrom('payments')
          .select('tradeno')
          .where('raceid', '=', RACE)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow()
      ).tradeno,
    )
    await desk.sandbox.deliver('all')
  }
  return {
    ...desk,
    runner,
    stranger: await runnerSession(desk),
    cashier: await staffSession(desk, [{ raceid: RACE, role: 'cashier' }]),
    somebody: () => people++,
    row,
    taken: async (id = 1) =>
      (
        await desk.db
          .selectFrom('events')
          .select('taken')
          .where('raceid', '=', RACE)
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).taken,
    pay,
    paid: async (change: Parameters<typeof entrant>[1] = {}) => {
      const n = people++
      const { _key } = await desk.ask(registrationSave, entrant(n, change), runner)
      await pay(_key)
      return { n, _key, id: (await row(_key)).id }
    },
    leave: (one: { n: number; _key: string }, change: object = {}) =>
      desk.call(
        refundCreate,
        { id: one._key, idnum: idnumOf(one.n), reason: 'work', ...change },
        { ...runner, lang: 'en' },
      ),
    /** Returns the messages to a person about leaving and about the money, in English. */
    toldOf: async (key: string) => {
      const messages = await desk.db
        .selectFrom('messages')
        .selectAll()
        .where('raceid', '=', RACE)
        .where('path', '=', `/refunds?_key=${key}`)
        .orderBy('id')
        .execute()
      return messages.map((one) =>
        messageBodyOf(
          one.template as 'refunded',
          JSON.parse(desk.parts.seal.open('accounts', 'message content', one.content)) as never,
          'en',
        ),
      )
    },
    /** Runs the jobs that notify people of returned money, for all refunds or for the refunds of one registration. */
    notifyAll: async (key?: string) => {
      const refundid = key === undefined ? undefined : (await row(key)).refundid
      const done = (
        await desk.db.selectFrom('refunds').select(['raceid', 'id']).where('state', '=', 'done').execute()
      ).filter(({ id }) => refundid === undefined || id === refundid)
      for (const { raceid, id } of done)
        await jobs[0]!.run({ raceid, refundid: id }, { ...desk.parts, now: desk.clock.now() })
    },
  }
}
export type Leavers = Awaited<ReturnType<typeof openLeavers>>
