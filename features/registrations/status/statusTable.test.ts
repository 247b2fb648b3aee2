import { describe, expect, test } from 'vitest'
import { langs } from '#contract/words.ts'
import { registrationStates } from '../contract.ts'
import type { RegistrationState } from '../contract.ts'
import { statusOf } from '../rules.ts'
import type { StatusFacts } from './facts.rules.ts'
import { say, sayStatus } from './statusText.rules.ts'
import { words } from './status.words.ts'

/*
 * Tests the status function with every combination of its facts. The expected values are tables that people wrote from
 * docs/behaviour/states.md, Messages. The values do not come from the rules.
 */
const now = new Date('2026-11-21T04:00:00Z')
const later = new Date('2026-11-21T04:30:00Z')
const before = new Date('2026-11-21T03:00:00Z')

const monies = [
  'no order yet',
  'order in time',
  'order past its end',
  'order without end',
  'paid',
  'paid without order',
  'order closed',
] as const
const refunds = ['none', 'waiting', 'asked', 'done', 'failed'] as const
const times = ['unset', 'open', 'past'] as const
type When = (typeof times)[number]
type Case = {
  state: RegistrationState
  money: (typeof monies)[number]
  refund: (typeof refunds)[number]
  event: 'normal' | 'draw' | 'audit'
  /** The way in which the runner got a place in an event that draws. */
  by: 'lot' | 'invitation' | 'waitlist'
  paystate: 'open' | 'closed'
  draw: When
  pay_end: When
  invite: boolean
  deleted: boolean
  deleted_once: boolean
  signup: When
  refund_until: When
  edit_until: When
  delay_until: When
  teams: boolean
}
const at = (when: When): Date | null => (when === 'unset' ? null : when === 'open' ? later : before)
const usual = {
  deleted_once: false,
  signup: 'open',
  refund_until: 'open',
  edit_until: 'unset',
  delay_until: 'open',
  teams: true,
} as const

const factsOf = (one: Case): StatusFacts => ({
  registration: {
    state: one.state,
    refundid: one.refund === 'none' ? 0 : 7,
    pay_at: one.money === 'paid' || one.money === 'paid without order' ? before : null,
    invite: one.invite ? 'FRIENDS' : null,
    price: 10_000,
    wait_pos: one.by === 'invitation' ? null : 12,
    drawn_at: one.by === 'lot' ? before : null,
    refusemsg: '照片不清楚',
    tag: null,
    description: null,
    closed_at: one.money === 'order closed' ? before : null,
    deleted_at: one.deleted ? before : null,
    deleted_once: one.deleted_once,
  },
  order:
    one.money === 'no order yet' || one.money === 'paid without order'
      ? null
      : {
          state: one.money === 'paid' ? 'paid' : one.money === 'order closed' ? 'closed' : 'open',
          payment: one.money === 'paid' ? 'wechat' : null,
          pay_end: one.money === 'order in time' ? later : one.money === 'order without end' ? null : before,
          pay_at: one.money === 'paid' ? before : null,
        },
  refund: one.refund === 'none' ? null : { state: one.refund, refund_at: one.refund === 'done' ? before : null },
  event: {
    state: one.event,
    paystate: one.paystate,
    pay_end: at(one.pay_end),
    draw_at: at(one.draw),
    signup_from: null,
    signup_until: at(one.signup),
  },
  race: {
    zone: 'Asia/Shanghai',
    refund_until: at(one.refund_until),
    edit_until: at(one.edit_until),
    delay_until: at(one.delay_until),
    teams: one.teams,
  },
})

/** Lists every combination of the given values. */
const product = <Dims extends Record<string, readonly unknown[]>>(
  dims: Dims,
): { [Name in keyof Dims]: Dims[Name][number] }[] =>
  Object.entries(dims).reduce<Record<string, unknown>[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  ) as { [Name in keyof Dims]: Dims[Name][number] }[]
const both = [false, true] as const
const eventStates = ['normal', 'draw', 'audit'] as const
const money: Case[] = product({
  state: registrationStates,
  money: monies,
  refund: refunds,
  event: eventStates,
  paystate: ['open', 'closed'] as const,
  draw: times,
  pay_end: times,
  invite: both,
  deleted: both,
}).map((one) => ({ ...usual, ...one, by: 'lot' as const }))
/** An event that draws gives places in three ways. The way matters only for an unpaid registration. */
money.push(
  ...product({ paystate: ['open', 'closed'] as const, pay_end: times, by: ['invitation', 'waitlist'] as const }).map(
    (one): Case => ({
      ...usual,
      state: 'normal',
      money: 'order in time',
      refund: 'none',
      event: 'draw',
      draw: 'past',
      invite: false,
      deleted: false,
      ...one,
    }),
  ),
)
const windows: Case[] = product({
  state: registrationStates,
  money: monies,
  refund: ['none', 'done'] as const,
  deleted: both,
  deleted_once: both,
  signup: times,
  refund_until: times,
  edit_until: times,
  delay_until: ['unset', 'past', 'open'] as const,
  teams: both,
}).map((one) => ({
  event: 'normal',
  by: 'lot',
  paystate: 'open',
  draw: 'unset',
  pay_end: 'unset',
  invite: false,
  ...one,
}))

const refunded = (one: Case) => one.refund !== 'none'
const paid = (one: Case) => !refunded(one) && (one.money === 'paid' || one.money === 'paid without order')
const closed = (one: Case) => !refunded(one) && one.money === 'order closed'
const unpaid = (one: Case) => !refunded(one) && !paid(one) && !closed(one)
const hasOrder = (one: Case) => one.money.startsWith('order')
/** Returns whether the time to pay is unset, open or past: by the order if it has an end, otherwise by the event. */
const end = (one: Case): When =>
  one.money === 'order in time'
    ? 'open'
    : one.money === 'order past its end' || one.money === 'order closed'
      ? 'past'
      : one.pay_end
const takesMoney = (one: Case) => ['normal', 'draw', 'undraw', 'wait'].includes(one.state)
const canPay = (one: Case) =>
  !one.deleted && unpaid(one) && takesMoney(one) && end(one) !== 'past' && (hasOrder(one) || one.paystate === 'open')
const payable = (one: Case) => canPay(one) || (one.invite && !one.deleted && paid(one))

const [noon, half] = ['21 Nov 2026, 11:00 GMT+8', '21 Nov 2026, 12:30 GMT+8']
const pending = (one: Case): string => {
  if (end(one) === 'past')
    return hasOrder(one)
      ? `The payment deadline was ${noon}. We are checking with the payment provider`
      : `The payment deadline was ${noon}`
  const open = hasOrder(one) || one.paystate === 'open'
  if (end(one) === 'open')
    return open
      ? `Please pay by ${half}, or the order will be cancelled automatically`
      : `Payment isn't open yet. Once it is, please pay by ${half}`
  return open ? words.pay_soon.en : words.pay_later.en
}
const waiting = (one: Case): string => {
  if (paid(one)) return 'Your waitlist code is 12. Watch for the waitlist results'
  if (canPay(one))
    return end(one) === 'open' ? `Pay by ${half} to join the waitlist` : 'Pay before the deadline to join the waitlist'
  return !closed(one) && end(one) !== 'past' ? pending(one) : 'The deadline to pay for the waitlist has passed'
}
/**
 * The derived messages (docs/behaviour/states.md, Messages). The conditions are in the order of that page, and the
 * first condition that holds counts.
 */
const messages: readonly [when: (one: Case) => boolean, title: string, says: (one: Case) => string][] = [
  [
    (one) => refunded(one) && one.state !== 'waitfail',
    'Withdrawn',
    (one) => {
      // A runner who failed the review has not left the race.
      const [left, fee] =
        one.state === 'auditfail'
          ? ['Your entry was not approved.', 'The fee is being refunded to your original payment method']
          : [
              'You have withdrawn.',
              'Your refund has been requested and goes to your original payment method within one week',
            ]
      if (one.refund === 'done') return `${left} The fee was refunded to your original payment method on ${noon}`
      return one.refund === 'failed'
        ? words.refund_failed.en
        : one.refund === 'waiting'
          ? words.refund_waiting.en
          : `${left} ${fee}`
    },
  ],
  [(one) => one.deleted, 'Entry deleted', () => 'This entry is no longer valid'],
  [
    (one) => one.state === 'waitfail',
    'No place from the waitlist',
    () => 'Sorry, there was no place for you. The fee will be refunded to your original payment method',
  ],
  [
    (one) => one.state === 'auditfail',
    'Not approved',
    (one) => (one.money === 'paid' ? words.auditfail_mend.en.replace('{why}', '照片不清楚') : '照片不清楚'),
  ],
  [(one) => one.state === 'delay', 'Deferred', () => words.delay.en],
  [(one) => one.state === 'undraw', 'Not drawn', waiting],
  [
    (one) => one.state === 'draw' && one.draw === 'past' && !paid(one) && !payable(one),
    'Ballot closed',
    () => "You didn't pay before the deadline, so you weren't in the ballot",
  ],
  [closed, 'Payment closed', () => words.closed.en],
  [
    (one) => one.state === 'draw',
    'Entered. Awaiting the ballot',
    (one) => (one.draw === 'open' ? `Ballot: ${half}` : "We'll notify you when the ballot results are out"),
  ],
  [
    (one) => one.state === 'wait',
    'Waitlisted',
    (one) =>
      (paid(one)
        ? `You have paid and are on the waitlist${one.event === 'draw' ? '. Your waitlist code is 12 (not a position)' : ', number 12'}`
        : "You are on the waitlist, number 12, and haven't paid yet") + '. The waitlist is updated daily at 10:00',
  ],
  [(one) => one.state === 'audit', 'Under review', () => words.audit.en],
  [paid, "You're in!", () => words.normal_paid.en],
  [(one) => one.event === 'draw' && one.by === 'lot', "You're in! Pay to confirm", pending],
  [
    (one) => one.event === 'audit' || (one.event === 'draw' && one.by === 'invitation'),
    'Approved. Pay to confirm',
    pending,
  ],
  [() => true, 'Place reserved. Pay to confirm', pending],
]
const icons: Record<string, string> = {
  Withdrawn: 'info',
  Deferred: 'info',
  "You're in!": 'success',
  'Entry deleted': 'warn',
  'No place from the waitlist': 'warn',
  'Not approved': 'warn',
  'Not drawn': 'warn',
  'Ballot closed': 'warn',
  'Payment closed': 'warn',
}
const titleOf = (one: Case): string => messages.find(([when]) => when(one))![1]

/** Finds the first case that differs from its table, and returns the two values; undefined if no case differs. */
const firstFault = (cases: readonly Case[], found: (one: Case) => unknown, expected: (one: Case) => unknown) => {
  for (const one of cases) {
    const [is, should] = [JSON.stringify(found(one)), JSON.stringify(expected(one))]
    if (is !== should) return { one, is, should }
  }
  return undefined
}

describe(`the status in every one of ${money.length} combinations`, () => {
  test('has the icon, the title and the description of the table, and every message occurs', () => {
    const met = new Set(money.map(titleOf))
    expect(
      firstFault(
        money,
        (one) => {
          const status = statusOf(factsOf(one), now)
          return [status.icon, say(status.title, 'Asia/Shanghai', 'en'), say(status.description, 'Asia/Shanghai', 'en')]
        },
        (one) => {
          const [, title, says] = messages.find(([when]) => when(one))!
          return [icons[title] ?? 'waiting', title, says(one)]
        },
      ),
    ).toBeUndefined()
    expect([...met].sort()).toEqual(messages.map(([, title]) => title).sort())
  })
  test('is unpaid, paid, refunded or closed, and payable by its rule; an invitation shows as the payment method', () => {
    expect(
      firstFault(
        money,
        (one) => {
          const status = statusOf(factsOf(one), now)
          return [status.paid, status.payable, status.can.pay.ok, status.payment]
        },
        (one) => {
          const invited =
            one.invite &&
            (one.money === 'paid' || one.money === 'paid without order' || (hasOrder(one) && payable(one)))
          return [
            refunded(one) ? '2' : paid(one) ? '1' : closed(one) ? 'closed' : '0',
            payable(one),
            canPay(one),
            invited ? 'invite' : one.money === 'paid' ? 'wechat' : null,
          ]
        },
      ),
    ).toBeUndefined()
  })
  test('shows bib, waitlist code, exit and delete by section 2', () => {
    const live = (one: Case) => !one.deleted && !refunded(one) && !closed(one)
    expect(
      firstFault(
        money,
        (one) => statusOf(factsOf(one), now).shows,
        (one) => ({
          bib: one.state === 'normal' && paid(one) && !one.deleted,
          wait_pos:
            ['Not drawn', 'No place from the waitlist'].includes(titleOf(one)) || (one.state === 'wait' && live(one)),
          exit: live(one) && paid(one) && one.state !== 'auditfail' && one.state !== 'waitfail',
          delete: !one.deleted && (unpaid(one) || (refunded(one) && one.state !== 'waitfail')),
        }),
      ),
    ).toBeUndefined()
  })
  test('has whole sentences in three languages and gives a reason for each impossible action', () => {
    const few = money.filter((_, n) => n % 7 === 0)
    const faults = few.flatMap((one) =>
      langs.flatMap((lang) => {
        const said = sayStatus(statusOf(factsOf(one), now), 'Asia/Shanghai', lang)
        const text = `${said.title}${said.description}${said.pay_label}${said.chips.map((chip) => chip.says).join('')}`
        const whole = said.title && said.description && !/[{}]|undefined|null|Invalid/.test(text)
        return whole && Object.values(said.can).every((can) => (can.ok ? can.why === null : Boolean(can.why)))
          ? []
          : [{ one, lang, said }]
      }),
    )
    expect(faults).toEqual([])
  })
})

test(`the possible actions are right in all ${windows.length} combinations of states and windows`, () => {
  const ended = (one: Case) => one.deleted || refunded(one) || closed(one)
  const lost = (one: Case) => one.state === 'auditfail' || one.state === 'waitfail'
  const signupOver = (one: Case) => one.signup === 'past'
  const editOver = (one: Case) => (one.edit_until === 'unset' ? one.signup : one.edit_until) === 'past'
  expect(
    firstFault(
      windows,
      (one) => Object.fromEntries(Object.entries(statusOf(factsOf(one), now).can).map(([name, can]) => [name, can.ok])),
      (one) => ({
        pay: canPay(one),
        edit: !ended(one) && !lost(one) && !editOver(one),
        mend: !ended(one) && one.state === 'auditfail' && !editOver(one),
        delete:
          !one.deleted &&
          (unpaid(one) || (refunded(one) && one.state !== 'waitfail')) &&
          !one.deleted_once &&
          !signupOver(one),
        exit: !ended(one) && !lost(one) && paid(one) && one.refund_until === 'open',
        delay: !ended(one) && one.state === 'normal' && paid(one) && one.delay_until === 'open',
        team: !ended(one) && !lost(one) && one.state !== 'delay' && one.teams && !signupOver(one),
        again: (one.deleted || closed(one) || one.state === 'waitfail') && !signupOver(one),
      }),
    ),
  ).toBeUndefined()
})
