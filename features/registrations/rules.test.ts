import { expect, test } from 'vitest'
import { statusOf } from './rules.ts'
import type { StatusFacts } from './status/facts.rules.ts'
import { isPayable } from './status/payable.rules.ts'
import { say, sayTime } from './status/statusText.rules.ts'
import { words } from './status/status.words.ts'

// statusTable.test.ts covers every combination of facts. This file tests the rules that depend on single values.
const now = new Date('2026-11-21T04:00:00Z')
const later = new Date('2026-11-21T04:30:00Z')
const before = new Date('2026-11-21T03:00:00Z')

/** Returns the facts of a paid place. `change` adapts them to the case of a test. */
const paidPlace = (): StatusFacts => ({
  registration: {
    state: 'normal',
    refundid: 0,
    pay_at: before,
    invite: null,
    price: 10_000,
    wait_pos: 12,
    refusemsg: null,
    tag: null,
    description: null,
    closed_at: null,
    deleted_at: null,
  },
  order: { state: 'paid', payment: 'wechat', pay_end: before, pay_at: before },
  refund: null,
  event: { state: 'normal', paystate: 'open', pay_end: null, draw_at: null, signup_from: null, signup_until: later },
  race: { zone: 'Asia/Shanghai', refund_until: later, edit_until: null, delay_until: null, teams: true },
})
const change = (to: (facts: StatusFacts) => void) => {
  const facts = paidPlace()
  to(facts)
  return statusOf(facts, now)
}
const unpaid = (facts: StatusFacts, pay_end: Date | null = later) => {
  facts.registration.pay_at = null
  facts.order = { state: 'open', payment: null, pay_end, pay_at: null }
}
test('a document can be deleted once', () => {
  const found = change((facts) => {
    unpaid(facts)
    facts.registration.deleted_once = true
  })
  expect(found.can.delete).toEqual({ ok: false, why: words.why_deleted_once })
})
test('exit ends with the time for refunds', () => {
  expect(change((facts) => void (facts.race.refund_until = before)).can.exit).toEqual({
    ok: false,
    why: words.why_no_refund,
  })
  expect(change((facts) => void (facts.race.refund_until = null)).shows.exit).toBe(false)
})
test('an organiser words a reservation', () => {
  const found = change(
    (facts) =>
      void Object.assign(facts.registration, { state: 'delay', tag: '延期至2027', description: '名额保留一年' }),
  )
  expect([say(found.title, 'Asia/Shanghai', 'en'), say(found.description, 'Asia/Shanghai', 'zh-cn')]).toEqual([
    '延期至2027',
    '名额保留一年',
  ])
  expect(found.chips.some((chip) => 'own' in chip.label && chip.label.own === '延期至2027')).toBe(true)
})
test('a waitlist place without its number says so', () => {
  const found = change((facts) => void Object.assign(facts.registration, { state: 'wait', wait_pos: null }))
  expect(say(found.description, 'Asia/Shanghai', 'zh-cn')).toBe(
    '您已支付，正在候补，候补序号：待定。候补名单每日 10:00 更新',
  )
})
test('the event gives the deadline if there is no order yet', () => {
  const found = change((facts) => {
    unpaid(facts)
    facts.order = null
    Object.assign(facts.event, { state: 'draw', pay_end: later })
  })
  expect(say(found.description, 'Asia/Shanghai', 'zh-tw')).toBe(
    `請在 ${sayTime(later, 'Asia/Shanghai', 'zh-tw')} 前完成付款，逾期將自動取消`,
  )
  expect(found.payEnd).toEqual(later)
})
test('the last second counts, but not the next', () => {
  const facts = paidPlace()
  unpaid(facts)
  expect([isPayable(facts, new Date(later.getTime() - 1)), isPayable(facts, later)]).toEqual([true, false])
})
test('a refund counts from the request, before its row exists', () => {
  expect(
    change(
      (facts) => void Object.assign(facts, { refund: undefined, registration: { ...facts.registration, refundid: 3 } }),
    ).key,
  ).toBe('refunded')
})
test("times are on the race's clock", () => {
  expect(sayTime(new Date('2026-12-31T16:05:00Z'), 'Asia/Shanghai', 'en')).toBe('1 Jan 2027, 00:05 GMT+8')
  expect(sayTime(new Date('2026-12-31T16:05:00Z'), 'Asia/Shanghai', 'zh-cn')).toBe('2027年1月1日 00:05')
  expect(sayTime(new Date('2026-12-31T16:05:00Z'), 'Europe/London', 'en')).toBe('31 Dec 2026, 16:05 GMT+0')
})
test('a runner whose review failed may correct it until changes end, and can change nothing else', () => {
  const failed = (facts: StatusFacts) => {
    unpaid(facts)
    Object.assign(facts.registration, { state: 'auditfail', refusemsg: '证明不清晰' })
  }
  const found = change(failed)
  expect([found.can.mend.ok, found.can.edit.ok, found.can.team.ok]).toEqual([true, false, false])
  expect(change((facts) => (failed(facts), void (facts.race.edit_until = before))).can.mend).toEqual({
    ok: false,
    why: words.why_edit_over,
  })
  expect(change(() => undefined).can.mend).toEqual({ ok: false, why: words.why_nothing_to_mend })
})
test('a paid runner whose review failed reads that the fee goes back, after the correction if there is time for it', () => {
  const says = (to: (facts: StatusFacts) => void) => {
    const { description } = change((facts) => {
      Object.assign(facts.registration, { state: 'auditfail', refusemsg: 'The photo is not clear.' })
      to(facts)
    })
    return say(description, 'Asia/Shanghai', 'en')
  }
  expect(says(() => undefined)).toBe(
    "The photo is not clear. You can correct and resubmit it. If you don't, the fee you paid will be refunded to " +
      'your original payment method',
  )
  expect(says((facts) => void (facts.race.edit_until = before))).toBe(
    'The photo is not clear. The fee you paid will be refunded to your original payment method',
  )
  expect(says((facts) => void Object.assign(facts.registration, { refusemsg: null }))).toContain(
    `${words.auditfail.en}. You can`,
  )
  for (const free of [
    (facts: StatusFacts) => unpaid(facts),
    (facts: StatusFacts) => void (facts.order!.payment = 'invite'),
    (facts: StatusFacts) => void (facts.registration.price = 0),
  ])
    expect(says(free)).toBe('The photo is not clear.')
})
test('a paid place may be reserved only if the race offers it, and while it does', () => {
  expect(change(() => undefined).can.delay).toEqual({ ok: false, why: words.why_no_delay })
  expect(change((facts) => void (facts.race.delay_until = later)).can.delay.ok).toBe(true)
  expect(change((facts) => (unpaid(facts), void (facts.race.delay_until = later))).can.delay).toEqual({
    ok: false,
    why: words.why_unpaid,
  })
})
test('a payment that was never opened in time is not called under check', () => {
  const found = change((facts) => {
    unpaid(facts)
    facts.order = null
    facts.event.pay_end = before
  })
  expect(say(found.description, 'Asia/Shanghai', 'zh-cn')).toBe(
    `支付已于 ${sayTime(before, 'Asia/Shanghai', 'zh-cn')} 截止`,
  )
})
test('a runner without a place reads the reason why nothing can be paid or corrected: nobody left the race', () => {
  const { can } = change((facts) => {
    Object.assign(facts.registration, { state: 'waitfail', refundid: 7, freed_at: before })
  })
  expect([can.pay, can.mend, can.edit]).toEqual(
    Array.from({ length: 3 }, () => ({ ok: false, why: words.why_waitfail })),
  )
  expect(can.again.ok).toBe(true)
})
test('a runner who has left the race cannot sign up for it again, deleted or not', () => {
  const left = change(
    (facts) => void Object.assign(facts.registration, { refundid: 7, exited_at: before, deleted_at: before }),
  )
  expect(left.can.again).toEqual({ ok: false, why: words.why_refunded })
  expect(
    change((facts) => void Object.assign(facts.registration, { refundid: 7, deleted_at: before })).can.again.ok,
  ).toBe(true)
})

test('a runner who left the waitlist has not left the race: the description says so, and sign-up is offered', () => {
  const left = (refund: StatusFacts['refund']) =>
    change((facts) => {
      Object.assign(facts.registration, { state: 'wait', refundid: 7, freed_at: before })
      facts.refund = refund
    })
  for (const [refund, says] of [
    [{ state: 'asked', refund_at: null }, '您已退出候补，费用将在一周内退回原支付账户'],
    [{ state: 'failed', refund_at: null }, '您已退出候补，退款遇到问题，我们正在处理'],
    [{ state: 'done', refund_at: before }, '您已退出候补，费用已于 2026年11月21日 11:00 退回原支付渠道'],
  ] as const) {
    const found = left(refund)
    expect([say(found.title, 'Asia/Shanghai', 'zh-cn'), say(found.description, 'Asia/Shanghai', 'zh-cn')]).toEqual([
      '已退赛',
      says,
    ])
    expect(found.can.again.ok).toBe(true)
  }
})

test('in no state can a runner both pay and sign up again', () => {
  const found = change((facts) => {
    unpaid(facts, before)
    facts.order!.state = 'closed'
  })
  expect([found.can.pay.ok, found.can.again.ok]).toEqual([false, true])
})
