import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChecklistOf } from '#contract/checklist.ts'
import type { Lang } from '#contract/words.ts'
import { saveRace } from '#features/races/service.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { checklist } from './checklist/checklist.service.ts'
import {
  consoleHotelsClerksSave,
  consoleHotelsConfirm,
  consoleHotelsNights,
  consoleHotelsSave,
} from './console.contract.ts'
import { hotelsInfoOrder, hotelsOrderGuests, hotelsOrderSave } from './contract.ts'

/** A race in New York. Clocks go forward there in the night to 8 March 2026. */
const RACE = 7
let desk: Cashdesk
let director: { token: string }
let runner: { token: string; uid: number }
beforeAll(async () => {
  desk = await openCashdesk()
  desk.clock.set('2026-03-01T17:00:00Z')
  const published_at = desk.clock.now()
  const race = {
    id: RACE,
    name: 'New York',
    zone: 'America/New_York',
    time: new Date('2026-03-08T12:00:00Z'),
    published_at,
  }
  await desk.db.transaction().execute((tx) => saveRace(tx, race, published_at))
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  runner = await runnerSession(desk, '+12025550123')
}, 60_000)
afterAll(() => desk.close())

const makeHotel = async (pieces = 3) => {
  const rooms = ['King', 'Twin'].map((name) => ({ name, price: 40_000, settings: { sleeps: 2 } }))
  const cancel = [{ hours: 24, percent: 0, fixed: 0 }]
  const made = await desk.ask(
    consoleHotelsSave,
    { raceid: RACE, name: 'Harbour Inn', open: '1', cancel, settings: {}, rooms },
    director,
  )
  const variantids = made.rooms.map(({ id }) => id)
  const nights = { raceid: RACE, id: made.id, variantids, from: '2026-03-05', until: '2026-03-10', pieces }
  return { ...(await desk.ask(consoleHotelsNights, nights, director)), cancel }
}
type Made = Awaited<ReturnType<typeof makeHotel>>
const book = (made: Made, change: object = {}, as = runner) =>
  desk.call(
    hotelsOrderSave,
    {
      raceid: RACE,
      variantid: made.rooms[0]!.id,
      arrival: '2026-03-07',
      departure: '2026-03-09',
      guests: ['Ann Shore'],
      ...change,
    } as never,
    as,
  )

test('a stay over the night in which the clocks change has two nights, and its deadline is by the clock of the hotel', async () => {
  const made = await makeHotel()
  const { data } = await book(made)
  expect(data).toMatchObject({ amount: 80_000 })
  const { stay, deadlines } = await desk.ask(hotelsInfoOrder, { id: data!.stay }, runner)
  expect(stay).toMatchObject({ nights: 2, arrival: '2026-03-07' })
  // Check-in is at 14:00 in New York, which is 19:00 in UTC before the clocks change. The deadline is a day earlier,
  // also at 19:00.
  expect(JSON.stringify(deadlines)).toContain('2026-03-06T19:00:00.000Z')
})

test('the check list writes the days of a stay in words', async () => {
  const guest = await runnerSession(desk)
  await book(await makeHotel(), {}, guest)
  const of = { raceid: RACE, uid: guest.uid, zone: 'America/New_York' } as ChecklistOf
  const linesIn = (lang: Lang) => checklist({ db: desk.db, seal: desk.parts.seal, now: desk.clock.now(), lang }, of)
  expect((await linesIn('en'))[0]).toMatchObject({ beside: '7 March 2026 to 9 March 2026' })
  expect((await linesIn('zh-cn'))[0]).toMatchObject({ beside: '2026年3月7日 至 2026年3月9日' })
})

test('the same night is sold until midnight in New York, and not after it', async () => {
  const made = await makeHotel()
  desk.clock.set('2026-03-08T04:59:00Z')
  runner = await runnerSession(desk, '+12025550123')
  expect((await book(made, { departure: '2026-03-08' })).code, '23:59 on 7 March').toBe('200')
  desk.clock.set('2026-03-08T05:00:30Z')
  expect(await book(made, { departure: '2026-03-08' })).toMatchObject({ refusal: 'stay_past' })
  desk.clock.set('2026-03-01T17:00:00Z')
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  runner = await runnerSession(desk, '+12025550123')
})

test('a room type that staff delete while its page is open is refused, and a booked one stays', async () => {
  const made = await makeHotel()
  const [king, twin] = made.rooms
  const save = (rooms: object[]) =>
    desk.call(
      consoleHotelsSave,
      { raceid: RACE, id: made.id, name: 'Harbour Inn', open: '1', cancel: made.cancel, settings: {}, rooms } as never,
      director,
    )
  const room = ({ id, name, price }: { id: number; name: string; price: number }) => ({ id, name, price, settings: {} })
  expect((await save([room(king!)])).code).toBe('200')
  expect((await book(made, { variantid: twin!.id })).code).toMatch(/^4/)
  const { data } = await book(made)
  expect((await save([])).code).toMatch(/^4/)
  expect((await desk.ask(hotelsInfoOrder, { id: data!.stay }, runner)).stay.room).toBe('King')
})

test('the last room goes to one of two tabs; negative and huge numbers of rooms are refused', async () => {
  const made = await makeHotel(1)
  const tabs = await Promise.all([1, 2, 3].map(() => book(made)))
  expect(tabs.map(({ refusal }) => refusal ?? 'ok').toSorted()).toEqual(['goods_sold_out', 'goods_sold_out', 'ok'])
  for (const rooms of [0, -1, 1.5, 11, 1e12, '１']) expect(await book(made, { rooms })).toMatchObject({ code: '422' })
  for (const guests of [[''], [], ['a\u0000b'], '😀'])
    expect((await book(made, { guests })).code, JSON.stringify(guests)).toMatch(/^4/)
})

test('a clerk who loses the hotel while a dialog is open cannot confirm, and no other guest changes the names', async () => {
  const made = await makeHotel()
  const { data } = await book(made)
  const clerk = await staffSession(desk, [{ raceid: RACE, role: 'hotel' }])
  const serve = (hotels: number[]) =>
    desk.ask(consoleHotelsClerksSave, { raceid: RACE, staffid: clerk.staffid, hotels }, director)
  await serve([made.id])
  await serve([])
  const confirm = { raceid: RACE, id: data!.stay, number: 'NY-1' }
  expect(await desk.call(consoleHotelsConfirm, confirm, clerk)).toMatchObject({ refusal: 'stay_unknown' })
  const stranger = await runnerSession(desk)
  expect(
    await desk.call(hotelsOrderGuests, { id: data!.stay, guests: ['Nobody'], note: '' } as never, stranger),
  ).toMatchObject({ refusal: 'stay_unknown' })
})
