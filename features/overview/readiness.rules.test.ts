import { expect, test } from 'vitest'
import { type Setup, checks, readinessOf } from './readiness.rules.ts'

const day = (n: number) => new Date(Date.UTC(2026, 5, n))
const event = {
  name: '马拉松',
  price: 12_000,
  signup_from: day(1),
  signup_until: day(10),
  draw_at: null,
  pay_end: day(12),
  start_at: day(20),
  state: 'normal',
}
const ready: Setup = {
  events: [event],
  time: day(20),
  header: '/files/1/x.jpg',
  consents: {},
  refundUntil: undefined,
  policies: 1,
  channels: 1,
  signature: true,
}
const open = (patch: Partial<Setup>) =>
  readinessOf({ ...ready, ...patch }).flatMap(({ check, ok, of }) =>
    ok ? [] : [of.length > 0 ? [check, ...of] : check],
  )

test('a race with everything is ready, and a race without anything gets the list of missing parts', () => {
  expect(open({})).toEqual([])
  expect(readinessOf(ready).map(({ check }) => check)).toEqual([...checks])
  expect(open({ events: [], header: null, policies: 0, channels: 0, signature: false })).toEqual([
    'events',
    'picture',
    'signature',
  ])
  expect(open({ policies: 0, channels: 0 })).toEqual(['channel', 'refunds'])
  expect(open({ policies: 0, refundUntil: '2026-06-01T00:00:00Z' }), 'a last day of refunds is a rule').toEqual([])
})

test('dates in a wrong order, free events and empty wordings are named', () => {
  expect(open({ events: [{ ...event, signup_until: day(21) }] })).toEqual([['dates', '马拉松']])
  expect(open({ events: [{ ...event, signup_until: null }] })).toEqual([['dates', '马拉松']])
  expect(open({ events: [{ ...event, state: 'draw', draw_at: day(13) }] }), 'drawn after the last payment').toEqual([
    ['dates', '马拉松'],
  ])
  expect(
    open({ events: [{ ...event, start_at: null }], time: day(5) }),
    "without its own start the race's counts",
  ).toEqual([['dates', '马拉松']])
  expect(open({ events: [{ ...event, price: 0 }] })).toEqual([['price', '马拉松']])
  expect(open({ consents: { disclaimer: { body: { 'zh-cn': ' ' } }, photos: { body: {} } } })).toEqual([
    'disclaimer',
    ['consents', 'photos'],
  ])
})
