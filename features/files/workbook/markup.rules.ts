import { SaxesParser } from 'saxes'

/** An error for a workbook that cannot be read. It holds the word of the refusal. */
export class WorkbookRefused extends Error {
  word: WorkbookWord
  line: number
  constructor(word: WorkbookWord, line = 1) {
    super(word)
    this.word = word
    this.line = line
  }
}
export type WorkbookWord = 'workbook_broken' | 'workbook_too_large' | 'workbook_uncomputed'

type Attributes = Readonly<Record<string, string>>
export type Listener = {
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

const LONGEST_TEXT = 4 * 1024 * 1024

/**
 * Makes a reader of one part of a workbook, which is XML. The listener gets names without their prefix. The reader
 * refuses malformed XML. It also refuses a document type, and therefore every entity except XML's own.
 */
export const partReader = ({ open, text, close }: Listener): { write: (chunk: string) => void; end: () => void } => {
  const broken = () => {
    throw new WorkbookRefused('workbook_broken')
  }
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('error', broken)
  parser.on('doctype', broken)
  let since = 0
  parser.on('opentag', ({ name, attributes }) => {
    since = 0
    open?.(local(name), attributes as Attributes)
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.on('closetag', ({ name }) => close?.(local(name)))
  const write = (chunk: string) => {
    parser.write(chunk)
    // The parser keeps a text in memory until the text ends, so the length of the text is limited here.
    since += chunk.length
    if (since > LONGEST_TEXT) throw new WorkbookRefused('workbook_too_large')
  }
  return { write, end: () => void parser.close() }
}

/**
 * Decodes characters that XML cannot hold. A workbook writes them as `_x000D_`, and `_x005F_` is an underscore before
 * such a sequence.
 */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

export type SheetNamed = { name: string; relation: string; hidden: boolean }
export const readBook = () => {
  const book = { sheets: [] as SheetNamed[], epoch1904: false }
  const listener: Listener = {
    open: (name, attributes) => {
      if (name === 'workbookPr') book.epoch1904 = ['1', 'true', 'on'].includes(attributes['date1904'] ?? '')
      if (name === 'sheet')
        book.sheets.push({
          name: attributes['name'] ?? '',
          relation: Object.entries(attributes).find(([one]) => /:id$/i.test(one))?.[1] ?? attributes['id'] ?? '',
          hidden: /hidden$/i.test(attributes['state'] ?? ''),
        })
    },
  }
  return { book, listener }
}

export type Relation = { id: string; kind: string; target: string }
export const readRelations = () => {
  const relations: Relation[] = []
  const listener: Listener = {
    open: (name, { Id = '', Type = '', Target = '', TargetMode = '' }) => {
      if (name === 'Relationship' && TargetMode !== 'External')
        relations.push({ id: Id, kind: Type.slice(Type.lastIndexOf('/') + 1), target: Target })
    },
  }
  return { relations, listener }
}

export const readStyles = () => {
  const own = new Map<number, string>()
  const formats: number[] = []
  let within = false
  const listener: Listener = {
    open: (name, attributes) => {
      if (name === 'numFmt') own.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? 'General')
      if (name === 'cellXfs') within = true
      if (name === 'xf' && within) formats.push(Number(attributes['numFmtId'] ?? 0))
    },
    close: (name) => {
      if (name === 'cellXfs') within = false
    },
  }
  return { own, formats, listener }
}

/** Reads the strings that cells point to. The pieces of a rich text become one string, without their pronunciation. */
export const readStrings = (most: number) => {
  const strings: string[] = []
  let [held, taking, spoken] = ['', false, 0]
  const listener: Listener = {
    open: (name) => {
      if (name === 'si') held = ''
      if (name === 'rPh') spoken++
      taking = name === 't' && spoken === 0
    },
    text: (text) => {
      if (taking) held += text
    },
    close: (name) => {
      if (name === 'rPh') spoken--
      if (name === 't') taking = false
      if (name !== 'si') return
      if (strings.length >= most) throw new WorkbookRefused('workbook_too_large')
      strings.push(unescaped(held))
    },
  }
  return { strings, listener }
}
