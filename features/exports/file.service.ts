import type { Lang } from '#contract/words.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { csvLine, csvMark } from '#features/files/csv.rules.ts'
import { logChanges } from '#features/staff/service.ts'
import { type PdfPage, pdfOf } from '#integrations/archives/pdf.ts'
import { type Cell, workbookOf } from '#integrations/archives/workbook.ts'
import { type Parts, type Who, hasRight } from '#seam/server/handle.ts'
import type { AnyTable, TableColumn, TableSource, Writing } from '#seam/server/tables.ts'
import type { Format } from './contract.ts'
import { chosenColumns, csvCell, localCell, widthOf } from './rules.ts'

/** A requested file. The server keeps the request until the download. */
export type ExportRequest = {
  table: string
  filter: unknown
  columns: string[]
  format: Format
  open: boolean
  why: string
  lang: Lang
  filename: string
}
export type Leaving = { raceid: number; zone: string; who: Who; asked: ExportRequest }

/** The number of rows that are read and held at a time. */
const ROWS_AT_A_TIME = 1000
/** The number of pages after which other calls get their turn. */
const PAGES_AT_A_TIME = 20
const BYTES_AT_A_TIME = 64 * 1024

export const mediaTypeOf: Record<Format, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
}

type Batch = readonly (readonly Cell[])[]
type Rows = readonly unknown[]

/** Reads every row, page by page. The log names the opened rows of a page before the page is sent. */
async function* batchesOf(
  { db, seal, clock }: Parts,
  table: TableSource<unknown, unknown>,
  columns: readonly TableColumn<unknown>[],
  { raceid, who, asked }: Leaving,
  onEnd: (rows: number) => Promise<void>,
): AsyncGenerator<Rows> {
  const now = clock()
  const reading = { db, seal, now, lang: asked.lang }
  const onOpened = asked.open && columns.some(({ sealed }) => sealed) ? table.opened : undefined
  let after: string | undefined
  let ended = false
  let count = 0
  do {
    const page = await table.read(reading, { raceid, filter: asked.filter, after, limit: ROWS_AT_A_TIME })
    if (onOpened)
      await db.transaction().execute((tx) =>
        logChanges(
          tx,
          page.rows.map((row) => ({
            who,
            now: clock(),
            raceid,
            what: onOpened.what,
            target: onOpened.target(row),
            after: { why: asked.why },
          })),
        ),
      )
    count += page.rows.length
    if (page.rows.length > 0) yield page.rows
    after = page.after ?? undefined
    ended = page.after === null
    // Lets other calls run between the pages.
    await new Promise(setImmediate)
  } while (!ended)
  await onEnd(count)
}

async function* cellsOf(
  columns: readonly TableColumn<unknown>[],
  zone: string,
  writing: Writing,
  batches: AsyncIterable<Rows>,
): AsyncGenerator<Batch> {
  for await (const rows of batches)
    yield rows.map((row) => columns.map(({ cell }) => localCell(cell(row, writing), zone)))
}
async function* pagesOf(page: (row: unknown) => PdfPage, batches: AsyncIterable<Rows>): AsyncGenerator<PdfPage> {
  for await (const rows of batches)
    for (const [at, row] of rows.entries()) {
      yield page(row)
      // Lets the server answer other calls after every few pages.
      if (at % PAGES_AT_A_TIME === 0) await new Promise(setImmediate)
    }
}

/** Yields the pages of a list. A page takes rows from two batches if a batch ends within the page. */
async function* listPagesOf(
  page: (rows: Rows, page: number) => PdfPage,
  most: number,
  batches: AsyncIterable<Rows>,
): AsyncGenerator<PdfPage> {
  let held: unknown[] = []
  let count = 0
  for await (const rows of batches) {
    held.push(...rows)
    while (held.length >= most) {
      yield page(held.slice(0, most), ++count)
      held = held.slice(most)
      await new Promise(setImmediate)
    }
  }
  if (held.length > 0) yield page(held, ++count)
}

async function* csvOf(
  columns: readonly TableColumn<unknown>[],
  { zone, asked: { lang } }: Leaving,
  batches: AsyncIterable<Batch>,
) {
  let text = csvMark + csvLine(columns.map(({ label }) => label[lang]))
  for await (const batch of batches) {
    for (const cells of batch) text += csvLine(cells.map((value, at) => csvCell(columns[at]!.kind, value, zone)))
    if (text.length >= BYTES_AT_A_TIME) {
      yield Buffer.from(text)
      text = ''
    }
  }
  yield Buffer.from(text)
}

/**
 * Writes the file while it reads the rows. Returns undefined if a chosen column is gone or no longer allowed, or if the
 * table has no pages for a PDF.
 */
export const fileOf = async (
  parts: Parts,
  given: AnyTable,
  leaving: Leaving,
  onEnd: (rows: number) => Promise<void>,
): Promise<AsyncGenerator<Buffer> | undefined> => {
  const table = given as unknown as TableSource<unknown, unknown>
  const { asked, raceid } = leaving
  await parts.seal.prepare(raceScope(raceid))
  const now = parts.clock()
  const columns = chosenColumns(await table.columns({ ...parts, now, lang: asked.lang }, raceid), asked.columns)
  const may = ({ right }: TableColumn<unknown>) => right === undefined || hasRight(leaving.who, right, raceid)
  if (!columns?.every(may)) return undefined
  const ended = async (rows: number): Promise<void> => {
    await onEnd(rows)
    await table.left?.(parts.db, {
      raceid,
      filter: asked.filter,
      staffid: leaving.who.staffid,
      rows,
      now: parts.clock(),
    })
  }
  const rows = batchesOf(parts, table, columns, leaving, ended)
  const { zone } = leaving
  const writing: Writing = { lang: asked.lang, zone, now, seal: asked.open ? parts.seal : null, origin: parts.origin }
  if (asked.format === 'pdf') {
    const reading = { ...parts, now, lang: asked.lang }
    if (table.list) return pdfOf(listPagesOf(await table.list.open(reading, raceid, writing), table.list.rows, rows))
    const page = await table.pages?.(reading, raceid, writing)
    return page && pdfOf(pagesOf(page, rows))
  }
  const batches = cellsOf(columns, zone, writing, rows)
  if (asked.format === 'csv') return csvOf(columns, leaving, batches)
  const titled = columns.map(({ label, kind }) => {
    const title = label[asked.lang]
    return { title, kind, width: widthOf(kind, title) }
  })
  // A workbook stores the time at which it was made without a time zone, so the server writes only the day.
  return workbookOf({ name: table.label[asked.lang], columns: titled, rows: batches }, now)
}
