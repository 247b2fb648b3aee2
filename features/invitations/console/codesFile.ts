import { csvFile } from '#ui/network/csvFile.ts'
import type { InvitationLine } from '../contract.ts'
import { shownCode } from '../rules.ts'

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
  return csvFile(heads, rows)
}
