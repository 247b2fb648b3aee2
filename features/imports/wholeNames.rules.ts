import type { FileTable } from '#features/files/table.rules.ts'
import type { ImportColumn } from '#seam/server/imports.ts'
import { familyNameTitles, givenNameTitles, hasMeaning, nameTitles } from './titles.rules.ts'

const HAN = /^[\p{Script=Han}\s·•]+$/u

/** Writes a whole name: 张 and 三 as 张三, Ann and Lee as Ann Lee. */
const joined = (given: string, family: string): string =>
  HAN.test(given) && HAN.test(family) ? family + given : [given, family].filter((part) => part !== '').join(' ')

/**
 * Tells whether a column of names lacks the names of another column. In a file with given names, a German column `Name`
 * has only the family names. In a file with family names, `Name` may have only the given names.
 */
export const lacksNames = (rows: readonly (readonly string[])[], name: number, part: number): boolean => {
  const sameScript = (one: string, other: string) => HAN.test(one) === HAN.test(other)
  const both = rows.filter((row) => row[name] && row[part] && sameScript(row[name]!, row[part]!))
  const whole = both.filter((row) => row[name]!.toLowerCase().includes(row[part]!.toLowerCase()))
  return both.length > 0 && whole.length * 2 < both.length
}

/**
 * Joins given names and family names, because the lists of the product have one column for the name. The whole names go
 * into a new column, or into a column `Name` that has only given names or only family names. A list with a column of
 * whole names stays as it is.
 */
export const withWholeNames = (table: FileTable, columns: readonly Pick<ImportColumn, 'titles'>[]): FileTable => {
  if (!columns.some(({ titles }) => hasMeaning(titles, '姓名'))) return table
  const { header, rows } = table
  const at = (titles: RegExp) => header.findIndex((title) => hasMeaning(titles, title))
  const [first, family, name] = [at(givenNameTitles), at(familyNameTitles), at(nameTitles)]
  // If a file has a column of family names and no column of given names, `Name` may have the given names.
  const isGiven = first < 0 && name >= 0 && family >= 0 && lacksNames(rows, name, family)
  const given = isGiven ? name : first
  const isWhole = !isGiven && name >= 0 && (family >= 0 || given < 0 || !lacksNames(rows, name, given))
  if (given < 0 || isWhole || (family < 0 && name < 0)) return table
  const to = family < 0 || isGiven ? name : header.length
  const names = rows.map((row) => joined(row[given] ?? '', row[family < 0 ? name : family] ?? ''))
  const withName = (row: readonly string[], value: string): string[] =>
    Array.from({ length: Math.max(header.length, to + 1) }, (_, n) => (n === to ? value : (row[n] ?? '')))
  return {
    ...table,
    header: to < header.length ? header : [...header, /\p{Script=Han}/u.test(header[family]!) ? '姓名' : 'Name'],
    rows: rows.map((row, n) => withName(row, names[n]!)),
  }
}
