/** A bib in the form of its registration. */
export type Bib = { prefix_bib: string | null; bib: string }

/** The printed bib. */
export const printedBib = ({ prefix_bib, bib }: Bib): string => (prefix_bib ?? '') + bib

/**
 * A bib as people or files write it, in the one spelling for comparisons: narrow letters, upper case, no spaces;
 * `27.0`, as a spreadsheet writes a number, becomes 27.
 */
export const writtenBib = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/^(\d+)\.0+$/, '$1')
    .toUpperCase()

const withoutZeros = (number: string): string => number.replace(/^0+(?=.)/, '')

/**
 * The other ways to write a bib: its number without the prefix, and both without the leading zeros that a spreadsheet
 * removes. B0001 is also 0001, B1 and 1.
 */
export const looseForms = (one: Bib): string[] => {
  const [prefix, number] = [writtenBib(one.prefix_bib ?? ''), writtenBib(one.bib)]
  const short = withoutZeros(number)
  const forms = new Set([number, prefix + short, short])
  forms.delete(prefix + number)
  return [...forms]
}

/**
 * The numbers, without leading zeros, of registrations that a written bib may mean. A prefix may end in figures, so
 * nobody can tell where the number begins.
 */
export const numbersIn = (written: string): string[] => {
  const bib = writtenBib(written)
  const figures = /\d{1,9}$/.exec(bib)?.[0] ?? ''
  return [...new Set([bib, ...Array.from(figures, (_, at) => figures.slice(at))].map(numberKey))]
}
/** The number of a bib in the form for look-ups: the same in SQL (bib.store.ts). */
const numberKey = (bib: string): string => bib.replace(/^0+/, '')

/**
 * Finds the registrations that a written bib means. `all`: the one with this prefix and number, otherwise all whose
 * number it could be. `one`: the only one of them, or none where it could mean several. With `zeros` kept, where no
 * spreadsheet was at work, a lone figure is no bib that lost its zeros.
 */
export const bibFinder = <One extends Bib>(registrations: Iterable<One>, zeros: 'kept' | 'lost' = 'lost') => {
  const [printed, loose] = [new Map<string, One[]>(), new Map<string, One[]>()]
  const put = (into: Map<string, One[]>, form: string, one: One) => {
    const there = into.get(form)
    if (there) there.push(one)
    else into.set(form, [one])
  }
  for (const one of registrations) {
    put(printed, writtenBib(printedBib(one)), one)
    for (const form of zeros === 'kept' ? [writtenBib(one.bib)] : looseForms(one)) put(loose, form, one)
  }
  const all = (written: string): readonly One[] => {
    const bib = writtenBib(written)
    return printed.get(bib) ?? loose.get(bib) ?? []
  }
  return {
    all,
    one: (written: string): One | undefined => {
      const found = all(written)
      return found.length === 1 ? found[0] : undefined
    },
  }
}
