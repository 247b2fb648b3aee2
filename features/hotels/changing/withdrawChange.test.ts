import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { messageList } from '#features/messages/contract.ts'
import { saveRace } from '#features/races/service.ts'
import { consoleSalesReturn, salesReturn } from '#features/sales/contract.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { staysOf } from '#test/scenes/around/stays.ts'
import {
  consoleHotelsBookings,
  consoleHotelsChange,
  consoleHotelsClerksSave,
  consoleHotelsConfirm,
  consoleHotelsOutcome,
  consoleHotelsWithdraw,
} from '../console.contract.ts'
import { hotelsInfoOrder, hotelsOrderChange, hotelsOrderKeep, hotelsOrderList } from '../contract.ts'

const RACE = 2026
const START = '2026-03-01T04:00:00Z'
let desk: Cashdesk
let scene: ReturnType<typeof staysOf>
let director: { token: string; staffid: number }
let clerk: { token: string; staffid: number }
let runner: Awaited<ReturnType<typeof runnerSession>>
let hotel: { id: number; variantid: number }
let stay: string
beforeAll(async () => {
  desk = await openCashdesk()
  scene = staysOf(desk)
}, 60_000)
afterAll(() => desk.close())
// Each test begins with a paid stay from 5 to 7 March at a new hotel with a clerk.
beforeEach(async () => {
  desk.clock.set(START)
  const now = desk.clock.now()
  const race = { id: RACE, name: '江城马拉松', time: new Date('2026-03-08T00:00:00Z'), published_at: now }
  await desk.db.transaction().execute((tx) => saveRace(tx, race, now))
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  clerk = await staffSession(desk, [{ raceid: RACE, role: 'hotel' }])
  runner = await runnerSession(desk)
  hotel = await scene.makeHotel(director)
  await desk.ask(consoleHotelsClerksSave, { raceid: RACE, staffid: clerk.staffid, hotels: [hotel.id] }, director)
  stay = (await scene.book(hotel.variantid, '2026-03-05', '2026-03-07', runner)).stay
})

const offer = (arrival = '2026-03-05', departure = '2026-03-08') =>
  desk.call(consoleHotelsChange, { raceid: RACE, id: stay, arrival, departure, reason: '客人来电' }, clerk)
const withdraw = (as = clerk) =>
  desk.call(consoleHotelsWithdraw, { raceid: RACE, id: stay, reason: '客人改变主意' }, as)
const shown = () => desk.ask(hotelsInfoOrder, { id: stay }, runner)
const sold = () => scene.soldOn(hotel.variantid)
const OWN = { '2026-03-05': 1, '2026-03-06': 1 }
const pathsOfNews = async () => (await desk.ask(messageList, {}, runner)).items.map(({ path }) => path)

test('an offer that the page sends twice under one key is one order, one message and one line of the log', async () => {
  const asked = { raceid: RACE, id: stay, arrival: '2026-03-05', departure: '2026-03-08', reason: '客人来电' }
  const send = () => desk.call(consoleHotelsChange, { ...asked, _once: `offer-${stay}` }, clerk)
  const first = await send()
  expect(first).toMatchObject({ code: '200', data: { refund: 0, booking: { offer: { due: 60_000 } } } })
  expect((await send()).data).toEqual(first.data)
  expect(await sold()).toEqual({ ...OWN, '2026-03-07': 1 })
  const { items } = await desk.ask(messageList, {}, runner)
  expect(items.filter(({ text }) => text.includes('2026年3月8日'))).toHaveLength(1)
  const logged = await desk.db.selectFrom('log').select('id').where('what', '=', 'stay offered').execute()
  expect(logged).toHaveLength(1)
})

test('a clerk takes an offer back: the nights are free, the dates stay, and the guest gets a message', async () => {
  expect(await withdraw()).toMatchObject({ refusal: 'stay_change_none' })
  await offer()
  expect(await sold()).toEqual({ ...OWN, '2026-03-07': 1 })
  const stranger = await staffSession(desk, [{ raceid: RACE, role: 'hotel' }])
  expect(await withdraw(stranger)).toMatchObject({ refusal: 'stay_unknown' })
  expect(await withdraw()).toMatchObject({
    code: '200',
    data: {
      booking: {
        offer: null,
        departure: '2026-03-07',
        ended_offer: { arrival: '2026-03-05', departure: '2026-03-08', how: 'withdrawn' },
      },
    },
  })
  expect(await sold()).toEqual(OWN)
  expect((await shown()).change).toBeNull()
  expect(await withdraw(), 'a second press').toMatchObject({ refusal: 'stay_change_none' })
  const { items } = await desk.ask(messageList, { lang: 'en' } as never, runner)
  expect(items[0]).toMatchObject({ path: `/hotels/stay?raceid=${RACE}&id=${stay}` })
  expect(JSON.stringify(items[0])).toContain('took back')
  const logged = await desk.db.selectFrom('log').select(['what', 'after']).orderBy('id', 'desc').executeTakeFirst()
  expect(logged).toMatchObject({ what: 'stay offer withdrawn', after: { reason: '客人改变主意' } })
  // The clerk can offer again at once.
  expect(await offer('2026-03-04', '2026-03-07')).toMatchObject({ code: '200' })
  expect(await desk.unbalanced()).toEqual([])
})

test('only the guest can decline an offer, and the clerk then sees that the offer has ended', async () => {
  const keep = (as = runner) => desk.call(hotelsOrderKeep, { id: stay }, as)
  expect(await keep()).toMatchObject({ refusal: 'stay_change_none' })
  await offer()
  expect(await keep(await runnerSession(desk))).toMatchObject({ refusal: 'stay_unknown' })
  const [mine] = (await desk.ask(hotelsOrderList, { raceid: RACE }, runner)).items
  expect(mine).toMatchObject({ departure: '2026-03-07', change: { departure: '2026-03-08', due: 60_000, paid: false } })
  expect(await keep()).toMatchObject({ code: '200', data: { stay: { departure: '2026-03-07', state: 'booked' } } })
  expect(await sold()).toEqual(OWN)
  const list = await desk.ask(consoleHotelsBookings, { raceid: RACE, hotelid: hotel.id }, clerk)
  expect(list.items).toMatchObject([{ offer: null, ended_offer: { departure: '2026-03-08', how: 'declined' } }])
  // The guest can also take back a change that the guest asked for.
  await desk.ask(hotelsOrderChange, { id: stay, arrival: '2026-03-06', departure: '2026-03-08' }, runner)
  expect(await keep()).toMatchObject({ code: '200' })
  expect(await sold()).toEqual(OWN)
})

test('the clerk sees an unpaid offer as expired, until the dates change', async () => {
  const booking = async () =>
    (await desk.ask(consoleHotelsBookings, { raceid: RACE, hotelid: hotel.id }, director)).items[0]!
  expect((await booking()).ended_offer).toBeNull()
  await offer()
  expect(await booking()).toMatchObject({ offer: { departure: '2026-03-08' }, ended_offer: null })
  desk.clock.advance(25 * 3_600_000)
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  await desk.sweep()
  expect(await booking()).toMatchObject({
    offer: null,
    departure: '2026-03-07',
    ended_offer: { arrival: '2026-03-05', departure: '2026-03-08', how: 'expired' },
  })
  const moved = { raceid: RACE, id: stay, arrival: '2026-03-06', departure: '2026-03-08', reason: '客人来电' }
  expect(await desk.call(consoleHotelsChange, moved, director)).toMatchObject({ code: '200' })
  expect(await booking()).toMatchObject({ arrival: '2026-03-06', ended_offer: null })
})

test('a payment at the same moment as the withdrawal of its offer wins, and no money stays without nights', async () => {
  await offer()
  const { order_key } = (await shown()).change!
  await scene.payOrderOf(order_key)
  expect((await shown()).change, 'paid, and not yet moved').toMatchObject({ paid: true })
  const { items } = await desk.ask(consoleHotelsBookings, { raceid: RACE, hotelid: hotel.id }, clerk)
  expect(items, 'nothing is left to take back').toMatchObject([{ offer: null }])
  expect(await withdraw()).toMatchObject({ refusal: 'stay_change_paid' })
  expect(await desk.call(hotelsOrderKeep, { id: stay }, runner)).toMatchObject({ refusal: 'stay_change_paid' })
  await scene.jobsRun()
  expect(await shown()).toMatchObject({ change: null, stay: { departure: '2026-03-08', amount: 140_000 } })
  expect(await desk.unbalanced()).toEqual([])
})

test('a payment that arrives after the offer was taken back goes back whole', async () => {
  await offer()
  const { order_key } = (await shown()).change!
  const { id } = await desk.db.selectFrom('orders').select('id').where('_key', '=', order_key).executeTakeFirstOrThrow()
  await desk.start(id)
  expect(await withdraw()).toMatchObject({ code: '200' })
  desk.sandbox.pay(await desk.numberOf(id))
  await desk.deliver('all')
  await scene.jobsRun()
  await desk.refundsRun()
  expect(await shown()).toMatchObject({ change: null, stay: { departure: '2026-03-07' } })
  expect(await sold()).toEqual(OWN)
  expect(await desk.unbalanced()).toEqual([])
})

test('clerk and guest end an offer at the same moment, and the offer ends once', async () => {
  await offer()
  const ends = await Promise.all([
    withdraw(),
    withdraw(),
    desk.call(hotelsOrderKeep, { id: stay }, runner),
    desk.call(hotelsOrderKeep, { id: stay }, runner),
  ])
  expect(ends.map(({ refusal }) => refusal ?? 'ok').toSorted()).toEqual(['ok', ...Array(3).fill('stay_change_none')])
  expect(await sold()).toEqual(OWN)
  expect(await desk.unbalanced()).toEqual([])
})

test('an offer holds no night if the guest cancels the stay, if the stay loses a night, or if the guest does not come', async () => {
  await offer()
  const { stay: own } = await shown()
  await desk.ask(salesReturn, { id: own.order_key, lines: own.lines }, runner)
  expect((await shown()).change, 'a cancelled stay has nothing to pay').toBeNull()
  await scene.jobsRun()
  expect(await sold()).toEqual({})
  await desk.refundsRun()

  desk.clock.set(START)
  stay = (await scene.book(hotel.variantid, '2026-03-05', '2026-03-07', runner)).stay
  await offer()
  const { stay: second } = await shown()
  await desk.ask(
    consoleSalesReturn,
    { raceid: RACE, id: second.order_key, lines: second.lines.slice(0, 1), percent: 0, reason: '晚到' },
    director,
  )
  await scene.jobsRun()
  expect(await sold()).toEqual({ '2026-03-06': 1 })

  desk.clock.set(START)
  stay = (await scene.book(hotel.variantid, '2026-03-09', '2026-03-10', runner)).stay
  expect(await offer('2026-03-09', '2026-03-11')).toMatchObject({ code: '200' })
  desk.clock.set('2026-03-10T02:00:00Z')
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  await desk.ask(consoleHotelsOutcome, { raceid: RACE, id: stay, outcome: 'no_show' }, director)
  await scene.jobsRun()
  expect(await sold()).toEqual({ '2026-03-06': 1, '2026-03-09': 1 })
  expect(await desk.unbalanced()).toEqual([])
})

test('a confirmed booking still shows the open offer, and its message leads to the race of the stay', async () => {
  await offer()
  const confirm = { raceid: RACE, id: stay, number: 'JB-1' }
  const { booking } = await desk.ask(consoleHotelsConfirm, confirm, clerk)
  expect(booking).toMatchObject({ confirmation: 'JB-1', offer: { departure: '2026-03-08', due: 60_000 } })
  expect(new Set(await pathsOfNews())).toEqual(new Set([`/hotels/stay?raceid=${RACE}&id=${stay}`]))
})

test('guests who have arrived stay a night longer or leave early through the hotel, and never change a past night', async () => {
  desk.clock.set('2026-03-06T04:00:00Z')
  runner = await runnerSession(desk, runner.mobile)
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  const at = (arrival: string, departure: string) =>
    desk.call(consoleHotelsChange, { raceid: RACE, id: stay, arrival, departure, reason: '客人在前台' }, director)
  await desk.ask(consoleHotelsOutcome, { raceid: RACE, id: stay, outcome: 'arrived' }, director)
  expect(await at('2026-03-06', '2026-03-08'), 'the day of arrival is over').toMatchObject({ refusal: 'stay_past' })
  expect(await at('2026-03-04', '2026-03-07')).toMatchObject({ refusal: 'stay_past' })
  expect(await at('2026-03-05', '2026-03-08')).toMatchObject({ code: '200' })
  await scene.payOrderOf((await shown()).change!.order_key)
  await scene.jobsRun()
  expect((await shown()).stay).toMatchObject({ departure: '2026-03-08', nights: 3, outcome: 'arrived' })

  desk.clock.set('2026-03-07T04:00:00Z')
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  expect(await at('2026-03-05', '2026-03-06'), 'the night to 7 March is used').toMatchObject({ refusal: 'stay_past' })
  expect(await at('2026-03-05', '2026-03-07')).toMatchObject({ code: '200', data: { refund: 60_000 } })
  expect(await sold()).toEqual(OWN)
  await desk.refundsRun()
  expect(await desk.unbalanced()).toEqual([])
})
