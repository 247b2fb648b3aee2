import type { FileTable } from '#features/files/table.rules.ts'
import { withoutFootnotes } from './footnotes.rules.ts'
import { isData, isTitle, withGroups } from './groupTitles.rules.ts'
import { withListsBelow } from './listsBeside.rules.ts'
import { meaningOfTitle } from './titles.rules.ts'
import { withoutUnits } from './units.rules.ts'

const isTime = (cell: string): boolean => /^\d{1,2}:\d\d(:\d\d)?(\.\d+)?$/.test(cell.trim())

const titlesIn = (row: readonly string[]): number => row.filter(isTitle).length

const LOOKED_AT = 8
/**
 * Removes the rows above the titles, such as the race's name. Titles of groups of columns become a part of the titles
 * below them.
 */
const fromItsTitles = (table: FileTable): FileTable => {
  const counts = [table.header, ...table.rows.slice(0, LOOKED_AT)].map(titlesIn)
  const most = Math.max(...counts)
  if (most < 3) return table
  if (most < counts[0]! + 2) return withGroups(table, undefined)
  const at = counts.indexOf(most)
  const above = at > 1 ? table.rows[at - 2]! : table.header
  const own = { ...table, header: table.rows[at - 1]!, rows: table.rows.slice(at), lines: table.lines.slice(at) }
  return withGroups(own, above)
}

/**
 * Names the columns by their numbers if the first row is a runner's row: it has numbers or a time, and no known title.
 */
const withoutTitles = (table: FileTable): FileTable => {
  const { header, rows, lines } = table
  const filled = header.filter((cell) => cell !== '')
  if (
    (filled.filter(isData).length < 2 && !filled.some(isTime)) ||
    header.some((title) => meaningOfTitle(title) !== null && !isData(title))
  )
    return table
  const first = lines[0] === undefined ? 1 : Math.max(1, lines[0] - 1)
  return { ...table, header: header.map(() => ''), rows: [header, ...rows], lines: [first, ...lines] }
}

/** Returns the table with its titles first and only runners below. */
export const withTitles = (table: FileTable): FileTable =>
  withoutFootnotes(withListsBelow(withoutTitles(fromItsTitles(withoutUnits(table)))))
