import type { Table } from '#features/files/table.rules.ts'
import { meansEvent, sectionTitles } from './events.rules.ts'

/** The heading that stands alone in its row and names an event; null for every other row. */
const headingIn = (row: readonly string[], columns: number): string | null => {
  const filled = row.filter((cell) => cell !== '')
  return columns > 2 && filled.length === 1 && /\p{L}{2}/u.test(filled[0]!) && meansEvent(filled[0]!)
    ? filled[0]!
    : null
}

/**
 * A list that is cut by headings with events (半程马拉松, 10 km) gets a column with them, so that the events are told
 * apart. Rows above the first heading have an empty one.
 */
export const withSections = (table: Table): Table => {
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
