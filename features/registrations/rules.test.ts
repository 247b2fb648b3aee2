import { describe, expect, test } from 'vitest'
import { langs } from '#contract/words.ts'
import { registrationStates } from './contract.ts'
import type { RegistrationState } from './contract.ts'
import { type StatusFacts, isPayable, paidStateOf, say, sayStatus, sayTime, statusOf } from './rules.ts'
import { words } from './words.ts'

const now = new Date('2026-11-21T04:00:00Z')
const later = new Date('2026-11-21T04:30:00Z')
const before = new Date('2026-11-21T03:00:00Z')

const money = ['owed, no order yet', 'payment not open yet', 'open order', 'order past its end', 'paid', 'order closed'] as const
const refunds = ['none', 'asked', 'done', 'failed'] as const
const draws = ['none', 'future', 'past'] as const
type Case = { state: RegistrationState; money: (typeof money)[number]; refund: (typeof refunds)[number]; event: 'normal' | 'draw' | 'audit'; draw: (typeof draws)[number]; invite: boolean; deleted: boolean }

const factsOf = (one: Case): StatusFacts => ({
  registration: {
    state: one.state,
    refundid: one.refund === 'none' ? 0 : 7,
    pay_at: one.money === 'paid' ? before : null,
    invite: one.invite ? 'FRIENDS' : null,
    price: 10_000,
    wait_pos: 12,
    refusemsg: '照片不清楚',
    tag: null,
    description: null,
    closed_at: one.money === 'order closed' ? before : null,
    deleted_at: one.deleted ? before : null,
  },
  order:
    one.money === 'owed, no order yet' || one.money === 'payment not open yet'
      ? null
      : { state: one.money === 'paid' ? 'paid' : one.money === 'order closed' ? 'closed' : 'open', payment: one.money === 'paid' ? 'wechat' : null, pay_end: one.money === 'open order' ? later : before, pay_at: one.money === 'paid' ? before : null },
  refund: one.refund === 'none' ? null : { state: one.refund, refund_at: one.refund === 'done' ? before : null },
  event: { state: one.event, paystate: one.money === 'payment not open yet' ? 'closed' : 'open', pay_end: null, draw_at: one.draw === 'none' ? null : one.draw === 'future' ? later : before, signup_from: null, signup_until: later },
  race: { zone: 'Asia/Shanghai', refund_until: later, edit_until: null, delay_until: null, teams: true },
})

const every: Case[] = registrationStates.flatMap((state) =>
  money.flatMap((paid) =>
    refunds.flatMap((refund) =>
      (['normal', 'draw', 'audit'] as const).flatMap((event) =>
        draws.flatMap((draw) => [false, true].flatMap((invite) => [false, true].map((deleted) => ({ state, money: paid, refund, event, draw, invite, deleted })))),
      ),
    ),
  ),
)

/** The specification's table, read anew from section 4 and not from the rules: conditions in its order, the first that fits counts. */
const table: [when: (one: Case) => boolean, key: string, title: string, says: (one: Case) => string][] = [
  [(one) => one.refund === 'done' && one.state !== 'waitfail', 'refunded', 'Exited, with refund', () => 'You have left the race. The fee was refunded to the original payment channel on 21 Nov 2026, 11:00'],
  [(one) => one.refund === 'asked' && one.state !== 'waitfail', 'refunded', 'Exited, with refund', () => words.refund_asked.en],
  [(one) => one.refund === 'failed' && one.state !== 'waitfail', 'refunded', 'Exited, with refund', () => words.refund_failed.en],
  [(one) => one.deleted, 'deleted', 'Registration deleted', () => 'The old qualification is lost'],
  [(one) => one.state === 'waitfail', 'waitfail', 'No place', () => 'Sorry, there was no place for you. The fee is refunded to the original payment channel'],
  [(one) => one.state === 'auditfail', 'auditfail', 'Review failed', () => '照片不清楚'],
  [(one) => one.state === 'delay', 'delay', 'Reserved', () => words.delay.en],
  [(one) => one.state === 'undraw' && one.money === 'paid', 'undraw', 'Not drawn', () => 'Your waitlist code is 12; please watch for the waitlist result'],
  [(one) => one.state === 'undraw' && one.money === 'open order', 'undraw', 'Not drawn', () => 'Pay before 21 Nov 2026, 12:30 to join the waitlist'],
  [(one) => one.state === 'undraw' && one.money === 'owed, no order yet', 'undraw', 'Not drawn', () => 'Pay before the deadline to join the waitlist'],
  [(one) => one.state === 'undraw', 'undraw', 'Not drawn', () => 'The time to pay for the waitlist has passed'],
  [(one) => one.state === 'draw' && one.draw === 'past' && (one.money === 'payment not open yet' || one.money === 'order past its end' || one.money === 'order closed'), 'draw_over', 'Lottery ended', () => 'The lottery has ended and the fee was not paid before the deadline'],
  [(one) => one.money === 'order closed', 'closed', 'Payment closed', () => words.closed.en],
  [(one) => one.state === 'draw' && one.draw === 'future', 'draw', 'Pre-registered, awaiting lottery', () => 'The lottery is drawn on 21 Nov 2026, 12:30'],
  [(one) => one.state === 'draw', 'draw', 'Pre-registered, awaiting lottery', () => 'You will be told when the lottery has been drawn'],
  [(one) => one.state === 'wait', 'wait', 'Waitlisted', (one) => `Waitlisted and ${one.money === 'paid' ? 'paid' : 'not paid yet'}, your sequence number is 12. The waitlist is refreshed daily at 10:00`],
  [(one) => one.state === 'audit', 'audit', 'Awaiting review', () => words.audit.en],
  [(one) => one.money === 'paid', 'normal', 'Registered successfully', () => words.normal_paid.en],
  [(one) => one.event === 'draw', 'won', 'Won the lottery, payment pending', (one) => pending(one)],
  [(one) => one.event === 'audit', 'approved', 'Approved, payment pending', (one) => pending(one)],
  [() => true, 'pre', 'Pre-registered successfully, payment pending', (one) => pending(one)],
]
const pending = (one: Case) =>
  one.money === 'open order' ? 'Please pay by 21 Nov 2026, 12:30, or the order is cancelled automatically' : one.money === 'payment not open yet' ? words.pay_later.en : one.money === 'order past its end' ? words.pay_checking.en : words.pay_soon.en

describe(`every one of ${every.length} combinations`, () => {
  test('has the title and the description of the table', () => {
    const met = new Set<string>()
    for (const one of every) {
      const found = statusOf(factsOf(one), now)
      const [, key, title, says] = table.find(([when]) => when(one))!
      met.add(key)
      expect([one, found.key, say(found.title, 'Asia/Shanghai', 'en'), say(found.description, 'Asia/Shanghai', 'en')]).toEqual([one, key, title, says(one)])
    }
    expect([...met].sort()).toEqual([...new Set(table.map(([, key]) => key))].sort())
  })
  test('is paid, unpaid, refunded or closed, and says so', () => {
    const labels = { '0': 'Waiting for payment', '1': 'Already paid', '2': 'Refunded', closed: 'Payment closed' }
    for (const one of every) {
      const expected = one.refund !== 'none' ? '2' : one.money === 'paid' ? '1' : one.money === 'order closed' ? 'closed' : '0'
      expect([one, paidStateOf(factsOf(one))]).toEqual([one, expected])
      expect(sayStatus(statusOf(factsOf(one), now), 'Asia/Shanghai', 'en').paid_label).toBe(labels[expected])
    }
  })
  test('can be paid only unpaid, in a paying state, in time, once payment is open; and as an invitation', () => {
    for (const one of every) {
      const plain = !one.deleted && one.refund === 'none' && ['normal', 'draw', 'undraw', 'wait'].includes(one.state) && (one.money === 'open order' || one.money === 'owed, no order yet')
      const invited = one.invite && !one.deleted && one.refund === 'none' && one.money === 'paid'
      const found = statusOf(factsOf(one), now)
      expect([one, found.payable, found.can.pay.ok]).toEqual([one, plain || invited, plain])
      if (one.invite && found.payable && one.money !== 'owed, no order yet') expect(found.payment).toBe('invite')
    }
  })
  test('shows the bib only registered and paid, the waitlist code only not drawn or waiting, exit only paid, delete by its rule', () => {
    for (const one of every) {
      const { shows } = statusOf(factsOf(one), now)
      const unpaid = one.refund === 'none' && one.money !== 'paid' && one.money !== 'order closed'
      const live = !one.deleted && one.refund === 'none' && one.money !== 'order closed'
      expect([one, shows]).toEqual([
        one,
        {
          bib: one.state === 'normal' && one.refund === 'none' && one.money === 'paid' && !one.deleted,
          wait_pos: ['undraw', 'wait', 'waitfail'].includes(one.state) && live,
          exit: live && one.money === 'paid' && one.state !== 'auditfail' && one.state !== 'waitfail',
          delete: !one.deleted && (unpaid || (one.refund !== 'none' && one.state !== 'waitfail')),
        },
      ])
    }
  })
  test('speaks whole sentences in three languages and gives a reason for whatever cannot be done', () => {
    for (const one of every) {
      for (const lang of langs) {
        const said = sayStatus(statusOf(factsOf(one), now), 'Asia/Shanghai', lang)
        expect(`${said.title}${said.description}${said.pay_label}${said.chips.map((chip) => chip.says).join('')}`).not.toMatch(/[{}]|undefined|null|Invalid/)
        expect(said.title && said.description).toBeTruthy()
        for (const can of Object.values(said.can)) expect(can.ok ? can.why === null : Boolean(can.why)).toBe(true)
      }
    }
  })
  test('never offers at once to pay and to sign up again', () => {
    for (const one of every) {
      const { can } = statusOf(factsOf(one), now)
      expect(can.pay.ok && can.again.ok).toBe(false)
    }
  })
})

describe('single rules', () => {
  const base: Case = { state: 'normal', money: 'paid', refund: 'none', event: 'normal', draw: 'none', invite: false, deleted: false }
  const change = (one: Partial<Case>, to: (facts: StatusFacts) => void) => {
    const facts = factsOf({ ...base, ...one })
    to(facts)
    return statusOf(facts, now)
  }
  test('a document deletes once', () => {
    const found = change({ money: 'open order' }, (facts) => void (facts.registration.deleted_once = true))
    expect(found.can.delete).toEqual({ ok: false, why: words.why_deleted_once })
  })
  test('exit ends with the time for refunds', () => {
    expect(change({}, (facts) => void (facts.race.refund_until = before)).can.exit).toEqual({ ok: false, why: words.why_no_refund })
    expect(change({}, (facts) => void (facts.race.refund_until = null)).shows.exit).toBe(false)
  })
  test('an organiser words a reservation', () => {
    const found = change({ state: 'delay' }, (facts) => void Object.assign(facts.registration, { tag: '延期至2027', description: '名额保留一年' }))
    expect([say(found.title, 'Asia/Shanghai', 'en'), say(found.description, 'Asia/Shanghai', 'zh-cn')]).toEqual(['延期至2027', '名额保留一年'])
    expect(found.chips.some((chip) => 'own' in chip.says && chip.says.own === '延期至2027')).toBe(true)
  })
  test('a waitlist place without its number says so', () => {
    const found = change({ state: 'wait' }, (facts) => void (facts.registration.wait_pos = null))
    expect(say(found.description, 'Asia/Shanghai', 'zh-cn')).toBe('您已缴费，正在候补，候补序号待定。候补名单每日10:00更新')
  })
  test('the event gives the deadline where there is no order yet', () => {
    const found = change({ money: 'owed, no order yet', event: 'draw' }, (facts) => void (facts.event.pay_end = later))
    expect(say(found.description, 'Asia/Shanghai', 'zh-tw')).toBe(`請在${sayTime(later, 'Asia/Shanghai', 'zh-tw')}前完成繳費，逾期將自動取消`)
    expect(found.payEnd).toEqual(later)
  })
  test('the last second counts, the next does not', () => {
    const facts = factsOf({ ...base, money: 'open order' })
    expect([isPayable(facts, new Date(later.getTime() - 1)), isPayable(facts, later)]).toEqual([true, false])
  })
  test('a refund counts from the request, before its row is at hand', () => {
    expect(change({}, (facts) => void Object.assign(facts, { refund: undefined, registration: { ...facts.registration, refundid: 3 } })).key).toBe('refunded')
  })
  test("times stand on the race's clock", () => {
    expect(sayTime(new Date('2026-12-31T16:05:00Z'), 'Asia/Shanghai', 'en')).toBe('1 Jan 2027, 00:05')
    expect(sayTime(new Date('2026-12-31T16:05:00Z'), 'Asia/Shanghai', 'zh-cn')).toBe('2027年1月1日 00:05')
    expect(sayTime(new Date('2026-12-31T16:05:00Z'), 'Europe/London', 'en')).toBe('31 Dec 2026, 16:05')
  })
})
