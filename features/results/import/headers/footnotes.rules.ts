import type { Table } from '#features/files/table.rules.ts'
import { isData } from './groupTitles.rules.ts'

const TOTAL = /^(?:合计|合計|总计|總計|小计|小計|共计|共計|汇总|彙總|totals?|sum|grand total|summe|gesamt)\s*[:：]?$/i
const filledOf = (row: readonly string[]): string[] => row.filter((cell) => cell !== '')

/** A row with a sum: it begins with that word, and most of it is empty. */
const isTotal = (row: readonly string[]): boolean => {
  const filled = filledOf(row)
  return TOTAL.test(filled[0] ?? '') && filled.length <= row.length / 2
}

/** A row of words below the list: a note, a count, the place for a signature. A bib alone is none. */
const isFootnote = (row: readonly string[], columns: number): boolean => {
  const filled = filledOf(row)
  return (
    columns > 4 &&
    filled.length <= 2 &&
    filled.every((cell) => /\p{L}[^:：]*[:：]/u.test(cell) || (!/\d/.test(cell) && /\p{L}/u.test(cell)))
  )
}

/** The titles once more, as each page of a printed list begins with them. */
const isHeaderAgain = (row: readonly string[], header: readonly string[]): boolean =>
  row.every((cell, at) => cell === '' || header[at]!.endsWith(cell) || header[at]!.startsWith(cell)) &&
  filledOf(row).length > 2 &&
  !row.some(isData)

/** A table without rows that add others up or repeat the titles, and without the notes below its last runner. */
export const withoutFootnotes = (table: Table): Table => {
  const { header, rows, lines } = table
  const kept = [...rows.keys()].filter((n) => !isTotal(rows[n]!) && !isHeaderAgain(rows[n]!, header))
  while (kept.length > 0 && isFootnote(rows[kept.at(-1)!]!, header.length)) kept.pop()
  if (kept.length === rows.length) return table
  return { ...table, rows: kept.map((n) => rows[n]!), lines: kept.map((n) => lines[n]!) }
}
