import { expect, test } from 'vitest'
import { fill } from '#contract/words.ts'
import type { Registration } from '../../contract.ts'
import { timelineOf } from './timeline.ts'

const now = Date.parse('2026-03-01T04:00:00Z')
const can = { ok: true, why: null }
type Given = {
  state?: Registration['state']
  paid?: Registration['status']['paid']
  event?: 'normal' | 'draw' | 'audit'
  draw_at?: string
  pay?: boolean
  more?: Partial<Registration>
}
const registration = ({
  state = 'normal',
  paid = '0',
  event = 'normal',
  draw_at,
  pay = true,
  more = {},
}: Given): Registration =>
  ({
    state,
    created_at: '2026-02-01T00:00:00Z',
    deleted_at: null,
    pay_at: paid === '1' || paid === '2' ? '2026-02-01T00:30:00Z' : null,
    bib: null,
    prefix_bib: null,
    drawn_at: null,
    refund: null,
    refusemsg: null,
    tag: null,
    addons: [],
    charge: { amount: 12_000, fee: 12_000 },
    description: null,
    meta: {
      order: { pay_end: '2026-02-01T01:00:00Z', pay_at: null },
      event: { state: event, draw_at: draw_at ?? null, start_at: '2026-05-18T00:00:00Z' },
    },
    race: { time: '2026-05-18T00:00:00Z' },
    status: {
      paid,
      pay_end: paid === '0' && pay ? '2026-02-01T01:00:00Z' : null,
      can: { pay: pay ? can : { ok: false, why: '支付尚未开放' } },
    },
    ...more,
  }) as unknown as Registration
const titlesOf = (given: Given) =>
  timelineOf(
    registration(given),
    now,
    (said, values) => fill(said.en, values),
    (at) => at ?? '',
  ).map(({ state, title }) => `${state}: ${String(title)}`)
const ahead = ['later: Bib number published', 'later: Race day']

test('a paid place leads to the bib and the race', () => {
  expect(titlesOf({ paid: '1' })).toEqual(['done: Entered', 'done: Entry fee', ...ahead])
  expect(titlesOf({ paid: '1', more: { bib: '1024', prefix_bib: 'A' } })[2]).toBe('done: Bib number published')
})
test('an unpaid place says so at present, and a place whose time ran out ends there', () => {
  expect(titlesOf({})).toEqual(['done: Entered', 'now: Entry fee', ...ahead])
  expect(titlesOf({ paid: 'closed' })).toEqual(['done: Entered', 'failed: Entry fee'])
})
test('a draw comes before or after the fee, as the event asks for it', () => {
  expect(titlesOf({ state: 'draw', event: 'draw', draw_at: '2026-04-01T00:00:00Z', pay: false })).toEqual([
    'done: Entered',
    'now: Ballot',
    'later: Entry fee',
    ...ahead,
  ])
  expect(titlesOf({ state: 'draw', event: 'draw', draw_at: '2026-04-01T00:00:00Z' })).toEqual([
    'done: Entered',
    'now: Entry fee',
    'later: Ballot',
    ...ahead,
  ])
  const drawn = { drawn_at: '2026-02-20T00:00:00Z' }
  expect(titlesOf({ event: 'draw', draw_at: '2026-02-20T00:00:00Z', more: drawn })).toEqual([
    'done: Entered',
    'done: Drawn',
    'now: Entry fee',
    ...ahead,
  ])
  // A runner who got a place without the lottery has no step "drawn".
  expect(titlesOf({ event: 'draw', draw_at: '2026-02-20T00:00:00Z' })).toEqual([
    'done: Entered',
    'now: Entry fee',
    ...ahead,
  ])
  expect(titlesOf({ state: 'undraw', event: 'draw', draw_at: '2026-02-20T00:00:00Z', paid: '1' })).toEqual([
    'done: Entered',
    'failed: Not drawn',
    'done: Entry fee',
    'now: Waitlist',
  ])
})
test('a free entry has no step of payment, whatever its state', () => {
  const more = { charge: { amount: 0, fee: 0 } } as Partial<Registration>
  expect(titlesOf({ state: 'audit', event: 'audit', pay: false, more })).toEqual([
    'done: Entered',
    'now: Review',
    ...ahead,
  ])
  expect(titlesOf({ state: 'draw', event: 'draw', draw_at: '2026-04-01T00:00:00Z', pay: false, more })).toEqual([
    'done: Entered',
    'now: Ballot',
    ...ahead,
  ])
  expect(titlesOf({ paid: '1', more })).toEqual(['done: Entered', ...ahead])
  expect(titlesOf({ state: 'wait', paid: '1', more })).toEqual(['done: Entered', 'now: Waitlist'])
  expect(titlesOf({ state: 'delay', paid: '1', more })).toEqual(['done: Entered', 'now: Deferred'])
})
test('a fee that an invitation pays is a step once it is paid, and not before', () => {
  const more = { charge: { amount: 0, fee: 12_000 } } as Partial<Registration>
  expect(titlesOf({ state: 'audit', event: 'audit', pay: false, more })).not.toContain('later: Entry fee')
  expect(titlesOf({ paid: '1', more })).toContain('done: Entry fee')
})
test('a reservation ends this edition', () => {
  expect(titlesOf({ state: 'delay', paid: '1' })).toEqual(['done: Entered', 'done: Entry fee', 'now: Deferred'])
})
test('a failed review and an ended waitlist lead nowhere', () => {
  expect(titlesOf({ state: 'auditfail', event: 'audit' })).toEqual(['done: Entered', 'failed: Not approved'])
  expect(titlesOf({ state: 'waitfail', paid: '1' })).toEqual([
    'done: Entered',
    'done: Entry fee',
    'failed: Waitlist closed without a place',
  ])
})
test('a refund shows its request and its arrival, a deletion ends it', () => {
  const refund = { created_at: '2026-02-10T00:00:00Z', refund_at: null, next_at: null }
  expect(titlesOf({ paid: '2', more: { refund } as unknown as Partial<Registration> })).toEqual([
    'done: Entered',
    'done: Entry fee',
    'done: Refund requested',
    'now: In progress',
  ])
  expect(
    titlesOf({
      paid: '2',
      more: { refund: { ...refund, refund_at: '2026-02-11T00:00:00Z' } } as unknown as Partial<Registration>,
    }).at(-1),
  ).toBe('done: Refunded')
  expect(titlesOf({ more: { deleted_at: '2026-02-10T00:00:00Z' } })).toEqual(['done: Entered', 'failed: Entry deleted'])
})
