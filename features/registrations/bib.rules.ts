export type RegistrationBib = { prefix_bib: string | null; bib: string }

export const printedBib = ({ prefix_bib, bib }: RegistrationBib): string => (prefix_bib ?? '') + bib

/**
 * Brings a bib that people or files wrote into one spelling for comparisons: narrow letters, upper case, no spaces, no
 * sign for a number before it (`#12`, `No. 12`). A spreadsheet writes a number as `27.0`, which becomes 27.
 */
export const writtenBib = (text: string): string => (/^[0-9A-Z]+$/.test(text) ? text : spelt(text))
const spelt = (text: string): string =>
  text
    .replace(/^\s*(?:[#＃№]|no[.．:：]|号码[:：]|號碼[:：])\s*(?=[\p{L}\d])/iu, '')
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/^(\d+)\.0+$/, '$1')
    .toUpperCase()

const withoutZeros = (number: string): string => number.replace(/^0+(?=.)/, '')

/**
 * Lists the other ways to write a bib: without its prefix, without the leading zeros of its number, and without both. A
 * spreadsheet removes leading zeros. B0001 is also 0001, B1 and 1.
 */
export const looseForms = (one: RegistrationBib): string[] => {
  const [prefix, number] = [writtenBib(one.prefix_bib ?? ''), writtenBib(one.bib)]
  const short = withoutZeros(number)
  const forms = new Set([number, prefix + short, short])
  forms.delete(prefix + number)
  return [...forms]
}

/**
 * Returns a function that tells whether a written bib lacks only the prefix or the leading zeros of a printed bib. Some
 * devices hold only printed bibs, so the figures at the end of a printed bib count as its number.
 */
export const looselyMeans = (written: string): ((printed: string) => boolean) => {
  const number = /\d+$/.exec(written)?.[0]
  if (number === undefined) return () => false
  const short = withoutZeros(number)
  return (printed) => {
    // Most printed bibs do not end with the written figures. This cheap comparison comes first, because the list of
    // spellings costs much more.
    if (!printed.endsWith(short)) return false
    const [, prefix_bib = '', bib = ''] = /^(.*?)(\d+)$/.exec(printed) ?? []
    return looseForms({ prefix_bib, bib }).includes(written)
  }
}

/**
 * Lists the numbers, without leading zeros, of the bibs that a written bib may mean. A prefix may end in figures, so
 * nobody can tell where the number begins.
 */
export const bibNumbersIn = (written: string): string[] => {
  const bib = writtenBib(written)
  const figures = /\d{1,9}$/.exec(bib)?.[0] ?? ''
  return [...new Set([bib, ...Array.from(figures, (_, at) => figures.slice(at))].map(numberKey))]
}
/** Returns the number of a bib without leading zeros, for look-ups. bib.store.ts computes the same in SQL. */
const numberKey = (bib: string): string => bib.replace(/^0+/, '')

/**
 * Finds the registrations that a written bib means. `all` returns the registration with exactly this prefix and number,
 * otherwise all registrations that the bib could mean. `one` returns a registration only if `all` returns no other
 * registration. `zeros` is 'kept' if no spreadsheet removed zeros; the written bib 1 then never means the number 0001.
 */
export const bibFinder = <One extends RegistrationBib>(
  registrations: Iterable<One>,
  zeros: 'kept' | 'lost' = 'lost',
) => {
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
