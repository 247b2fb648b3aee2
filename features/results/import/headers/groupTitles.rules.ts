import type { FileTable } from '#features/files/table.rules.ts'
import { pointIn } from '../reading/points.rules.ts'
import { type TitleMeaning, meaningOfTitle } from './titles.rules.ts'

/** Tells whether a cell holds data of a runner and not a title: a number, a time, or a bib that has only digits. */
export const isData = (cell: string): boolean => /^\d+([:.]\d+)*$/.test(cell.trim())

export const isTitle = (cell: string): boolean =>
  cell !== '' && !isData(cell) && (meaningOfTitle(cell) !== null || pointIn(cell) !== null)

const isRank = (said: TitleMeaning | null): boolean => said?.term.startsWith('rank') ?? false
const same = (a: TitleMeaning | null, b: TitleMeaning | null): boolean => a?.term === b?.term && a?.clock === b?.clock

/**
 * Joins a column's title with the title of the group above it. 净 means the same with and without the group 成绩, so
 * the group adds nothing. But 性别 below 名次 is a rank and not the gender, and 名次 below 10公里 is not an overall rank.
 */
const below = (group: string, title: string): string => {
  if (group === '' || title === '') return title || group
  const joined = /\p{Script=Han}$/u.test(group) ? `${group}${title}` : `${group} ${title}`
  const [alone, together] = [meaningOfTitle(title), meaningOfTitle(joined)]
  if (together) return same(alone, together) ? title : joined
  if (pointIn(joined) || isRank(meaningOfTitle(group))) return joined
  return pointIn(group) && !pointIn(title) ? joined : title
}

/** Finds the title of each column from two rows. The upper row names groups of columns. */
const joinedTitles = (upper: readonly string[], lower: readonly string[]): string[] => {
  let group = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    const [above, title] = [upper[at] ?? '', lower[at] ?? '']
    if (above !== '') group = above
    // A column that is empty in both rows ends the group of columns to its left.
    else if (title === '') group = ''
    return title === '' ? above : below(group, title)
  })
}

const known = (titles: readonly string[]): number => titles.filter(isTitle).length

/** Tells whether a row holds titles and no runner: it has no numbers, and most of its cells are titles. */
const namesColumns = (row: readonly string[], titles: readonly string[]): boolean => {
  const filled = [...row.keys()].filter((at) => row[at] !== '')
  const named = filled.filter((at) => isTitle(titles[at]!)).length
  return filled.length > 1 && !row.some(isData) && named > 1 && named * 2 >= filled.length
}

/**
 * Joins the titles of two rows into one row. A cell of the upper row spans a group of columns, or both rows. `above` is
 * the row before the header; undefined if there is no such row.
 */
export const withGroups = (table: FileTable, above: readonly string[] | undefined): FileTable => {
  const { header, rows, lines } = table
  const [next] = rows
  const under = next && joinedTitles(header, next)
  if (under && namesColumns(next, under) && known(under) >= known(header))
    return { ...table, header: under, rows: rows.slice(1), lines: lines.slice(1) }
  const over = above && above.filter((cell) => cell !== '').length > 1 && joinedTitles(above, header)
  if (!over || above.some(isData) || known(over) < known(header) || over.every((title, at) => title === header[at]))
    return table
  return { ...table, header: over }
}
