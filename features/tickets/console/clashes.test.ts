import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveRace } from '#features/races/service.ts'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { ticketBuy, ticketMy, ticketOffer, ticketTake } from '../contract.ts'
import { consoleTicketsClashes, consoleTicketsScan } from '../gate.contract.ts'

const RACE = 2026
let desk: Cashdesk
let director: { token: string }
beforeAll(async () => {
  desk = await openCashdesk()
  const now = desk.clock.now()
  const race = { id: RACE, name: '江城马拉松', time: new Date('2026-11-01T00:00:00Z'), published_at: now }
  await desk.db.transaction().execute((tx) => saveRace(tx, race, now))
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
}, 60_000)
afterAll(() => desk?.close())

let nth = 0
const scanOf = (code: string, change: object = {}) => ({
  scan: `scan-number-${++nth}`,
  code,
  gate: 'A',
  direction: 'in' as const,
  at: desk.clock.now().toISOString(),
  ...change,
})
const scan = async (...scans: ReturnType<typeof scanOf>[]) =>
  (await desk.ask(consoleTicketsScan, { raceid: RACE, scans }, director)).items.map(({ outcome }) => outcome)

test('a gate without network that could not know of a new holder shows the former code to the supervisor later', async () => {
  const stock = [{ slot: '', pieces: 1 }]
  const settings = { kind: 'grandstand', reentry: true }
  const kind = await desk.ask(
    consoleGoodsSave,
    { raceid: RACE, room: 'tickets', name: '看台', open: '1', settings, variants: [{ price: 0, stock }] },
    director,
  )
  const [buyer, friend] = [await runnerSession(desk), await runnerSession(desk)]
  const lines = [{ variantid: kind.variants[0]!.id, slot: '', n: 1 }]
  await desk.ask(ticketBuy, { raceid: RACE, lines }, buyer)
  const mine = async (as: { token: string }) => (await desk.ask(ticketMy, { raceid: RACE }, as)).items
  const [before] = await mine(buyer)
  const { token } = await desk.ask(ticketOffer, { id: before!._key }, buyer)
  await desk.ask(ticketTake, { raceid: RACE, token }, friend)
  const [after] = await mine(friend)
  const offline = (code: string, direction: 'in' | 'out', minutes: number) =>
    scanOf(code, {
      gate: `former ${minutes}`,
      direction,
      offline: true,
      at: new Date(desk.clock.now().getTime() + minutes * 60_000).toISOString(),
    })
  const former = [offline(before!.code!, 'in', -9), offline(before!.code!, 'out', -8), offline(before!.code!, 'in', -7)]
  expect(await scan(scanOf(after!.code!), ...former)).toEqual(['ok', 'revoked', 'revoked', 'revoked'])
  const { items } = await desk.ask(consoleTicketsClashes, { raceid: RACE }, director)
  expect(items.map(({ gate, outcome, before: other }) => [gate, outcome, other?.gate]).toSorted()).toEqual(
    ['former -7', 'former -8', 'former -9'].map((gate) => [gate, 'revoked', 'A']),
  )
  // The present holder is inside, whatever the former holder did.
  expect(await scan(scanOf(after!.code!, { direction: 'out' }))).toEqual(['ok'])
})
