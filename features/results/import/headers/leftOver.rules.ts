import type { Table } from '#features/files/table.rules.ts'
import { isMissing } from '../reading/cells.rules.ts'
import type { Columns } from '../reading/columns.rules.ts'
import { sampleOf } from './guess.rules.ts'
import { saidBy } from './titles.rules.ts'

/** Without these a result list says little; a file may lack them, and its reader is told. */
export const wanted = ['name', 'outcome', 'rank'] as const
export type NeededColumn = (typeof wanted)[number]

/** Which of name, status and place no column gives. */
export const missingIn = (columns: Columns): NeededColumn[] =>
  wanted.filter(
    (meaning) =>
      !columns.has(meaning) && !(meaning === 'name' && (columns.has('first_name') || columns.has('last_name'))),
  )

/** Columns of text that nothing is read from: a name or a status may stand in one. */
export const unusedTextIn = ({ header, rows }: Table, columns: Columns): string[] => {
  const used = new Set(columns.values())
  return header.filter((title, at) => {
    if (used.has(at) || saidBy(title)?.term === 'none') return false
    const told = sampleOf(rows, at).filter((cell) => !isMissing(cell))
    return told.length > 0 && told.filter((cell) => /\p{L}/u.test(cell)).length > told.length / 2
  })
}

const isData = (cell: string): boolean => /^\d+([:.]\d+)*$/.test(cell.trim())
const isTime = (cell: string): boolean => /^\d{1,2}:\d\d(:\d\d)?(\.\d+)?$/.test(cell.trim())

/**
 * A table whose first row is a runner's and no titles: it has numbers or a time in it and nothing that is known as a
 * title. Its columns have no titles then, and are named by their numbers.
 */
export const withTitles = (table: Table): Table => {
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

/** What stands in a column without a title, so that a person knows which it is. */
export const sampleUnder = ({ rows }: Table, at: number): string => sampleOf(rows, at)[0]?.slice(0, 40) ?? ''
