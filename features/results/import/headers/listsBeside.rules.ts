import type { FileTable } from '#features/files/table.rules.ts'
import { type TitleMeaning, meaningOfTitle } from './titles.rules.ts'

const LEAST = 3
const runners: readonly TitleMeaning['term'][] = ['bib', 'number', 'name']
const outcomes: readonly TitleMeaning['term'][] = ['gun', 'net', 'time', 'chip', 'outcome']

/** Tells whether titles make a complete list. Among them are a title for a runner and a title for a result. */
const isList = (titles: readonly string[]): boolean => {
  const terms = titles.map((title) => meaningOfTitle(title)?.term)
  return [runners, outcomes].every((wanted) => terms.some((term) => term !== undefined && wanted.includes(term)))
}

/**
 * Finds after how many columns the titles repeat; null if they do not repeat. The last list may lack the empty columns
 * that separate the lists.
 */
const periodOf = (header: readonly string[]): number | null => {
  for (let period = LEAST; period < header.length; period++) {
    const titles = header.slice(0, period)
    const last = header.length % period === 0 ? period : header.length % period
    if (titles.slice(last).some((title) => title !== '') || !isList(titles)) continue
    if (header.every((title, at) => title === titles[at % period])) return period
  }
  return null
}

/**
 * Moves lists that are beside each other, so that they are below each other. Printed pages have two or three such
 * lists, each with the same titles.
 */
export const withListsBelow = (table: FileTable): FileTable => {
  const { header, rows, lines } = table
  const period = periodOf(header)
  if (period === null) return table
  const kept: { row: string[]; line: number }[] = []
  for (let from = 0; from < header.length; from += period)
    for (const [n, cells] of rows.entries()) {
      const row = cells.slice(from, from + period)
      if (row.some((cell) => cell !== '')) kept.push({ row, line: lines[n]! })
    }
  return {
    ...table,
    header: header.slice(0, period),
    rows: kept.map(({ row }) => row),
    lines: kept.map(({ line }) => line),
  }
}
