import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paceText } from '#contract/written.ts'
import { clockFor, rankField } from './ranking/ranking.rules.ts'
import { type Derived, ageFor, bandFor, clockText, paceOf, rankingOf, recorded, visible } from './rules.ts'

const runner = (gun_ms: number | null, more: Partial<Derived> = {}): Derived => ({
  field: '',
  gender: 'M',
  agegroup: '35-39',
  outcome: 'finished',
  gun_ms,
  net_ms: gun_ms,
  ...more,
})
const overall = (results: Derived[], settings: object = {}) =>
  rankField(results, rankingOf(settings)).ranks.map((ranks) => ranks.gun.overall)

test('wrong settings are refused, and empty settings mean the usual rules of the sport', () => {
  expect(() => rankingOf({ basis: 'chip' })).toThrow()
  expect(() => rankingOf('gun')).toThrow()
  expect(rankingOf(null)).toMatchObject({ basis: 'gun', ties: 'shared', rounding: 'ceil', double_dipping: true })
})

test('equal recorded times share a rank and the next rank is left out', () => {
  expect(overall([runner(3_000_000), runner(3_000_900), runner(3_000_100), runner(3_002_000)])).toEqual([1, 2, 2, 4])
  expect(
    overall([runner(3_000_000), runner(3_000_900), runner(3_000_100), runner(3_002_000)], { rounding: 'floor' }),
  ).toEqual([1, 1, 1, 4])
  expect(
    overall([runner(3_000_000), runner(3_000_900), runner(3_000_100), runner(3_002_000)], { ties: 'fraction' }),
  ).toEqual([1, 3, 2, 4])
  expect(
    overall([runner(3_000_000, { tiebreak: 2 }), runner(3_000_000, { tiebreak: 1 })], { ties: 'fraction' }),
  ).toEqual([2, 1])
  expect(overall([runner(3_000_000, { tiebreak: 2 }), runner(3_000_000, { tiebreak: 1 })])).toEqual([1, 1])
})

test('a runner who did not start, did not finish or was disqualified has no rank and is in no total', () => {
  const field = [
    runner(3_000_000),
    runner(2_000_000, { outcome: 'dsq' }),
    runner(null, { outcome: 'dns' }),
    runner(null, { outcome: 'dnf' }),
    runner(3_100_000),
  ]
  const { ranks, totals } = rankField(field, rankingOf({}))
  expect(ranks.map((one) => one.gun.overall)).toEqual([1, null, null, null, 2])
  expect(totals.gun['']).toEqual({ all: 2, gender: { M: 2 }, agegroup: { 'M 35-39': 2 } })
})

test('wheelchairs are ranked apart, and so are genders and age groups', () => {
  const { ranks, totals } = rankField(
    [
      runner(9_000_000),
      runner(5_000_000, { field: 'wheelchair' }),
      runner(8_000_000, { gender: 'F' }),
      runner(9_500_000, { agegroup: '40-44' }),
      runner(7_000_000, { gender: null }),
    ],
    rankingOf({}),
  )
  expect(ranks.map(({ gun }) => [gun.overall, gun.gender, gun.agegroup])).toEqual([
    [3, 1, 1],
    [1, 1, 1],
    [2, 1, 1],
    [4, 2, 1],
    [1, null, null],
  ])
  expect(totals.gun['wheelchair']?.all).toBe(1)
})

test('without double dipping the first three of a gender leave their age group to others', () => {
  const field = [1, 2, 3, 4, 5].map((n) => runner(n * 1_000_000))
  const { ranks, totals } = rankField(field, rankingOf({ double_dipping: false }))
  expect(ranks.map(({ gun }) => gun.agegroup)).toEqual([null, null, null, 1, 2])
  expect(totals.gun['']?.agegroup).toEqual({ 'M 35-39': 2 })
})

test('an event with net times only is ranked by them', () => {
  expect(clockFor([runner(null, { net_ms: 5_000 })], rankingOf({}))).toBe('net')
  expect(clockFor([runner(5_000)], rankingOf({}))).toBe('gun')
  expect(clockFor([], rankingOf({ basis: 'net' }))).toBe('net')
})

test('a time is recorded to the next longer second, and a pace never shows 4:60', () => {
  expect(recorded(3_000_001, 'ceil')).toBe(3001)
  expect(recorded(3_000_999, 'floor')).toBe(3000)
  expect(clockText(3 * 3600 + 24 * 60 + 5)).toBe('03:24:05')
  expect(clockText(28 * 3600)).toBe('28:00:00')
  expect(paceText(paceOf(42.195 * 299.6 * 1000, 42_195, 'round'))).toBe('5:00')
  expect(paceText(paceOf(10_800_000, 42_195, 'floor'))).toBe('4:15')
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200_000_000 }),
      fc.constantFrom(21_097.5, 42_195, 10_000),
      fc.constantFrom('round' as const, 'ceil' as const, 'floor' as const),
      (ms, metres, rounding) => /^\d+:[0-5]\d$/.test(paceText(paceOf(ms, metres, rounding))),
    ),
  )
})

test('age counts on the day of the race, or by the calendar year', () => {
  expect(ageFor('1986-11-22', '2026-11-21', 'race_day')).toBe(39)
  expect(ageFor('1986-11-21', '2026-11-21', 'race_day')).toBe(40)
  expect(ageFor('1986-12-31', '2026-11-21', 'calendar_year')).toBe(40)
  const { age_bands } = rankingOf({})
  expect([17, 34, 39, 80, 101].map((age) => bandFor(age, age_bands))).toEqual(['0-17', '18-34', '35-39', '80+', '80+'])
})

test('other people do not see what a runner hides, but the runner does', () => {
  const row = { name: '张三', age: 40, agegroup: '40-44', hide_name: true, hide_age: true }
  expect(visible(row, false)).toMatchObject({ name: null, age: null, agegroup: null })
  expect(visible(row, true)).toEqual(row)
})

const anyField = fc.array(
  fc.record({
    field: fc.constantFrom('', 'wheelchair'),
    gender: fc.constantFrom('M' as const, 'F' as const, 'X' as const, null),
    agegroup: fc.constantFrom('35-39', '40-44', null),
    outcome: fc.constantFrom('finished' as const, 'finished' as const, 'dnf' as const, 'dns' as const, 'dsq' as const),
    gun_ms: fc.option(fc.integer({ min: 1_000, max: 20_000 })),
    net_ms: fc.option(fc.integer({ min: 1_000, max: 20_000 })),
  }),
  { maxLength: 60 },
)
const anySettings = fc.record({
  ties: fc.constantFrom('shared', 'fraction'),
  rounding: fc.constantFrom('ceil', 'floor'),
  double_dipping: fc.boolean(),
})

test('ranks do not depend on the order in which results came', () => {
  fc.assert(
    fc.property(anyField, anySettings, fc.infiniteStream(fc.nat()), (field, settings, random) => {
      const ranking = rankingOf(settings)
      const shuffled = field
        .map((result) => ({ result, by: random.next().value as number }))
        .sort((a, b) => a.by - b.by)
        .map(({ result }) => result)
      const [once, again] = [rankField(field, ranking), rankField(shuffled, ranking)]
      expect(again.totals).toEqual(once.totals)
      for (const [at, result] of field.entries()) expect(again.ranks[shuffled.indexOf(result)]).toEqual(once.ranks[at])
    }),
  )
})

test('a rank is one more than the number of faster runners, and leaving out unranked runners changes nothing', () => {
  fc.assert(
    fc.property(anyField, anySettings, (field, settings) => {
      const ranking = rankingOf(settings)
      const key = (ms: number) => (ranking.ties === 'fraction' ? ms : recorded(ms, ranking.rounding))
      const { ranks } = rankField(field, ranking)
      const placed = field.filter((one) => one.outcome === 'finished' && one.gun_ms !== null)
      for (const [at, one] of field.entries()) {
        const place = ranks[at]!.gun.overall
        if (!placed.includes(one)) expect(place).toBeNull()
        else
          expect(place).toBe(
            1 + placed.filter((other) => other.field === one.field && key(other.gun_ms!) < key(one.gun_ms!)).length,
          )
      }
      const without = rankField(placed, ranking)
      expect(without.ranks.map((one) => one.gun)).toEqual(
        field.flatMap((one, at) => (placed.includes(one) ? [ranks[at]!.gun] : [])),
      )
    }),
  )
})
