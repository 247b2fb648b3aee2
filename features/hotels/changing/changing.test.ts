import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageList } from '#features/messages/contract.ts'
import { saveRace } from '#features/races/service.ts'
import { salesReturn } from '#features/sales/contract.ts'
import { consoleSalesMovements } from '#features/sales/movements/movements.contract.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { staysOf } from '#test/scenes/around/stays.ts'
import {
  consoleHotelsBookings,
  consoleHotelsChange,
  consoleHotelsClerksSave,
  consoleHotelsNights,
  consoleHotelsOther,
} from '../console.contract.ts'
import { hotelsInfoOrder, hotelsOrderChange, hotelsOrderOther } from '../contract.ts'
import { changeNights } from '../stay.rules.ts'
import { completeChange } from './changeOrders.service.ts'

const RACE = 2026
let desk: Cashdesk
let director: { token: string }
let runner: { token: string; uid: number }
let scene: ReturnType<typeof staysOf>
beforeAll(async () => {
  desk = await openCashdesk()
  scene = staysOf(desk)
  desk.clock.set('2026-03-01T04:00:00Z')
  const published_at = desk.clock.now()
  const race = { id: RACE, name: '江城马拉松', time: new Date('2026-03-08T00:00:00Z'), published_at }
  await desk.db.transaction().execute((tx) => saveRace(tx, race, published_at))
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  runner = await runnerSession(desk)
}, 60_000)
afterAll(() => desk.close())

const makeHotel = (pieces = 5) => scene.makeHotel(director, pieces)
const book = (variantid: number, arrival: string, departure: string, as: { token: string } = runner) =>
  scene.book(variantid, arrival, departure, as)
const soldOn = (variantid: number) => scene.soldOn(variantid)
const change = (id: string, arrival: string, departure: string, more: object = {}, as: { token: string } = runner) =>
  desk.call(hotelsOrderChange, { id, arrival, departure, ...more }, as)

test('a stay moves to other nights of the same length and price, and the stock follows night by night', async () => {
  const { variantid } = await makeHotel()
  const { stay } = await book(variantid, '2026-03-05', '2026-03-07')
  expect(
    await desk.ask(hotelsOrderOther, { id: stay, arrival: '2026-03-04', departure: '2026-03-06' }, runner),
  ).toEqual({ refund: 0, due: 0 })
  expect(await change(stay, '2026-03-04', '2026-03-06', { refund: 0 })).toMatchObject({
    code: '200',
    data: { refund: 0, stay: { arrival: '2026-03-04', departure: '2026-03-06', nights: 2, amount: 80_000 } },
  })
  expect(await soldOn(variantid)).toEqual({ '2026-03-04': 1, '2026-03-05': 1 })
  const { items } = await desk.ask(
    consoleSalesMovements,
    { raceid: RACE, room: 'hotels', variantid, cause: 'moved' },
    director,
  )
  expect(items.map(({ slot, change: n, before, after }) => [slot, n, before, after])).toEqual([
    ['2026-03-04', -1, 5, 4],
    ['2026-03-06', 1, 4, 5],
  ])
})

test('cheaper nights give the difference back, and a cancellation then gives back the rest', async () => {
  const { variantid } = await makeHotel()
  const { stay, orderid } = await book(variantid, '2026-03-07', '2026-03-09')
  expect(await change(stay, '2026-03-09', '2026-03-11', { refund: 1 })).toMatchObject({ refusal: 'stay_change_moved' })
  expect(await change(stay, '2026-03-09', '2026-03-11', { refund: 20_000 })).toMatchObject({
    code: '200',
    data: { refund: 20_000, stay: { amount: 100_000, back: 20_000 } },
  })
  await desk.refundsRun()
  expect((await desk.refunds(orderid)).map(({ amount, state }) => [amount, state])).toEqual([[20_000, 'done']])
  expect(await desk.unbalanced()).toEqual([])
  // A cancellation afterwards gives back only what is left of the payment.
  const { stay: shown } = await desk.ask(hotelsInfoOrder, { id: stay }, runner)
  const whole = { id: shown.order_key, lines: shown.lines }
  expect(await desk.ask(salesReturn, whole, runner)).toEqual({ amount: 80_000 })
  await desk.refundsRun()
  expect(await desk.unbalanced()).toEqual([])
})

test('past days, full nights, other people and late changes are refused, and nothing moves', async () => {
  const { variantid } = await makeHotel(1)
  const { stay } = await book(variantid, '2026-03-05', '2026-03-07')
  const blocker = await runnerSession(desk)
  await book(variantid, '2026-03-09', '2026-03-10', blocker)
  const before = await soldOn(variantid)
  const refusalOf = async (arrival: string, departure: string, as = runner as { token: string }) =>
    (await change(stay, arrival, departure, {}, as)).refusal
  expect(await refusalOf('2026-03-08', '2026-03-10'), 'one of two nights is full').toBe('goods_sold_out')
  expect(await refusalOf('2026-03-05', '2026-03-07')).toBe('stay_change_same')
  expect(await refusalOf('2026-02-20', '2026-02-22')).toBe('stay_past')
  expect(await refusalOf('2026-03-12', '2026-03-14'), 'a night that the hotel does not offer').toBe('goods_not_on_sale')
  expect(await refusalOf('2026-03-04', '2026-03-06', blocker)).toBe('stay_unknown')
  expect(await change(stay, '2026-02-30', '2026-03-01')).toMatchObject({ code: '422' })
  expect(await soldOn(variantid)).toEqual(before)
  desk.clock.set('2026-03-04T10:00:00Z')
  runner = await runnerSession(desk)
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
})

/** Pays an order by its key, and completes the change of a stay that the order pays for. Returns the order's id. */
const pay = async (order: string) => {
  const id = await scene.payOrderOf(order)
  await completeChange(desk.parts, RACE, id, desk.clock.now())
  return id
}
const shownStay = async (id: string) => (await desk.ask(hotelsInfoOrder, { id }, runner)).stay
/** Cancels a stay as its guest. Returns the amount that goes back. */
const cancelled = async (id: string) => {
  const { order_key, lines } = await shownStay(id)
  const { amount } = await desk.ask(salesReturn, { id: order_key, lines }, runner)
  await desk.refundsRun()
  return amount
}

test('dearer nights are held until the difference is paid, then the stay moves; a cancellation gives both payments back', async () => {
  desk.clock.set('2026-03-01T05:00:00Z')
  runner = await runnerSession(desk)
  const { variantid } = await makeHotel()
  const { stay, orderid } = await book(variantid, '2026-03-05', '2026-03-07')
  const dates = { id: stay, arrival: '2026-03-06', departure: '2026-03-08' }
  expect(await desk.ask(hotelsOrderOther, dates, runner)).toEqual({ refund: 0, due: 20_000 })
  expect(await change(stay, '2026-03-06', '2026-03-08', { due: 19_999 })).toMatchObject({
    refusal: 'stay_change_moved',
  })
  const held = await desk.ask(hotelsOrderChange, { ...dates, due: 20_000 }, runner)
  expect(held).toMatchObject({ refund: 0, stay: { arrival: '2026-03-05' } })
  expect(await soldOn(variantid)).toEqual({ '2026-03-05': 1, '2026-03-06': 1, '2026-03-07': 1 })
  expect((await desk.ask(hotelsInfoOrder, { id: stay }, runner)).change).toMatchObject({
    order_key: held.pay!,
    due: 20_000,
  })
  for (const again of ['2026-03-06', '2026-03-08'])
    expect(await change(stay, again, '2026-03-09')).toMatchObject({ refusal: 'stay_change_open' })
  const second = await pay(held.pay!)
  await completeChange(desk.parts, RACE, second, desk.clock.now())
  expect(await shownStay(stay)).toMatchObject({
    arrival: '2026-03-06',
    departure: '2026-03-08',
    nights: 2,
    amount: 100_000,
  })
  expect(await soldOn(variantid)).toEqual({ '2026-03-06': 1, '2026-03-07': 1 })
  expect(await desk.unbalanced()).toEqual([])
  expect(await cancelled(stay)).toBe(100_000)
  expect((await desk.refunds(second)).map(({ amount }) => amount)).toEqual([20_000])
  expect((await desk.refunds(orderid)).map(({ amount }) => amount)).toEqual([80_000])
  expect(await soldOn(variantid)).toEqual({})
  expect(await desk.unbalanced()).toEqual([])
})

test('a guest pays only for new nights and gets the price of fewer nights back; two dear nights become three cheap nights', async () => {
  const { variantid } = await makeHotel()
  const { stay, orderid } = await book(variantid, '2026-03-06', '2026-03-08')
  const longer = await desk.ask(hotelsOrderChange, { id: stay, arrival: '2026-03-05', departure: '2026-03-08' }, runner)
  await pay(longer.pay!)
  expect(await shownStay(stay)).toMatchObject({ arrival: '2026-03-05', nights: 3, amount: 140_000 })
  expect(await change(stay, '2026-03-05', '2026-03-07', { refund: 60_000 })).toMatchObject({ data: { refund: 60_000 } })
  expect(await shownStay(stay)).toMatchObject({ nights: 2, departure: '2026-03-07', price: [{}, {}, {}] })
  expect(await soldOn(variantid)).toEqual({ '2026-03-05': 1, '2026-03-06': 1 })
  expect(await cancelled(stay)).toBe(80_000)
  expect((await desk.refunds(orderid)).length).toBeGreaterThan(0)
  const dear = await book(variantid, '2026-03-07', '2026-03-08')
  expect(await change(dear.stay, '2026-03-09', '2026-03-10', { refund: 20_000 })).toMatchObject({ code: '200' })
  expect(await cancelled(dear.stay)).toBe(40_000)
  expect(await soldOn(variantid)).toEqual({})
  expect(await desk.unbalanced()).toEqual([])
})

test('an unpaid difference frees the nights; a difference that is paid after a cancellation goes back whole', async () => {
  const { variantid } = await makeHotel()
  const { stay } = await book(variantid, '2026-03-05', '2026-03-06')
  const offer = () => desk.ask(hotelsOrderChange, { id: stay, arrival: '2026-03-07', departure: '2026-03-08' }, runner)
  await offer()
  desk.clock.advance(61 * 60_000)
  await desk.sweep()
  expect(await soldOn(variantid)).toEqual({ '2026-03-05': 1 })
  expect((await desk.ask(hotelsInfoOrder, { id: stay }, runner)).change).toBeNull()
  const { pay: order } = await offer()
  expect(await cancelled(stay)).toBe(40_000)
  const second = await pay(order!)
  await desk.refundsRun()
  expect((await desk.refunds(second)).map(({ amount, state }) => [amount, state])).toEqual([[20_000, 'done']])
  expect((await shownStay(stay)).state).toBe('cancelled')
  expect(await soldOn(variantid)).toEqual({})
  expect(await desk.unbalanced()).toEqual([])
})

test('ten taps at once on a dearer change make one order, and the last room goes to one of two guests', async () => {
  const { variantid } = await makeHotel(1)
  const other = await runnerSession(desk)
  const [mine, theirs] = [
    await book(variantid, '2026-03-04', '2026-03-05'),
    await book(variantid, '2026-03-05', '2026-03-06', other),
  ]
  const wish = (id: string, as: { token: string }) => change(id, '2026-03-07', '2026-03-08', {}, as)
  const taps = await Promise.all([
    ...Array.from({ length: 5 }, () => wish(mine.stay, runner)),
    ...Array.from({ length: 5 }, () => wish(theirs.stay, other)),
  ])
  expect(taps.filter(({ code }) => code === '200')).toHaveLength(1)
  expect(await soldOn(variantid)).toEqual({ '2026-03-04': 1, '2026-03-05': 1, '2026-03-07': 1 })
})

test('a clerk moves bookings of the own hotel at any price, with a reason, and the guest gets a message', async () => {
  desk.clock.set('2026-03-01T04:00:00Z')
  runner = await runnerSession(desk)
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  const { id, variantid } = await makeHotel()
  const { stay } = await book(variantid, '2026-03-05', '2026-03-06')
  const clerk = await staffSession(desk, [{ raceid: RACE, role: 'hotel' }])
  const asked = { raceid: RACE, id: stay, arrival: '2026-03-07', departure: '2026-03-08', reason: '航班改期' }
  expect(await desk.call(consoleHotelsChange, asked, clerk)).toMatchObject({ refusal: 'stay_unknown' })
  await desk.ask(consoleHotelsClerksSave, { raceid: RACE, staffid: clerk.staffid, hotels: [id] }, director)
  const { booking } = await desk.ask(consoleHotelsChange, asked, clerk)
  expect(booking).toMatchObject({ arrival: '2026-03-07', departure: '2026-03-08', amount: 40_000, back: 0 })
  expect(await soldOn(variantid)).toEqual({ '2026-03-07': 1 })
  const { stay: shown } = await desk.ask(hotelsInfoOrder, { id: stay }, runner)
  expect(shown).toMatchObject({ arrival: '2026-03-07', nights: 1 })
  expect(JSON.stringify(await desk.ask(messageList, {}, runner))).toContain('2026年3月7日')
  const { items } = await desk.ask(consoleHotelsBookings, { raceid: RACE, arrival: '2026-03-07' }, clerk)
  expect(items.map(({ _key }) => _key)).toEqual([stay])
})

test('a clerk changes the number of nights: fewer nights give money back; more nights are an offer that the guest pays or declines', async () => {
  runner = await runnerSession(desk)
  const { id, variantid } = await makeHotel()
  const { stay, orderid } = await book(variantid, '2026-03-05', '2026-03-07')
  const clerk = await staffSession(desk, [{ raceid: RACE, role: 'hotel' }])
  const stranger = await staffSession(desk, [{ raceid: RACE, role: 'hotel' }])
  await desk.ask(consoleHotelsClerksSave, { raceid: RACE, staffid: clerk.staffid, hotels: [id] }, director)
  const dates = (arrival: string, departure: string) => ({ raceid: RACE, id: stay, arrival, departure })
  const price = (arrival: string, departure: string, as = clerk) =>
    desk.call(consoleHotelsOther, dates(arrival, departure), as)
  const move = (arrival: string, departure: string, more: object = {}, as = clerk) =>
    desk.call(consoleHotelsChange, { ...dates(arrival, departure), reason: '客人来电', ...more }, as)
  expect(await price('2026-03-05', '2026-03-08', stranger)).toMatchObject({ refusal: 'stay_unknown' })
  expect(await move('2026-03-05', '2026-03-08', {}, stranger)).toMatchObject({ refusal: 'stay_unknown' })
  expect(await move('2026-03-05', '2026-03-20')).toMatchObject({ refusal: 'stay_too_long' })
  expect((await price('2026-03-06', '2026-03-08')).data, 'as many nights').toEqual({ refund: 0, due: 0, free: true })
  expect((await price('2026-03-05', '2026-03-08')).data).toEqual({ refund: 0, due: 60_000, free: false })

  // The guest asks for one more night, which is the expensive night. The stay keeps its dates until the guest pays.
  expect(await move('2026-03-05', '2026-03-08', { due: 1 })).toMatchObject({ refusal: 'stay_change_moved' })
  const taps = await Promise.all(Array.from({ length: 4 }, () => move('2026-03-05', '2026-03-08', { due: 60_000 })))
  expect(taps.filter(({ code }) => code === '200')).toHaveLength(1)
  expect(await shownStay(stay)).toMatchObject({ departure: '2026-03-07', nights: 2 })
  const list = async () => (await desk.ask(consoleHotelsBookings, { raceid: RACE, hotelid: id }, clerk)).items
  expect(await list()).toMatchObject([{ nights: 2, offer: { departure: '2026-03-08', due: 60_000 } }])
  expect(JSON.stringify(await desk.ask(messageList, { lang: 'en' } as never, runner))).toContain('600.00')
  // The sessions of staff end meanwhile, so the clock goes back afterwards.
  const start = desk.clock.now().toISOString()
  desk.clock.advance(23 * 3_600_000)
  await desk.sweep()
  const offered = (await desk.ask(hotelsInfoOrder, { id: stay }, runner)).change!
  expect(offered, 'the offer lasts a day').toMatchObject({ due: 60_000 })
  await pay(offered.order_key)
  desk.clock.set(start)
  expect(await shownStay(stay)).toMatchObject({ departure: '2026-03-08', nights: 3, amount: 140_000 })
  expect((await list())[0]!.offer).toBeNull()

  // The stay loses two nights, and their money goes back to the payer.
  expect(await move('2026-03-05', '2026-03-06', { refund: 1 })).toMatchObject({ refusal: 'stay_change_moved' })
  expect(await move('2026-03-05', '2026-03-06', { refund: 100_000 })).toMatchObject({ data: { refund: 100_000 } })
  await desk.refundsRun()
  const back = (await desk.refunds(orderid)).reduce((sum, { amount }) => sum + amount, 0)
  expect(back).toBeGreaterThan(0)
  expect(await shownStay(stay)).toMatchObject({ nights: 1, departure: '2026-03-06' })
  expect(await soldOn(variantid)).toEqual({ '2026-03-05': 1 })

  // An unpaid offer ends after 24 hours. Its nights are free again.
  await move('2026-03-05', '2026-03-07')
  expect(await soldOn(variantid)).toEqual({ '2026-03-05': 1, '2026-03-06': 1 })
  desk.clock.advance(25 * 3_600_000)
  await desk.sweep()
  desk.clock.set(start)
  expect(await soldOn(variantid)).toEqual({ '2026-03-05': 1 })
  expect(await desk.unbalanced()).toEqual([])
})

// Forty guests book and pay one after another, and then all change at once. This takes long on a slow machine.
test('forty guests who move to the same nights at once leave exact stock and no half stay', async () => {
  const { variantid } = await makeHotel(40)
  const guests = await Promise.all(Array.from({ length: 40 }, () => runnerSession(desk)))
  const stays = []
  for (const guest of guests) stays.push((await book(variantid, '2026-03-04', '2026-03-06', guest)).stay)
  const id = (
    await desk.db.selectFrom('variants').select('goodsid').where('id', '=', variantid).executeTakeFirstOrThrow()
  ).goodsid
  await desk.ask(
    consoleHotelsNights,
    { raceid: RACE, id, variantids: [variantid], from: '2026-03-10', until: '2026-03-10', pieces: 13 },
    director,
  )
  const outcomes = await Promise.all(stays.map((stay, at) => change(stay, '2026-03-09', '2026-03-11', {}, guests[at]!)))
  expect(outcomes.filter(({ code }) => code === '200')).toHaveLength(13)
  expect(new Set(outcomes.filter(({ code }) => code !== '200').map(({ refusal }) => refusal))).toEqual(
    new Set(['goods_sold_out']),
  )
  expect(await soldOn(variantid)).toEqual({ '2026-03-04': 27, '2026-03-05': 27, '2026-03-09': 13, '2026-03-10': 13 })
}, 120_000)

test('the plan gives back exactly the difference, and never more than a line cost', () => {
  const line = (id: number, slot: string, amount: number) => ({ id, slot, n: 2, amount, back: 0 })
  const lines = [line(1, '2026-03-05', 100), line(2, '2026-03-06', 900)]
  const plan = changeNights(lines, 7, ['2026-03-06', '2026-03-07'], () => 20)
  expect(plan).toEqual({
    moves: [{ itemid: 1, variantid: 7, from: '2026-03-05', to: '2026-03-07', n: 2 }],
    back: new Map([[1, 60]]),
    refund: 60,
  })
  expect(changeNights(lines, 7, ['2026-03-06', '2026-03-07'], () => 51)).toEqual({ dearer: 2 })
  const both = changeNights(lines, 7, ['2026-03-08', '2026-03-09'], () => 10)
  expect(both).toMatchObject({
    refund: 960,
    back: new Map([
      [1, 100],
      [2, 860],
    ]),
  })
})
