import { csvFile } from '#ui/network/csvFile.ts'
import type { ParcelContact, ParcelLine } from '../contract.ts'

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
  return csvFile(heads, rows)
}
