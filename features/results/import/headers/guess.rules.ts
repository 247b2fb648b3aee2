import { bareBib, clockIn, genderIn, isMissing, numberInCell, outcomeIn, rankIn } from '../reading/cells.rules.ts'
import { meansEvent } from '../reading/events.rules.ts'
import type { Plain } from '../reading/vocabulary.rules.ts'
import type { TitleMeaning } from './titles.rules.ts'
import type { Term } from './terms.rules.ts'

const ENOUGH = 20
const MOST = 400

/** Takes some non-empty cells of a column: from the first rows and from rows all over the file. */
export const sampleOf = (rows: readonly (readonly string[])[], at: number): string[] => {
  const found: string[] = []
  for (const [n, row] of rows.entries()) {
    if (n >= 200 && n % 97 !== 0) continue
    const cell = row[at] ?? ''
    if (cell !== '') found.push(cell.normalize('NFKC'))
    if (found.length === MOST) break
  }
  if (found.length >= ENOUGH || rows.length <= 200) return found
  for (const row of rows) {
    const cell = row[at] ?? ''
    if (cell !== '') found.push(cell.normalize('NFKC'))
    if (found.length >= ENOUGH) break
  }
  return found
}

const share = (cells: readonly string[], holds: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(holds).length / cells.length

/**
 * Tells whether a cell is a date with a time, and not a running time. Spreadsheets write running times as dates of the
 * year 1900.
 */
const isMoment = (cell: string): boolean => Number(/^(\d{4})[-/]\d{1,2}[-/]\d{1,2}[T ]/.exec(cell)?.[1] ?? 0) > 1950
const isClock = (cell: string): boolean => !isMoment(cell) && clockIn(cell) !== null
const isTime = (cell: string): boolean => isClock(cell) || numberInCell(cell) !== null || outcomeIn(cell) !== null
const isRank = (cell: string): boolean => {
  const rank = rankIn(cell)
  return rank !== null && typeof rank === 'object'
}
const isDigits = (cell: string): boolean => /^[\d\s.,-]+$/.test(cell)
const isBib = (cell: string): boolean => /^[\p{L}\d][\p{L}\d ./#_-]{0,19}$/u.test(bareBib(cell)) && /\d/.test(cell)
/**
 * Tells whether a cell is a number with a fraction. 1001.0 counts as a whole number, because a program that keeps bibs
 * as numbers writes them like this.
 */
const hasFraction = (cell: string): boolean => !Number.isInteger(numberInCell(cell)?.value ?? 0)
const isWord = (cell: string): boolean => /\p{L}/u.test(cell) && outcomeIn(cell) === null
const isDate = (cell: string): boolean => /\d{4}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2}/.test(cell)

/** Tells whether the cells under a point's title can be times. Empty cells do not matter. */
export const areTimes = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => !isMissing(cell))
  return filled.length === 0 || share(filled, isTime) >= 0.5
}

/** Tells whether a cell names an age group, such as `M45`, `W U23` or `男子35-39`. */
const isAgeGroup = (cell: string): boolean =>
  /^(?:[a-z]{1,3}|[男女](?:子|性)?)\s?[a-z]?\d{2}(?:\s?[-~+]\s?(?:\d{2})?)?$/i.test(cell)
/** Tells whether a cell names a distance or a kind of run, without ages. */
const isEvent = (cell: string): boolean => meansEvent(cell) && !/\d{2}\s?[-~]\s?\d{2}|^[mwfh男女]/i.test(cell)

/**
 * Tells whether a column repeats a few values, such as the moments at which the waves of a race started. The times of
 * runners differ from each other.
 */
const areFew = (filled: readonly string[]): boolean =>
  filled.length > 2 && new Set(filled).size <= Math.max(1, filled.length / 20)

/**
 * Checks the meaning of a title against the cells below it. Returns this meaning, or another meaning that the cells
 * show; null if the cells contradict the title, or if they only say that a value is missing. Without cells the meaning
 * of the title stays.
 */
export const confirmed = (
  { term }: TitleMeaning,
  cells: readonly string[],
  says: { byGroup: boolean; gender: boolean },
): Exclude<Term, 'none'> | null => {
  if (term === 'none') return null
  const filled = cells.filter((cell) => !isMissing(cell) || cell === '0')
  if (filled.length === 0) return cells.length === 0 ? term : null
  const of = (holds: (cell: string) => boolean) => share(filled, holds)
  if (term === 'gun' || term === 'net' || term === 'time') {
    if (of((cell) => outcomeIn(cell) !== null) > 0.9) return 'outcome'
    if (term === 'gun' && areFew(filled)) return null
    return of(isTime) >= 0.5 ? term : null
  }
  if (term === 'chip') return of(isClock) >= 0.5 ? 'net' : null
  if (term === 'bib' || term === 'number') {
    if (of(isClock) > 0.5 || of(hasFraction) > 0.5) return null
    return of(isBib) > 0.5 ? term : of(isWord) > 0.8 && of((cell) => cell.length > 1) > 0.8 ? 'name' : null
  }
  if (term === 'name') return of(isDigits) < 0.8 ? term : of(isBib) > 0.8 && of(isClock) < 0.5 ? 'bib' : null
  if (term === 'given' || term === 'first_name' || term === 'last_name') return of(isDigits) < 0.8 ? term : null
  if (term === 'rank' || term === 'rank_gender')
    return of((cell) => isRank(cell) || outcomeIn(cell) !== null) > 0.5 ? term : null
  if (term === 'rank_agegroup') return of((cell) => isRank(cell) || outcomeIn(cell) !== null) > 0.5 ? term : null
  if (term === 'gender')
    return of((cell) => genderIn(cell) !== null) >= 0.5 ? term : of(isRank) > 0.5 ? 'rank_gender' : null
  if (term === 'agegroup') return groupIn(filled, says)
  if (term === 'outcome') return of((cell) => outcomeIn(cell) !== null) >= 0.8 ? term : null
  if (term === 'age') return filled.length < 5 || of((cell) => numberInCell(cell) !== null) > 0.3 ? term : null
  if (term === 'birth') return of(isDate) >= 0.5 ? term : of(isAgeGroup) > 0.9 ? 'agegroup' : null
  if (term === 'reason') return of((cell) => outcomeIn(cell) !== null) > 0.9 ? 'outcome' : term
  if (term === 'document') return of((cell) => cell.includes('*')) > 0.5 ? null : term
  // A French list has the ranks under `Class.`. Such a column of numbers is not a field, because each runner would be
  // ranked alone.
  if (term === 'field') {
    if (of(isAgeGroup) > 0.9) return 'agegroup'
    return of(isEvent) > 0.9 ? null : of(isRank) > 0.9 ? 'number' : term
  }
  if (term === 'start') return of((cell) => numberInCell(cell) !== null) >= 0.5 ? term : null
  if (term === 'country' || term === 'city' || term === 'club') return of(isDigits) < 0.8 ? term : null
  return term
}

const isAge = (cell: string): boolean => /^\d{1,2}$/.test(cell) && Number(cell) >= 4
/**
 * Tells whether numbers are ages and not ranks. Ranks begin at 1, and nobody is 1 year old. In a short list the check
 * can fail by chance, so it needs more than three cells.
 */
const areAges = (filled: readonly string[]): boolean => filled.length > 3 && filled.every(isAge)

/**
 * Finds the meaning of a column of groups: an age, a rank in the group, an outcome, a gender, or else the age group.
 * Null for times, for distances, and for genders if the file has a column of genders.
 */
const groupIn = (filled: readonly string[], says: { byGroup: boolean; gender: boolean }): Plain | null => {
  if (areAges(filled)) return 'age'
  if (share(filled, isRank) > 0.9) return says.byGroup ? 'agegroup' : 'rank_agegroup'
  if (share(filled, isClock) > 0.5 || share(filled, isEvent) > 0.9) return null
  // A single letter, such as F, may be a group.
  if (share(filled, (cell) => cell.length > 1 && outcomeIn(cell) !== null) > 0.9) return 'outcome'
  if (share(filled, (cell) => genderIn(cell) !== null) > 0.9) return says.gender ? null : 'gender'
  return 'agegroup'
}

/**
 * Tells whether a column of bare numbers can be the bib. Nearly every number must occur only once. The numbers must not
 * rise by one from row to row, as ranks or row numbers do.
 */
export const numberIsBib = (rows: readonly (readonly string[])[], at: number): boolean => {
  const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')
  if (cells.length < rows.length * 0.9 || new Set(cells).size < cells.length * 0.98) return false
  const counted = cells.filter((cell, n) => n > 0 && Number(cell) === Number(cells[n - 1]) + 1).length
  return cells.length < 3 || counted < (cells.length - 1) * 0.8
}

/**
 * Tells whether a column of bare numbers is the rank. Each row with a number needs a time. In the order of the numbers,
 * a time must hardly ever be shorter than the time before it. The numbers must begin near 1.
 */
export const numberIsRank = (rows: readonly (readonly string[])[], at: number, time: number): boolean => {
  let [last, pairs, rising] = [{ rank: 0, ms: 0 }, 0, 0]
  const given = rows
    .map((row) => ({ rank: rankIn(row[at] ?? ''), ms: clockIn(row[time] ?? '')?.ms ?? null }))
    .flatMap(({ rank, ms }) => (rank !== null && typeof rank === 'object' ? [{ rank: rank.rank, ms }] : []))
  if (given.length < 3 || given.some(({ ms }) => ms === null)) return false
  for (const { rank, ms } of given.toSorted((a, b) => a.rank - b.rank)) {
    pairs++
    if (ms! >= last.ms && rank > last.rank) rising++
    last = { rank, ms: ms! }
  }
  return rising / pairs >= 0.95 && Math.min(...given.slice(0, 1000).map(({ rank }) => rank)) <= 3
}
