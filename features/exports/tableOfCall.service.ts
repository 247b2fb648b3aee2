import type { Right } from '#contract/rights.ts'
import { type AnyTable, everyTable } from '#seam/server/tables.ts'
import { type Format, formats } from './contract.ts'

export type TableCall = {
  input: { table: string }
  may: (right: Right) => boolean
  refuse: (word: 'table_not_found' | 'no_permission') => never
}
/**
 * Finds the table that a call names. It refuses the call if there is no such table, or if the caller lacks the right of
 * the table.
 */
export const tableFor = ({ input, may, refuse }: TableCall): AnyTable => {
  const table = everyTable.get().find(({ name }) => name === input.table) ?? refuse('table_not_found')
  return may(table.right) ? table : refuse('no_permission')
}
/** Returns the kinds of files in which a table can be exported. */
export const formatsOf = (table: AnyTable): Format[] =>
  formats.filter((format) => format !== 'pdf' || table.pages !== undefined || table.list !== undefined)
