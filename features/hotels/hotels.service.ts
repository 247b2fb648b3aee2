import { raceOfKey } from '#contract/key.ts'
import { dayIn, dayAfter } from '#contract/days.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { coursesOf } from '#features/courses/service.ts'
import { metresBetween } from '#features/courses/shape.rules.ts'
import { type ShownGoods, goodsOf } from '#features/sales/goods/goods.service.ts'
import { isOnSale } from '#features/sales/fill.rules.ts'
import type { HotelPlace } from './contract.ts'
import { hotelSettings, roomSettings } from './settings.rules.ts'
import { listPlaces } from './settings.store.ts'
import { type StayRow, findStay } from './store.ts'
import { type Night, type Stay, deadlinesOf, quoteOf } from './stay.rules.ts'

/** The name of this feature, as orders and goods hold it in `room`. */
export const HOTELS = 'hotels'

type Race = { id: number; zone: string; time: Date }
/** Returns today and the race day, both by the calendar of the race. */
export const daysOfHotel = ({ zone, time }: Race, now: Date) => ({
  zone,
  today: dayIn(zone, now),
  race_day: dayIn(zone, time),
})

/** Returns the moment at which a stay begins: the hour of check-in on the day of arrival. */
export const arrivalAt = (day: string, checkin: string, zone: string): Date =>
  new Date(Temporal.PlainDateTime.from(`${day}T${checkin}`).toZonedDateTime(zone).epochMilliseconds)

/**
 * Returns the places to which distances are measured. If staff set no place for the start, the start of the race's
 * first course counts.
 */
export const placesOf = async (db: Db, raceid: number, lang: Lang): Promise<HotelPlace[]> => {
  const kept = (await listPlaces(db, raceid)).map(({ kind, name, names, lat, lon }) => ({
    kind,
    name: nameIn(lang, name, names),
    lat,
    lon,
  }))
  if (kept.some(({ kind }) => kind === 'start')) return kept
  const first = (await coursesOf(db, raceid))[0]?.course.points[0]
  return first ? [{ kind: 'start', name: '', lat: first[0], lon: first[1] }, ...kept] : kept
}

/** Lists the nights of a room type that are on sale at this moment. The number of free rooms may be 0. */
export const nightsOn = ({ price, stock }: ShownGoods['variants'][number], now: Date): Night[] =>
  stock
    .filter((row) => row.open && (row.ends_at === null || row.ends_at > now))
    .map((row) => ({ night: row.slot, price: row.price ?? price, free: row.pieces - row.sold }))
    .toSorted((a, b) => (a.night < b.night ? -1 : 1))

const distance = (
  { lat, lon }: { lat: number | null; lon: number | null },
  places: readonly HotelPlace[],
  kind: HotelPlace['kind'],
): number | null => {
  const place = places.find((one) => one.kind === kind)
  return place && lat !== null && lon !== null ? Math.round(metresBetween({ lat, lon }, place)) : null
}
const least = (prices: readonly number[]): number | null => (prices.length === 0 ? null : Math.min(...prices))

/** Lists the room types that visitors may choose in a hotel. */
export const roomsIn = (lang: Lang, goods: ShownGoods, now: Date) =>
  goods.variants
    .filter(({ open }) => open)
    .map((variant) => {
      const { about, abouts, ...settings } = roomSettings(variant.settings)
      return {
        ...settings,
        variantid: variant.id,
        name: nameIn(lang, variant.name, variant.names),
        about: nameIn(lang, about, abouts),
        nights: nightsOn(variant, now),
      }
    })

type Wanted = Pick<Stay, 'arrival' | 'departure' | 'rooms'> & { guests: number }
/** Returns a hotel as visitors see it, with the price of the wanted stay. */
export const hotelIn = (
  lang: Lang,
  goods: ShownGoods,
  places: readonly HotelPlace[],
  now: Date,
  wanted?: Wanted | undefined,
) => {
  const { address, addresses, ...settings } = hotelSettings(goods.settings)
  const rooms = roomsIn(lang, goods, now)
  const onSale = isOnSale(goods, now)
  const free = rooms.flatMap(({ nights }) => nights.filter((one) => one.free > 0))
  const quotes = wanted
    ? rooms
        .filter(({ sleeps }) => sleeps * wanted.rooms >= wanted.guests)
        .map(({ nights }) => quoteOf(nights, wanted))
        .filter((one) => one !== undefined)
    : []
  const fitting = onSale && wanted ? quotes.filter((one) => one.free >= wanted.rooms) : []
  return {
    ...settings,
    id: goods.id,
    name: nameIn(lang, goods.name, goods.names),
    about: nameIn(lang, goods.about, goods.abouts),
    address: nameIn(lang, address, addresses),
    sale_from: goods.sale_from,
    sale_until: goods.sale_until,
    start_m: distance(settings, places, 'start'),
    expo_m: distance(settings, places, 'expo'),
    price_from: least(free.map(({ price }) => price)),
    stay_price: least(fitting.map(({ amount }) => amount)),
    stay_free: fitting.reduce((sum, one) => sum + one.free, 0),
    breakfast: settings.facilities.includes('breakfast') || rooms.some(({ breakfasts }) => breakfasts > 0),
    cancel: goods.refund?.before ?? [],
  }
}
/**
 * Returns, for each night, the lowest price of a free room and the number of free rooms. A night without a free room
 * also has a price.
 */
export const cheapest = (nights: readonly Night[]): Night[] => {
  const days = new Map<string, Night>()
  for (const one of nights) {
    const kept = days.get(one.night)
    if (!kept) days.set(one.night, { ...one })
    else {
      const better = kept.free === 0 || (one.free > 0 && one.price < kept.price)
      days.set(one.night, { ...one, price: better ? one.price : kept.price, free: kept.free + one.free })
    }
  }
  return [...days.values()].toSorted((a, b) => (a.night < b.night ? -1 : 1))
}
/**
 * Returns the stay that the page shows until a guest chooses days: the nights before and after the race. From the race
 * day on, the stay is the coming night.
 */
export const usualStay = ({ today, race_day }: { today: string; race_day: string }) => {
  const arrival = race_day > today ? dayAfter(race_day, -1) : today
  return { arrival, departure: dayAfter(arrival, race_day > today ? 2 : 1) }
}
/** Lists the hotels that visitors see. */
export const openHotels = async (db: Db, raceid: number, id?: number): Promise<ShownGoods[]> =>
  (await goodsOf(db, raceid, HOTELS, id)).filter(({ open }) => open)
/** Finds the hotel of a room type. Returns undefined if the race has no such room type. */
export const hotelOfRoom = async (on: Db | Tx, raceid: number, variantid: number) =>
  (await goodsOf(on, raceid, HOTELS)).find(({ variants }) => variants.some(({ id }) => id === variantid))

/** Returns the deadlines of cancellation of a stay that begins on a day. */
export const deadlinesFor = (goods: ShownGoods, arrival: string, zone: string) =>
  deadlinesOf(goods.refund?.before ?? [], arrivalAt(arrival, hotelSettings(goods.settings).checkin, zone))

/** Finds an account's own stay by its key. Returns undefined if the stay is unknown or belongs to another account. */
export const ownStay = async (db: Db, key: string, uid: number): Promise<StayRow | undefined> => {
  const raceid = raceOfKey(key)
  const row = raceid === undefined ? undefined : await findStay(db, raceid, key)
  return row?.uid === uid ? row : undefined
}
