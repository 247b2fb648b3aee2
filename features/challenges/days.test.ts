import { describe, expect, test } from 'vitest'
import { dayIn, daysFrom } from '#contract/days.ts'
import {
  type DayProof,
  type DayRules,
  dayStatesOf,
  placeOfProof,
  rankPeople,
  challengeStandingOf,
} from './days.rules.ts'

const rules = (change: Partial<DayRules> = {}): DayRules => ({
  goal: 'days',
  target: 21,
  starts_on: '2026-03-01',
  ends_on: '2026-03-31',
  least_metres: 3000,
  proofs: ['track', 'photo'],
  makeups: 2,
  makeup_days: 3,
  ...change,
})
const track = (day: string, metres = 5000, change: Partial<DayProof> = {}): DayProof => ({
  day,
  proof: 'track',
  metres,
  made_up: false,
  waiting: false,
  ...change,
})
const photo = (day: string, change: Partial<DayProof> = {}): DayProof => track(day, 0, { proof: 'photo', ...change })

describe('days', () => {
  test.each([
    ['America/New_York', '2026-03-06', '2026-03-10'],
    ['America/New_York', '2026-10-30', '2026-11-03'],
    ['Europe/London', '2026-03-27', '2026-03-31'],
    ['Australia/Lord_Howe', '2026-04-03', '2026-04-07'],
    ['America/Santiago', '2026-09-04', '2026-09-08'],
  ])('in %s from %s to %s there are five days, with every change of clocks', (zone, first, last) => {
    const days = daysFrom(first, last)
    expect(days).toHaveLength(5)
    // Each half hour of this time belongs to exactly one day, and the days come in their order.
    const met = new Set<string>()
    for (
      let at = Date.parse(`${first}T00:00:00Z`) - 43_200_000;
      at < Date.parse(`${last}T00:00:00Z`) + 129_600_000;
      at += 1_800_000
    )
      met.add(dayIn(zone, new Date(at)))
    expect([...met].filter((day) => day >= first && day <= last)).toEqual(days)
    const done = days.map((day) => track(day))
    const standing = challengeStandingOf(rules({ starts_on: first, ends_on: last }), done, last)
    expect(standing).toMatchObject({ days: 5, streak: 5, longest: 5 })
  })
  test('end at midnight on the clock of the race, also in the hour that an autumn night has twice', () => {
    const at = (iso: string) => dayIn('America/New_York', new Date(iso))
    expect(at('2026-11-01T03:59:59.999Z')).toBe('2026-10-31')
    expect(at('2026-11-01T04:00:00Z')).toBe('2026-11-01')
    expect([at('2026-11-01T05:30:00Z'), at('2026-11-01T06:30:00Z')]).toEqual(['2026-11-01', '2026-11-01'])
    expect(at('2026-11-02T04:59:59Z')).toBe('2026-11-01')
    expect(at('2026-11-02T05:00:00Z')).toBe('2026-11-02')
    expect(dayIn('Asia/Shanghai', new Date('2026-03-07T16:00:00Z'))).toBe('2026-03-08')
    expect(dayIn('Asia/Shanghai', new Date('2026-03-07T15:59:59Z'))).toBe('2026-03-07')
  })
})

describe('a streak', () => {
  test('continues over yesterday while today is open, and ends after a missed day', () => {
    const days = ['2026-03-05', '2026-03-06', '2026-03-07']
    const all = days.map((day) => track(day))
    expect(challengeStandingOf(rules(), all, '2026-03-07').streak).toBe(3)
    expect(challengeStandingOf(rules(), all, '2026-03-08').streak).toBe(3)
    expect(challengeStandingOf(rules(), all, '2026-03-09')).toMatchObject({ streak: 0, longest: 3 })
  })
  test('a day with too few metres counts only for the sum', () => {
    const all = [track('2026-03-05'), track('2026-03-06', 1000), track('2026-03-06', 1999), track('2026-03-07')]
    expect(challengeStandingOf(rules(), all, '2026-03-07')).toMatchObject({ days: 2, streak: 1, metres: 12_999 })
    expect(challengeStandingOf(rules(), [...all, track('2026-03-06', 1)], '2026-03-07')).toMatchObject({
      days: 3,
      streak: 3,
    })
  })
  test('does not count a photo that waits for staff', () => {
    const all = [photo('2026-03-05'), photo('2026-03-06', { waiting: true })]
    expect(challengeStandingOf(rules(), all, '2026-03-06')).toMatchObject({ days: 1, streak: 1 })
    expect(
      dayStatesOf(rules(), all, '2026-03-07')
        .slice(4, 8)
        .map(({ state }) => state),
    ).toEqual(['done', 'waiting', 'today', 'ahead'])
  })
})

describe('a goal', () => {
  test('of days is reached on the last of them', () => {
    const all = ['01', '02', '04'].map((day) => track(`2026-03-${day}`))
    expect(challengeStandingOf(rules({ target: 3 }), all, '2026-03-05').complete_on).toBe('2026-03-04')
    expect(challengeStandingOf(rules({ target: 4 }), all, '2026-03-05').complete_on).toBeNull()
  })
  test('of 100 km is reached on the day of the metre that completes it', () => {
    const far = rules({ goal: 'metres', target: 100_000, least_metres: 0 })
    const all = [track('2026-03-20', 60_000), track('2026-03-02', 39_999)]
    expect(challengeStandingOf(far, all, '2026-03-21').complete_on).toBeNull()
    expect(challengeStandingOf(far, [...all, track('2026-03-09', 1)], '2026-03-21').complete_on).toBe('2026-03-20')
  })
})

describe('a proof', () => {
  const place = (day: string, today: string, trackDay: string | null = null, proofs: DayProof[] = [], change = {}) =>
    placeOfProof(rules(change), proofs, { day, today, trackDay })
  test('counts for its own day within the challenge', () => {
    expect(place('2026-03-05', '2026-03-05')).toEqual({ made_up: false })
    expect(place('2026-03-05', '2026-03-07', '2026-03-05')).toEqual({ made_up: false })
    expect(place('2026-03-05', '2026-03-08', '2026-03-05')).toBe('late_track')
    expect(place('2026-02-28', '2026-03-01')).toBe('not_begun')
    expect(place('2026-04-01', '2026-04-01')).toBe('over')
    expect(place('2026-03-06', '2026-03-05')).toBe('ahead')
    expect(place('2026-03-31', '2026-04-01', '2026-03-31')).toEqual({ made_up: false })
  })
  test('makes up a missed day, as often and as late as the challenge allows', () => {
    expect(place('2026-03-05', '2026-03-06')).toEqual({ made_up: true })
    expect(place('2026-03-05', '2026-03-08')).toEqual({ made_up: true })
    expect(place('2026-03-05', '2026-03-09')).toBe('makeup_late')
    expect(place('2026-03-05', '2026-03-06', null, [], { makeups: 0 })).toBe('makeup_none')
    const used = [photo('2026-03-02', { made_up: true }), track('2026-03-03', 3000, { made_up: true })]
    expect(place('2026-03-05', '2026-03-06', null, used)).toBe('makeup_none')
    expect(place('2026-03-05', '2026-03-06', null, [photo('2026-03-05')])).toBe('not_missed')
  })
  test('of an earlier run makes up no later day', () => {
    expect(place('2026-03-05', '2026-03-06', '2026-03-04')).toBe('not_missed')
    expect(place('2026-03-05', '2026-03-06', '2026-03-06')).toEqual({ made_up: true })
  })
  test('for a day that is made up already uses no second make-up day', () => {
    const begun = [track('2026-03-03', 1000, { made_up: true }), track('2026-03-04', 1000, { made_up: true })]
    expect(place('2026-03-04', '2026-03-05', '2026-03-05', begun)).toEqual({ made_up: true })
    expect(challengeStandingOf(rules(), begun, '2026-03-05').makeups_left).toBe(0)
  })
})

test('ranks count days or metres, and equal people share a rank', () => {
  const people = [
    { name: 'a', days: 3, metres: 9000 },
    { name: 'b', days: 4, metres: 4000 },
    { name: 'c', days: 3, metres: 9000 },
    { name: 'd', days: 0, metres: 0 },
  ]
  expect(rankPeople('days', people).map(({ name, rank }) => `${rank}${name}`)).toEqual(['1b', '2a', '2c'])
  expect(rankPeople('metres', people).map(({ name, rank }) => `${rank}${name}`)).toEqual(['1a', '1c', '3b'])
})
