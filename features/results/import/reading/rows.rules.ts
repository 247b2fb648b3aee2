import type { FileTable } from '#features/files/table.rules.ts'
import { atOnce } from '#features/files/steps.rules.ts'
import type { ColumnsByMeaning } from './columns.rules.ts'
import { type DayGun, gunOfDay, isOfDay, readOfDay } from './dayClock.rules.ts'
import { labelsOfLaps, lapsIn } from '../legs/laps.rules.ts'
import { type Point, pointIn } from './points.rules.ts'
import {
  type RowProblem,
  type ResultRead,
  type ReadingSettings,
  type RowReader,
  type SplitColumn,
  readRow,
} from './row.rules.ts'
import { timeReader } from './times.rules.ts'
import { type Meaning, type Plain, meanings } from './vocabulary.rules.ts'

export type Reading = { results: ResultRead[]; problems: RowProblem[]; points: Point[] }
/** Lists the columns of points: in the order of the course if their distances are known, otherwise as in the file. */
function* splitColumns(
  table: FileTable,
  columns: ColumnsByMeaning,
  settings: ReadingSettings,
): Generator<void, SplitColumn[]> {
  const found: SplitColumn[] = []
  const gun: DayGun | null = gunOfDay(table, columns)
  const counted = labelsOfLaps(lapsIn(table.header))
  for (const [meaning, at] of columns) {
    const named = /^(split|segment):(.+)$/.exec(meaning)
    if (!named) continue
    yield
    const label = named[2]!
    // The fifth split of a list is not at 5 km. A person may still give its column the distance of a point.
    const point = (counted.get(at) === label ? null : pointIn(label)) ?? { label, metres: null }
    const segment = named[1] === 'segment'
    const metres = segment ? null : point.metres
    const read =
      !segment && gun && isOfDay(table, at, gun)
        ? readOfDay(gun, metres)
        : timeReader(
            cellsOf(table, at),
            metres,
            settings.units?.[meaning] ?? (segment ? 'seconds' : undefined),
            table.header[at],
          )
    found.push({ at, segment, point: { ...point, label: point.metres === null ? named[2]! : point.label }, read })
  }
  if (found.some(({ segment, point }) => segment || point.metres === null)) return found
  return found.toSorted((a, b) => a.point.metres! - b.point.metres!)
}

const cellsOf = (table: FileTable, at: number) => table.rows.map((row) => row[at])

const STEP = 50

/** Finds out how to read a file's rows: the meaning of each column, and the format of its times. */
function* rowReader(
  table: FileTable,
  columns: ColumnsByMeaning,
  settings: ReadingSettings,
): Generator<void, RowReader> {
  const positions = Object.fromEntries(meanings.map((meaning) => [meaning, columns.get(meaning) ?? -1])) as Record<
    Plain,
    number
  >
  const reader = (meaning: Meaning & Plain) =>
    positions[meaning] < 0
      ? () => ({ ms: null })
      : timeReader(
          cellsOf(table, positions[meaning]),
          settings.metres,
          settings.units?.[meaning],
          table.header[positions[meaning]],
        )
  const readGun = reader('gun')
  yield
  const readNet = reader('net')
  const splits = yield* splitColumns(table, columns, settings)
  const sumsUp = splits.some(({ segment }) => segment) && positions.gun < 0 && positions.net < 0
  return { table, settings, positions, readGun, readNet, splits, sumsUp }
}

/**
 * Reads all rows, a few at a time. It reports refused and doubtful rows with their line numbers, and leaves out only
 * refused rows and exact repetitions.
 */
export function* readingResults(
  table: FileTable,
  columns: ColumnsByMeaning,
  settings: ReadingSettings,
): Generator<void, Reading> {
  const reader = yield* rowReader(table, columns, settings)
  const points = reader.splits.map(({ point }) => point)
  if (reader.sumsUp) points.pop()
  const problems: RowProblem[] = []
  const results: ResultRead[] = []
  for (const n of table.rows.keys()) {
    if (n % STEP === 0) yield
    const result = readRow(reader, n, problems)
    if (result) results.push(result)
  }
  return { results: yield* withoutDoubles(results, problems), problems, points }
}

/** Reads every row at once. */
export const readResults = (table: FileTable, columns: ColumnsByMeaning, settings: ReadingSettings): Reading =>
  atOnce(readingResults(table, columns, settings))

/**
 * Counts an exactly repeated row once. It refuses different rows with one bib, because nobody can tell which is right.
 */
export function* withoutDoubles(results: ResultRead[], problems: RowProblem[]): Generator<void, ResultRead[]> {
  const seen = new Set<string>()
  const twice = new Map<string, ResultRead[]>()
  for (const [n, { bib }] of results.entries()) {
    if (n % STEP === 0) yield
    if (seen.has(bib)) twice.set(bib, [])
    else seen.add(bib)
  }
  if (twice.size === 0) return results
  for (const result of results) twice.get(result.bib)?.push(result)
  return results.filter((result) => {
    const same = twice.get(result.bib)
    if (!same) return true
    const [first] = same
    const equal = same.every((one) => one.raw === first!.raw)
    if (equal && result === first) return true
    problems.push({
      line: result.line,
      bib: result.bib,
      severity: equal ? 'doubtful' : 'refused',
      word: equal ? 'row_repeated' : 'bib_twice',
      given: same.map(({ line }) => line).join(', '),
    })
    return false
  })
}
