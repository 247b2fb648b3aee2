import { type CutRows, MOST_COLUMNS, type Unreadable, cutQuoted, isNoText } from './quoted.rules.ts'
import { hasKeptZeros, withoutHidden, withoutKeptZeros } from './signs.rules.ts'
import { atOnce } from './steps.rules.ts'

/** A file as rows of cells. `lines[n]` is the file's line on which `rows[n]` ends. */
export type FileTable = { delimiter: string; comments: string[]; header: string[]; rows: string[][]; lines: number[] }

/** The delimiters, with the most reliable one first. A comma may also be a part of a name or of a number. */
const delimiters = ['\t', ';', '|', ','] as const

/** Finds the most frequent count of a delimiter in the lines that have it, and the number of lines with this count. */
const usualCount = (lines: readonly string[], delimiter: string): { count: number; lines: number } => {
  const byCount = new Map<number, number>()
  for (const line of lines) {
    const count = line.split(delimiter).length - 1
    if (count > 0) byCount.set(count, (byCount.get(count) ?? 0) + 1)
  }
  const [[count, times] = [0, 0]] = [...byCount].toSorted(([a, inA], [b, inB]) => inB - inA || b - a)
  return { count, lines: times }
}

/**
 * Finds the delimiter of a table: the one that cuts the most of the first 20 lines into equally many cells. If several
 * delimiters cut equally many lines, the one with the most cells counts. Delimiters in quotes do not count.
 */
export const guessDelimiter = (lines: readonly string[]): string => {
  const plain = lines.slice(0, 20).map((line) => line.replace(/"[^"]*"/g, ''))
  const [found] = delimiters
    .map((delimiter) => ({ delimiter, ...usualCount(plain, delimiter) }))
    .toSorted((a, b) => b.lines - a.lines || b.count - a.count)
  return found!.lines === 0 ? ',' : found!.delimiter
}

/**
 * Tells whether a line before the table is not a part of it: an empty line, a comment (`# …`), or a title that is alone
 * in its row. A line with an open quote begins a cell of several lines.
 */
const isPreamble = (line: string, delimiter: string): boolean =>
  /^\s*#\s/.test(line) ||
  line.replaceAll(delimiter, '').replaceAll('"', '').trim() === '' ||
  (line.split(delimiter).filter((cell) => cell.trim() !== '').length < 2 && line.split('"').length % 2 === 1)

const commentsIn = (firstLines: readonly string[], skipped: number) =>
  firstLines.slice(0, skipped).filter((line) => /^\s*#/.test(line))

const STEP = 100
/** Yields the lines of a text. Cutting all lines of a large file at once would delay other calls. */
function* linesOf(text: string): Generator<string> {
  const end = /\r\n|\n|\r/g
  let from = 0
  for (let found = end.exec(text); found; found = end.exec(text)) {
    yield text.slice(from, found.index)
    from = end.lastIndex
  }
  yield text.slice(from)
}

/**
 * Cuts a line without quotes. Empty cells beyond `MOST_COLUMNS` are left out. A text beyond `MOST_COLUMNS` makes the
 * result null.
 */
const cutLine = (line: string, delimiter: string): string[] | null => {
  const cells = line.split(delimiter, MOST_COLUMNS + 1)
  if (cells.length <= MOST_COLUMNS) return cells
  cells.pop()
  const length = cells.reduce((sum, cell) => sum + cell.length + 1, 0)
  return line.slice(length).replaceAll(delimiter, '').trim() === '' ? cells : null
}

/**
 * Cuts a text without any quote. For 50,000 rows of 15 cells the function takes a sixth of the time of a parser (`npm
 * run bench -- import`).
 */
function* cutPlain(text: string, delimiter: string, skipped: number): Generator<void, CutRows | Unreadable> {
  const rows: string[][] = []
  const lines: number[] = []
  let at = -1
  for (const line of linesOf(text)) {
    at++
    if (at < skipped || line === '') continue
    if (at % STEP === 0) yield
    const cells = cutLine(line, delimiter)
    if (!cells) return { unreadable: 'table_too_wide', line: at + 1 }
    let filled = false
    for (let n = 0; n < cells.length; n++) {
      cells[n] = cells[n]!.trim()
      if (cells[n] !== '') filled = true
    }
    if (!filled) continue
    rows.push(cells)
    lines.push(at + 1)
  }
  return { rows, lines }
}

/** Counts the lines before the table. If every line has one cell, the table has one column and no title. */
const countSkipped = (firstLines: readonly string[], delimiter: string): number => {
  const first = firstLines.findIndex((line) => !isPreamble(line, delimiter))
  if (first >= 0) return first
  return Math.max(
    0,
    firstLines.findIndex((line) => !/^\s*(#\s|$)/.test(line)),
  )
}

/**
 * Cuts a text into header and rows, a hundred lines at a time. If the text cannot be cut, the result names the line.
 */
export function* cutTable(given: string): Generator<void, FileTable | Unreadable> {
  if (isNoText(given)) return { unreadable: 'file_not_text', line: 1 }
  const text = withoutHidden(given)
  const firstLines = text.slice(0, 100_000).split(/\r\n|\n|\r/)
  const delimiter = guessDelimiter(firstLines.filter((line) => !/^\s*(#\s|$)/.test(line)))
  const skipped = countSkipped(firstLines, delimiter)
  const cut = text.includes('"')
    ? yield* cutQuoted(text, delimiter, skipped)
    : yield* cutPlain(text, delimiter, skipped)
  if ('unreadable' in cut) return cut
  const cells = hasKeptZeros(text) ? cut.rows.map((row) => row.map(withoutKeptZeros)) : cut.rows
  const [header = [], ...rows] = cells
  return {
    delimiter,
    comments: commentsIn(firstLines, skipped),
    header,
    rows,
    lines: cut.lines.slice(1),
  }
}

/** Cuts a short text at once. */
export const readTable = (text: string): FileTable | Unreadable => atOnce(cutTable(text))

/**
 * Finds the column of each meaning, for lists with few headers. The caller's choice counts first: `said` names the
 * header of a meaning, or '' if the file has no such column. Otherwise the first header that matches the meaning's
 * pattern counts, among the columns without a meaning.
 */
export const pickColumns = <Meaning extends string>(
  header: readonly string[],
  patterns: Readonly<Record<Meaning, RegExp>>,
  said: Readonly<Record<string, string>> = {},
): Map<Meaning, number> => {
  const columns = new Map<Meaning, number>()
  const meanings = Object.keys(patterns) as Meaning[]
  for (const meaning of meanings) {
    const at = said[meaning] ? header.indexOf(said[meaning]) : -1
    if (at >= 0) columns.set(meaning, at)
  }
  for (const meaning of meanings) {
    if (said[meaning] !== undefined) continue
    const at = header.findIndex(
      (title, n) => patterns[meaning].test(title.toLowerCase().trim()) && ![...columns.values()].includes(n),
    )
    if (at >= 0) columns.set(meaning, at)
  }
  return columns
}
