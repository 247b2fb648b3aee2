/**
 * The forms of the number of an order and of the number of a fapiao (8 to 20 digits), in the name of a file or in a
 * line.
 */
const ORDER = /(?<![0-9A-Za-z])[0-9a-z]{1,6}-[1-9A-HJ-NP-Za-km-z]{16}(?![0-9A-Za-z])/
const NUMBER = /(?<!\d)\d{8,20}(?!\d)/
const NUMBERS = new RegExp(NUMBER, 'g')
/** The form of a day without dashes, alone or with a time behind it. Programs write it into the names of files. */
const STAMP = /^20\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(\d{4}|\d{6})?$/
const DAY = /(?<!\d)(20\d{2})-(\d{2})-(\d{2})(?!\d)/

/** One invoice of an upload. `tradeno` is the number of the order, and `issued` the day if the line names one. */
export type NumberedInvoice = { tradeno: string | null; number: string | null; issued: string | null }

/** Finds the number of an order, the number of an invoice and a day in a text. A day is not taken for a number. */
export const numberedIn = (text: string): NumberedInvoice => {
  const tradeno = ORDER.exec(text)?.[0] ?? null
  const rest = tradeno === null ? text : text.replace(tradeno, ' ')
  const day = DAY.exec(rest)
  const number = NUMBER.exec(day ? rest.replace(day[0], ' ') : rest)?.[0] ?? null
  return { tradeno, number, issued: day ? day[0] : null }
}

/**
 * Reads the name of a PDF: the last part of its path, without the ending. A number in the form of a day may be the day of
 * the file, so the name of a file does not give it. Only a line gives such a number.
 */
export const numberedByName = (name: string): NumberedInvoice => {
  const text = (name.split(/[\\/]/).at(-1) ?? '').replace(/\.pdf$/i, '')
  return numberedIn(text.replace(NUMBERS, (digits) => (STAMP.test(digits) ? ' ' : digits)))
}

/** The number of characters of a line that the report shows. */
const SHOWN = 60
type NumberedLine = NumberedInvoice & { name: string }
/**
 * Reads lines of a spreadsheet, one invoice a line. A line without a digit, such as the titles, is left out. A line
 * with a digit but without an order stays, so that the report names it.
 */
export const numberedInLines = (text: string): NumberedLine[] =>
  text
    .split(/\r?\n/)
    .map((line) => ({ ...numberedIn(line), name: line.trim().slice(0, SHOWN) }))
    .filter(({ tradeno, name }) => tradeno !== null || /\d/.test(name))

export type NamedFile = { name: string; bytes: Uint8Array }
export type PlannedInvoice = NumberedInvoice & {
  name: string
  file: NamedFile | undefined
  fault: 'twice' | 'no_order' | 'no_number' | 'differs' | undefined
}

const differ = (one: string | null | undefined, other: string | null): boolean =>
  typeof one === 'string' && other !== null && one !== other
/**
 * Joins files and lines that name the same order. A line gives the number and the day that the name of a file lacks. If
 * the two name different numbers or days, the invoice has a fault, because nobody knows which one is right and an issued
 * invoice can only be reversed. If two files or two lines name one order, the first of them counts, and the call reports
 * the other files or lines.
 */
export const planInvoices = (files: readonly NamedFile[], lines: readonly NumberedLine[]): PlannedInvoice[] => {
  const ofLine = new Map<string, NumberedInvoice>()
  const planned: PlannedInvoice[] = []
  for (const line of lines)
    if (line.tradeno === null) planned.push({ ...line, file: undefined, fault: 'no_order' })
    else if (ofLine.has(line.tradeno)) planned.push({ ...line, name: line.tradeno, file: undefined, fault: 'twice' })
    else ofLine.set(line.tradeno, line)
  const done = new Set<string>()
  for (const file of files) {
    const named = numberedByName(file.name)
    const line = named.tradeno === null ? undefined : ofLine.get(named.tradeno)
    const number = line?.number ?? named.number
    const issued = line?.issued ?? named.issued
    const fault =
      named.tradeno === null
        ? 'no_order'
        : done.has(named.tradeno)
          ? 'twice'
          : number === null
            ? 'no_number'
            : differ(line?.number, named.number) || differ(line?.issued, named.issued)
              ? 'differs'
              : undefined
    if (named.tradeno !== null) done.add(named.tradeno)
    planned.push({ tradeno: named.tradeno, number, issued, name: file.name, file, fault })
  }
  for (const line of ofLine.values())
    if (!done.has(line.tradeno!))
      planned.push({
        ...line,
        name: line.tradeno!,
        file: undefined,
        fault: line.number === null ? 'no_number' : undefined,
      })
  return planned
}
