import type { FileTable } from '#features/files/table.rules.ts'

const TIME =
  /^(?:h+\s?[:：]?\s?m+\s?[:：]?\s?s+(?:[.,]\w{1,3})?|m+[:：]s+|(?:小?[时時][:：]?)?分[钟鐘]?[:：]?秒|秒|secs?|seconds?|s|分[钟鐘]|mins?|minutes?|min)$/i
const OTHER =
  /^(?:m|km|k|米|公里|千米|mi|miles?|kg|[岁歲名位次人年]|years?|分[钟鐘]?\/公里|min\/km|km\/h|公里\/小?[时時])$/i
const bare = (cell: string): string => cell.trim().replace(/^[([（［【]\s*(.*?)\s*[)\]）］】]$/, '$1')

/** Tells whether a row only says the unit of each column, such as 时:分:秒 below a time and 名 below a rank. */
const saysUnits = (row: readonly string[]): boolean => {
  const filled = row.filter((cell) => cell !== '').map(bare)
  return (
    filled.length > 1 &&
    filled.some((cell) => TIME.test(cell)) &&
    filled.every((cell) => TIME.test(cell) || OTHER.test(cell))
  )
}

const LOOKED_AT = 10
/** Removes a row of units from the rows around the titles. */
export const withoutUnits = (table: FileTable): FileTable => {
  const at = table.rows.slice(0, LOOKED_AT).findIndex(saysUnits)
  if (at < 0) return table
  return { ...table, rows: table.rows.toSpliced(at, 1), lines: table.lines.toSpliced(at, 1) }
}
