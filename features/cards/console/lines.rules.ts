/** The sign that stands in a line of text if the card has no icon. */
const NO_ICON = '·'
export type LineCard = { icon: string; name: string; odds: number; pieces: number }
/** Writes the cards of a set as lines of text: `🌉 桥 40% 1000`. */
export const cardLinesOf = (cards: readonly LineCard[]): string =>
  cards.map(({ icon, name, odds, pieces }) => `${icon || NO_ICON} ${name} ${odds / 10_000}% ${pieces}`).join('\n')
/** Reads the cards from lines of text. Returns the number of the first unreadable line if there is such a line. */
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

type NamedCard = LineCard & { names: Record<string, string>; colour: string }
/**
 * Adds the names in other languages and the colour, which no line shows. A card gets them from the former card of its
 * name, if there is one.
 */
export const withFormer = (
  cards: readonly LineCard[],
  former: readonly NamedCard[],
): (LineCard & Partial<NamedCard>)[] =>
  cards.map((card) => {
    const same = former.find(({ name }) => name === card.name)
    return same ? { ...card, names: same.names, colour: same.colour } : card
  })

type Former = {
  name: string
  names: Record<string, string>
  opens_at: string | null
  closes_at: string | null
  claim_days: number
  gift: { name: string; names: Record<string, string>; icon: string }
}
/**
 * Returns the parts of a set that the form does not show, so that a change keeps them. A new name loses the
 * translations of the former name.
 */
export const keptOf = (set: Former, name: string, gift: string) => ({
  kept: {
    names: name === set.name ? set.names : {},
    opens_at: set.opens_at,
    closes_at: set.closes_at,
    claim_days: set.claim_days,
  },
  gift: { names: gift === set.gift.name ? set.gift.names : {}, icon: set.gift.icon },
})
