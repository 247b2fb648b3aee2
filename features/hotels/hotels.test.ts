import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { saveRace } from '#features/races/service.ts'
import { salesOffer, salesReturn } from '#features/sales/contract.ts'
import { messageList } from '#features/messages/contract.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { runnerSession, staffSession } from '#test/people.ts'
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

const RACE = 2026
let desk: Cashdesk
let director: { token: string }
let runner: { token: string; uid: number; mobile: string }
let friend: { token: string; uid: number; mobile: string }
/** Sets the clock and logs everybody in again, because sessions end. */
const at = async (when: string) => {
  desk.clock.set(when)
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  runner = await runnerSession(desk, runner.mobile)
  friend = await runnerSession(desk, friend.mobile)
}
const now = '2026-03-01T04:00:00Z'
beforeAll(async () => {
  desk = await openCashdesk()
  const published_at = desk.clock.now()
  const race = { id: RACE, name: '江城马拉松', time: new Date('2026-03-08T00:00:00Z'), published_at }
  await desk.db.transaction().execute((tx) => saveRace(tx, race, published_at))
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  runner = await runnerSession(desk)
  friend = await runnerSession(desk)
}, 60_000)
afterAll(() => desk.close())

type Save = InputOf<typeof consoleHotelsSave>
const makeHotel = async (change: Partial<Save> = {}, pieces = 5) => {
  const made = await desk.ask(
    consoleHotelsSave,
    {
      raceid: RACE,
      name: '江滨酒店',
      names: { en: 'Riverside Hotel' },
      open: '1',
      cancel: [
        { hours: 72, percent: 0, fixed: 0 },
        { hours: 24, percent: 50, fixed: 0 },
      ],
      settings: { lat: 30.55, lon: 114.3, address: '沿江大道 1 号', phone: '+86 27 8888 6666' },
      rooms: [{ name: '大床房', names: { en: 'King room' }, price: 40_000, settings: { breakfasts: 2 } }],
      ...change,
    },
    director,
  )
  const variantids = made.rooms.map(({ id }) => id)
  return desk.ask(
    consoleHotelsNights,
    { raceid: RACE, id: made.id, variantids, from: '2026-03-05', until: '2026-03-10', pieces },
    director,
  )
}
type Made = Awaited<ReturnType<typeof makeHotel>>
type Book = InputOf<typeof hotelsOrderSave>
const bookingFor = ({ rooms }: Made, change: Partial<Book> = {}): Book => ({
  raceid: RACE,
  variantid: rooms[0]!.id,
  arrival: '2026-03-06',
  departure: '2026-03-09',
  guests: ['沈跑跑'],
  ...change,
})
const book = (made: Made, change: Partial<Book> = {}, as = runner) =>
  desk.ask(hotelsOrderSave, bookingFor(made, change), as)
const pay = async (order: string) => {
  const { id } = await desk.db.selectFrom('orders').select('id').where('_key', '=', order).executeTakeFirstOrThrow()
  await desk.start(id)
  desk.sandbox.pay(await desk.numberOf(id))
  await desk.deliver('all')
}
const soldOf = async ({ rooms }: Made): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await desk.db
        .selectFrom('stock')
        .select(['slot', 'sold'])
        .where('raceid', '=', RACE)
        .where('variantid', '=', rooms[0]!.id)
        .execute()
    ).map(({ slot, sold }) => [slot, sold]),
  )
const stayOf = async (key: string, as = runner) => desk.ask(hotelsInfoOrder, { id: key }, { ...as, lang: 'en' })

test('visitors see open hotels with distances, prices of the stay and nights, also as a GET with an ETag', async () => {
  const made = await makeHotel()
  await makeHotel({ open: '0', name: '草稿' })
  await desk.ask(
    consoleHotelsPlaces,
    { raceid: RACE, places: [{ kind: 'expo', name: '会展中心', names: { en: 'Expo' }, lat: 30.56, lon: 114.3 }] },
    director,
  )
  const days = { arrival: '2026-03-06', departure: '2026-03-09' }
  const { items, places, first, last } = await desk.ask(hotels, { raceid: RACE, ...days, rooms: 2 }, { lang: 'en' })
  expect(items.map(({ name }) => name)).toEqual(['Riverside Hotel'])
  expect(items[0]).toMatchObject({ stay_price: 240_000, stay_free: 5, price_from: 40_000, breakfast: true })
  expect(items[0]!.expo_m).toBeGreaterThan(1_000)
  // A room type that is too small for the guests gives the hotel neither a price nor free rooms.
  const forGuests = (guests: number) => desk.ask(hotels, { raceid: RACE, ...days, rooms: 2, guests })
  expect((await forGuests(4)).items[0]).toMatchObject({ stay_price: 240_000, stay_free: 5 })
  expect((await forGuests(5)).items[0]).toMatchObject({ stay_price: null, stay_free: 0 })
  expect([first, last, places[0]!.name]).toEqual(['2026-03-05', '2026-03-10', 'Expo'])
  expect(await desk.call(hotels, { raceid: RACE, arrival: '2026-03-09', departure: '2026-03-09' })).toMatchObject({
    refusal: 'stay_dates',
  })
  const info = await desk.ask(hotelsInfo, { raceid: RACE, id: made.id })
  expect(info.rooms[0]!.nights).toHaveLength(6)
  expect(await desk.call(hotelsInfo, { raceid: RACE, id: 99_999 })).toMatchObject({ refusal: 'hotel_unknown' })
  const stock = await desk.ask(hotelsOrderGetstock, { raceid: RACE, id: made.id, ...days })
  expect(stock).toMatchObject({
    items: [{ amount: 120_000, free: 5, nights: [{ night: '2026-03-06', price: 40_000, free: 5 }, {}, {}] }],
    deadlines: [
      { until: '2026-03-03T06:00:00.000Z', percent: 0 },
      { until: '2026-03-05T06:00:00.000Z', percent: 50 },
    ],
  })
  const url = `/hotels?raceid=${RACE}&arrival=2026-03-06&departure=2026-03-09`
  const one = await desk.app.inject({ url })
  const again = await desk.app.inject({ url, headers: { 'if-none-match': one.headers.etag as string } })
  expect([one.statusCode, again.statusCode]).toEqual([200, 304])
})

test('a stay is booked, paid, confirmed by the hotel, and cancelled by its tier', async () => {
  const made = await makeHotel()
  const booked = await book(made, { rooms: 2, adults: 3, guests: ['沈跑跑', 'Alex Chen'], note: '晚到' })
  expect(booked).toMatchObject({ amount: 240_000, paid: false })
  expect(await soldOf(made)).toMatchObject({ '2026-03-05': 0, '2026-03-06': 2, '2026-03-08': 2, '2026-03-09': 0 })
  expect((await stayOf(booked.stay)).stay).toMatchObject({ state: 'open', lines: [], nights: 3 })
  expect(await desk.ask(hotelsOrderPayurl, { id: booked.order }, runner)).toMatchObject({ state: 'open' })
  expect(await desk.call(hotelsOrderPayurl, { id: booked.order }, friend)).toMatchObject({
    refusal: 'goods_order_unknown',
  })
  expect(
    await desk.call(consoleHotelsConfirm, { raceid: RACE, id: booked.stay, number: 'A1' }, director),
  ).toMatchObject({ refusal: 'stay_over' })
  await pay(booked.order)
  const { booking } = await desk.ask(
    consoleHotelsConfirm,
    { raceid: RACE, id: booked.stay, number: 'RH-2201' },
    director,
  )
  expect(booking).toMatchObject({ state: 'booked', confirmation: 'RH-2201', changed: false })
  const box = await desk.ask(messageList, {}, runner)
  expect(JSON.stringify(box.items)).toContain('RH-2201')
  expect(JSON.stringify(box.items), 'a message writes days in words').toContain('2026年3月6日')
  expect(await desk.call(hotelsInfoOrder, { id: booked.stay }, friend)).toMatchObject({ refusal: 'stay_unknown' })
  desk.minutes(1)
  const names = { id: booked.stay, guests: ['沈跑跑', 'Mia Wong'] }
  await desk.ask(hotelsOrderGuests, names, runner)
  expect(await desk.call(hotelsOrderGuests, { ...names, guests: ['A'] }, runner)).toMatchObject({
    refusal: 'stay_guests',
  })
  const list = await desk.ask(consoleHotelsBookings, { raceid: RACE, view: 'changed', q: 'mia' }, director)
  expect(list.items).toMatchObject([{ guests: ['沈跑跑', 'Mia Wong'], changed: true, note: '' }])

  const { stay } = await stayOf(booked.stay)
  const half = { id: stay.order_key, lines: stay.lines.slice(0, 1) }
  expect(await desk.call(salesReturn, half, runner)).toMatchObject({ refusal: 'return_not_whole' })
  const whole = { id: stay.order_key, lines: stay.lines }
  expect(await desk.ask(salesOffer, whole, runner)).toEqual({ amount: 240_000, kept: 0 })
  await at('2026-03-05T05:59:00Z')
  expect(await desk.ask(salesOffer, whole, runner)).toEqual({ amount: 120_000, kept: 120_000 })
  await at('2026-03-05T06:01:00Z')
  expect(await desk.call(salesOffer, whole, runner)).toMatchObject({ refusal: 'return_closed' })
  await at('2026-03-05T05:59:00Z')
  expect(await desk.ask(salesReturn, { ...whole, amount: 120_000 }, runner)).toEqual({ amount: 120_000 })
  expect((await stayOf(booked.stay)).stay).toMatchObject({ state: 'cancelled', back: 120_000, lines: [] })
  expect(await soldOf(made)).toMatchObject({ '2026-03-06': 0, '2026-03-07': 0, '2026-03-08': 0 })
  await at(now)
})

test('wrong days, guests and prices are refused, and a repeated call gets the same answer', async () => {
  const made = await makeHotel({ settings: { nights_most: 5 } })
  const why = async (change: Partial<Book>) =>
    (await desk.call(hotelsOrderSave, bookingFor(made, change), runner)) as { refusal?: string; code: string }
  expect(await why({ arrival: '2026-02-27', departure: '2026-03-02' })).toMatchObject({ refusal: 'stay_past' })
  expect(await why({ departure: '2026-03-05' })).toMatchObject({ refusal: 'stay_dates' })
  expect(await why({ departure: '2027-12-04' })).toMatchObject({ refusal: 'stay_too_long' })
  expect(await why({ arrival: '2026-02-29', departure: '2026-03-02' })).toMatchObject({ code: '422' })
  expect(await why({ adults: -2 })).toMatchObject({ code: '422' })
  expect(await why({ children: 2 })).toMatchObject({ refusal: 'stay_guests' })
  expect(await why({ guests: ['A', 'B'] })).toMatchObject({ refusal: 'stay_guests' })
  expect(await why({ guests: ['🏃'.repeat(5_000)] })).toMatchObject({ code: '422' })
  expect(await why({ arrival: '2026-03-09', departure: '2026-03-12' })).toMatchObject({ refusal: 'goods_not_found' })
  expect(await why({ variantid: 99_999 })).toMatchObject({ refusal: 'hotel_unknown' })
  // The price changes while the page is open.
  const id = { raceid: RACE, id: made.id, variantids: [made.rooms[0]!.id] }
  await desk.ask(consoleHotelsNights, { ...id, from: '2026-03-07', until: '2026-03-07', price: 68_000 }, director)
  expect(await why({ amount: 120_000 })).toMatchObject({ refusal: 'goods_price_changed' })
  const twice = await Promise.all(
    [1, 2].map(() => desk.ask(hotelsOrderSave, { ...bookingFor(made, { amount: 148_000 }), _once: 'tab' }, runner)),
  )
  expect(twice[0]).toEqual(twice[1])
  expect(await soldOf(made)).toMatchObject({ '2026-03-06': 1, '2026-03-07': 1, '2026-03-08': 1 })
  expect(
    await desk.call(consoleHotelsNights, { ...id, from: '2026-03-06', until: '2026-03-06', pieces: 0 }, director),
  ).toMatchObject({ refusal: 'stock_below_sold' })
  // An unpaid stay gives its nights back.
  const { items } = await desk.ask(hotelsOrderList, { raceid: RACE }, runner)
  expect(items[0]).toMatchObject({ state: 'open', amount: 148_000 })
  await at('2026-03-02T04:00:00Z')
  await desk.sweep()
  expect(await soldOf(made)).toMatchObject({ '2026-03-06': 0, '2026-03-07': 0 })
  expect((await desk.ask(hotelsOrderList, { raceid: RACE }, runner)).items[0]).toMatchObject({ state: 'closed' })
  await at(now)
})

test('a night is sold until midnight at the hotel, whatever the day in UTC is', async () => {
  const made = await makeHotel()
  const tonight = { arrival: '2026-03-06', departure: '2026-03-07' }
  // 23:59 in Shanghai on 6 March is 15:59 UTC.
  await at('2026-03-06T15:59:00Z')
  expect((await book(made, tonight)).amount).toBe(40_000)
  await at('2026-03-06T16:00:30Z')
  expect(await desk.call(hotelsOrderSave, bookingFor(made, tonight), runner)).toMatchObject({ refusal: 'stay_past' })
  const { rooms } = await desk.ask(hotelsInfo, { raceid: RACE, id: made.id })
  expect(rooms[0]!.nights[0]!.night).toBe('2026-03-07')
  await at(now)
})

test('a clerk sees and confirms only bookings of the own hotel, and the hotel notes who did not come', async () => {
  const [made, other] = [await makeHotel(), await makeHotel({ name: '云栖酒店' })]
  let clerk = await staffSession(desk, [{ raceid: RACE, role: 'hotel' }])
  const [own, foreign] = [await book(made), await book(other, {}, friend)]
  await pay(own.order)
  await pay(foreign.order)
  const list = async () =>
    (await desk.ask(consoleHotelsBookings, { raceid: RACE }, clerk)).items.map(({ _key }) => _key)
  expect(await list()).toEqual([])
  const set = { raceid: RACE, staffid: clerk.staffid, hotels: [made.id] }
  expect(await desk.call(consoleHotelsClerksSave, set, clerk)).toMatchObject({ refusal: 'no_permission' })
  expect(await desk.call(consoleHotelsClerksSave, { ...set, staffid: 99_999 }, director)).toMatchObject({
    refusal: 'clerk_unknown',
  })
  expect(await desk.call(consoleHotelsClerksSave, { ...set, hotels: [99_999] }, director)).toMatchObject({
    refusal: 'hotel_unknown',
  })
  await desk.ask(consoleHotelsClerksSave, set, director)
  expect((await desk.ask(consoleHotelsClerks, { raceid: RACE }, director)).items).toMatchObject([{ hotels: [made.id] }])
  expect(await list()).toEqual([own.stay])
  const byHotel = await desk.ask(consoleHotelsBookings, { raceid: RACE, hotelid: other.id }, clerk)
  expect(byHotel.items).toEqual([])
  const confirm = (id: string, number: string) => desk.call(consoleHotelsConfirm, { raceid: RACE, id, number }, clerk)
  expect(await confirm(foreign.stay, 'X1')).toMatchObject({ refusal: 'stay_unknown' })
  expect(await confirm(own.stay, 'X1')).toMatchObject({ code: '200' })
  const second = await book(made, {}, friend)
  await pay(second.order)
  expect(await confirm(second.stay, 'X1')).toMatchObject({ refusal: 'confirmation_taken' })
  for (const endpoint of [consoleHotelsList, consoleHotelsClerks])
    expect(await desk.call(endpoint, { raceid: RACE }, clerk)).toMatchObject({ refusal: 'no_permission' })
  const outcome = (id: string, to: 'arrived' | 'no_show' | 'none') =>
    desk.call(consoleHotelsOutcome, { raceid: RACE, id, outcome: to }, clerk)
  expect(await outcome(own.stay, 'no_show')).toMatchObject({ refusal: 'stay_too_early' })
  await at('2026-03-06T02:00:00Z')
  const later = await staffSession(desk, [{ raceid: RACE, role: 'hotel' }])
  await desk.ask(consoleHotelsClerksSave, { ...set, staffid: later.staffid }, director)
  clerk = later
  const { stay } = await stayOf(own.stay)
  expect(await outcome(own.stay, 'no_show')).toMatchObject({ code: '200', data: { booking: { outcome: 'no_show' } } })
  expect(await outcome(foreign.stay, 'no_show')).toMatchObject({ refusal: 'stay_unknown' })
  // A guest who did not come gets no refund, although a tier would still allow it.
  await at('2026-03-02T02:00:00Z')
  expect(await desk.call(salesReturn, { id: stay.order_key, lines: stay.lines }, runner)).toMatchObject({
    refusal: 'return_too_many',
  })
  await at(now)
})

test('200 buyers of overlapping stays leave exact stock on each night and no half stay', async () => {
  const made = await makeHotel({}, 20)
  const buyers = await Promise.all(Array.from({ length: 200 }, () => runnerSession(desk)))
  const spans = [
    ['2026-03-05', '2026-03-07'],
    ['2026-03-06', '2026-03-09'],
    ['2026-03-07', '2026-03-08'],
    ['2026-03-08', '2026-03-11'],
  ] as const
  const outcomes = await Promise.all(
    buyers.map((buyer, at) => {
      const [arrival, departure] = spans[at % 4]!
      return desk.call(hotelsOrderSave, bookingFor(made, { arrival, departure }), buyer)
    }),
  )
  const refused = outcomes.filter(({ code }) => code !== '200')
  expect(new Set(refused.map((one) => one.refusal))).toEqual(new Set(['goods_sold_out']))
  const stays = await desk.db
    .selectFrom('hotel_stays')
    .select(['orderid', 'arrival', 'departure'])
    .where('goodsid', '=', made.id)
    .execute()
  expect(stays).toHaveLength(200 - refused.length)
  const expected: Record<string, number> = {}
  for (const { orderid, arrival, departure } of stays) {
    const lines = await desk.db
      .selectFrom('sold_items')
      .select('slot')
      .where('raceid', '=', RACE)
      .where('orderid', '=', orderid)
      .orderBy('slot')
      .execute()
    const nights = (Date.parse(departure) - Date.parse(arrival)) / 86_400_000
    expect([lines.length, lines[0]!.slot]).toEqual([nights, arrival])
    for (const { slot } of lines) expected[slot] = (expected[slot] ?? 0) + 1
  }
  expect(await soldOf(made)).toMatchObject(expected)
  expect(Math.max(...Object.values(expected))).toBe(20)
}, 60_000)
