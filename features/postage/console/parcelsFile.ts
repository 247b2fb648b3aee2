import type { ParcelContact, ParcelLine } from '../contract.ts'

/** Writes a cell so that no spreadsheet reads it as a formula. */
const cell = (value: string | number | null): string => {
  const text = String(value ?? '')
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
/** Writes parcels in the form that spreadsheets open: UTF-8 with a byte order mark. */
export const parcelsFile = (heads: readonly string[], items: readonly (ParcelLine & { to: ParcelContact })[]): Blob => {
  const rows = items.map((one) => [
    one.id,
    one.to.name,
    one.to.mobile,
    one.to.address,
    one.size,
    one.runner,
    one.bib,
    one.event,
    one.carrier,
    one.number,
  ])
  return new Blob([`\uFEFF${[heads, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`], {
    type: 'text/csv;charset=utf-8',
  })
}
