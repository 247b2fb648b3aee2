import { nameIn } from '#contract/words.ts'
import { rateOf } from '#db/limits/rates.ts'
import { groundOf } from '#features/maps/service.ts'
import { publishedRace, raceGiven } from '#features/registrations/status/ownership.service.ts'
import { goodsOf } from '#features/sales/goods/goods.service.ts'
import { ownOrder, payGoods } from '#features/sales/payGoods.service.ts'
import { buyPriced } from '#features/sales/service.ts'
import { handle } from '#seam/server/handle.ts'
import { onceKey } from '#seam/server/once.ts'
import { changeRoutes } from './changing/changing.routes.ts'
import { clerkRoutes } from './changing/clerk.routes.ts'
import { findOpenChange, listOpenChanges } from './changing/changing.store.ts'
import { consoleRoutes } from './console.routes.ts'
import {
  hotels,
  hotelsInfo,
  hotelsInfoOrder,
  hotelsOrderGetstock,
  hotelsOrderGuests,
  hotelsOrderList,
  hotelsOrderPayurl,
  hotelsOrderSave,
} from './contract.ts'
import {
  HOTELS,
  cheapest,
  daysOfHotel,
  deadlinesFor,
  hotelIn,
  hotelOfRoom,
  nightsOn,
  openHotels,
  ownStay,
  placesOf,
  roomsIn,
  usualStay,
} from './hotels.service.ts'
import { hotelSettings, roomSettings } from './settings.rules.ts'
import { detailsOf, guestStay, heldChange } from './stays.service.ts'
import { nightsBetween, nightsOf, quoteOf, reasonAgainstStay } from './stay.rules.ts'
import { changeStay, findStayOfOrder, listStaysOf, lockStay } from './store.ts'

const books = rateOf(30, 60, 'hotels books')
const pays = rateOf(60, 60, 'hotels pays')
const changes = rateOf(30, 60, 'hotels changes')

type Days = { arrival?: string | undefined; departure?: string | undefined; rooms: number }
/** Reads the days of the wanted stay. Undefined if the caller names no days. Null if the days are not a valid stay. */
const wantedOf = ({ arrival, departure, rooms }: Days) =>
  arrival === undefined || departure === undefined
    ? undefined
    : nightsBetween(arrival, departure) > 0
      ? { arrival, departure, rooms }
      : null

export const routes = [
  handle(hotels, async ({ input, db, lang, now, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const days = daysOfHotel(race, now)
    const named = wantedOf(input)
    if (named === null) return refuse('stay_dates')
    const wanted = named ?? { ...usualStay(days), rooms: input.rooms }
    const [kinds, places] = await Promise.all([openHotels(db, race.id), placesOf(db, race.id, lang)])
    const nights = cheapest(kinds.flatMap((goods) => roomsIn(lang, goods, now).flatMap((room) => room.nights)))
    return {
      ...days,
      first: nights[0]?.night ?? null,
      last: nights.at(-1)?.night ?? null,
      arrival: wanted.arrival,
      departure: wanted.departure,
      nights,
      places,
      ground: await groundOf(db, now),
      items: kinds.map((goods) => hotelIn(lang, goods, places, now, { ...wanted, guests: input.guests })),
    }
  }),

  handle(hotelsInfo, async ({ input, db, lang, now, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const [goods] = await openHotels(db, race.id, input.id)
    if (!goods) return refuse('hotel_unknown')
    const places = await placesOf(db, race.id, lang)
    return {
      ...daysOfHotel(race, now),
      places,
      ground: await groundOf(db, now),
      hotel: hotelIn(lang, goods, places, now),
      rooms: roomsIn(lang, goods, now),
    }
  }),

  handle(hotelsOrderGetstock, async ({ input, db, now, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const [goods] = await openHotels(db, race.id, input.id)
    if (!goods) return refuse('hotel_unknown')
    const wanted = wantedOf(input)
    if (wanted === null) return refuse('stay_dates')
    const within = wanted && new Set(nightsOf(wanted.arrival, wanted.departure))
    return {
      items: goods.variants
        .filter(({ open }) => open)
        .map((variant) => {
          const nights = nightsOn(variant, now)
          const quote = wanted && quoteOf(nights, wanted)
          return {
            variantid: variant.id,
            amount: quote?.amount ?? null,
            free: quote?.free ?? 0,
            nights: within ? nights.filter(({ night }) => within.has(night)) : nights,
          }
        }),
      deadlines: wanted ? deadlinesFor(goods, wanted.arrival, race.zone) : [],
    }
  }),

  handle(hotelsOrderSave, async ({ input, db, lang, now, who, once, address, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const wait = books.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const { variantid, amount, raceid: _, ...stay } = input
    const goods = await hotelOfRoom(db, race.id, variantid)
    if (!goods?.open) return refuse('hotel_unknown')
    const limits = hotelSettings(goods.settings)
    const { sleeps } = roomSettings(goods.variants.find(({ id }) => id === variantid)!.settings)
    const why = reasonAgainstStay(stay, { ...limits, sleeps }, daysOfHotel(race, now).today)
    if (why) return refuse(why)
    if (stay.guests.length < stay.rooms || stay.guests.length > stay.adults + stay.children)
      return refuse('stay_guests')
    const outcome = await buyPriced(db, {
      raceid: race.id,
      room: HOTELS,
      uid: who.uid!,
      lines: nightsOf(stay.arrival, stay.departure).map((slot) => ({ variantid, slot, n: stay.rooms })),
      seen: amount,
      subject: nameIn(lang, race.name, race.names),
      payMinutes: race.settings.pay_minutes,
      details: detailsOf(race.id, stay),
      once: onceKey(hotelsOrderSave.path, { once, who, address }),
      now,
    })
    if ('refused' in outcome) return refuse(outcome.refused)
    if ('against' in outcome) throw new Error(`A booking was refused with ${outcome.against}`)
    const { orderid, ...saved } = outcome.saved
    return { ...saved, stay: (await findStayOfOrder(db, race.id, orderid))!._key }
  }),

  handle(hotelsOrderPayurl, async ({ input, now, who, lang, address, userAgent, refuse, ...parts }) => {
    const order = (await ownOrder(parts.db, input.id, who.uid!)) ?? refuse('goods_order_unknown')
    if (order.room !== HOTELS) return refuse('goods_order_unknown')
    if (input.payment) {
      const wait = pays.count(String(who.uid), now)
      if (wait > 0) return refuse('too_often', { retry_after: wait })
    }
    const answer = await payGoods(parts, order, { ...input, uid: who.uid!, lang, now, address, userAgent })
    return typeof answer === 'string' ? refuse(answer) : answer
  }),

  handle(hotelsOrderList, async ({ input, db, lang, now, who, refuse }) => {
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('race_not_found')
    const [rows, kinds] = await Promise.all([listStaysOf(db, race.id, who.uid!), goodsOf(db, race.id, HOTELS)])
    const { zone, today } = daysOfHotel(race, now)
    const changes = await listOpenChanges(
      db,
      race.id,
      rows.map(({ id }) => id),
    )
    return {
      zone,
      today,
      items: rows.map((row) => ({ ...guestStay(row, kinds, lang), change: heldChange(row, changes.get(row.id)) })),
    }
  }),

  handle(hotelsInfoOrder, async ({ input, db, lang, now, who, refuse }) => {
    const row = (await ownStay(db, input.id, who.uid!)) ?? refuse('stay_unknown')
    const race = (await raceGiven(db, row.raceid, now))!
    const [kinds, places] = await Promise.all([goodsOf(db, race.id, HOTELS), placesOf(db, race.id, lang)])
    const goods = kinds.find(({ id }) => id === row.goodsid)!
    const { zone, today } = daysOfHotel(race, now)
    return {
      zone,
      today,
      race: nameIn(lang, race.name, race.names),
      stay: guestStay(row, kinds, lang),
      hotel: hotelIn(lang, goods, places, now),
      places,
      ground: await groundOf(db, now),
      deadlines: deadlinesFor(goods, row.arrival, zone),
      change: heldChange(row, await findOpenChange(db, race.id, row.id)),
    }
  }),

  ...changeRoutes,
  ...clerkRoutes,

  handle(hotelsOrderGuests, async ({ input, db, lang, now, who, refuse, save }) => {
    const { id, guests, note } = input
    const found = (await ownStay(db, id, who.uid!)) ?? refuse('stay_unknown')
    const wait = changes.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const race = (await raceGiven(db, found.raceid, now))!
    const kinds = await goodsOf(db, race.id, HOTELS)
    return save(async (tx) => {
      const row = (await lockStay(tx, race.id, id)) ?? refuse('stay_unknown')
      const live = row.state === 'open' || row.state === 'booked'
      if (!live || row.outcome !== null || row.arrival < daysOfHotel(race, now).today) return refuse('stay_over')
      if (guests.length < row.rooms || guests.length > row.adults + row.children) return refuse('stay_guests')
      await changeStay(tx, row, { guests, note, guests_at: now }, now)
      return { stay: guestStay({ ...row, guests, note }, kinds, lang) }
    })
  }),

  ...consoleRoutes,
]
