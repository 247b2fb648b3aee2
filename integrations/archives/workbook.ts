import { streamedZip } from './streamedZip.ts'

/**
 * Workbooks (ECMA-376, Part 1) that are written while their rows come in, one sheet after another. Each text stands in
 * its own cell and in no shared table, so only the present rows are in memory.
 */

/**
 * `money` is in hundredths, `day` is `2026-11-21`, `moment` is a date and time of day without a zone, `span` is in
 * milliseconds.
 */
export type CellKind = 'text' | 'number' | 'money' | 'day' | 'moment' | 'span'
export type Cell = string | number | null
/** `width` is in characters. */
export type SheetColumn = { title: string; kind: CellKind; width: number }
export type WorkbookSheet = {
  name: string
  columns: readonly SheetColumn[]
  rows: AsyncIterable<readonly (readonly Cell[])[]>
}

/** The most rows of a sheet, including its row of titles. */
const SHEET_ROWS = 1_048_576
/** The most bytes of a sheet. A larger sheet could need the 64-bit sizes of archives, which Excel does not read. */
const SHEET_BYTES = 3.5 * 1024 ** 3
/** The longest text that a cell takes. */
const CELL_LENGTH = 32_767
const DAY_MS = 86_400_000
/** Day 0 of the days that spreadsheets count. The count is right from March 1900 on. */
const EPOCH = Date.UTC(1899, 11, 30)
const FIRST_DAY = Date.UTC(1900, 2, 1)

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

// oxlint-disable-next-line no-control-regex -- XML cannot hold these
const OUTSIDE_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const SPECIAL = /[&<>"\r]|_x[0-9A-Fa-f]{4}_/
/** Returns a text as XML holds it, without the characters that XML cannot hold. */
const escaped = (text: string): string => {
  const plain = text.replace(OUTSIDE_XML, '').toWellFormed()
  return SPECIAL.test(plain)
    ? plain
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
        .replaceAll('\r', '_x000D_')
    : plain
}

/** Returns the letters of a column: A, Z, AA. */
export const lettersOf = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : lettersOf(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26))

/** Positions of the styles in `cellXfs` below. */
const styles: Record<CellKind, number> = { text: 1, number: 0, money: 3, day: 4, moment: 5, span: 6 }
const TITLE_STYLE = 2
const stylesPart =
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="[h]:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">' +
  [
    [0, 0],
    [49, 0],
    [49, 1],
    [4, 0],
    [164, 0],
    [165, 0],
    [166, 0],
  ]
    .map(
      ([format, font]) =>
        `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('') +
  '</cellXfs></styleSheet>'

/**
 * Returns the days since the epoch of spreadsheets. Undefined for a text that is no date in the range of spreadsheets.
 */
const serialOf = (text: string): number | undefined => {
  const at = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d:\d\d)?$/.test(text)
    ? Date.parse(`${text.replace(' ', 'T')}${text.length === 10 ? 'T00:00:00' : ''}Z`)
    : NaN
  return at >= FIRST_DAY ? (at - EPOCH) / DAY_MS : undefined
}
/** Returns the number that a cell holds, or undefined if the cell holds a text. */
const numberOf = (kind: CellKind, value: string | number): number | undefined => {
  if (kind === 'text') return undefined
  if (kind === 'day' || kind === 'moment') return serialOf(String(value))
  const number = Number(value)
  if (!Number.isFinite(number) || value === '') return undefined
  return kind === 'money' ? number / 100 : kind === 'span' ? number / DAY_MS : number
}
const textCell = (at: string, style: number, text: string): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, CELL_LENGTH))}</t></is></c>`
const cellOf = (at: string, kind: CellKind, value: Cell): string => {
  if (value === null || value === '') return ''
  const number = numberOf(kind, value)
  return number === undefined
    ? textCell(at, styles.text, String(value))
    : `<c r="${at}" s="${styles[kind]}"><v>${number}</v></c>`
}

type Counted = { title: string; columns: readonly SheetColumn[]; letters: readonly string[] }
const sheetHead = ({ columns, letters }: Counted): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" ` +
  'activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>' +
  columns.map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('') +
  `</cols><sheetData><row r="1">${columns.map(({ title }, at) => textCell(`${letters[at]}1`, TITLE_STYLE, title)).join('')}</row>`
const sheetFoot = '</sheetData></worksheet>'

/** Returns the rows of one table as sheets. A new sheet begins if the last sheet is full. */
async function* sheetsOf(sheet: WorkbookSheet, most: number, add: (title: string) => number) {
  const letters = sheet.columns.map((_, at) => lettersOf(at))
  const rows = sheet.rows[Symbol.asyncIterator]()
  let left: readonly (readonly Cell[])[] = []
  let ended = false
  const fill = async function* (counted: Counted): AsyncGenerator<Uint8Array> {
    let row = 1
    let bytes = 0
    yield Buffer.from(sheetHead(counted))
    while (row < most && bytes < SHEET_BYTES) {
      if (left.length === 0) {
        const next = await rows.next()
        if (next.done) {
          ended = true
          break
        }
        left = next.value
      }
      const now = left.slice(0, most - row)
      left = left.slice(now.length)
      let xml = ''
      for (const cells of now) {
        row++
        xml += `<row r="${row}">${sheet.columns.map(({ kind }, at) => cellOf(`${letters[at]}${row}`, kind, cells[at] ?? null)).join('')}</row>`
      }
      const written = Buffer.from(xml)
      bytes += written.length
      if (written.length > 0) yield written
    }
    yield Buffer.from(sheetFoot)
  }
  for (let nth = 1; !ended; nth++) {
    // If the last row fills the last sheet, no further sheet begins.
    if (nth > 1 && left.length === 0) {
      const next = await rows.next()
      if (next.done) return
      left = next.value
    }
    const title = nth === 1 ? sheet.name : `${sheet.name} ${nth}`
    const name = `xl/worksheets/sheet${add(title)}.xml`
    yield { name, content: fill({ title, columns: sheet.columns, letters }) }
  }
}

/** Returns a sheet's name in the form that spreadsheets accept. */
const sheetName = (name: string): string => escaped(name.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31))
const flowing = (name: string, text: string) => ({
  name,
  content: (async function* () {
    yield Buffer.from(text)
  })(),
})
const bookParts = (titles: readonly string[]) => [
  flowing('xl/styles.xml', stylesPart),
  flowing(
    'xl/workbook.xml',
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
      titles
        .map((title, at) => `<sheet name="${sheetName(title)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('') +
      '</sheets></workbook>',
  ),
  flowing(
    'xl/_rels/workbook.xml.rels',
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
      titles
        .map(
          (_, at) =>
            `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
        )
        .join('') +
      `<Relationship Id="rIdStyles" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  ),
  flowing(
    '_rels/.rels',
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" ` +
      `Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ),
  flowing(
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ` +
      'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ' +
      'ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ' +
      'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
      '<Override PartName="/xl/styles.xml" ' +
      'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>' +
      titles
        .map(
          (_, at) =>
            `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ` +
            'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>',
        )
        .join('') +
      '</Types>',
  ),
]

/** Returns a workbook with one table. A sheet has at most `most` rows. */
export const workbookOf = (sheet: WorkbookSheet, at: Date, most = SHEET_ROWS): AsyncGenerator<Buffer> => {
  const titles: string[] = []
  const parts = async function* () {
    yield* sheetsOf(sheet, most, (title) => titles.push(title))
    yield* bookParts(titles)
  }
  return streamedZip(parts(), at)
}
