/** The mark of a card without a sign of its own. */
const NO_ICON = '·'
export type LineCard = { icon: string; name: string; odds: number; pieces: number }
/** Writes the cards of a set as lines of text: `🌉 桥 40% 1000`. */
export const linesOf = (cards: readonly LineCard[]): string =>
  cards.map(({ icon, name, odds, pieces }) => `${icon || NO_ICON} ${name} ${odds / 10_000}% ${pieces}`).join('\n')
/** Reads the lines. Returns the number of the first line that is not readable. */
export const cardsIn = (text: string): LineCard[] | number => {
  const cards: LineCard[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const found = /^(\S+)\s+(.+?)\s+(\d{1,3}(?:\.\d{1,4})?)%?\s+(\d{1,8})$/.exec(line.trim())
    if (!found) return at + 1
    cards.push({
      icon: found[1] === NO_ICON ? '' : found[1]!,
      name: found[2]!,
      odds: Math.round(Number(found[3]) * 10_000),
      pieces: Number(found[4]),
    })
  }
  return cards
}
