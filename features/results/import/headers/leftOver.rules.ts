import { isFaultTitle } from '#features/files/csv.rules.ts'
import type { FileTable } from '#features/files/table.rules.ts'
import { isMissing } from '../reading/cells.rules.ts'
import type { ColumnsByMeaning } from '../reading/columns.rules.ts'
import { sampleOf } from './guess.rules.ts'
import { meaningOfTitle } from './titles.rules.ts'

/** The columns without which a result list says little. If a file does not have them, the import tells staff. */
export const neededColumns = ['name', 'outcome', 'rank'] as const
export type NeededColumn = (typeof neededColumns)[number]

export const missingIn = (columns: ColumnsByMeaning): NeededColumn[] =>
  neededColumns.filter(
    (meaning) =>
      !columns.has(meaning) && !(meaning === 'name' && (columns.has('first_name') || columns.has('last_name'))),
  )

/** Lists text columns without a meaning. One of them may hold a name or a status. */
export const unusedTextIn = ({ header, rows }: FileTable, columns: ColumnsByMeaning): string[] => {
  const used = new Set(columns.values())
  return header.filter((title, at) => {
    if (used.has(at) || meaningOfTitle(title)?.term === 'none' || isFaultTitle(title)) return false
    const filled = sampleOf(rows, at).filter((cell) => !isMissing(cell))
    return filled.length > 0 && filled.filter((cell) => /\p{L}/u.test(cell)).length > filled.length / 2
  })
}

/** Returns a cell of a column without a title, by which a person recognises the column. */
export const sampleUnder = ({ rows }: FileTable, at: number): string => sampleOf(rows, at)[0]?.slice(0, 40) ?? ''
