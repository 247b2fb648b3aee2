import { dayStart } from '#features/races/refund.rules.ts'
import type { GivenGoods, ShownGoods } from '#features/sales/goods/goods.service.ts'
import { dayAfter } from '#contract/days.ts'
import { arrivalAt } from './hotels.service.ts'
import { type HotelSettings, hotelSettings, roomSettings } from './settings.rules.ts'

/** Returns a hotel as its editors see it. */
export const ownHotel = (goods: ShownGoods) => ({
  ...goods,
  cancel: goods.refund?.before ?? [],
  settings: hotelSettings(goods.settings),
  rooms: goods.variants.map(({ stock, settings, ...variant }) => ({
    ...variant,
    settings: roomSettings(settings),
    nights: stock
      .filter(({ slot }) => slot !== '')
      .map(({ slot, pieces, sold, price, open }) => ({
        night: slot,
        pieces,
        sold,
        price: price ?? variant.price,
        open,
      })),
  })),
})

type Slot = GivenGoods['variants'][number]['stock'][number]
/** Returns the moments of a night. A night begins at the hour of check-in, and its sale ends when its day is over. */
export const nightMoments = (night: string, checkin: string, zone: string) => ({
  starts_at: arrivalAt(night, checkin, zone).toISOString(),
  ends_at: dayStart(night, zone, 1).toISOString(),
})
/** A room type without nights keeps one closed row, because a variant must have stock. */
const NO_NIGHT: Slot = { slot: '', pieces: 0, price: null, starts_at: null, ends_at: null, open: false }
export const nightStock = (nights: readonly Slot[]): Slot[] => {
  const named = nights.filter(({ slot }) => slot !== '')
  return named.length > 0 ? named : [NO_NIGHT]
}

export type NightChange = {
  variantids: readonly number[]
  nights: readonly string[]
  pieces?: number | undefined
  price?: number | undefined
  open?: boolean | undefined
}
/** Changes nights of room types. A new night gets the given number of rooms, or no rooms if no number is given. */
export const withNights = (
  goods: GivenGoods,
  { variantids, nights, pieces, price, open }: NightChange,
  zone: string,
): GivenGoods => {
  const { checkin } = hotelSettings(goods.settings)
  return {
    ...goods,
    variants: goods.variants.map((variant) => {
      if (!variantids.includes(variant.id ?? 0)) return variant
      const kept = new Map(variant.stock.map((row) => [row.slot, row]))
      for (const night of nights) {
        const row = kept.get(night) ?? { slot: night, pieces: 0, price: null, open: true }
        kept.set(night, {
          ...row,
          ...nightMoments(night, checkin, zone),
          pieces: pieces ?? row.pieces,
          price: price ?? row.price,
          open: open ?? row.open,
        })
      }
      return { ...variant, stock: nightStock([...kept.values()].toSorted((a, b) => (a.slot < b.slot ? -1 : 1))) }
    }),
  }
}
/** Moves the beginning of all nights of a room type to the hour of check-in in the race's zone. */
export const atCheckin = (stock: readonly Slot[], { checkin }: HotelSettings, zone: string): Slot[] =>
  nightStock(stock.map((row) => (row.slot === '' ? row : { ...row, ...nightMoments(row.slot, checkin, zone) })))

/**
 * Lists the nights that fall on these days of the week, from one day to another, both included. Without days of the
 * week it lists every night.
 */
export const nightsAmong = (from: string, until: string, weekdays: readonly number[]): string[] => {
  const nights: string[] = []
  for (let day = from; day <= until; day = dayAfter(day)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
    if (weekdays.length === 0 || weekdays.includes(weekday)) nights.push(day)
  }
  return nights
}
