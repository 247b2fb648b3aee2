import type { InvoiceLine } from '../contract.ts'

/** Writes a cell so that no spreadsheet reads it as a formula. */
const cell = (value: string | number | null): string => {
  const text = String(value ?? '')
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
/** Writes invoices in the form that spreadsheets open: UTF-8 with a byte order mark. */
export const invoicesFile = (
  heads: readonly string[],
  items: readonly InvoiceLine[],
  said: { kind: (one: InvoiceLine) => string; state: (one: InvoiceLine) => string },
): Blob => {
  const rows = items.map((one) => [
    one.tradeno,
    one.subject,
    said.kind(one),
    one.title,
    one.tax_number,
    one.email,
    (one.amount / 100).toFixed(2),
    said.state(one),
    one.number,
    one.issued_at?.slice(0, 10) ?? '',
    (one.to_reverse / 100).toFixed(2),
  ])
  return new Blob([`\uFEFF${[heads, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`], {
    type: 'text/csv;charset=utf-8',
  })
}
