import { describe, expect, test } from 'vitest'
import { type Finish, type SeriesRules, bestsOf, pointsOfFinish, rankClubs, rankSeries } from './rank.rules.ts'

const rules = (change: Partial<SeriesRules> = {}): SeriesRules => ({
  scoring: 'place',
  places: [100, 80, 60, 50, 40],
  best: 2,
  club_size: 2,
  ...change,
})
const finish = (name: string, race: string, place: number | null, change: Partial<Finish> = {}): Finish => ({
  race,
  time: new Date('2026-03-01T00:00:00Z'),
  uid: name.codePointAt(0)!,
  name,
  gender: 'F',
  club: null,
  place,
  grade: null,
  ...change,
})
const short = (all: ReturnType<typeof rankSeries>) => all.map(({ rank, name, points }) => `${rank} ${name} ${points}`)

describe('points', () => {
  test('depend on the rank within the gender, and end with the table', () => {
    expect([1, 5, 6].map((place) => pointsOfFinish(rules(), finish('a', 'r', place)))).toEqual([100, 40, 0])
    expect(pointsOfFinish(rules(), finish('a', 'r', null))).toBe(0)
  })
  test('or by age grade, with one decimal', () => {
    const graded = rules({ scoring: 'age_grade' })
    expect(pointsOfFinish(graded, finish('a', 'r', 1, { grade: 81.29 }))).toBe(812)
    expect(pointsOfFinish(graded, finish('a', 'r', 1))).toBe(0)
  })
})

describe('a series', () => {
  test('counts the best races of each runner', () => {
    const rows = rankSeries(rules(), [finish('a', '1', 1), finish('a', '2', 3), finish('a', '3', 2)], 'F')
    expect(rows[0]).toMatchObject({ points: 180 })
    expect(rows[0]!.races.map(({ race, counts }) => `${race} ${counts}`)).toEqual(['1 true', '3 true', '2 false'])
  })
  test('shares a rank if sums and single scores are equal; otherwise the better single score is ahead', () => {
    const all = [
      finish('a', '1', 1),
      finish('a', '2', 3),
      finish('b', '1', 2),
      finish('b', '2', 2),
      finish('c', '3', 1),
      finish('c', '4', 3),
    ]
    expect(short(rankSeries(rules(), all, 'F'))).toEqual(['1 a 160', '1 c 160', '3 b 160'])
  })
  test('follows a corrected result', () => {
    const before = [finish('a', '1', 1), finish('b', '1', 2)]
    const after = [finish('a', '1', 2), finish('b', '1', 1)]
    expect(short(rankSeries(rules(), before, 'F'))).toEqual(['1 a 100', '2 b 80'])
    expect(short(rankSeries(rules(), after, 'F'))).toEqual(['1 b 100', '2 a 80'])
    expect(short(rankSeries(rules(), [finish('b', '1', 1)], 'F'))).toEqual(['1 b 100'])
  })
  test('keeps genders apart, and two people of one account too', () => {
    const all = [
      finish('a', '1', 1),
      finish('m', '1', 1, { gender: 'M' }),
      { ...finish('k', '1', 2), uid: 97 },
      finish('a', '2', 2),
    ]
    expect(short(rankSeries(rules(), all, 'F'))).toEqual(['1 a 180', '2 k 80'])
    expect(short(rankSeries(rules(), all, 'M'))).toEqual(['1 m 100'])
  })
  test('takes the better of two finishes in one race', () => {
    expect(short(rankSeries(rules(), [finish('a', '1', 3), finish('a', '1', 1)], 'F'))).toEqual(['1 a 100'])
  })
  test('shows the club of the newest race, in whatever order the series lists its races', () => {
    const on = (race: string, day: string, club: string | null) =>
      finish('a', race, 1, { time: new Date(`2026-${day}T00:00:00Z`), club })
    const all = [on('3', '05-01', null), on('2', '04-01', 'South'), on('1', '03-01', 'North')]
    const clubs = (finishes: Finish[]) => rankSeries(rules(), finishes, 'F').map(({ club }) => club)
    expect([clubs(all), clubs(all.toReversed())]).toEqual([['South'], ['South']])
    expect(clubs([on('3', '05-01', null)])).toEqual([null])
  })
  test('without runners is empty', () => {
    expect(rankSeries(rules(), [], null)).toEqual([])
  })
})

test('a club counts its best runners, women and men together', () => {
  const club = (name: string) => ({ club: name })
  const all = [
    finish('a', '1', 1, club('North')),
    finish('b', '1', 2, club('North')),
    finish('m', '1', 3, { gender: 'M', ...club('North') }),
    finish('n', '1', 1, { gender: 'M', ...club('South') }),
    finish('o', '1', 9, { gender: 'M', ...club('South') }),
  ]
  expect(rankClubs(rules(), all).map(({ rank, club: name, points }) => `${rank} ${name} ${points}`)).toEqual([
    '1 North 180',
    '2 South 100',
  ])
  expect(rankClubs(rules({ club_size: 0 }), all)).toEqual([])
})

test('a personal best is the fastest time of each distance', () => {
  const results = [
    { metres: 10_000, seconds: 2400 },
    { metres: 10_000, seconds: 2350 },
    { metres: 21_097, seconds: 5400 },
    { metres: null, seconds: 100 },
    { metres: 42_195, seconds: null },
  ]
  expect([...bestsOf(results)].toSorted()).toEqual([1, 2])
})
