import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl'
import { contentOf } from '#integrations/archives/unzip.ts'
import type { FileTable } from '../table.rules.ts'
import {
  type Listener,
  type SheetNamed,
  WorkbookRefused,
  type WorkbookWord,
  partReader,
  readBook,
  readRelations,
  readStrings,
  readStyles,
} from './markup.rules.ts'
import { type Looks, type SheetLimits, type SheetRows, fillMerged, readSheet } from './sheet.rules.ts'
import { formatOf } from './shown.rules.ts'

/**
 * The limits of a workbook: entries of the archive, unpacked bytes of a part and of all sheets, and the content of a
 * sheet. They are checked before anything is kept. The largest race has 60,000 runners with 40 columns.
 */
const ENTRIES = 1000
const MB = 1024 * 1024
const most = { small: 4 * MB, strings: 64 * MB, sheet: 192 * MB, sheets: 512 * MB, texts: 1_000_000 }
const limits: SheetLimits = { rows: 200_000, cells: 3_000_000, columns: 1000, characters: 64 * MB }

export type WorkbookUnreadable = {
  unreadable: WorkbookWord | 'file_not_text' | 'several_sheets' | 'sheet_unknown'
  line: number
  /** The sheets to choose from: the lists with `several_sheets`, all visible sheets with `sheet_unknown`. */
  sheets?: string[]
}

type Archive = { zip: ZipFile; entries: ReadonlyMap<string, Entry> }

const keyOf = (path: string): string => path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

const openArchive = async (bytes: Uint8Array): Promise<Archive> => {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
    strictFileNames: false,
  })
  if (zip.entryCount > ENTRIES) throw new WorkbookRefused('workbook_too_large')
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const key = keyOf(entry.fileName)
    if (entries.has(key) || entry.isEncrypted()) throw new WorkbookRefused('workbook_broken')
    entries.set(key, entry)
  }
  return { zip, entries }
}

/** Reads a part through a listener, piece by piece. `until` ends the reading early. */
const readPart = async (
  { zip, entries }: Archive,
  path: string,
  largest: number,
  listener: Listener,
  until: () => boolean = () => false,
): Promise<boolean> => {
  const entry = entries.get(keyOf(path))
  if (!entry) return false
  if (entry.uncompressedSize > largest) throw new WorkbookRefused('workbook_too_large')
  const reader = partReader(listener)
  const decoder = new TextDecoder('utf-8')
  for await (const chunk of contentOf(zip, entry)) {
    reader.write(decoder.decode(chunk, { stream: true }))
    if (until()) return true
  }
  reader.write(decoder.decode())
  reader.end()
  return true
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
const resolved = (target: string, from: string): string =>
  decodeURIComponent(new URL(target, `file:///${folderOf(from)}`).pathname.slice(1))

type Book = { archive: Archive; sheets: (SheetNamed & { path: string })[]; looks: Looks }

/**
 * Reads the list of a workbook's sheets and the formats of its numbers. Returns null if the archive is not a
 * workbook.
 */
const openBook = async (bytes: Uint8Array): Promise<Book | null> => {
  const archive = await openArchive(bytes)
  const root = readRelations()
  await readPart(archive, '_rels/.rels', most.small, root.listener)
  const main = root.relations.find(({ kind }) => kind === 'officeDocument')
  const path = main ? resolved(main.target, '') : 'xl/workbook.xml'
  const { book, listener } = readBook()
  if (/\.bin$/i.test(path) || !(await readPart(archive, path, most.small, listener)) || book.sheets.length === 0)
    return null
  const { relations, listener: ofBook } = readRelations()
  await readPart(archive, `${folderOf(path)}_rels/${path.slice(folderOf(path).length)}.rels`, most.small, ofBook)
  const pathOf = (kind: string) => {
    const found = relations.find((one) => one.kind === kind)
    return found && resolved(found.target, path)
  }
  const { own, formats, listener: ofStyles } = readStyles()
  const styles = pathOf('styles')
  if (styles) await readPart(archive, styles, 4 * most.small, ofStyles)
  const { strings, listener: ofStrings } = readStrings(most.texts)
  const texts = pathOf('sharedStrings')
  if (texts) await readPart(archive, texts, most.strings, ofStrings)
  const worksheets = new Map(
    relations.filter(({ kind }) => kind === 'worksheet').map(({ id, target }) => [id, resolved(target, path)]),
  )
  const sheets = book.sheets.flatMap((sheet) => {
    const at = worksheets.get(sheet.relation)
    return at === undefined ? [] : [{ ...sheet, path: at }]
  })
  const looks = { strings, formats: formats.map((id) => formatOf(id, own)), epoch1904: book.epoch1904 }
  return { archive, sheets, looks }
}

/**
 * Checks the sheets before any of them is read. Each sheet must have a part of its own. Otherwise a small file could
 * make the server read one large part a thousand times.
 */
const checkSheets = ({ archive: { entries }, sheets }: Book): void => {
  const paths = sheets.map(({ path }) => keyOf(path))
  if (new Set(paths).size < paths.length) throw new WorkbookRefused('workbook_broken')
  const bytes = paths.reduce((sum, path) => sum + (entries.get(path)?.uncompressedSize ?? 0), 0)
  if (bytes > most.sheets) throw new WorkbookRefused('workbook_too_large')
}

const filled = (row: readonly string[]): number => row.filter((cell) => cell !== '').length
/** Tells whether a sheet is a list, with a header and a row below it. A sheet of notes or a chart is not a list. */
const isList = ({ rows }: SheetRows): boolean => rows.filter((row) => filled(row) > 1).length > 1

const holdsList = async ({ archive, looks }: Book, path: string): Promise<boolean> => {
  const { read, listener, isDone } = readSheet(looks, limits, (soFar) => isList(soFar))
  await readPart(archive, path, most.sheet, listener, isDone)
  return isList(read)
}

/**
 * Converts a sheet to a table. Its first row with more than one cell is the header, as in a text file. If no row has
 * more than one cell, the table has one column.
 */
const tableOf = ({ rows, lines }: SheetRows): FileTable => {
  const firstOf = (least: number) => rows.findIndex((row) => filled(row) >= least && !/^#\s/.test(row[0] ?? ''))
  const first = firstOf(2) < 0 ? firstOf(1) : firstOf(2)
  if (first < 0) return { delimiter: '', comments: [], header: [], rows: [], lines: [] }
  const wide = rows.slice(first).reduce((widest, row) => Math.max(widest, row.length), 0)
  const header = rows[first]!.map((title) => title ?? '')
  while (header.length < wide) header.push('')
  return {
    delimiter: '',
    comments: rows.slice(0, first).flatMap((row) => (/^\s*#/.test(row[0] ?? '') ? [row.join(' ')] : [])),
    header,
    rows: rows.slice(first + 1),
    lines: lines.slice(first + 1),
  }
}

const chosenSheet = async (book: Book, sheetName: string | undefined): Promise<string | WorkbookUnreadable> => {
  const visible = book.sheets.filter(({ hidden }) => !hidden)
  if (sheetName !== undefined) {
    const named = book.sheets.find(({ name }) => name === sheetName)
    return named?.path ?? { unreadable: 'sheet_unknown', line: 1, sheets: visible.map(({ name }) => name) }
  }
  const lists: typeof visible = []
  for (const sheet of visible) if (await holdsList(book, sheet.path)) lists.push(sheet)
  if (lists.length > 1) return { unreadable: 'several_sheets', line: 1, sheets: lists.map(({ name }) => name) }
  return (lists[0] ?? visible[0] ?? book.sheets[0])?.path ?? { unreadable: 'workbook_broken', line: 1 }
}

/**
 * Reads a sheet of a workbook as a table of texts: the named sheet, else the only list, else the first sheet. The
 * function unpacks nothing to a file and follows no link out of the archive.
 */
export const readWorkbook = async (bytes: Uint8Array, sheet?: string): Promise<FileTable | WorkbookUnreadable> => {
  try {
    const book = await openBook(bytes)
    if (!book) return { unreadable: 'file_not_text', line: 1 }
    checkSheets(book)
    const path = await chosenSheet(book, sheet)
    if (typeof path !== 'string') return path
    const { read, listener } = readSheet(book.looks, limits)
    await readPart(book.archive, path, most.sheet, listener)
    fillMerged(read, limits)
    return tableOf(read)
  } catch (error) {
    // The archive's reader throws plain errors for its refusals: a wrong size, a path, a missing end, a wrong checksum.
    return error instanceof WorkbookRefused
      ? { unreadable: error.word, line: error.line }
      : { unreadable: 'workbook_broken', line: 1 }
  }
}
