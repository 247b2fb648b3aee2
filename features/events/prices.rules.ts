import { dayIn } from '#contract/days.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import { Addon, type PriceKind, PriceRule, type ShownPrice } from './prices.contract.ts'
import { priceWords } from './prices.words.ts'

/** The age from which a member of a family counts as an adult, in completed years. */
export const GROWN_UP = 18

/** The fields of a lower price that decide the amount. A price as runners see it has these fields too (`tableIn`). */
export type Pricing = Pick<
  PriceRule,
  'id' | 'kind' | 'until' | 'first' | 'age_from' | 'age_to' | 'members' | 'price' | 'percent'
>
export type PriceTable<Rule extends Pricing = Pricing> = { fee: number; rules: readonly Rule[] }
/** The people of one sign-up who enter the same event. `family` tells whether an adult and a child are among them. */
export type Batch = { size: number; family: boolean }
export const ALONE: Batch = { size: 1, family: false }
/** The facts of an entry that decide its price. */
export type PricedEntry = {
  /** The moment of the call. */
  now: Date
  /** The race's time zone. A price ends at the end of a day in this zone. */
  zone: string
  /** The entry's number among the entries with a place; null if it takes no place. */
  rank: number | null
  /** The age on race day in completed years; null if nobody knows the birthday. */
  age: number | null
  batch: Batch
}
/** The price of an entry. `by` is the lower price that the entry gets; null if it pays the fee. */
export type EntryPrice<Rule extends Pricing = Pricing> = { fee: number; price: number; by: Rule | null }

export const batchOf = (ages: readonly (number | null)[]): Batch => ({
  size: ages.length,
  family: ages.some((age) => age !== null && age >= GROWN_UP) && ages.some((age) => age !== null && age < GROWN_UP),
})

const isWithin = (age: number | null, from: number | null, to: number | null): boolean =>
  age !== null && age >= (from ?? 0) && age <= (to ?? Infinity)

/** Functions that tell whether a rule applies to an entry, by the kind of the rule. */
const holds: Record<PriceKind, (rule: Pricing, entry: PricedEntry) => boolean> = {
  early: ({ until, first }, { now, zone, rank }) =>
    (until === null || dayIn(zone, now) <= until) && (first === null || (rank !== null && rank <= first)),
  age: ({ age_from, age_to }, { age }) => isWithin(age, age_from, age_to),
  group: ({ members }, { batch }) => members !== null && batch.size >= members,
  family: ({ members }, { batch }) => members !== null && batch.family && batch.size >= members,
}

/** Returns the amount of a lower price. The discount of a percentage is rounded down to whole fen. */
export const amountOf = ({ price, percent }: Pick<Pricing, 'price' | 'percent'>, fee: number): number =>
  price ?? (percent === null ? fee : fee - Math.floor((fee * percent) / 100))

/**
 * Finds the price of an entry (docs/behaviour/sign-up.md, Prices). The fee and every lower price that applies to the
 * entry are compared, and the lowest counts. Discounts are not added up. If two prices are equal, the first of the
 * table counts.
 */
export const priceOf = <Rule extends Pricing>(
  { fee, rules }: PriceTable<Rule>,
  entry: PricedEntry,
): EntryPrice<Rule> => {
  let best: EntryPrice<Rule> = { fee, price: fee, by: null }
  for (const rule of rules)
    if (holds[rule.kind](rule, entry) && amountOf(rule, fee) < best.price)
      best = { fee, price: amountOf(rule, fee), by: rule }
  return best
}

const readList = <Item>(
  schema: { safeParse: (given: unknown) => { success: boolean; data?: Item | undefined } },
  given: unknown,
): Item[] =>
  (Array.isArray(given) ? given : []).flatMap((one) => {
    const read = schema.safeParse(one)
    return read.success && read.data !== undefined ? [read.data] : []
  })
/** Reads the prices of an event from its row. An unreadable price is ignored. */
export const pricesOf = (event: { prices: unknown }): PriceRule[] => readList<PriceRule>(PriceRule, event.prices)
export const addonsOf = (event: { addons: unknown }): Addon[] => readList<Addon>(Addon, event.addons)
export const priceTableOf = (event: { price: number; prices: unknown }): PriceTable<PriceRule> => ({
  fee: event.price,
  rules: pricesOf(event),
})

type Listed = { price: number; prices: unknown; places: number; taken: number; state: string }
/**
 * Returns the number of the place that the next entry takes. Returns null in a draw and in a full event, because the
 * next entry takes no place there.
 */
export const nextRank = ({ state, places, taken }: Omit<Listed, 'price' | 'prices'>): number | null =>
  state === 'draw' || taken >= places ? null : taken + 1
/** Returns the present price for a person of unknown age who signs up alone. */
export const presentPrice = (event: Listed, zone: string, now: Date): EntryPrice<PriceRule> =>
  priceOf(priceTableOf(event), { now, zone, rank: nextRank(event), age: null, batch: ALONE })

/**
 * Returns the price table of an event as runners see it. `left` counts from the next entry, so the next entry has the
 * rank 1 in this table. The table has no last days, so that the end of a price does not depend on the clock of a
 * device. The server leaves out prices that have ended.
 */
export const tableIn = (event: {
  fee: number
  prices: readonly ShownPrice[]
}): PriceTable<Pricing & { name: string }> => ({
  fee: event.fee,
  rules: event.prices.map(({ left, ...rule }) => ({ ...rule, until: null, first: left })),
})

/** The lower price of a sold entry, as the entry keeps it. */
export type PriceReason = Pick<PriceRule, 'id' | 'kind' | 'names'>
export const reasonOf = ({ id, kind, names }: PriceRule): PriceReason => ({ id, kind, names })
/** Returns the name of a price in a language: the organiser's name, or else the name of its kind. */
export const reasonText = (lang: Lang, { kind, names }: Pick<PriceReason, 'kind' | 'names'>): string =>
  nameIn(lang, names['zh-cn'] || names.en || names['zh-tw'] || '', names) || priceWords[kind][lang]
export const addonName = (lang: Lang, { names }: Pick<Addon, 'names'>): string =>
  nameIn(lang, names['zh-cn'] || names.en || names['zh-tw'] || '', names)

/** Lists the prices as runners see them, without prices that have ended. */
export const pricesIn = (lang: Lang, event: Listed, zone: string, now: Date): ShownPrice[] =>
  pricesOf(event).flatMap((rule) => {
    const { names: _, first, ...rest } = rule
    const rank = nextRank(event)
    const left = first === null ? null : rank === null ? 0 : Math.max(first - event.taken, 0)
    const isOver = left === 0 || (rule.until !== null && dayIn(zone, now) > rule.until)
    return isOver ? [] : [{ ...rest, name: reasonText(lang, rule), left }]
  })
