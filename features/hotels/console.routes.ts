import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { longDay } from '#contract/days.ts'
import { nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { eachLang } from '#features/messages/rules.ts'
import { sendMessage } from '#features/messages/service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { NotKept, changeGoods, goodsOf, keepGoods } from '#features/sales/goods/goods.service.ts'
import { logChange } from '#features/staff/service.ts'
import { type Who, handle } from '#seam/server/handle.ts'
import {
  consoleHotelsBookings,
  consoleHotelsClerks,
  consoleHotelsClerksSave,
  consoleHotelsConfirm,
  consoleHotelsList,
  consoleHotelsNights,
  consoleHotelsOutcome,
  consoleHotelsPlaces,
  consoleHotelsSave,
} from './console.contract.ts'
import { findLastChange, listLastChanges } from './changing/changing.store.ts'
import { withdrawLater } from './changing/withdrawChange.service.ts'
import { atCheckin, nightsAmong, ownHotel, nightStock, withNights } from './console.service.ts'
import { HOTELS, daysOfHotel } from './hotels.service.ts'
import { hotelsOfStaff } from './reach.service.ts'
import { hotelSettings, roomSettings } from './settings.rules.ts'
import { listClerks, listPlaces, saveClerk, savePlaces } from './settings.store.ts'
import { bookingOf } from './stays.service.ts'
import { nightsBetween } from './stay.rules.ts'
import { type StayRow, changeStay, isNumberTaken, listBookings, lockStay } from './store.ts'

/** The largest number of nights in one bulk change. */
const NIGHTS = 100

/** Locks a booking that staff may see. Returns undefined for an unknown booking and for a booking of another hotel. */
const seen = async (tx: Tx, raceid: number, key: string, who: Who): Promise<StayRow | undefined> => {
  const row = await lockStay(tx, raceid, key)
  const hotels = await hotelsOfStaff(tx, raceid, who)
  return row && (hotels === null || hotels.includes(row.goodsid)) ? row : undefined
}

export const consoleRoutes = [
  handle(consoleHotelsList, async ({ input: { raceid }, db, now, refuse }) => {
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    const kinds = await goodsOf(db, raceid, HOTELS)
    return { ...daysOfHotel(race, now), items: kinds.map(ownHotel), places: await listPlaces(db, raceid) }
  }),

  handle(consoleHotelsSave, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, id, rooms, cancel, ...given } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    const settings = hotelSettings(given.settings)
    const kind = { ...given, raceid, room: HOTELS, settings, refund: { tiers: [], before: cancel } }
    const rooming = rooms.map((room) => ({ ...room, settings: roomSettings(room.settings) }))
    try {
      return await save(async (tx) => {
        const kept =
          id === undefined
            ? await keepGoods(
                tx,
                { ...kind, variants: rooming.map((room) => ({ ...room, id: undefined, stock: nightStock([]) })) },
                now,
              )
            : await changeGoods(
                tx,
                { raceid, room: HOTELS, id },
                (goods) => ({
                  ...goods,
                  ...kind,
                  variants: rooming.map((room) => {
                    const before = goods.variants.find((one) => one.id === room.id)
                    return { ...room, stock: atCheckin(before?.stock ?? [], settings, race.zone) }
                  }),
                }),
                now,
              )
        const what = id === undefined ? 'hotel made' : 'hotel changed'
        await logChange(tx, { who, now, raceid, what, target: `hotel ${kept.id}`, after: input })
        return ownHotel(kept)
      })
    } catch (error) {
      if (!(error instanceof NotKept)) throw error
      return refuse(error.why === 'goods_are_sold' ? 'goods_are_sold' : 'hotel_unknown')
    }
  }),

  handle(consoleHotelsNights, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, id, from, until, weekdays, ...change } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    const days = nightsBetween(from, until)
    if (days < 0) return refuse('stay_dates')
    if (days >= NIGHTS) return refuse('nights_too_many')
    const nights = nightsAmong(from, until, weekdays)
    try {
      return await save(async (tx) => {
        const kept = await changeGoods(
          tx,
          { raceid, room: HOTELS, id },
          (goods) => withNights(goods, { ...change, nights }, race.zone),
          now,
        )
        await logChange(tx, { who, now, raceid, what: 'hotel nights set', target: `hotel ${id}`, after: input })
        return ownHotel(kept)
      })
    } catch (error) {
      if (!(error instanceof NotKept)) throw error
      return refuse(error.why === 'stock_below_sold' ? 'stock_below_sold' : 'hotel_unknown')
    }
  }),

  handle(consoleHotelsPlaces, async ({ input: { raceid, places }, db, now, who, refuse, save }) => {
    if (!(await raceGiven(db, raceid, now))) return refuse('race_not_found')
    return save(async (tx) => {
      const before = await listPlaces(tx, raceid)
      await savePlaces(tx, raceid, places)
      const what = 'hotel places set'
      await logChange(tx, { who, now, raceid, what, target: 'hotels', before: { places: before }, after: { places } })
      return { places: await listPlaces(tx, raceid) }
    })
  }),

  handle(consoleHotelsClerks, async ({ input: { raceid }, db }) => ({ items: await listClerks(db, raceid) })),

  handle(consoleHotelsClerksSave, async ({ input: { raceid, staffid, hotels }, db, now, who, refuse, save }) => {
    const clerk = (await listClerks(db, raceid)).find((one) => one.staffid === staffid) ?? refuse('clerk_unknown')
    const known = new Set((await goodsOf(db, raceid, HOTELS)).map(({ id }) => id))
    if (hotels.some((id) => !known.has(id))) return refuse('hotel_unknown')
    return save(async (tx) => {
      await saveClerk(tx, raceid, { staffid, hotels }, now)
      const change = { before: { hotels: clerk.hotels }, after: { hotels } }
      await logChange(tx, { who, now, raceid, what: 'hotel clerk set', target: `staff ${staffid}`, ...change })
      return { saved: true }
    })
  }),

  handle(consoleHotelsBookings, async ({ input, db, now, who, lang, refuse }) => {
    const { raceid, after, limit, ...wanted } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    const [hotels, kinds] = await Promise.all([hotelsOfStaff(db, raceid, who), goodsOf(db, raceid, HOTELS)])
    const { zone, today } = daysOfHotel(race, now)
    const rows = await listBookings(db, {
      ...wanted,
      raceid,
      hotels,
      today,
      after: idIn(after),
      limit: rowsFor(limit),
    })
    const page = pageOf(rows, limit, byId)
    const changes = await listLastChanges(
      db,
      raceid,
      page.rows.map(({ id }) => id),
    )
    return {
      zone,
      today,
      hotels: kinds
        .filter(({ id }) => hotels === null || hotels.includes(id))
        .map(({ id, name, names }) => ({ id, name: nameIn(lang, name, names) })),
      items: page.rows.map((row) => bookingOf(row, kinds, lang, changes.get(row.id))),
      after: page.after,
    }
  }),

  handle(consoleHotelsConfirm, async ({ input, db, seal, now, who, lang, refuse, save }) => {
    const { raceid, id, number } = input
    if (!(await raceGiven(db, raceid, now))) return refuse('race_not_found')
    const kinds = await goodsOf(db, raceid, HOTELS)
    await seal.prepare('accounts')
    return save(async (tx) => {
      const row = (await seen(tx, raceid, id, who)) ?? refuse('stay_unknown')
      if (row.state !== 'booked') return refuse('stay_over')
      if (await isNumberTaken(tx, row, number)) return refuse('confirmation_taken')
      const set = { confirmation: number, confirmed_at: now, confirmed_by: who.staffid }
      await changeStay(tx, row, set, now)
      const change = { before: { number: row.confirmation }, after: { number } }
      await logChange(tx, { who, now, raceid, what: 'stay confirmed', target: `stay ${row.id}`, ...change })
      const goods = kinds.find((one) => one.id === row.goodsid)!
      await sendMessage(tx, {
        seal,
        now,
        uid: row.uid,
        path: `/hotels/stay?raceid=${raceid}&id=${row._key}`,
        lang: 'zh-cn',
        template: 'stay_confirmed',
        values: {
          hotel: eachLang((one) => nameIn(one, goods.name, goods.names)),
          arrival: eachLang((one) => longDay(one, row.arrival)),
          number,
        },
        key: `stay_confirmed ${raceid}/${row.id}/${number}`,
        raceid,
      })
      return { booking: bookingOf({ ...row, ...set }, kinds, lang, await findLastChange(tx, raceid, row.id)) }
    })
  }),

  handle(consoleHotelsOutcome, async ({ input, db, now, who, lang, refuse, save }) => {
    const { raceid, id } = input
    const outcome = input.outcome === 'none' ? null : input.outcome
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    const kinds = await goodsOf(db, raceid, HOTELS)
    return save(async (tx) => {
      const row = (await seen(tx, raceid, id, who)) ?? refuse('stay_unknown')
      if (row.state !== 'booked') return refuse('stay_over')
      if (daysOfHotel(race, now).today < row.arrival) return refuse('stay_too_early')
      const at = outcome === null ? null : now
      await changeStay(tx, row, { outcome, outcome_at: at, outcome_by: at && who.staffid }, now)
      const change = { before: { outcome: row.outcome }, after: { outcome } }
      await logChange(tx, { who, now, raceid, what: 'stay outcome', target: `stay ${row.id}`, ...change })
      if (outcome === 'no_show') await withdrawLater(tx, raceid, row.orderid)
      return { booking: bookingOf({ ...row, outcome }, kinds, lang, await findLastChange(tx, raceid, row.id)) }
    })
  }),
]
