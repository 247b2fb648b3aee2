import type { ImportColumn, ImportRow } from '#seam/server/imports.ts'
import { type Text, fill, langs } from '#contract/words.ts'
import type { FileTable } from '#features/files/table.rules.ts'
import { hasMeaning, isBestTitle } from './titles.rules.ts'
import { words } from './words.ts'

export const ROWS_MOST = 20_000

/**
 * Returns the name of each column in a mapping: its title, or its number (`#3`) if the title is empty or is the title
 * of an earlier column.
 */
export const columnRefs = (header: readonly string[]): string[] =>
  header.map((title, at) => (title !== '' && header.indexOf(title) === at ? title : `#${at + 1}`))

type Columns = Map<string, number>
type Known = Pick<ImportColumn, 'name' | 'label' | 'titles' | 'lesser'>
const isLabel = ({ label }: Known, title: string): boolean =>
  Object.values(label).some((one) => one.toLowerCase() === title.trim().toLowerCase())

/**
 * Finds the column of each meaning. The caller's choice `said` counts first, then the `label` of the meaning, then the
 * first title that the meaning knows. A title in `lesser` counts only after the other titles of all meanings. '' in
 * `said` means that the file has no such column.
 */
export const mapColumns = (
  header: readonly string[],
  columns: readonly Known[],
  said: Readonly<Record<string, string>>,
): Columns => {
  const refs = columnRefs(header)
  const mapped: Columns = new Map()
  const used = new Set<number>()
  const take = (name: string, at: number) => {
    if (at < 0 || used.has(at) || mapped.has(name)) return
    mapped.set(name, at)
    used.add(at)
  }
  for (const { name } of columns) if (said[name]) take(name, refs.indexOf(said[name]))
  const open = columns.filter(({ name }) => said[name] === undefined)
  for (const column of open)
    take(
      column.name,
      header.findIndex((title, at) => !used.has(at) && isLabel(column, title)),
    )
  for (const fits of [isBestTitle, ({ titles }: Known, title: string) => hasMeaning(titles, title)])
    for (const column of open)
      take(
        column.name,
        header.findIndex((title, at) => !used.has(at) && fits(column, title)),
      )
  return mapped
}

/** Returns the rows of a table by meaning, without empty rows. */
export const importRowsOf = (
  { rows, lines }: Pick<FileTable, 'rows' | 'lines'>,
  columns: readonly Pick<ImportColumn, 'name'>[],
  mapped: ReadonlyMap<string, number>,
): ImportRow[] =>
  rows.flatMap((row, at) => {
    const cells = Object.fromEntries(
      columns.map(({ name }) => [name, mapped.has(name) ? (row[mapped.get(name)!] ?? '').trim() : '']),
    )
    return Object.values(cells).every((cell) => cell === '') ? [] : [{ line: lines[at]!, cells }]
  })

/** Returns the beginning of a row, so that a person finds the row in the file. */
export const beginningOfRow = (cells: readonly string[]): string =>
  cells
    .filter((cell) => cell !== '')
    .slice(0, 4)
    .join(' · ')
    .slice(0, 120)

/**
 * Says which cells of a row are longer than their columns allow; undefined if no cell is too long. An import shortens
 * no cell, because nobody would notice the loss.
 */
export const tooLongIn = (
  columns: readonly Pick<ImportColumn, 'name' | 'label' | 'most'>[],
  cell: (name: string) => string,
): Text | undefined => {
  const long = columns.filter(({ name, most }) => most !== undefined && cell(name).length > most)
  const said = (lang: keyof Text) =>
    long.map(({ label, most }) => fill(words.cell_too_long[lang], { column: label[lang], n: most! }))
  return long.length === 0
    ? undefined
    : (Object.fromEntries(langs.map((lang) => [lang, said(lang).join(lang === 'en' ? '; ' : '；')])) as Text)
}
