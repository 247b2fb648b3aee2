import type { FileTable } from '#features/files/table.rules.ts'
import { meansEvent, sectionTitles } from './events.rules.ts'

/** Finds a heading that is alone in its row and names an event; null for every other row. */
const headingIn = (row: readonly string[], columns: number): string | null => {
  const filled = row.filter((cell) => cell !== '')
  return columns > 2 && filled.length === 1 && /\p{L}{2}/u.test(filled[0]!) && meansEvent(filled[0]!)
    ? filled[0]!
    : null
}

/**
 * Adds a column with the event, if headings such as 半程马拉松 or 10 km divide the list. A row above the first heading has
 * an empty cell in that column.
 */
export const withSections = (table: FileTable): FileTable => {
  const { header, rows, lines } = table
  const headings = rows.map((row) => headingIn(row, header.length))
  if (headings.every((one) => one === null)) return table
  let section = ''
  const kept: number[] = []
  const sections: string[] = []
  for (const [n, heading] of headings.entries()) {
    if (heading !== null) section = heading
    else {
      kept.push(n)
      sections.push(section)
    }
  }
  const filledUp = (row: readonly string[]) => [
    ...row,
    ...Array<string>(Math.max(0, header.length - row.length)).fill(''),
  ]
  return {
    ...table,
    header: [
      ...header,
      header.some((title) => /\p{Script=Han}/u.test(title)) ? sectionTitles.han : sectionTitles.latin,
    ],
    rows: kept.map((n, at) => [...filledUp(rows[n]!).slice(0, header.length), sections[at]!]),
    lines: kept.map((n) => lines[n]!),
  }
}
