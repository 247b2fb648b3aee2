import { road2020 } from './road2020.rules.ts'
import { road2025 } from './road2025.rules.ts'

type Sex = 'male' | 'female'
type Table = { kilometres: number[]; open: number[]; factors: number[][] }
export const editions = [2020, 2025] as const
export type Edition = (typeof editions)[number]

const youngest = 5
const numbers = (line: string): number[] => line.split(',').map(Number)
const factorsOf = (line: string): number[] =>
  line.split(',').map((decimals) => (decimals === '1' ? 1 : Number(`0.${decimals}`)))
const read = (text: string): Table => {
  const [kilometres, open, ...factors] = text.trim().split('\n')
  return { kilometres: numbers(kilometres!), open: numbers(open!), factors: factors.map(factorsOf) }
}
const texts: Record<Edition, Record<Sex, string>> = { 2020: road2020, 2025: road2025 }
const made = new Map<string, Table>()
/** Finds a table of standards. The function parses each table at its first use. */
export const gradeTableOf = (edition: Edition, sex: Sex): Table => {
  const key = `${edition} ${sex}`
  const table = made.get(key) ?? read(texts[edition][sex])
  made.set(key, table)
  return table
}

export const editionFor = (year: number): Edition => (year >= 2025 ? 2025 : 2020)

/** Finds the table's column whose distance differs from a length by at most a thousandth; -1 if there is none. */
const distanceAt = (kilometres: readonly number[], metres: number): number =>
  kilometres.findIndex((km) => Math.abs(km * 1000 - metres) <= metres / 1000)

/**
 * Returns the time in seconds of the best runner of an age, with the age factor; undefined if the tables have no time
 * for the age and distance.
 */
export const standardFor = (
  edition: Edition,
  sex: Sex,
  age: number,
  metres: number,
): { seconds: number; factor: number } | undefined => {
  const { kilometres, open, factors } = gradeTableOf(edition, sex)
  const at = distanceAt(kilometres, metres)
  const factor = at < 0 ? undefined : factors[age - youngest]?.[at]
  return factor === undefined ? undefined : { seconds: Math.round(open[at]! / factor), factor }
}

export type AgeGrade = {
  edition: Edition
  /**
   * The standard for the runner's age and sex as a percentage of the runner's time, with two decimals, rounded down. A
   * faster runner has a higher percentage.
   */
  percent: number
  /** The standard in seconds. `graded` is the time in seconds that the runner would have at the best age. */
  standard: number
  graded: number
}
/** Grades a road time by age and sex; undefined if age, sex or distance are not in the tables. */
export const ageGradeOf = ({
  year,
  gender,
  age,
  metres,
  seconds,
}: {
  year: number
  gender: string | null
  age: number | null
  metres: number | null
  seconds: number
}): AgeGrade | undefined => {
  if (age === null || metres === null || (gender !== 'M' && gender !== 'F') || seconds <= 0) return undefined
  const edition = editionFor(year)
  const standard = standardFor(edition, gender === 'M' ? 'male' : 'female', age, metres)
  return (
    standard && {
      edition,
      percent: Math.floor((standard.seconds / seconds) * 10_000) / 100,
      standard: standard.seconds,
      graded: Math.round(seconds * standard.factor),
    }
  )
}
