import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type InLine,
  isRefreshDue,
  lastRefresh,
  nextInLine,
  nextRefresh,
  offerUntil,
  waitlistStandingOf,
} from './rules.ts'

const at = (iso: string) => new Date(iso)
const both = (now: string, zone: string) =>
  [lastRefresh(at(now), zone), nextRefresh(at(now), zone)].map((one) => one.toISOString())

test('the order is refreshed at 10:00 of the race, not of the server, and not at midnight', () => {
  expect(both('2026-03-01T01:59:59Z', 'Asia/Shanghai')).toEqual([
    '2026-02-28T02:00:00.000Z',
    '2026-03-01T02:00:00.000Z',
  ])
  expect(both('2026-03-01T02:00:00Z', 'Asia/Shanghai')).toEqual([
    '2026-03-01T02:00:00.000Z',
    '2026-03-02T02:00:00.000Z',
  ])
  expect(both('2026-03-01T15:59:59Z', 'Asia/Shanghai')).toEqual(both('2026-03-01T16:00:00Z', 'Asia/Shanghai'))
})

test('after a change of clocks, 10:00 stays 10:00: a day of 23 hours in spring, of 25 in autumn', () => {
  expect(both('2026-03-29T07:00:00Z', 'Europe/Berlin')).toEqual([
    '2026-03-28T09:00:00.000Z',
    '2026-03-29T08:00:00.000Z',
  ])
  expect(both('2026-10-25T08:30:00Z', 'Europe/Berlin')).toEqual([
    '2026-10-24T08:00:00.000Z',
    '2026-10-25T09:00:00.000Z',
  ])
  expect(both('2026-11-01T15:30:00Z', 'America/New_York')).toEqual([
    '2026-11-01T15:00:00.000Z',
    '2026-11-02T15:00:00.000Z',
  ])
})

test('a refresh is due once a day, even if the server missed several days', () => {
  const zone = 'Asia/Shanghai'
  expect(isRefreshDue(at('2026-03-01T02:00:00Z'), at('2026-03-02T01:59:59Z'), zone)).toBe(false)
  expect(isRefreshDue(at('2026-03-01T02:00:00Z'), at('2026-03-02T02:00:00Z'), zone)).toBe(true)
  expect(isRefreshDue(at('2026-03-01T09:00:00Z'), at('2026-03-04T01:00:00Z'), zone)).toBe(true)
  expect(isRefreshDue(at('2026-03-04T01:00:00Z'), at('2026-03-04T01:30:00Z'), zone)).toBe(false)
})

test('an offer ends with its minutes, or with the waitlist; without remaining time there is no offer', () => {
  const now = at('2026-03-01T02:00:00Z')
  expect(offerUntil(now, { offer_minutes: 60, ends_at: null })).toEqual(at('2026-03-01T03:00:00Z'))
  expect(offerUntil(now, { offer_minutes: 60, ends_at: at('2026-03-01T02:20:00Z') })).toEqual(
    at('2026-03-01T02:20:00Z'),
  )
  expect(offerUntil(now, { offer_minutes: 60, ends_at: now })).toBeUndefined()
})

const line = (...orders: (number | null)[]): InLine[] => asking([], ...orders)
/** Makes a line in which some orders asked for places for all of their runners or for none. */
const asking = (groups: readonly number[], ...orders: (number | null)[]): InLine[] =>
  orders.map((orderid, at) => ({
    id: at + 1,
    orderid,
    of: orderid === null ? 1 : orders.filter((one) => one === orderid).length,
    together: orderid !== null && groups.includes(orderid),
  }))

test('a group that asks for all or none gets its places when the turn of its last runner has come', () => {
  // The runners of order 7 are first, third and fifth in line.
  const spread = asking([7], 7, null, 7, 8, 7, null)
  expect(nextInLine(spread, 1, 'alone', true).ids).toEqual([2])
  expect(nextInLine(spread, 2, 'alone', true).ids).toEqual([2, 4])
  expect(nextInLine(spread, 3, 'alone', true).ids).toEqual([2, 4, 6])
  expect(nextInLine(spread, 4, 'alone', true).ids).toEqual([2, 4, 6])
  expect(nextInLine(spread, 5, 'alone', true).ids).toEqual([2, 4, 1, 3, 5])
  expect(nextInLine(spread, 6, 'alone', true).ids).toEqual([2, 4, 1, 3, 5, 6])
  expect(nextInLine(asking([7], 7, 7, 7), 2, 'alone', true).ids).toEqual([])
  // A single runner is no group. In the second case the server read only a part of the line, and the group may have
  // more runners after this part.
  expect(nextInLine(asking([7], 7, null), 1, 'alone', true).ids).toEqual([1])
  expect(nextInLine(spread.slice(0, 3), 4, 'alone', false)).toEqual({ ids: [2], decided: false })
})
test('all or none is never half a group, and delays nobody else', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }), { maxLength: 25 }),
      fc.subarray([1, 2, 3, 4, 5]),
      fc.nat(12),
      (orders, groups, free) => {
        const all = asking(groups, ...orders)
        const { ids } = nextInLine(all, free, 'alone', true)
        expect(ids.length).toBeLessThanOrEqual(free)
        expect(new Set(ids).size).toBe(ids.length)
        for (const one of all.filter(({ together }) => together))
          expect(all.filter(({ id, orderid }) => orderid === one.orderid && ids.includes(id)).length % one.of).toBe(0)
        const single = all.filter(({ together }) => !together).map(({ id }) => id)
        const passed = ids.filter((id) => single.includes(id))
        expect(passed).toEqual(single.slice(0, passed.length))
        if (ids.length < free) expect(passed).toEqual(single)
      },
    ),
  )
})

test('a group gets places only if all of it fits: smaller groups pass it, or nobody does', () => {
  const three = line(7, 7, 7, 8, null, 9, 9)
  expect(nextInLine(three, 2, 'alone', true).ids).toEqual([1, 2])
  expect(nextInLine(three, 2, 'skip', true).ids).toEqual([4, 5])
  expect(nextInLine(three, 2, 'stop', true).ids).toEqual([])
  expect(nextInLine(three, 4, 'stop', true).ids).toEqual([1, 2, 3, 4])
  expect(nextInLine(three, 6, 'stop', true).ids).toEqual([1, 2, 3, 4, 5])
  expect(nextInLine(three, 6, 'skip', true).ids).toEqual([1, 2, 3, 4, 5])
  expect(nextInLine(line(null, null), 2, 'stop', true).ids).toEqual([1, 2])
  // The server read only a part of the line, and the last group may have more runners after this part.
  expect(nextInLine(line(7, 7), 5, 'skip', false)).toEqual({ ids: [], decided: false })
  expect(nextInLine(line(null, 7, 7), 1, 'skip', false)).toEqual({ ids: [1], decided: true })
})

test('never more places than are free, never half a group, and with stop nobody overtakes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 30 }),
      fc.nat(20),
      fc.constantFrom('alone' as const, 'skip' as const, 'stop' as const),
      (sizes, free, groups) => {
        const all = line(...sizes.flatMap((size, at) => Array.from({ length: size }, () => at + 100)))
        const { ids } = nextInLine(all, free, groups, true)
        expect(ids.length).toBeLessThanOrEqual(free)
        expect(ids).toEqual([...ids].sort((a, b) => a - b))
        if (groups !== 'skip') expect(ids).toEqual(all.slice(0, ids.length).map(({ id }) => id))
        if (groups === 'alone') expect(ids.length).toBe(Math.min(free, all.length))
        else
          for (const order of new Set(all.map(({ orderid }) => orderid)))
            expect([0, all.filter(({ orderid }) => orderid === order).length]).toContain(
              all.filter(({ id, orderid }) => orderid === order && ids.includes(id)).length,
            )
      },
    ),
  )
})

test('the position of a registration', () => {
  const base = {
    state: 'wait',
    live: true,
    paid: true,
    inLine: true,
    rank: 3,
    given: false,
    offerUntil: null,
    left: false,
    listed: true,
  }
  expect(waitlistStandingOf(base)).toBe('line')
  expect(waitlistStandingOf({ ...base, rank: null })).toBe('joining')
  expect(waitlistStandingOf({ ...base, paid: false, inLine: false })).toBe('unpaid')
  expect(waitlistStandingOf({ ...base, state: 'undraw', paid: false, inLine: false })).toBe('code')
  expect(waitlistStandingOf({ ...base, state: 'undraw', inLine: false })).toBe('joining')
  expect(waitlistStandingOf({ ...base, state: 'normal', inLine: false, given: true })).toBe('given')
  expect(
    waitlistStandingOf({
      ...base,
      state: 'normal',
      inLine: false,
      given: true,
      paid: false,
      offerUntil: at('2026-03-01T03:00:00Z'),
    }),
  ).toBe('offered')
  expect(waitlistStandingOf({ ...base, state: 'normal', inLine: false })).toBe('none')
  expect(waitlistStandingOf({ ...base, state: 'waitfail', inLine: false })).toBe('ended')
  expect(waitlistStandingOf({ ...base, left: true, live: false })).toBe('left')
  expect(waitlistStandingOf({ ...base, listed: false })).toBe('none')
})
