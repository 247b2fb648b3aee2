import { lacksNames } from '#features/imports/wholeNames.rules.ts'
import type { Clock } from '../../rules.ts'
import { confirmed, numberIsBib, numberIsRank, areTimes, sampleOf } from '../headers/guess.rules.ts'
import type { Term } from '../headers/terms.rules.ts'
import { answered, clockIn, genderIn, rankIn } from './cells.rules.ts'
import { claimLaps, labelsOfLaps, lapsIn } from '../legs/laps.rules.ts'
import { claimLegs } from '../legs/legs.rules.ts'
import { pointsIn } from './points.rules.ts'
import { type TitleMeaning, meaningOfTitle } from '../headers/titles.rules.ts'
import { type Meaning, type Plain, meanings } from './vocabulary.rules.ts'

/** The column of each meaning. One column may have two meanings, such as a rank that also serves as the bib. */
export type ColumnsByMeaning = ReadonlyMap<Meaning, number>
/**
 * A question about a column that only a person can answer. `clock` asks whether the times in the column are gun times
 * or net times. `rank_clock` asks whether ranks by another clock than the event's clock are official.
 */
export type ColumnQuestion = { word: 'clock' | 'rank_clock'; column: string; header: string; meanings: Plain[] }
export type ColumnGuess = { columns: ColumnsByMeaning; questions: ColumnQuestion[] }

/**
 * Returns the name of a column in a mapping: its title, or its number (`#3`) if the title is empty, looks like a number
 * of a column, or is the title of an earlier column.
 */
export const columnRef = (header: readonly string[], at: number): string => {
  const title = header[at] ?? ''
  return title === '' || /^#\d+$/.test(title) || header.indexOf(title) !== at ? `#${at + 1}` : title
}

type Claim = { at: number; term: Exclude<Term, 'none'>; clock: TitleMeaning['clock'] }

/**
 * Finds which of two time columns never has the longer time. This column can be the net time. Undefined if both columns
 * have longer times, if all times are equal, or if fewer than three rows have both times.
 */
const earlierOf = (
  rows: readonly (readonly string[])[],
  a: number,
  b: number,
): { earlier: number; later: number } | undefined => {
  const gaps = rows.flatMap((row) => {
    const [first, second] = [clockIn(row[a] ?? ''), clockIn(row[b] ?? '')]
    return first && second ? [second.ms - first.ms] : []
  })
  if (gaps.length < 3 || gaps.every((gap) => gap === 0)) return undefined
  if (gaps.every((gap) => gap >= 0)) return { earlier: a, later: b }
  return gaps.every((gap) => gap <= 0) ? { earlier: b, later: a } : undefined
}

/**
 * Gives the columns of times their meanings. Columns with a named clock come first; a column with an unknown clock gets
 * the remaining meaning. Returns the column whose clock only a person can tell, or null.
 */
const claimTimes = (
  claims: readonly Claim[],
  columns: Map<Meaning, number>,
  rows: readonly (readonly string[])[],
  rankClock: Clock,
): number | null => {
  for (const { at, term } of claims) if ((term === 'gun' || term === 'net') && !columns.has(term)) columns.set(term, at)
  const [open, other] = claims.filter(({ term }) => term === 'time')
  const named = { gun: columns.get('gun'), net: columns.get('net') }
  if (named.gun !== undefined && named.net !== undefined)
    // A net time is never longer than the gun time. If the titles say otherwise, they are over the wrong columns.
    return earlierOf(rows, named.gun, named.net)?.earlier === named.gun ? named.gun : null
  if (!open) return null
  const gun = columns.get('gun')
  if (gun !== undefined) {
    // A column beside the gun time is the net time if its times are never longer and not always the same.
    if (!columns.has('net') && earlierOf(rows, open.at, gun)?.earlier === open.at) columns.set('net', open.at)
    return null
  }
  const order = other && !columns.has('net') ? earlierOf(rows, open.at, other.at) : undefined
  if (order) {
    columns.set('net', order.earlier).set('gun', order.later)
    return null
  }
  columns.set('gun', open.at)
  return rankClock === 'net' && !columns.has('net') ? open.at : null
}

/** The share of ranks that may be tied in a list of one field. */
const TIED = 0.05
/** Counts the repetitions in a column of ranks: two in 1, 1, 1, 4. */
const repeatsAt = (rows: readonly (readonly string[])[], at: number): number => {
  const ranks = rows.flatMap((row) => {
    const rank = rankIn(row[at] ?? '')
    return rank !== null && rank !== 'bad' && rank.rank > 0 ? [rank.rank] : []
  })
  return ranks.length - new Set(ranks).size
}

/** Tells whether the ranks in a column repeat too often for ties, but the ranks within each gender do not. */
const areByGender = (rows: readonly (readonly string[])[], at: number, gender: number | undefined): boolean => {
  if (gender === undefined || repeatsAt(rows, at) <= rows.length * TIED) return false
  const groups = [...Map.groupBy(rows, (row) => genderIn(row[gender] ?? '')).values()]
  return groups.every((group) => repeatsAt(group, at) <= group.length * TIED)
}

/**
 * Chooses the column of the overall rank: a column without a clock, or else a column by the event's clock. If neither
 * exists, it takes a column by the other clock and returns this column, so that staff are asked. From several such
 * columns it takes the first column whose number of repeated ranks is close to the lowest. Ranks by gender or by group
 * begin with 1 in each gender or group, so many of these ranks repeat.
 */
const claimRanks = (
  claims: readonly Claim[],
  columns: Map<Meaning, number>,
  rows: readonly (readonly string[])[],
  rankClock: Clock,
): number | null => {
  const ranks = claims.filter(({ term }) => term === 'rank')
  const of = (clock: TitleMeaning['clock']) => ranks.filter((one) => one.clock === clock)
  const same = [of(null), of(rankClock), ranks].find((list) => list.length > 0) ?? []
  const repeats = same.length < 2 ? same.map(() => 0) : same.map(({ at }) => repeatsAt(rows, at))
  const least = Math.min(...repeats) + rows.length * TIED
  const chosen = same.find((_, n) => repeats[n]! <= least)
  if (!chosen) return null
  columns.set('rank', chosen.at)
  const ofGender = same.find((one) => one !== chosen && areByGender(rows, one.at, columns.get('gender')))
  if (ofGender && !columns.has('rank_gender')) columns.set('rank_gender', ofGender.at)
  return chosen.clock !== null && chosen.clock !== rankClock ? chosen.at : null
}

/**
 * Reads a column of bare numbers as the bib if no other column is the bib, or else as the rank. The values of the
 * column must fit.
 */
const claimNumbers = (
  claims: readonly Claim[],
  columns: Map<Meaning, number>,
  rows: readonly (readonly string[])[],
): void => {
  const time = columns.get('gun') ?? columns.get('net')
  for (const { at, term } of claims) {
    if (term !== 'number') continue
    if (!columns.has('bib') && numberIsBib(rows, at)) columns.set('bib', at)
    else if (!columns.has('rank') && time !== undefined && numberIsRank(rows, at, time)) columns.set('rank', at)
  }
}

const TIMES_AND_RANKS: readonly Term[] = ['time', 'gun', 'net', 'rank', 'number', 'chip']
/** Titles of names in Latin letters. If another column has names too, that column counts. */
const IN_LATIN = /英文|英語|拼音|外文|english|pinyin|romaji|ローマ字/i
/**
 * Gives the columns about the runner their meanings. A German list may have the family names below `Name`, beside a
 * column of first names.
 */
const claimPeople = (
  header: readonly string[],
  claims: readonly Claim[],
  columns: Map<Meaning, number>,
  rows: readonly (readonly string[])[],
): void => {
  const isSecond = ({ at: column, term }: Claim) => term === 'name' && IN_LATIN.test(header[column]!)
  const ordered = [...claims.filter((claim) => !isSecond(claim)), ...claims.filter(isSecond)]
  const at = (wanted: Term) => ordered.find(({ term }) => term === wanted)?.at
  const [name, first, last] = [at('name'), at('first_name'), at('last_name')]
  const isFamily = last === undefined && name !== undefined && first !== undefined && lacksNames(rows, name, first)
  const isGiven = first === undefined && name !== undefined && last !== undefined && lacksNames(rows, name, last)
  for (const claim of ordered) {
    const { term } = claim
    if (TIMES_AND_RANKS.includes(term)) continue
    const meaning =
      term === 'given'
        ? last === undefined
          ? 'name'
          : 'first_name'
        : isFamily && claim.at === name
          ? 'last_name'
          : isGiven && claim.at === name
            ? 'first_name'
            : (term as Plain)
    if (!columns.has(meaning)) columns.set(meaning, claim.at)
  }
}

/**
 * Guesses the meanings of the columns. A title suggests a meaning (headers/terms.rules.ts), and the cells below must
 * fit. For example, a column "Gender" of numbers is a rank, a "State" may be a place of residence, and a 成绩 without
 * times is not a time. If two columns have one meaning, the first column counts. `rankClock` is the clock that decides
 * the event's ranks.
 */
export const guess = (
  header: readonly string[],
  rows: readonly (readonly string[])[],
  rankClock: Clock = 'gun',
): ColumnGuess => {
  const laps = lapsIn(header)
  const counted = labelsOfLaps(laps)
  const said = header.map((title, at) => (counted.has(at) ? null : meaningOfTitle(title)))
  const points = pointsIn(header)
  const says = {
    byGroup: said.some((one) => one?.term === 'rank_agegroup'),
    gender: said.some((one) => one?.term === 'gender'),
  }
  const columns = new Map<Meaning, number>()
  const claims: Claim[] = []
  for (const [at, title] of header.entries()) {
    const one = said[at]
    const point = one || counted.has(at) ? null : points[at]
    if (point && !columns.has(`split:${point.label}`) && areTimes(sampleOf(rows, at)))
      columns.set(`split:${point.label}`, at)
    const cells = one ? sampleOf(rows, at).map((cell) => answered(title, cell)) : []
    const term = one ? confirmed(one, cells, says) : null
    if (term) claims.push({ at, term, clock: one!.clock })
  }
  claimPeople(header, claims, columns, rows)
  const unclear = {
    clock: claimTimes(claims, columns, rows, rankClock),
    rank_clock: claimRanks(claims, columns, rows, rankClock),
  }
  claimNumbers(claims, columns, rows)
  claimLegs(header, rows, columns)
  claimLaps(laps, rows, columns)
  const questions = (['clock', 'rank_clock'] as const).flatMap((word): ColumnQuestion[] => {
    const at = unclear[word]
    const meanings: Plain[] = word === 'clock' ? ['gun', 'net'] : ['rank']
    return at === null ? [] : [{ word, column: columnRef(header, at), header: header[at]!, meanings }]
  })
  return { columns: new Map([...columns].toSorted(([, a], [, b]) => a - b)), questions }
}

/**
 * A person's choices about columns: meaning → title, or `#4` for the fourth column. '' means that the file does not
 * have the meaning.
 */
export type Mapping = Readonly<Record<string, string>>
export type Mapped = {
  columns: ColumnsByMeaning
  questions: ColumnQuestion[]
  /** Words of the mapping that are neither a meaning nor a column. */ unknown: string[]
}

const isMeaning = (word: string): word is Meaning =>
  (meanings as readonly string[]).includes(word) || /^(split|segment):.+$/.test(word)

/**
 * Replaces the guessed meanings by the meanings that a person chose. A choice also answers a question about its column.
 */
export const mapResultColumns = (
  header: readonly string[],
  rows: readonly (readonly string[])[],
  mapping: Mapping = {},
  rankClock: Clock = 'gun',
): Mapped => {
  const guessed = guess(header, rows, rankClock)
  const columns = new Map(guessed.columns)
  const unknown: string[] = []
  const said = new Map<Meaning, number>()
  for (const [word, title] of Object.entries(mapping)) {
    if (!isMeaning(word)) {
      unknown.push(word)
      continue
    }
    columns.delete(word)
    if (title === '') continue
    const numbered = /^#(\d+)$/.exec(title)
    const at = numbered
      ? Number(numbered[1]) - 1
      : header.findIndex((one) => one.toLowerCase().trim() === title.toLowerCase().trim())
    if (at < 0 || at >= header.length) unknown.push(title)
    else said.set(word, at)
  }
  // A column with a chosen meaning loses its guessed meaning.
  for (const [meaning, at] of columns) if ([...said.values()].includes(at)) columns.delete(meaning)
  const settled = (one: ColumnQuestion) =>
    [...said.values()].some((at) => columnRef(header, at) === one.column) ||
    one.meanings.some((meaning) => mapping[meaning] === '')
  return {
    columns: new Map([...columns, ...said]),
    questions: guessed.questions.filter((one) => !settled(one)),
    unknown,
  }
}
