import { text } from '#contract/words.ts'

/** The byte order mark. Spreadsheets recognise UTF-8 by it. */
export const csvMark = '\uFEFF'

/** A negative number, which is no formula. */
const negative = /^-\d+(\.\d+)?$/
/** Writes a cell so that no spreadsheet reads it as a formula. */
const cell = (value: string | number | null | undefined): string => {
  const text = String(value ?? '')
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) && !negative.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
export const csvLine = (cells: readonly (string | number | null | undefined)[]): string =>
  `${cells.map(cell).join(',')}\r\n`

/**
 * The title of the column with the errors, in a file of refused rows. A corrected file still has this column when staff
 * import it again.
 */
export const faultTitle = text('问题', '問題', 'Problem')
export const isFaultTitle = (title: string): boolean => Object.values(faultTitle).includes(title.trim())

type Listed = { header: readonly string[]; rows: readonly (readonly string[])[]; lines: readonly number[] }
/**
 * Writes a file of the refused rows, at most `most`, each with its present error. Errors of an earlier import are left
 * out. Staff correct the file and import it again.
 */
export const faultReport = (
  { header, rows, lines }: Listed,
  faults: ReadonlyMap<number, string>,
  title: string,
  most: number,
): string => {
  if (faults.size === 0) return ''
  const own = header.flatMap((one, at) => (isFaultTitle(one) ? [] : [at]))
  const cells = (row: readonly string[]) => own.map((at) => row[at] ?? '')
  const wrong = rows.flatMap((row, at) => {
    const says = faults.get(lines[at]!)
    return says === undefined ? [] : [csvLine([...cells(row), says])]
  })
  return csvMark + csvLine([...cells(header), title]) + wrong.slice(0, most).join('')
}
