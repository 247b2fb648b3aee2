import { withoutHidden } from '../signs.rules.ts'
import { type Listener, WorkbookRefused, unescaped } from './markup.rules.ts'
import { shownNumber } from './shown.rules.ts'

export type SheetLimits = { rows: number; cells: number; columns: number; characters: number }
/** Cells that are merged over several rows: their first column (counted from 0), their first line and their last. */
type MergedCells = { column: number; from: number; to: number }
export type SheetRows = { rows: string[][]; lines: number[]; merged: MergedCells[] }
export type Looks = { strings: readonly string[]; formats: readonly string[]; epoch1904: boolean }

/** The most characters of a cell. Excel allows 32,767. */
const LONGEST_CELL = 100_000

/** Reads the column of a reference, counted from 0: `BC12` → 54. Returns -1 if the text is not a reference. */
const columnOf = (reference: string): number => {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at) & ~32
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}

/** Reads a reference to merged cells, such as `A3:B40`. Returns null for cells of one row, and for any other text. */
const mergedIn = (reference: string): MergedCells | null => {
  const [, first = '', from, to] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/i.exec(reference) ?? []
  return Number(to) > Number(from) ? { column: columnOf(first), from: Number(from), to: Number(to) } : null
}

/**
 * Writes the value of merged cells into each of their rows. A workbook keeps the value only in the first row, and the
 * rows below it look empty.
 */
export const fillMerged = ({ rows, lines, merged }: SheetRows, limits: SheetLimits): void => {
  if (merged.length === 0) return
  const rowOn = new Map(lines.map((line, at) => [line, at]))
  let steps = 0
  for (const { column, from, to } of merged) {
    const first = rowOn.get(from)
    const value = first === undefined ? '' : (rows[first]![column] ?? '')
    if (value === '') continue
    for (let at = first! + 1; at < rows.length && lines[at]! <= to; at++) {
      if (++steps > limits.cells) throw new WorkbookRefused('workbook_too_large', lines[at])
      const row = rows[at]!
      while (row.length < column) row.push('')
      row[column] ||= value
    }
  }
}

type Cell = {
  column: number
  kind: string
  style: number
  value: string
  inline: string
  formula: boolean
  computed: boolean
}

/** Makes a cell from the attributes of its tag. A cell without a position follows the cell before it. */
const cellFrom = (attributes: Readonly<Record<string, string>>, next: number): Cell => {
  const given = columnOf(attributes['r'] ?? '')
  return {
    column: given >= 0 ? given : next,
    kind: attributes['t'] ?? 'n',
    style: Number(attributes['s'] ?? 0),
    value: '',
    inline: '',
    formula: false,
    computed: false,
  }
}

const shown = ({ kind, style, value, inline, computed }: Cell, { strings, formats, epoch1904 }: Looks): string => {
  if (kind === 'inlineStr') return unescaped(inline)
  if (!computed || value === '') return inline
  if (kind === 's') {
    const text = strings[Number(value)]
    if (text === undefined) throw new WorkbookRefused('workbook_broken')
    return text
  }
  if (kind === 'str') return unescaped(value)
  if (kind === 'b') return value === '1' || value === 'true' ? 'TRUE' : 'FALSE'
  if (kind === 'e') return value
  if (kind === 'd') return value.replace('T', ' ').replace(/ 00:00:00(\.0+)?Z?$|Z$/, '')
  return shownNumber(Number(value), formats[style] ?? 'General', epoch1904)
}

/**
 * Makes a reader of the non-empty rows of a sheet, with cells as a person sees them. A cell or row without a position
 * follows the cell or row before it. The reader throws `WorkbookRefused` beyond the limits. The reader stops as soon
 * as `enough` returns true.
 */
export const readSheet = (looks: Looks, limits: SheetLimits, enough: (read: SheetRows) => boolean = () => false) => {
  const read: SheetRows = { rows: [], lines: [], merged: [] }
  const counted = { cells: 0, characters: 0 }
  const state = { line: 0, row: [] as string[], next: 0, taking: '' as '' | 'v' | 't', spoken: 0, done: false }
  let cell: Cell | undefined
  const tooLarge = () => new WorkbookRefused('workbook_too_large', state.line)
  const closeCell = () => {
    if (!cell) return
    if (cell.formula && !cell.computed) throw new WorkbookRefused('workbook_uncomputed', state.line)
    const text = withoutHidden(shown(cell, looks)).trim()
    if (text !== '') {
      if (cell.column >= limits.columns) throw tooLarge()
      while (state.row.length < cell.column) state.row.push('')
      state.row[cell.column] = text
      counted.characters += text.length
      if (counted.characters > limits.characters) throw tooLarge()
    }
    cell = undefined
  }
  const closeRow = () => {
    if (state.row.length === 0) return
    counted.cells += state.row.length
    if (read.rows.length >= limits.rows || counted.cells > limits.cells) throw tooLarge()
    read.rows.push(state.row)
    read.lines.push(state.line)
    state.row = []
    if (enough(read)) state.done = true
  }
  const listener: Listener = {
    open: (name, attributes) => {
      if (name === 'row') {
        const line = Math.max(Number(attributes['r']) || 0, state.line + 1)
        Object.assign(state, { line, next: 0, row: [] })
      } else if (name === 'c') {
        cell = cellFrom(attributes, state.next)
        state.next = cell.column + 1
      } else if (name === 'v' || name === 't') {
        state.taking = name === 'v' || state.spoken === 0 ? name : ''
        if (cell && name === 'v') cell.computed = true
      } else if (name === 'mergeCell') {
        const cells = mergedIn(attributes['ref'] ?? '')
        if (cells && read.merged.push(cells) > limits.rows) throw tooLarge()
      } else if (name === 'f' && cell) cell.formula = true
      else if (name === 'rPh') state.spoken++
    },
    text: (text) => {
      if (!cell || state.taking === '') return
      if (cell.value.length + cell.inline.length + text.length > LONGEST_CELL) throw tooLarge()
      if (state.taking === 'v') cell.value += text
      else cell.inline += text
    },
    close: (name) => {
      if (name === 'v' || name === 't') state.taking = ''
      else if (name === 'c') closeCell()
      else if (name === 'row') closeRow()
      else if (name === 'rPh') state.spoken--
    },
  }
  return { read, listener, isDone: () => state.done }
}
