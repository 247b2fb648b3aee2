/** Rows of cells. `lines[n]` is the line on which `rows[n]` ends. */
export type CutRows = { rows: string[][]; lines: number[] }
/** The reason why a text cannot be cut into a table, and the line that shows it. */
export type Unreadable = {
  unreadable: 'quote_unclear' | 'file_not_text' | 'table_too_wide'
  line: number
  sheets?: undefined
}

/** The most columns of a table. Without this limit the titles of a hostile file would keep the server busy. */
export const MOST_COLUMNS = 1000

/** A cell. `end` is the position of the delimiter or line end after it. */
type Cell = { value: string; end: number }

const ends = (text: string, at: number, delimiter: string): boolean =>
  at >= text.length || text[at] === delimiter || text[at] === '\n' || text[at] === '\r'

const endFrom = (text: string, from: number, delimiter: string): number => {
  let at = from
  while (!ends(text, at, delimiter)) at++
  return at
}

/**
 * Reads a cell that begins with a quote but is not valid CSV, such as `"Speedy" Bob Smith` or `"Bob "Speedy" Smith"`.
 * If the quotes before the next delimiter are in pairs, the cell keeps its text. If one pair of quotes contains another
 * pair, the outer pair is removed. Null if the quotes are not in pairs.
 */
const strayCell = (text: string, from: number, delimiter: string): Cell | null => {
  const end = endFrom(text, from, delimiter)
  const value = text.slice(from, end).trim()
  if ((value.split('"').length - 1) % 2 !== 0) return null
  const around = value.endsWith('"') ? value.slice(1, -1) : ''
  const inner = around.indexOf('"')
  const opensInner = inner >= 0 && !/\S/.test(around[inner - 1] ?? '') && /\S/.test(around[inner + 1] ?? '')
  return { value: opensInner ? around : value, end }
}

const quotedCell = (text: string, opening: number, delimiter: string): Cell | null => {
  let value = ''
  let from = opening + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return null
    value += text.slice(from, quote)
    if (text[quote + 1] === '"') {
      value += '"'
      from = quote + 2
      continue
    }
    let end = quote + 1
    while (!ends(text, end, delimiter) && (text[end] === ' ' || text[end] === '\t')) end++
    return ends(text, end, delimiter) ? { value, end } : strayCell(text, opening, delimiter)
  }
}

const cellAt = (text: string, from: number, delimiter: string): Cell | null => {
  let at = from
  while (!ends(text, at, delimiter) && (text[at] === ' ' || text[at] === '\t' || text[at] === '\ufeff')) at++
  if (text[at] === '"') return quotedCell(text, at, delimiter)
  const end = endFrom(text, at, delimiter)
  return { value: text.slice(at, end).trim(), end }
}

const breaksIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0

const LONGEST_BIB = 40
/**
 * Returns the form of a cell, in which every word is one `a` and every number is one `0`. `A12` and `B7` have the same
 * form.
 */
const formOf = (cell: string): string =>
  cell
    .trim()
    .replace(/\d+/g, '0')
    .replace(/\p{L}+/gu, 'a')
/**
 * Tells whether a cell of several lines hides rows. A stray quote opened such a cell, and a quote of a later row closed
 * it. All these rows have equally many cells. Their first cells all have the same form, which contains a number. A
 * comma before a blank belongs to a text.
 */
const hidesRows = (cells: readonly string[], at: number, delimiter: string): boolean => {
  const lines = cells[at]!.split(/\r\n|\n|\r/)
  if (at === 0 || lines.length < 2 || cells.length < 3 || cells[0]!.length > LONGEST_BIB) return false
  const form = formOf(cells[0]!)
  if (!form.includes('0')) return false
  return lines.every((line, n) => {
    const [first = '', ...others] = line.split(delimiter)
    const ends = others.filter((cell) => !cell.startsWith(' ')).length
    const around = (n === 0 ? at : 0) + (n === lines.length - 1 ? cells.length - 1 - at : 0)
    return ends + around === cells.length - 1 && (n === 0 || formOf(first) === form)
  })
}

const STEP = 100

/**
 * Cuts a text with quotes, after its first `skipped` lines. A quote within a cell is text. If the quote at the
 * beginning of a cell has no end, the text cannot be read, because that cell may contain any number of rows.
 */
export function* cutQuoted(text: string, delimiter: string, skipped: number): Generator<void, CutRows | Unreadable> {
  const cut: CutRows = { rows: [], lines: [] }
  let [at, line, passed] = [0, 1, 0]
  for (; line <= skipped; line++) {
    at = endFrom(text, at, '\n')
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  while (at < text.length) {
    if (++passed % STEP === 0) yield
    const cells: string[] = []
    const began = line
    for (;;) {
      const cell = cellAt(text, at, delimiter)
      if (!cell) return { unreadable: 'quote_unclear', line }
      if (cells.length < MOST_COLUMNS) cells.push(cell.value)
      else if (cell.value !== '') return { unreadable: 'table_too_wide', line: began }
      if (cell.value.includes('\n') || cell.value.includes('\r')) line += breaksIn(cell.value)
      at = cell.end + 1
      if (text[cell.end] !== delimiter) break
    }
    if (text[at - 1] === '\r' && text[at] === '\n') at++
    if (line > began && cells.some((_, nth) => hidesRows(cells, nth, delimiter)))
      return { unreadable: 'quote_unclear', line: began }
    if (cells.some((cell) => cell.trim() !== '')) {
      cut.rows.push(cells)
      cut.lines.push(line)
    }
    line++
  }
  return cut
}

const SAMPLE = 10_000

/** Tells whether decoded bytes are no text. They then hold characters that no program writes into a table. */
export const isNoText = (text: string): boolean => {
  const first = text.slice(0, SAMPLE)
  // oxlint-disable-next-line no-control-regex -- the function looks for these characters
  const odd = first.match(/[\u0000-\u0008\u000e-\u0019\u001b-\u001f]/g)?.length ?? 0
  return odd > first.length / 100 || text.includes('\u0000')
}
