type Cell = string | number | null
/** Writes a cell in such a form that no spreadsheet reads it as a formula. */
const cellText = (value: Cell): string => {
  const text = String(value ?? '')
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
/** Writes rows in the form that spreadsheets open: UTF-8 with a byte order mark. */
export const csvFile = (heads: readonly string[], rows: readonly (readonly Cell[])[]): Blob =>
  new Blob([`\uFEFF${[heads, ...rows].map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`], {
    type: 'text/csv;charset=utf-8',
  })
