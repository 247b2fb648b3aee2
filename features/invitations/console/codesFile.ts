import type { InvitationLine } from '../contract.ts'
import { shownCode } from '../rules.ts'

/** Writes a cell so that no spreadsheet reads it as a formula. */
const cell = (value: string | number | null): string => {
  const text = String(value ?? '')
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
/** Writes codes in the form that spreadsheets open: UTF-8 with a byte order mark. */
export const codesFile = (
  items: readonly InvitationLine[],
  heads: readonly [string, string, string, string, string],
): Blob => {
  const rows = items.map(({ code, label, event, uses, expires_at }) => [
    shownCode(code),
    label,
    event,
    uses,
    expires_at,
  ])
  return new Blob([`\uFEFF${[heads, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`], {
    type: 'text/csv;charset=utf-8',
  })
}
