import { decodeText } from '#features/files/decoding.rules.ts'
import { type TableUnreadable, isSpreadsheet, readTableFile } from '#features/files/tableFile.service.ts'
import { type ReadFile, passingsIn, readPassings } from './passings.rules.ts'

/** Reads an uploaded file of passings, which is a text of any kind or a workbook. */
export const readPassingsFile = async (
  bytes: Uint8Array,
  zone: string,
  sheet: string | undefined,
): Promise<ReadFile | TableUnreadable> => {
  if (isSpreadsheet(bytes)) {
    const whole = await readTableFile(bytes, { sheet })
    return 'unreadable' in whole ? whole : passingsIn(whole.table, zone)
  }
  const read = readPassings(decodeText(bytes).text, zone)
  return read.broken ?? read
}
