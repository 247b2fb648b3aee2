import { dayAfter, daysTo, isDay } from '#contract/days.ts'

/** Rules of a stay: its nights, its limits, its price and its deadlines. A day is a text such as `2026-11-01`. */

/** The most nights that any hotel may allow, the most rooms of one stay, and the most guests whose names are kept. */
export const NIGHTS_MOST = 30
export const ROOMS_MOST = 10
export const GUESTS_MOST = 40

/** Returns the number of nights between two days. It is zero or negative if the departure is not after the arrival. */
export const nightsBetween = (arrival: string, departure: string): number => daysTo(arrival, departure)
/** Returns the nights of a stay. A night is named by the day on which it begins. */
export const nightsOf = (arrival: string, departure: string): string[] =>
  Array.from({ length: Math.max(0, nightsBetween(arrival, departure)) }, (_, n) => dayAfter(arrival, n))

export type Stay = { arrival: string; departure: string; rooms: number; adults: number; children: number }
/** The limits that a hotel sets, and the limits that one of its room types sets. */
export type StayLimits = { nights_least: number; nights_most: number; rooms_most: number; sleeps: number }
export const whyNoStay = [
  'stay_dates',
  'stay_past',
  'stay_too_long',
  'stay_too_short',
  'stay_rooms',
  'stay_guests',
] as const
export type WhyNoStay = (typeof whyNoStay)[number]

/**
 * Returns the reason why a stay is not possible, whatever rooms are free. Undefined if only the stock decides. `today`
 * is the day at the hotel.
 */
export const reasonAgainstStay = (stay: Stay, limits: StayLimits, today: string): WhyNoStay | undefined => {
  const { arrival, departure, rooms, adults, children } = stay
  const nights = nightsBetween(arrival, departure)
  if (!isDay(arrival) || !isDay(departure) || nights < 1) return 'stay_dates'
  if (arrival < today) return 'stay_past'
  if (nights > Math.min(limits.nights_most, NIGHTS_MOST)) return 'stay_too_long'
  if (nights < limits.nights_least) return 'stay_too_short'
  if (rooms < 1 || rooms > Math.min(limits.rooms_most, ROOMS_MOST)) return 'stay_rooms'
  if (adults < rooms || children < 0 || adults + children > limits.sleeps * rooms) return 'stay_guests'
  return undefined
}

/** One night of a room type: its price and its free rooms. */
export type Night = { night: string; price: number; free: number }
/**
 * Returns the price of a stay and the smallest number of free rooms over its nights. Undefined if the hotel does not
 * offer one of the nights.
 */
export const quoteOf = (
  nights: readonly Night[],
  { arrival, departure, rooms }: Pick<Stay, 'arrival' | 'departure' | 'rooms'>,
): { amount: number; free: number } | undefined => {
  const wanted = nightsOf(arrival, departure)
  const found = wanted.map((night) => nights.find((one) => one.night === night))
  if (wanted.length === 0 || found.some((one) => one === undefined)) return undefined
  return {
    amount: found.reduce((sum, one) => sum + one!.price * rooms, 0),
    free: Math.min(...found.map((one) => one!.free)),
  }
}

type Tier = { hours: number; percent: number; fixed: number }
/**
 * Returns the deadlines of cancellation, the earliest first. Until `until` the race keeps `percent` of the price and
 * `fixed` for each night and room. After the last deadline the guest gets no refund.
 */
export const deadlinesOf = (
  tiers: readonly Tier[],
  arrivesAt: Date,
): { until: Date; percent: number; fixed: number }[] =>
  tiers
    .toSorted((a, b) => b.hours - a.hours)
    .map(({ hours, percent, fixed }) => ({ until: new Date(arrivesAt.getTime() - hours * 3_600_000), percent, fixed }))

/** A line of a booked stay: its night (`slot`), its rooms (`n`), its price, and the money that went back, in fen. */
export type MovableLine = { id: number; slot: string; n: number; amount: number; back: number }
export type StayChange = {
  moves: { itemid: number; variantid: number; from: string; to: string; n: number }[]
  /** The fen that the guest gets back, by the id of the line. */
  back: Map<number, number>
  refund: number
}
/**
 * Plans other nights for a booked stay with the same number of nights. A night that is in both stays keeps its line and
 * price. If the new nights are cheaper, the guest gets the difference back. If they cost more, `dearer` is the
 * difference in fen.
 */
export const changeNights = (
  lines: readonly MovableLine[],
  variantid: number,
  wanted: readonly string[],
  priceOf: (night: string) => number,
): StayChange | { dearer: number } => {
  const dropped = lines.filter(({ slot }) => !wanted.includes(slot)).toSorted((a, b) => (a.slot < b.slot ? -1 : 1))
  const added = wanted.filter((night) => !lines.some(({ slot }) => slot === night))
  const paid = dropped.reduce((sum, line) => sum + line.amount - line.back, 0)
  const price = added.reduce((sum, night, at) => sum + priceOf(night) * dropped[at]!.n, 0)
  if (price > paid) return { dearer: price - paid }
  const back = new Map<number, number>()
  let rest = paid - price
  for (const { id, amount, back: before } of dropped) {
    const part = Math.min(rest, amount - before)
    if (part > 0) back.set(id, part)
    rest -= part
  }
  const moves = dropped.map(({ id, slot, n }, at) => ({ itemid: id, variantid, from: slot, to: added[at]!, n }))
  return { moves, back, refund: paid - price }
}

export type NightExchange = {
  /** The ids of the lines whose nights the guest leaves. */
  dropped: number[]
  /** The fen that the guest gets back, by the id of the line. */
  back: Map<number, number>
  refund: number
  added: { slot: string; n: number; amount: number }[]
  /** The fen that the guest paid for the dropped nights. This money pays for the new nights. */
  credit: number
  /** The fen that are still to pay. */
  due: number
}
/**
 * Plans new nights for a booked stay, also if their number changes. A night that is in both stays keeps its line and
 * price. The money of the dropped nights pays for the new nights. The guest gets the rest back, or must pay the
 * difference.
 */
export const exchangeNights = (
  lines: readonly MovableLine[],
  wanted: readonly string[],
  priceOf: (night: string) => number,
): NightExchange => {
  const dropped = lines.filter(({ slot }) => !wanted.includes(slot)).toSorted((a, b) => (a.slot < b.slot ? -1 : 1))
  const rooms = lines[0]?.n ?? 0
  const added = wanted
    .filter((night) => !lines.some(({ slot }) => slot === night))
    .map((slot) => ({ slot, n: rooms, amount: priceOf(slot) * rooms }))
  const credit = dropped.reduce((sum, line) => sum + line.amount - line.back, 0)
  const price = added.reduce((sum, { amount }) => sum + amount, 0)
  const refund = Math.max(0, credit - price)
  const back = new Map<number, number>()
  let rest = refund
  for (const { id, amount, back: before } of dropped) {
    const part = Math.min(rest, amount - before)
    if (part > 0) back.set(id, part)
    rest -= part
  }
  return { dropped: dropped.map(({ id }) => id), back, refund, added, credit, due: Math.max(0, price - credit) }
}

/** Returns arrival, departure and rooms of the nights that remain sold. Returns undefined if no night remains. */
export const remainingStay = (
  lines: readonly { slot: string; n: number; returned: number }[],
): { arrival: string; departure: string; rooms: number } | undefined => {
  const left = lines.filter(({ n, returned }) => returned < n)
  const nights = left.map(({ slot }) => slot).toSorted()
  if (nights.length === 0) return undefined
  return {
    arrival: nights[0]!,
    departure: dayAfter(nights.at(-1)!),
    rooms: Math.max(...left.map(({ n, returned }) => n - returned)),
  }
}
