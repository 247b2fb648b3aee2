import { ODDS_TOTAL, VALUE_MOST } from '#features/luckydraws/rules.ts'

export const CARDS_MOST = 20
/** The actions for which an account gets more cards, each with its own number of cards. */
export const cardChanceActions = ['registered', 'finished', 'volunteered'] as const
export type ChanceAction = (typeof cardChanceActions)[number]
export type CardChances = Partial<Record<ChanceAction, number>>
export type CardFacts = Record<ChanceAction, boolean>

/** Returns the number of cards that an account may draw: for the visit of a day, and for other actions. */
export const drawsLeft = (
  set: { daily: number; chances: CardChances },
  player: { day: string | null; today: number; used: number },
  facts: CardFacts,
  day: string,
): { visit: number; deeds: number } => {
  const total = cardChanceActions.reduce((sum, deed) => sum + (facts[deed] ? (set.chances[deed] ?? 0) : 0), 0)
  return {
    // A clock that goes back shows an earlier day. The account has already drawn for a later day, so it gets no second
    // draw.
    visit:
      player.day !== null && day < player.day ? 0 : Math.max(0, set.daily - (player.day === day ? player.today : 0)),
    deeds: Math.max(0, total - player.used),
  }
}

export type KindLeft = { card: number; odds: number; left: number }
/** Picks a card by a random whole number. The number is below the sum of the odds of the cards that are left. */
export const pickCard = (kinds: readonly KindLeft[], random: (below: number) => number): number | undefined => {
  const rest = kinds.filter(({ left }) => left > 0)
  const sum = rest.reduce((all, { odds }) => all + odds, 0)
  if (sum === 0) return undefined
  let at = random(sum)
  for (const { card, odds } of rest) {
    if (at < odds) return card
    at -= odds
  }
  return undefined
}

export type SetProblem = 'card_odds_not_whole' | 'card_gift_beyond_law' | 'card_gift_settings_missing'
export const whyNoSet = (
  kinds: readonly { odds: number }[],
  gift: { value: number; way: string; settings: { couponid?: unknown; eventid?: unknown } },
): SetProblem | undefined => {
  if (kinds.reduce((sum, { odds }) => sum + odds, 0) !== ODDS_TOTAL) return 'card_odds_not_whole'
  if (gift.value > VALUE_MOST) return 'card_gift_beyond_law'
  const { couponid, eventid } = gift.settings
  const lacks = (gift.way === 'coupon' && couponid === undefined) || (gift.way === 'place' && eventid === undefined)
  return lacks ? 'card_gift_settings_missing' : undefined
}
export const isSetOpen = (
  set: { published_at: Date | null; opens_at: Date | null; closes_at: Date | null },
  now: Date,
): boolean =>
  set.published_at !== null &&
  set.published_at <= now &&
  (set.opens_at === null || set.opens_at <= now) &&
  (set.closes_at === null || set.closes_at > now)

/** Returns the reason why a set gives nobody a card now, or undefined if there is no such reason. */
export const whyNoDraw = (
  { opens_at, closes_at }: { opens_at: string | null; closes_at: string | null },
  kinds: readonly { left: number }[],
  now: number,
): 'soon' | 'over' | 'allDrawn' | undefined => {
  if (closes_at !== null && Date.parse(closes_at) <= now) return 'over'
  if (opens_at !== null && Date.parse(opens_at) > now) return 'soon'
  return kinds.every(({ left }) => left === 0) ? 'allDrawn' : undefined
}
