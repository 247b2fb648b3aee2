/** Spreadsheets recognise UTF-8 by it. */
export const csvMark = '\uFEFF'

/** A cell that no spreadsheet reads as a formula. */
const cell = (value: string | number | null | undefined): string => {
  const text = String(value ?? '')
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
export const csvLine = (cells: readonly (string | number | null | undefined)[]): string =>
  `${cells.map(cell).join(',')}\r\n`
