import { cutText } from '#contract/letters/cutText.ts'
import type { FileTable } from '#features/files/table.rules.ts'
import { writtenBib } from '#features/registrations/bib.rules.ts'
import { type GenderLetter, type ResultOutcome, ageFor, genders, recorded } from '../../rules.ts'
import { birthIn } from '../../ranking/births.rules.ts'
import {
  answered,
  bareBib,
  type GivenRank,
  genderIn,
  isFormulaError,
  isMissing,
  numberInCell,
  outcomeIn,
  rankIn,
} from './cells.rules.ts'
import { type NamedCells, namedFieldOf } from './fields.rules.ts'
import type { Point } from './points.rules.ts'
import { longestRising } from './splits.rules.ts'
import type { TimeRead, TimeUnit } from './times.rules.ts'
import type { DoubtfulWord, FileDoubtWord, Plain, RefusedWord } from './vocabulary.rules.ts'

export type RowProblem = {
  line: number
  bib: string
  severity: 'refused' | 'doubtful'
  word: RefusedWord | DoubtfulWord
  column?: string
  given?: string
  read?: string
}

/** A doubt about a file as a whole, which the import reports once. */
export type FileDoubt = {
  word: FileDoubtWord
  kind?: 'overall' | 'gender' | 'agegroup'
  count?: number
  given?: string
  group?: string
}

/**
 * Tells whether a program has replaced letters of a name because it could not read or show them. Programs put a
 * replacement character, a question mark (李?, M?ller) or an empty square in the place of a letter.
 */
export const lettersLost = (name: string): boolean => /[\ufffd□〓]|ï¿½|锟斤拷|\p{L}\?|\?\p{L}|\?{2}/u.test(name)

export type PublishedRank = { rank: number; of: number | null }
/** One row of a file after reading. `stopped_ms` is the last time of a runner who did not finish. */
export type ResultRead = {
  line: number
  /** The row as the file has it. */
  raw: string
  bib: string
  field: string
  name: string | null
  gender: GenderLetter | null
  age: number | null
  /** The age in the race's calendar year, if the file has a birth date or its year. */
  age_in_year: number | null
  agegroup: string | null
  document: string | null
  outcome: ResultOutcome
  reason: string | null
  gun_ms: number | null
  net_ms: number | null
  stopped_ms: number | null
  splits: (number | null)[]
  published: { overall: PublishedRank | null; gender: PublishedRank | null; agegroup: PublishedRank | null }
  /** The total of the overall rank, if the file names it. */
  total: number | null
  country: string | null
  city: string | null
  club: string | null
}
export type ReadingSettings = {
  /** The certified distance of the event. */
  metres: number | null
  /** The day on which ages count, `2026-11-21`. Without it a birth date gives no age. */
  raceDay?: string
  /**
   * The runners who are ranked in a field of their own: `{ W: 'wheelchair' }`. A key is the prefix of their bibs, one
   * bib, or the number behind the slash of their ranks (`/25` for 3/25).
   */
  fieldOfPrefix?: NamedCells
  units?: Readonly<Record<string, TimeUnit>>
  /** True if the file has no bibs. Its rows get the numbers R1, R2, … in order. */
  numberRows?: boolean
}

type TimeReader = (cell: string | undefined) => TimeRead
export type SplitColumn = { at: number; segment: boolean; point: Point; read: TimeReader }
/** The settings for reading a file's rows: the column of each meaning, and the format of each column's times. */
export type RowReader = {
  table: FileTable
  settings: ReadingSettings
  positions: Readonly<Record<Plain, number>>
  readGun: TimeReader
  readNet: TimeReader
  splits: readonly SplitColumn[]
  /**
   * True if the file has no finishing time beside the segments. The segments then add up to the finishing time, because
   * the last segment ends at the finish.
   */
  sumsUp: boolean
}

type Note = (severity: RowProblem['severity'], word: RowProblem['word'], more?: Partial<RowProblem>) => void
type Row = { reader: RowReader; cells: readonly string[]; bib: string; note: Note }
type ReadOutcome = ReturnType<typeof outcomeIn>
type Ranks = Record<'overall' | 'gender' | 'agegroup', GivenRank | null>
type Times = { gun: number | null; net: number | null; points: (number | null)[] }

const cellOf = ({ reader, cells }: Pick<Row, 'reader' | 'cells'>, meaning: Plain): string | undefined => {
  const at = reader.positions[meaning]
  // The check is for speed. An array looks up a negative index slowly, and most files lack many columns.
  return at < 0 ? undefined : cells[at]
}
/** Returns a cell as a text; null if it has no value. A cell of zeros is a text. */
const text = (cell: string | undefined): string | null =>
  cell === undefined || (!/\d/.test(cell) && isMissing(cell)) || isFormulaError(cell) ? null : cell
/** The most characters of a text of a result. */
const LONGEST = 200
/** Returns the text. If the text is too long, returns its beginning and reports the doubt. */
const fitting = <Given extends string | null>(row: Row, meaning: Plain, given: Given, most = LONGEST): Given => {
  if (given === null || given.length <= most) return given
  const column = row.reader.table.header[row.reader.positions[meaning]]
  row.note('doubtful', 'text_cut', { column, given: cutText(given, 30), read: String(most) })
  return cutText(given, most) as Given
}
/**
 * Returns a name; null if the cell has none. `Nan` and `None` may be names of people, so a name keeps them. In
 * columns of other meanings they count as an empty cell.
 */
const nameOf = (cell: string | undefined): string | null =>
  cell !== undefined && /^(?:nan|none)$/i.test(cell) ? cell : text(cell)
const bibIn = (cell: string | undefined): string =>
  isMissing(cell) || isFormulaError(cell!) ? '' : writtenBib(bareBib(cell!))

/** Reads the outcome of a runner in the file's own words, from the columns of outcome, times, rank or remark. */
const readOutcome = (row: Row): ReadOutcome => {
  const { table, positions } = row.reader
  const said = answered(table.header[positions.outcome] ?? '', cellOf(row, 'outcome') ?? '')
  const columns = ['gun', 'net', 'rank'] as const
  let readAs = outcomeIn(said)
  for (const column of columns) readAs ??= outcomeIn(cellOf(row, column))
  // A remark counts only if no other column names an outcome. A remark that names a drop-out or a disqualification then
  // decides, even if the row has a time.
  const remark = readAs ? undefined : cellOf(row, 'reason')
  const remarked = remark && remark.length > 1 ? outcomeIn(remark) : null
  if (remarked && remarked.outcome !== 'finished') readAs = remarked
  if (!readAs && said !== '' && !isFormulaError(said)) row.note('doubtful', 'unknown_outcome', { given: said })
  return readAs
}

const rankOf = (row: Row, meaning: 'rank' | 'rank_gender' | 'rank_agegroup'): GivenRank | null => {
  const cell = cellOf(row, meaning)
  const given = rankIn(cell ?? '')
  if (given !== 'bad') return given
  const column = row.reader.table.header[row.reader.positions[meaning]]
  if (!outcomeIn(cell)) row.note('doubtful', 'bad_rank', { column, given: cell })
  return null
}

/**
 * Reads the time of a cell; null if the cell holds no time. Reports a doubtful time, but not a word such as DNF. An
 * impossible split becomes null. An impossible gun time or net time of a runner who did not finish is not reported.
 */
const timeIn = (row: Row, readAs: ReadOutcome, read: TimeRead, column: number, split: boolean): number | null => {
  const given = row.cells[column]
  if (!read.doubt || (read.doubt === 'implausible' && !split && readAs && readAs.outcome !== 'finished')) return read.ms
  if (read.doubt === 'not_a_time' && outcomeIn(given)) return null
  const drop = split && read.doubt === 'implausible'
  row.note('doubtful', drop ? 'split_implausible' : read.doubt, {
    column: row.reader.table.header[column],
    given,
    ...(read.ms !== null && !drop ? { read: String(recorded(read.ms, 'floor')) } : {}),
  })
  return drop ? null : read.ms
}

/**
 * Reads gun time, net time and the times at the points. If the row has only one of gun time and net time, its seconds
 * to the start line (`start`) give the other.
 */
const timesIn = (row: Row, readAs: ReadOutcome): Times => {
  const { readGun, readNet, splits, sumsUp, positions } = row.reader
  let gun = timeIn(row, readAs, readGun(cellOf(row, 'gun')), positions.gun, false)
  let net = timeIn(row, readAs, readNet(cellOf(row, 'net')), positions.net, false)
  const points: (number | null)[] = []
  let sum: number | null = 0
  for (const { at, segment, read } of splits) {
    const ms = timeIn(row, readAs, read(row.cells[at]), at, true)
    if (segment) sum = sum === null || ms === null ? null : sum + ms
    points.push(segment ? sum : ms)
  }
  if (sumsUp) net = points.pop() ?? null
  const start = numberInCell(cellOf(row, 'start') ?? '')
  if (start) {
    if (gun === null && net !== null) gun = net + Math.round(start.value * 1000)
    else if (net === null && gun !== null) net = gun - Math.round(start.value * 1000)
  }
  if (gun !== null && net !== null && net > gun)
    row.note('doubtful', 'net_over_gun', { given: `${recorded(net, 'floor')} > ${recorded(gun, 'floor')}` })
  return { gun, net, points }
}

const lastTime = ({ gun, net, points }: Times): number | null =>
  gun ?? net ?? points.findLast((ms) => ms !== null) ?? null

/**
 * Decides the outcome of a runner from words, times and ranks together; undefined if a finisher has no time at all.
 */
const outcomeOf = (
  row: Row,
  readAs: ReadOutcome,
  times: Times,
  ranks: Ranks,
): { outcome: ResultOutcome; reason: string | null } | undefined => {
  let outcome: ResultOutcome = readAs?.outcome ?? 'finished'
  let reason = fitting(row, 'reason', text(cellOf(row, 'reason')))
  if (readAs?.overTime) reason ??= 'over_time'
  if (outcome === 'finished' && times.gun === null && times.net === null) {
    if (lastTime(times) === null) {
      row.note('refused', 'no_time')
      return undefined
    }
    outcome = 'dnf'
    row.note('doubtful', 'no_finish_time')
  }
  if (outcome === 'finished' && (ranks.overall?.rank === 0 || ranks.gender?.rank === 0)) {
    outcome = 'dsq'
    reason ??= 'place_zero'
    row.note('doubtful', 'place_zero')
  }
  if (outcome !== 'finished' && (ranks.overall?.rank ?? 0) > 0)
    row.note('doubtful', 'rank_of_unfinished', { given: String(ranks.overall!.rank) })
  return { outcome, reason }
}

/** Keeps the times at the points that increase along the course, and reports the other times as doubtful. */
const risingSplits = (row: Row, { gun, net, points }: Times, finished: boolean): (number | null)[] => {
  const kept = longestRising(points, finished ? Math.max(gun ?? 0, net ?? 0) : null)
  for (const [index, ms] of points.entries()) {
    if (ms === null || kept[index] !== null) continue
    const { at } = row.reader.splits[index]!
    row.note('doubtful', 'split_out_of_order', { column: row.reader.table.header[at], given: row.cells[at] })
  }
  return kept
}

const SPREAD = /^\p{Script=Han}\s+\p{Script=Han}(?:\s+\p{Script=Han})?$/u
const nameIn = (row: Row): string | null => {
  const parts = [cellOf(row, 'first_name'), cellOf(row, 'last_name')].filter(
    (part) => part && part !== '-' && !isFormulaError(part),
  )
  const name = nameOf(cellOf(row, 'name')) ?? (text(parts.join(' ')) || null)
  // Printed lists put spaces between the two characters of a short name, so that the name is as wide as a name of three
  // characters.
  const whole = name && SPREAD.test(name) ? name.replace(/\s+/g, '') : name
  return fitting(row, cellOf(row, 'name') === undefined ? 'first_name' : 'name', whole)
}

const ageIn = (row: Row): number | null => {
  const given = text(cellOf(row, 'age'))
  const age = given && /^\d{1,3}(\.0+)?$/.test(given) && Number(given) < 120 ? Number(given) : null
  if (given && age === null) row.note('doubtful', 'bad_age', { given })
  return age
}

const groupIn = (row: Row): string | null => fitting(row, 'agegroup', text(cellOf(row, 'agegroup')), 40)

/** Reads the runner. Gender and age come from their own columns, or else from a rank's group or a birth date. */
const personIn = (row: Row, ranks: Ranks) => {
  const { raceDay } = row.reader.settings
  const genderGiven = text(cellOf(row, 'gender'))
  const gender = genderGiven
    ? genderIn(genderGiven)
    : (genders.find((one) => one === genderIn(ranks.gender?.group ?? '')) ?? null)
  if (genderGiven && !gender) row.note('doubtful', 'unknown_gender', { given: genderGiven })
  const age = ageIn(row)
  const birthGiven = text(cellOf(row, 'birth'))
  const born = birthGiven && raceDay ? birthIn(birthGiven, raceDay) : null
  if (birthGiven && raceDay && !born) row.note('doubtful', 'bad_birth')
  return {
    name: nameIn(row),
    gender,
    age: age ?? (born?.day && raceDay ? ageFor(born.day, raceDay, 'race_day') : null),
    age_in_year: born && raceDay ? Number(raceDay.slice(0, 4)) - born.year : null,
    agegroup: groupIn(row) ?? ranks.agegroup?.group ?? null,
    document: text(cellOf(row, 'document'))?.toUpperCase().replace(/\s+/g, '') ?? null,
  }
}

/** Reads one row, the n-th of its table; undefined for a refused row. `problems` collects refusals and doubts. */
export const readRow = (reader: RowReader, n: number, problems: RowProblem[]): ResultRead | undefined => {
  const { table, settings } = reader
  const [cells, line] = [table.rows[n]!, table.lines[n]!]
  const bib = settings.numberRows ? `R${n + 1}` : bibIn(cellOf({ reader, cells }, 'bib'))
  const note: Note = (severity, word, more = {}) => problems.push({ line, bib, severity, word, ...more })
  if (bib === '' || bib.length > 20) {
    note('refused', bib === '' ? 'no_bib' : 'bib_too_long', { given: bib.slice(0, 30) })
    return undefined
  }
  const row: Row = { reader, cells, bib, note }
  const readAs = readOutcome(row)
  const ranks: Ranks = {
    overall: rankOf(row, 'rank'),
    gender: rankOf(row, 'rank_gender'),
    agegroup: rankOf(row, 'rank_agegroup'),
  }
  const times = timesIn(row, readAs)
  const became = outcomeOf(row, readAs, times, ranks)
  if (!became) return undefined
  const finished = became.outcome === 'finished'
  const timed = finished || became.outcome === 'dsq'
  const splits = risingSplits(row, times, finished)
  const total = ranks.overall?.of ?? null
  const published = (given: GivenRank | null): PublishedRank | null =>
    given && given.rank > 0 && finished ? { rank: given.rank, of: given.of } : null
  return {
    line,
    raw: cells.join('\t'),
    bib,
    field:
      fitting(row, 'field', text(cellOf(row, 'field')))?.toLowerCase() ??
      namedFieldOf(settings.fieldOfPrefix ?? {}, bib, total),
    ...personIn(row, ranks),
    ...became,
    gun_ms: timed ? times.gun : null,
    net_ms: timed ? times.net : null,
    stopped_ms: finished || became.outcome === 'dns' ? null : lastTime(times),
    splits,
    published: {
      overall: published(ranks.overall),
      gender: published(ranks.gender),
      agegroup: published(ranks.agegroup),
    },
    total,
    country: fitting(row, 'country', text(cellOf(row, 'country'))),
    city: fitting(row, 'city', text(cellOf(row, 'city'))),
    club: fitting(row, 'club', text(cellOf(row, 'club'))),
  }
}
