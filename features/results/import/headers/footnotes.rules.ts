import type { FileTable } from '#features/files/table.rules.ts'
import { isData } from './groupTitles.rules.ts'

const TOTAL =
  /^(?:合计|合計|总计|總計|小计|小計|共计|共計|汇总|彙總|平均|平均成绩|平均成績|平均用时|平均用時|平均值|中位数|中位數|totals?|sum|grand total|average|avg|average time|summe|gesamt|durchschnitt|mittelwert)\s*[:：]?$/i
const filledOf = (row: readonly string[]): string[] => row.filter((cell) => cell !== '')

/**
 * Tells whether a row holds a sum or a mean: it begins with a word for a sum or a mean, and its other cells are mostly
 * empty or are only numbers and times.
 */
const isTotal = (row: readonly string[]): boolean => {
  const [first = '', ...others] = filledOf(row)
  return TOTAL.test(first) && (others.length + 1 <= row.length / 2 || others.every(isData))
}

/**
 * Tells whether a text with digits is a sentence, such as `共 8 人，完赛 5 人` or `7 runners, 4 finishers`. A bib is no
 * sentence.
 */
const isSentence = (cell: string): boolean =>
  (cell.match(/\p{Script=Han}/gu) ?? []).length >= 4 || (cell.match(/\p{L}{2,}/gu) ?? []).length >= 3

/**
 * Tells whether a row below the list has only words: a note, a count, or the place for a signature. A row with only a
 * bib is not such a row.
 */
const isFootnote = (row: readonly string[], columns: number): boolean => {
  const filled = filledOf(row)
  return (
    columns > 4 &&
    filled.length <= 2 &&
    filled.every(
      (cell) => /\p{L}[^:：]*[:：]/u.test(cell) || (/\p{L}/u.test(cell) && (!/\d/.test(cell) || isSentence(cell))),
    )
  )
}

/** Tells whether a row repeats the titles, as each page of a printed list does. */
const isHeaderAgain = (row: readonly string[], header: readonly string[]): boolean =>
  row.every((cell, at) => cell === '' || header[at]?.endsWith(cell) || header[at]?.startsWith(cell)) &&
  filledOf(row).length > 2 &&
  !row.some(isData)

/** Removes sums, repeated titles, and the notes below the last runner. */
export const withoutFootnotes = (table: FileTable): FileTable => {
  const { header, rows, lines } = table
  const kept = [...rows.keys()].filter((n) => !isTotal(rows[n]!) && !isHeaderAgain(rows[n]!, header))
  while (kept.length > 0 && isFootnote(rows[kept.at(-1)!]!, header.length)) kept.pop()
  if (kept.length === rows.length) return table
  return { ...table, rows: kept.map((n) => rows[n]!), lines: kept.map((n) => lines[n]!) }
}
