import { describe, expect, test } from 'vitest'
import { DisruptionDraft } from './contract.ts'
import { choicesFor, fallbackFor, faultOfPlan, finalChoice, postponedStart, refundBy } from './rules.ts'

const now = new Date('2026-10-20T02:00:00Z')
const time = new Date('2026-10-31T23:30:00Z')
const events = [
  { id: 1, metres: 21_097.5 },
  { id: 2, metres: null },
]
const draft = (change: object = {}) =>
  DisruptionDraft.parse({
    kind: 'postpone',
    reason: { 'zh-cn': '台风' },
    new_start: '2026-12-05T23:30:00Z',
    choices: ['keep', 'refund'],
    fallback: 'keep',
    until: '2026-10-27T04:00:00Z',
    ...change,
  })
const fault = (change: object) => faultOfPlan({ draft: draft(change), events, time, now })

describe('a plan', () => {
  test('may name no new start yet, and names a target if places are deferred', () => {
    expect(fault({})).toBeUndefined()
    expect(fault({ new_start: null })).toBeUndefined()
    expect(fault({ choices: ['keep', 'defer'] })).toEqual(['draft.deferral', 'no_target'])
    expect(fault({ choices: ['keep', 'defer'], deferral: { race: 9 } })).toBeUndefined()
  })
  test.each([
    [{ eventids: [3] }, 'draft.eventids', 'event_unknown'],
    [{ kind: 'cancel' }, 'draft.choices', 'no_keep'],
    [{ choices: ['refund'] }, 'draft.fallback', 'fallback_unknown'],
    [{ until: '2026-10-20T02:59:59Z' }, 'draft.until', 'until_soon'],
    [{ until: '2027-10-20T02:00:00Z' }, 'draft.until', 'until_late'],
    [{ until: '2026-12-06T00:00:00Z' }, 'draft.until', 'until_after_start'],
    [{ new_start: '2026-10-20T02:00:00Z' }, 'draft.new_start', 'start_past'],
    [{ new_start: '2026-11-01T07:30:00+08:00' }, 'draft.new_start', 'start_same'],
    [{ kind: 'shorten' }, 'draft.distances', 'no_distance'],
    [{ kind: 'shorten', distances: { 1: 21_097.5 } }, 'draft.distances.1', 'distance_not_shorter'],
    [{ kind: 'shorten', distances: { 1: Number.NaN } }, 'draft.distances.1', 'distance_not_shorter'],
    [{ kind: 'shorten', distances: { 1: -5 } }, 'draft.distances.1', 'distance_not_shorter'],
    [{ kind: 'shorten', distances: { 1: 10_000 }, until: '2026-11-02T00:00:00Z' }, 'draft.until', 'until_after_start'],
  ])('with %o is refused', (change, field, why) => {
    expect(faultOfPlan({ draft: { ...draft(), ...change } as ReturnType<typeof draft>, events, time, now })).toEqual([
      field,
      why,
    ])
  })
  test('shortens one event of several', () => {
    expect(fault({ kind: 'shorten', eventids: [1], distances: { 1: 10_000 } })).toBeUndefined()
  })
})

describe('the choices of a registration', () => {
  const plan = { kind: 'postpone', choices: ['keep', 'defer'], fallback: 'defer' } as const
  test('are the choices of the plan for a runner with a place', () => {
    expect(choicesFor(plan, { state: 'normal' })).toEqual(['keep', 'defer'])
    expect(finalChoice(plan, { state: 'normal' }, null)).toBe('defer')
    expect(finalChoice(plan, { state: 'normal' }, 'keep')).toBe('keep')
    expect(finalChoice(plan, { state: 'normal' }, 'refund'), 'not offered').toBe('defer')
  })
  test.each(['wait', 'undraw', 'draw', 'audit'])('in state %s are to stay in line or to leave', (state) => {
    expect(choicesFor(plan, { state })).toEqual(['keep', 'refund'])
    expect(fallbackFor(plan, { state })).toBe('keep')
    const cancelled = { kind: 'cancel', choices: ['defer'], fallback: 'defer' } as const
    expect(choicesFor(cancelled, { state })).toEqual(['refund'])
    expect(finalChoice(cancelled, { state }, null)).toBe('refund')
  })
  test('a runner without a place gets everything back', () => {
    expect(refundBy({ kept_percent: 30 }, { state: 'normal' })).toEqual({ refund: 'kept', percent: 30 })
    expect(refundBy({ kept_percent: 30 }, { state: 'wait' })).toEqual({ refund: 'all', percent: 0 })
    expect(refundBy({ kept_percent: 0 }, { state: 'normal' })).toEqual({ refund: 'all', percent: 0 })
    expect(refundBy({ kept_percent: 100 }, { state: 'normal' })).toEqual({ refund: 'none', percent: 0 })
  })
})

test('an event keeps its distance from the start of the race', () => {
  const to = new Date('2026-12-05T23:30:00Z')
  expect(postponedStart(new Date('2026-11-01T00:00:00Z'), time, to).toISOString()).toBe('2026-12-06T00:00:00.000Z')
  expect(postponedStart(null, time, to)).toEqual(to)
})
