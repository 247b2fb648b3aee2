import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { shared, testShared } from '#test/beside.ts'
import { type Edition, ageGradeOf, editionFor, standardFor, gradeTableOf } from './agegrade.rules.ts'

test('standards are the factors in exact arithmetic, rounded half up', () => {
  const file = resolve(import.meta.dirname, '../../../test/vectors/agegrade/standards.csv')
  const [, ...rows] = readFileSync(file, 'utf8').trim().split('\n')
  expect(rows).toHaveLength(2408 / 2)
  for (const row of rows) {
    const [edition, sex, age, km, seconds] = row.split(',')
    const standard = standardFor(Number(edition) as Edition, sex as 'male' | 'female', Number(age), Number(km) * 1000)
    expect([row, standard?.seconds]).toEqual([row, Number(seconds)])
  }
})

test('a time is shown as a share of its age and sex: the open standard itself is 100 %', () => {
  expect(ageGradeOf({ year: 2026, gender: 'M', age: 25, metres: 42_195, seconds: 7235 })).toMatchObject({
    edition: 2025,
    percent: 100,
    standard: 7235,
    graded: 7235,
  })
  const sixty = ageGradeOf({ year: 2026, gender: 'F', age: 60, metres: 42_195, seconds: 14_400 })!
  expect(sixty.percent).toBeGreaterThan(60)
  expect(sixty.graded).toBeLessThan(14_400)
  expect(sixty.graded / 14_400).toBeCloseTo(gradeTableOf(2025, 'female').factors[55]![16]!, 4)
})

test('a distance, an age or a sex that the tables lack gets no grade', () => {
  const runner = { year: 2026, gender: 'M', age: 40, metres: 10_000, seconds: 2400 }
  expect(ageGradeOf(runner)).toBeDefined()
  for (const lacking of [
    { metres: 18_780 },
    { metres: null },
    { age: 4 },
    { age: 101 },
    { age: null },
    { gender: 'X' },
    { gender: null },
    { seconds: 0 },
  ])
    expect(ageGradeOf({ ...runner, ...lacking }), JSON.stringify(lacking)).toBeUndefined()
  expect([editionFor(2019), editionFor(2024), editionFor(2025), editionFor(2026)]).toEqual([2020, 2020, 2025, 2025])
})

/**
 * Compares our standards with the published standards. One women's standard of 2020 lies exactly between two whole
 * seconds. The published tables round it up. If we rounded it to the even number, 1902 women's standards of 2020 would
 * agree, in place of 1903.
 */
testShared(
  'data/agegrade',
  'standards are recomputed from the factors, and agree with the published ones but for their known slips',
  () => {
    const agree: Record<string, [number, number]> = {}
    for (const edition of [2020, 2025] as Edition[])
      for (const sex of ['male', 'female'] as const) {
        const rows = readFileSync(shared(`data/agegrade/road_${edition}_${sex}_seconds.csv`), 'utf8')
          .split('\n')
          .map((line) => line.trim().split(','))
        const { kilometres } = gradeTableOf(edition, sex)
        const counted: [number, number] = [0, 0]
        for (const row of rows.filter(([first]) => /^\d+$/.test(first ?? '')))
          for (const [at, km] of kilometres.entries()) {
            counted[1]++
            if (standardFor(edition, sex, Number(row[0]), km * 1000)?.seconds === Number(row[at + 1])) counted[0]++
          }
        agree[`${edition} ${sex}`] = counted
      }
    expect(agree).toEqual({
      '2020 male': [2016, 2016],
      '2020 female': [1903, 2016],
      '2025 male': [2095, 2112],
      '2025 female': [2111, 2112],
    })
  },
)
