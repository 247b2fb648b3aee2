const letters = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL']
/** The place of a size among the letter sizes; other sizes come behind them. */
const placeOf = (size: string): number => {
  const at = letters.indexOf(
    size
      .trim()
      .toUpperCase()
      .replace(/^([2-9])XL$/, (_, n: string) => `${'X'.repeat(Number(n))}L`),
  )
  return at < 0 ? letters.length : at
}
/** Orders sizes as people do: from small to large, then other names by their text. */
export const bySize = (a: string, b: string): number =>
  placeOf(a) - placeOf(b) || a.localeCompare(b, 'en', { numeric: true })
