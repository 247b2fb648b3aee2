/** The wish of a runner for a bib that ends with certain digits. */
export type BibWish = { kind: 'birthday' | 'phone'; digits: string }

/** Reads the wished digits: month and day of the birth, or the last four digits of the mobile. */
export const wishOf = (
  wish: string | null,
  { birth, mobile }: { birth: string | null; mobile: string | null },
): BibWish | undefined => {
  const day = wish === 'birthday' ? /^\d{4}-(\d{2})-(\d{2})$/.exec(birth ?? '') : null
  if (day) return { kind: 'birthday', digits: `${day[1]}${day[2]}` }
  const end = wish === 'phone' ? /\d{4}$/.exec((mobile ?? '').replaceAll(/\D/g, '')) : null
  return end ? { kind: 'phone', digits: end[0] } : undefined
}

type Span = { from: number; to: number; width: number }
const textOf = ({ width }: Pick<Span, 'width'>, n: number): string => String(n).padStart(width, '0')

/**
 * Lists the numbers of a range that meet a wish, in rising order. The printed digits end with the wished digits. A
 * birthday may lack the zero of its month (307 for 7 March). If the range ends below 1,000, the last three digits of
 * a mobile count.
 */
export const wishedNumbers = (span: Span, { kind, digits }: BibWish): number[] => {
  const wanted = kind === 'phone' && span.to < 1000 ? digits.slice(1) : digits
  const step = 10 ** wanted.length
  const end = Number(wanted)
  const first = end + Math.max(0, Math.ceil((span.from - end) / step)) * step
  const found: number[] = []
  for (let n = first; n <= span.to; n += step)
    if (n > 0 && (textOf(span, n).endsWith(wanted) || (kind === 'birthday' && n === end))) found.push(n)
  return found
}
