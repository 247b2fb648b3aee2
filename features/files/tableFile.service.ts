import { inTurns } from '#db/sharing/batch.ts'
import { type Encoding, decodeText } from './decoding.rules.ts'
import type { Unreadable } from './quoted.rules.ts'
import { type Table, cutTable } from './table.rules.ts'
import { type WorkbookUnreadable, readWorkbook } from './workbook/workbook.service.ts'

export type TableUnreadable =
  | Unreadable
  | WorkbookUnreadable
  | { unreadable: 'workbook_old' | 'workbook_locked'; line: number; sheets?: undefined }
export type TableFile = { table: Table; encoding: string; repaired: boolean }
/** What a refusal says of a list that cannot be read. */
export const tableFacts = ({ line, sheets }: TableUnreadable): { line: number; names: string; sheets?: string[] } => ({
  line,
  names: sheets?.join(', ') ?? '',
  ...(sheets ? { sheets } : {}),
})
type How = { encoding?: Encoding | undefined; /** Of a workbook with several. */ sheet?: string | undefined }

const begins = (bytes: Uint8Array, ...first: number[]): boolean => first.every((byte, at) => bytes[at] === byte)

const isZip = (bytes: Uint8Array): boolean => begins(bytes, 0x50, 0x4b, 0x03, 0x04)
/** The container of Microsoft's older formats, and of newer ones behind a password. */
const isOle = (bytes: Uint8Array): boolean => begins(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
const isLocked = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from('EncryptedPackage', 'utf16le'))
/** Pages and XML that systems save with the ending `.xls`, which spreadsheets open as if they were. */
const isPage = (text: string): boolean =>
  /^\s*(?:<\?xml\b[^>]*>\s*)?(?:<\?mso[^>]*>\s*)?<(?:!doctype|html|head|table|meta|style|workbook)\b/i.test(
    text.slice(0, 2000),
  )

/** A file of a spreadsheet program, of whichever age, or a page that is called one. */
export const isSpreadsheet = (bytes: Uint8Array): boolean =>
  isZip(bytes) || isOle(bytes) || isPage(Buffer.from(bytes.subarray(0, 2000)).toString('latin1'))

/** A list as people have it, text or workbook, as a table; or why it cannot be read, in one word, and the line. */
export const readTableFile = async (
  bytes: Uint8Array,
  { encoding, sheet }: How = {},
): Promise<TableFile | TableUnreadable> => {
  if (isOle(bytes)) return { unreadable: isLocked(bytes) ? 'workbook_locked' : 'workbook_old', line: 1 }
  if (isZip(bytes)) {
    const table = await readWorkbook(bytes, sheet)
    return 'unreadable' in table ? table : { table, encoding: 'xlsx', repaired: false }
  }
  const { text, ...decoded } = decodeText(bytes, encoding)
  if (isPage(text)) return { unreadable: 'workbook_old', line: 1 }
  const table = await inTurns(cutTable(text))
  return 'unreadable' in table ? table : { table, ...decoded }
}
