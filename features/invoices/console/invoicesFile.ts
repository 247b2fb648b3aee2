import { csvFile } from '#ui/network/csvFile.ts'
import type { InvoiceLine } from '../contract.ts'

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
  return csvFile(heads, rows)
}
