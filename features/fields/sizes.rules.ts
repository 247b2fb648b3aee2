const letters = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL', 'XXXXL', 'XXXXXL']
/**
 * Returns the place of a shirt size among the letter sizes, where 2XL is XXL. Other sizes come after the letter sizes.
 */
export const placeOfSize = (size: string): number => {
  const at = letters.indexOf(
    size
      .trim()
      .toUpperCase()
      .replace(/^([2-9])XL$/, (_, n: string) => `${'X'.repeat(Number(n))}L`),
  )
  return at < 0 ? letters.length : at
}
/** Compares two sizes: letter sizes come first, from small to large, then other sizes in the order of their texts. */
export const bySize = (a: string, b: string): number =>
  placeOfSize(a) - placeOfSize(b) || a.localeCompare(b, 'en', { numeric: true })
