import { inTurns } from '#db/sharing/batch.ts'
import { type Encoding, decodeText } from './decoding.rules.ts'
import type { Unreadable } from './quoted.rules.ts'
import { type FileTable, cutTable } from './table.rules.ts'
import { type WorkbookUnreadable, readWorkbook } from './workbook/workbook.service.ts'

export type TableUnreadable =
  | Unreadable
  | WorkbookUnreadable
  | { unreadable: 'workbook_old' | 'workbook_locked'; line: number; sheets?: undefined }
export type TableFile = { table: FileTable; encoding: string; repaired: boolean }
/** Returns the facts in a refusal of an unreadable list. */
export const tableFacts = ({ line, sheets }: TableUnreadable): { line: number; names: string; sheets?: string[] } => ({
  line,
  names: sheets?.join(', ') ?? '',
  ...(sheets ? { sheets } : {}),
})
type How = {
  encoding?: Encoding | undefined
  /** The wanted sheet, for a workbook with several sheets. */
  sheet?: string | undefined
}

const begins = (bytes: Uint8Array, ...first: number[]): boolean => first.every((byte, at) => bytes[at] === byte)

const isZip = (bytes: Uint8Array): boolean => begins(bytes, 0x50, 0x4b, 0x03, 0x04)
/**
 * Tells whether the bytes are a file in an older Microsoft format, or a newer file with a password. Both use the same
 * container.
 */
const isOle = (bytes: Uint8Array): boolean => begins(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
const isLocked = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from('EncryptedPackage', 'utf16le'))
/**
 * Tells whether a text is HTML or XML. Some systems save such a page with the ending `.xls`, and spreadsheet programs
 * open it.
 */
const isPage = (text: string): boolean =>
  /^\s*(?:<\?xml\b[^>]*>\s*)?(?:<\?mso[^>]*>\s*)?<(?:!doctype|html|head|table|meta|style|workbook)\b/i.test(
    text.slice(0, 2000),
  )

/**
 * Tells whether the bytes are a file of a spreadsheet program, in a new or an old format, or a page with the name of
 * such a file.
 */
export const isSpreadsheet = (bytes: Uint8Array): boolean =>
  isZip(bytes) || isOle(bytes) || isPage(Buffer.from(bytes.subarray(0, 2000)).toString('latin1'))

/** Reads an uploaded text or workbook as a table. If the file is unreadable, it returns the reason and the line. */
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
