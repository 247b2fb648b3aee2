import type { Table } from '#features/files/table.rules.ts'
import { pointIn } from '../reading/points.rules.ts'
import { saidBy } from './titles.rules.ts'

const isData = (cell: string): boolean => /^\d+([:.]\d+)*$/.test(cell.trim())
const isTime = (cell: string): boolean => /^\d{1,2}:\d\d(:\d\d)?(\.\d+)?$/.test(cell.trim())

/** The number of cells of a row that are known titles. */
const titlesIn = (row: readonly string[]): number =>
  row.filter((cell) => cell !== '' && !isData(cell) && (saidBy(cell) !== null || pointIn(cell) !== null)).length

const LOOKED_AT = 8
/** A table whose titles stand some rows further down, below the race's name and titles of groups of columns. */
const fromItsTitles = (table: Table): Table => {
  const counts = [table.header, ...table.rows.slice(0, LOOKED_AT)].map(titlesIn)
  const most = Math.max(...counts)
  if (most < 3 || most < counts[0]! + 2) return table
  const at = counts.indexOf(most)
  return { ...table, header: table.rows[at - 1]!, rows: table.rows.slice(at), lines: table.lines.slice(at) }
}

const TOTAL = /^(?:合计|合計|总计|總計|小计|小計|共计|共計|汇总|彙總|totals?|sum|grand total|summe|gesamt)\s*[:：]?$/i
/** A row with a sum: it begins with that word, and most of it is empty. */
const isTotal = (row: readonly string[]): boolean => {
  const filled = row.filter((cell) => cell !== '')
  return TOTAL.test(filled[0] ?? '') && filled.length <= row.length / 2
}
const withoutTotals = (table: Table): Table => {
  const kept = [...table.rows.keys()].filter((n) => !isTotal(table.rows[n]!))
  if (kept.length === table.rows.length) return table
  return { ...table, rows: kept.map((n) => table.rows[n]!), lines: kept.map((n) => table.lines[n]!) }
}

/**
 * A table whose first row is a runner's and holds no titles: it has numbers or a time in it and no known title. Its
 * columns are then named by their numbers.
 */
const withoutTitles = (table: Table): Table => {
  const { header, rows, lines } = table
  const filled = header.filter((cell) => cell !== '')
  if (
    (filled.filter(isData).length < 2 && !filled.some(isTime)) ||
    header.some((title) => saidBy(title) !== null && !isData(title))
  )
    return table
  const first = lines[0] === undefined ? 1 : Math.max(1, lines[0] - 1)
  return { ...table, header: header.map(() => ''), rows: [header, ...rows], lines: [first, ...lines] }
}

/** A table with its own titles above rows of runners alone. */
export const withTitles = (table: Table): Table => withoutTotals(withoutTitles(fromItsTitles(table)))
