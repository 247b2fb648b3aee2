import { dayIn } from '#contract/days.ts'
import type { EventDraft } from './contract.ts'
import type { PriceRule } from './prices.contract.ts'
import { amountOf } from './prices.rules.ts'

export type PriceWrong =
  | 'price_when'
  | 'price_ages'
  | 'price_members'
  | 'price_amount'
  | 'price_first'
  | 'price_name'
  | 'addon_sum'
  | 'twice'
/** The highest price of all add-ons of one entry together, in fen. Fifty such entries still fit into one order. */
const MOST_ADDED = 2_000_000
const wrongOf = (rule: PriceRule, state: EventDraft['state']): PriceWrong | undefined => {
  if ((rule.price === null) === (rule.percent === null)) return 'price_amount'
  if (rule.kind === 'early') {
    if (rule.until === null && rule.first === null) return 'price_when'
    // Entrants of a draw take no places, so the server cannot count the first entries.
    return rule.first !== null && state === 'draw' ? 'price_first' : undefined
  }
  if (rule.kind !== 'age') return rule.members === null ? 'price_members' : undefined
  if (rule.age_from === null && rule.age_to === null) return 'price_ages'
  return (rule.age_from ?? 0) > (rule.age_to ?? Infinity) ? 'price_ages' : undefined
}
const conditionOf = ({ kind, until, first, age_from, age_to, members }: PriceRule): string =>
  JSON.stringify([kind, until, first, age_from, age_to, members])

/** Finds the first price or add-on of a draft that cannot be saved, with the reason. */
export const pricesWrong = ({
  prices,
  addons,
  state,
}: Pick<EventDraft, 'prices' | 'addons' | 'state'>): [string, PriceWrong] | undefined => {
  for (const [at, rule] of prices.entries()) {
    const wrong = wrongOf(rule, state)
    if (wrong) return [`prices.${at}`, wrong]
    if (prices.findIndex((one) => one.id === rule.id || conditionOf(one) === conditionOf(rule)) < at)
      return [`prices.${at}`, 'twice']
  }
  for (const [at, addon] of addons.entries()) {
    const named = Object.values(addon.names).filter((name) => name !== '')
    if (named.length === 0) return [`addons.${at}`, 'price_name']
    const before = addons.slice(0, at)
    if (before.some(({ id, names }) => id === addon.id || Object.values(names).some((name) => named.includes(name))))
      return [`addons.${at}`, 'twice']
    const all = [...before, addon].reduce((sum, { price, per_person }) => sum + price * per_person, 0)
    if (all > MOST_ADDED) return [`addons.${at}`, 'addon_sum']
  }
  return undefined
}

export type PriceDoubt =
  | { at: number; doubt: 'above' | 'hidden' | 'before_open' | 'all_places' }
  | { at: number; doubt: 'overlap' | 'gap'; from: number; to: number }
  | { at: number; doubt: 'too_many'; most: number }
type Doubted = Pick<EventDraft, 'price' | 'prices' | 'places' | 'signup_from'>

const doubtOfEarly = (rule: PriceRule, draft: Doubted, zone: string): 'before_open' | 'all_places' | undefined => {
  if (rule.until !== null && draft.signup_from !== null && rule.until < dayIn(zone, new Date(draft.signup_from)))
    return 'before_open'
  return rule.until === null && rule.first !== null && rule.first >= draft.places ? 'all_places' : undefined
}

/**
 * The number of years from the last age of one price to the first age of the next price, up to which a gap is probably
 * a mistake. A wider gap is probably intended: adults often pay the fee, while children and pensioners pay less.
 */
const WIDEST_GAP = 10
/** Lists the ages for which two prices apply, and the ages without a price in a narrow gap between two prices. */
const doubtsOfAges = (prices: readonly PriceRule[]): PriceDoubt[] => {
  const spans = prices
    .flatMap((rule, at) => (rule.kind === 'age' ? [{ at, from: rule.age_from ?? 0, to: rule.age_to ?? Infinity }] : []))
    .sort((a, b) => a.from - b.from)
  return spans.slice(1).flatMap(({ at, from, to }, before): PriceDoubt[] => {
    const reached = Math.max(...spans.slice(0, before + 1).map((span) => span.to))
    if (from <= reached) return [{ at, doubt: 'overlap', from, to: Math.min(to, reached) }]
    return from > reached + 1 && from - reached <= WIDEST_GAP
      ? [{ at, doubt: 'gap', from: reached + 1, to: from - 1 }]
      : []
  })
}

/**
 * Lists the prices that may be saved but are probably a mistake. `most` is the largest number of people who may sign up
 * together in this race.
 */
export const priceDoubts = (draft: Doubted, zone: string, most: number): PriceDoubt[] => {
  const doubts = draft.prices.flatMap((rule, at): PriceDoubt[] => {
    const amount = amountOf(rule, draft.price)
    if (amount >= draft.price) return [{ at, doubt: 'above' }]
    const isHidden = draft.prices.some(
      (one, n) =>
        n !== at &&
        one.kind === 'early' &&
        rule.kind === 'early' &&
        amountOf(one, draft.price) <= amount &&
        (one.until ?? '9999-12-31') >= (rule.until ?? '9999-12-31') &&
        (one.first ?? Infinity) >= (rule.first ?? Infinity),
    )
    if (isHidden) return [{ at, doubt: 'hidden' }]
    if (rule.members !== null && rule.members > most) return [{ at, doubt: 'too_many', most }]
    const early = rule.kind === 'early' ? doubtOfEarly(rule, draft, zone) : undefined
    return early ? [{ at, doubt: early }] : []
  })
  return [...doubts, ...doubtsOfAges(draft.prices)].sort((a, b) => a.at - b.at)
}
