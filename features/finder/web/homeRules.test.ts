import { describe, expect, test } from 'vitest'
import { isCancelled } from '../cancelled.rules.ts'
import { cutoffParts, fullness, homeAction, homeFormOf, phaseWord, saysDistance } from './homeRules.ts'

const event = (signup: 'soon' | 'open' | 'full' | 'over', signup_from: string | null = null) => ({
  signup,
  signup_from,
})

test('a home offers results once they are published, whatever else is open', () => {
  expect(homeAction([event('open')], true)).toEqual({ kind: 'results' })
})
test('one open event is enough to offer sign-up', () => {
  expect(homeAction([event('full'), event('open'), event('soon', '2026-03-05T02:00:00.000Z')], false)).toEqual({
    kind: 'signup',
  })
})
test('before sign-up opens, the home says when the first event opens', () => {
  expect(
    homeAction([event('soon', '2026-03-09T02:00:00.000Z'), event('soon', '2026-03-05T02:00:00.000Z')], false),
  ).toEqual({ kind: 'soon', from: '2026-03-05T02:00:00.000Z' })
})
test('after the sign-up a runner sees the own status', () => {
  expect(homeAction([event('over'), event('full')], false)).toEqual({ kind: 'status' })
  expect(homeAction([], false)).toEqual({ kind: 'status' })
})
test('places are scarce when a tenth or less is left', () => {
  expect(fullness({ places: 200, places_left: 20 })).toEqual({ share: 0.9, scarce: true })
  expect(fullness({ places: 200, places_left: 21 }).scarce).toBe(false)
  expect(fullness({ places: 0, places_left: 0 })).toEqual({ share: 0, scarce: false })
})
test('a name that contains its distance is recognised', () => {
  expect(saysDistance('10公里', 10_000)).toBe(true)
  expect(saysDistance('10 km Run', 10_000)).toBe(true)
  expect(saysDistance('10K', 10_000)).toBe(true)
  expect(saysDistance('110公里', 10_000)).toBe(false)
  expect(saysDistance('2.5公里', 5000)).toBe(false)
  expect(saysDistance('半程马拉松', 21_097.5)).toBe(false)
})

test('a cut-off is written in words that fit it', () => {
  expect(cutoffParts(375)).toEqual({ word: 'cutoff_both', values: { h: 6, m: 15 } })
  expect(cutoffParts(60)).toEqual({ word: 'cutoff_hours', values: { h: 1 } })
  expect(cutoffParts(2160)).toEqual({ word: 'cutoff_hours', values: { h: 36 } })
  expect(cutoffParts(45)).toEqual({ word: 'cutoff_minutes', values: { m: 45 } })
  expect(cutoffParts(10_080)).toEqual({ word: 'cutoff_days', values: { d: 7 } })
})

describe('the form of the home page', () => {
  const race = { time: '2026-03-08T07:30:00+08:00', zone: 'Asia/Shanghai' }
  const at = (moment: string, live = false, resultsPublished = false) =>
    homeFormOf(race, { live, resultsPublished }, Date.parse(moment))
  test('race day begins at midnight of the race, not of the server', () => {
    expect(at('2026-03-07T23:59:59+08:00')).toBe('before')
    expect(at('2026-03-08T00:00:00+08:00')).toBe('day')
    expect(at('2026-03-08T23:59:59+08:00', true, true)).toBe('day')
  })
  test('race day lasts while people run and no results are published', () => {
    expect(at('2026-03-09T06:00:00+08:00', true)).toBe('day')
    expect(at('2026-03-09T06:00:00+08:00', true, true)).toBe('after')
    expect(at('2026-03-09T20:00:00+08:00')).toBe('after')
  })
})

test('a cancelled event says so in place of its sign-up, and a race is cancelled with all of its events', () => {
  expect(phaseWord({ cancelled: true, signup: 'over' })).toBe('cancelled')
  expect(phaseWord({ cancelled: false, signup: 'over' })).toBe('signup_over')
  expect([[true, true], [true, false], []].map((all) => isCancelled(all.map((cancelled) => ({ cancelled }))))).toEqual([
    true,
    false,
    false,
  ])
})
