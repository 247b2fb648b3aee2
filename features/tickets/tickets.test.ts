import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { saveRace } from '#features/races/service.ts'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { salesReturn } from '#features/sales/contract.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import {
  ticketBuy,
  ticketDetail,
  ticketKeep,
  ticketMy,
  ticketName,
  ticketOffer,
  ticketShow,
  ticketTake,
  ticketTickets,
} from './contract.ts'
import { consoleDesksEnrol, consoleDesksRevoke, consoleDesksSave } from '#features/desks/setup/setup.contract.ts'
import {
  consoleTicketsClashes,
  consoleTicketsGate,
  consoleTicketsGateContact,
  consoleTicketsGateScan,
  consoleTicketsScan,
  consoleTicketsSettle,
} from './gate.contract.ts'
import { consoleTicketsReturn, consoleTicketsShow, consoleTicketsSold } from './sold.contract.ts'
import { isGenuine, isRevoked, readTicketCode } from './gate.rules.ts'

const RACE = 2026
let desk: Cashdesk
let director: { token: string }
let buyer: { token: string; uid: number }
let friend: { token: string; uid: number }
beforeAll(async () => {
  desk = await openCashdesk()
  const now = desk.clock.now()
  const race = { id: RACE, name: '江城马拉松', time: new Date('2026-11-01T00:00:00Z'), published_at: now }
  await desk.db.transaction().execute((tx) => saveRace(tx, race, now))
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  buyer = await runnerSession(desk)
  friend = await runnerSession(desk)
}, 60_000)
afterAll(() => desk.close())

type Save = InputOf<typeof consoleGoodsSave>
const makeKind = async (settings: Record<string, unknown> = {}, change: Partial<Save> = {}) =>
  desk.ask(
    consoleGoodsSave,
    {
      raceid: RACE,
      room: 'tickets',
      name: '意面晚宴',
      names: { en: 'Pasta party' },
      open: '1',
      settings: { kind: 'pasta', ...settings },
      refund: { tiers: [{ from: null, until: '2026-10-31', percent: 0, fixed: 0 }], before: [] },
      variants: [
        {
          price: 0,
          stock: [
            { slot: '18:00', pieces: 30, starts_at: '2026-03-01T18:00:00+08:00', ends_at: '2026-03-01T19:00:00+08:00' },
          ],
        },
      ],
      ...change,
    },
    director,
  )
type Kind = Awaited<ReturnType<typeof makeKind>>
const buy = async (kind: Kind, n = 1, as = buyer) =>
  desk.ask(ticketBuy, { raceid: RACE, lines: [{ variantid: kind.variants[0]!.id, slot: '18:00', n }] }, as)
const mine = async (kind: Kind, as = buyer) =>
  (await desk.ask(ticketMy, { raceid: RACE }, { ...as, lang: 'en' })).items.filter(({ goodsid }) => goodsid === kind.id)

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

test('visitors see kinds with free pieces, as a call and as a GET with an ETag', async () => {
  const kind = await makeKind({ named: true, place: '体育馆', places: { en: 'Stadium' } })
  await makeKind({}, { open: '0', name: '草稿' })
  const { items } = await desk.ask(ticketShow, { raceid: RACE }, { lang: 'en' })
  expect(items.find(({ id }) => id === kind.id)).toMatchObject({
    name: 'Pasta party',
    kind: 'pasta',
    free: 30,
    named: true,
    place: 'Stadium',
  })
  expect(items.map(({ name }) => name)).not.toContain('草稿')
  const shown = await desk.ask(ticketTickets, { raceid: RACE, id: kind.id })
  expect(shown.kind.place).toBe('体育馆')
  expect(shown.choices[0]!.slots).toMatchObject([{ slot: '18:00', free: 30, price: 0 }])
  expect(await desk.call(ticketTickets, { raceid: RACE, id: 999 })).toMatchObject({ refusal: 'ticket_kind_unknown' })
  const first = await desk.app.inject({ url: `/ticket/show?raceid=${RACE}` })
  const again = await desk.app.inject({
    url: `/ticket/show?raceid=${RACE}`,
    headers: { 'if-none-match': first.headers.etag as string },
  })
  expect([first.statusCode, again.statusCode]).toEqual([200, 304])
})

test('each paid piece is a ticket, and its code passes a gate without network', async () => {
  const kind = await makeKind({}, { variants: [{ price: 9_900, stock: [{ slot: '18:00', pieces: 5 }] }] })
  const lines = [{ variantid: kind.variants[0]!.id, slot: '18:00', n: 2 }]
  expect(await desk.call(ticketBuy, { raceid: RACE, lines, amount: 1 }, buyer)).toMatchObject({
    refusal: 'goods_price_changed',
  })
  const bought = await desk.ask(ticketBuy, { raceid: RACE, lines, amount: 19_800 }, buyer)
  expect([bought.paid, await mine(kind)]).toEqual([false, []])
  const { id } = await desk.db
    .selectFrom('orders')
    .select('id')
    .where('_key', '=', bought.order)
    .executeTakeFirstOrThrow()
  await desk.start(id)
  desk.sandbox.pay(await desk.numberOf(id))
  await desk.deliver('all')
  const tickets = await mine(kind)
  expect(tickets).toMatchObject([
    { state: 'valid', goods: 'Pasta party', used: false, order_key: bought.order },
    { state: 'valid', slot: '18:00' },
  ])
  const gate = await desk.ask(consoleTicketsGate, { raceid: RACE }, director)
  for (const { code } of tickets) {
    const read = readTicketCode(code!)!
    expect(await isGenuine(gate.public_key!, read)).toBe(true)
    expect(isRevoked(gate.revoked, read.facts)).toBe(false)
  }
  const stranger = await desk.call(ticketDetail, { id: tickets[0]!._key }, friend)
  expect(stranger).toMatchObject({ refusal: 'own_ticket_unknown' })
})

test('a ticket that needs a name has no code before it has one, and keeps the name after the entry', async () => {
  const kind = await makeKind({ named: true })
  await buy(kind)
  const [blank] = await mine(kind)
  expect(blank).toMatchObject({ code: null, holder: null })
  const { ticket } = await desk.ask(ticketName, { id: blank!._key, name: '沈跑跑' }, buyer)
  expect(ticket).toMatchObject({ holder: '沈跑跑', code: expect.stringContaining('SLT1.') as string })
  expect(await scan(scanOf(ticket.code!))).toEqual(['ok'])
  expect(await desk.call(ticketName, { id: blank!._key, name: '别人' }, buyer)).toMatchObject({
    refusal: 'ticket_is_used',
  })
  expect(await desk.call(ticketOffer, { id: blank!._key }, buyer)).toMatchObject({ refusal: 'ticket_is_used' })
})

test('a handed-on ticket moves once, however many people take it, and the old code is revoked', async () => {
  const kind = await makeKind()
  await buy(kind)
  const [before] = await mine(kind)
  const old = await desk.ask(ticketOffer, { id: before!._key }, buyer)
  const { token } = await desk.ask(ticketOffer, { id: before!._key }, buyer)
  expect(await desk.call(ticketTake, { raceid: RACE, token: old.token }, friend)).toMatchObject({
    refusal: 'ticket_link_over',
  })
  const takers = await Promise.all(Array.from({ length: 5 }, () => runnerSession(desk)))
  const all = await Promise.all(takers.map((as) => desk.call(ticketTake, { raceid: RACE, token }, as)))
  expect(all.filter(({ code }) => code === '200')).toHaveLength(1)
  expect(await mine(kind)).toEqual([])
  const taker = takers[all.findIndex(({ code }) => code === '200')]!
  const [after] = await mine(kind, taker)
  const detail = await desk.ask(ticketDetail, { id: after!._key }, taker)
  expect([detail.moves.length, after!.offered]).toEqual([1, false])
  const { revoked } = await desk.ask(consoleTicketsGate, { raceid: RACE }, director)
  expect([before!, after!].map(({ code }) => isRevoked(revoked, readTicketCode(code!)!.facts))).toEqual([true, false])
  expect(await scan(scanOf(before!.code!), scanOf(after!.code!))).toEqual(['revoked', 'ok'])
})

test('a holder who keeps an offered ticket ends its link', async () => {
  const kind = await makeKind()
  await buy(kind)
  const [one] = await mine(kind)
  const { token } = await desk.ask(ticketOffer, { id: one!._key }, buyer)
  expect((await desk.ask(ticketKeep, { id: one!._key }, buyer)).ticket.offered).toBe(false)
  expect(await desk.call(ticketTake, { raceid: RACE, token }, friend)).toMatchObject({ refusal: 'ticket_link_over' })
})

test('a buyer gives back only tickets that are unused and still held', async () => {
  const kind = await makeKind()
  const { order } = await buy(kind, 3)
  const tickets = await mine(kind)
  const { token } = await desk.ask(ticketOffer, { id: tickets[0]!._key }, buyer)
  await desk.ask(ticketTake, { raceid: RACE, token }, friend)
  expect(await scan(scanOf(tickets[1]!.code!))).toEqual(['ok'])
  const back = (pieces: number) =>
    desk.call(salesReturn, { id: order, lines: [{ id: tickets[0]!.item_key!, pieces }] }, buyer)
  expect(await back(2)).toMatchObject({ refusal: 'return_too_many' })
  expect(await back(1)).toMatchObject({ code: '200' })
  expect(await back(1)).toMatchObject({ refusal: 'return_too_many' })
  const states = new Map((await mine(kind)).map(({ _key, state }) => [_key, state]))
  expect([states.get(tickets[1]!._key), states.get(tickets[2]!._key)]).toEqual(['valid', 'returned'])
  expect(await scan(scanOf(tickets[2]!.code!))).toEqual(['revoked'])
  const [row] = await desk.db.selectFrom('stock').select('sold').where('variantid', '=', kind.variants[0]!.id).execute()
  expect(row).toEqual({ sold: 2 })
})

test('a second gate refuses with network, and re-entry follows the kind', async () => {
  const [once, again] = [await makeKind(), await makeKind({ reentry: true })]
  for (const [kind, second] of [
    [once, 'used'],
    [again, 'ok'],
  ] as const) {
    await buy(kind)
    const code = (await mine(kind))[0]!.code!
    const both = await Promise.all([scan(scanOf(code)), scan(scanOf(code, { gate: 'B' }))])
    expect(both.flat().toSorted()).toEqual(['inside', 'ok'])
    expect(await scan(scanOf(code, { direction: 'out' }), scanOf(code))).toEqual(['ok', second])
    expect(await scan(scanOf(code, { goodsid: 1_000_000 }))).toEqual(['other_kind'])
  }
  expect(await scan(scanOf('SLT1.nothing'))).toEqual(['forged'])
  const [code] = (await mine(once)).map((one) => one.code!)
  const twice = scanOf(code!, { direction: 'out' })
  expect([await scan(twice), await scan(twice)].flat()).toEqual(['outside', 'outside'])
  expect(await desk.call(consoleTicketsScan, { raceid: RACE, scans: [twice] })).toMatchObject({ code: '401' })
})

test('two gates without network let one ticket in twice, and the supervisor sees this later', async () => {
  const kind = await makeKind()
  await buy(kind)
  const code = (await mine(kind))[0]!.code!
  const at = desk.clock.now().toISOString()
  desk.clock.advance(60_000)
  const [a, b] = [scanOf(code, { gate: 'A', offline: true, at }), scanOf(code, { gate: 'B', offline: true })] as const
  expect(await scan(b!)).toEqual(['ok'])
  expect(await scan(a!, a!)).toEqual(['ok', 'ok'])
  const list = async () => (await desk.ask(consoleTicketsClashes, { raceid: RACE }, director)).items
  const [clash] = await list()
  expect(clash).toMatchObject({ gate: 'B', outcome: 'inside', settled_at: null, before: { gate: 'A', at } })
  expect(await list()).toHaveLength(1)
  expect(await desk.call(consoleTicketsSettle, { raceid: RACE, id: 1_000_000 }, director)).toMatchObject({
    refusal: 'scan_unknown',
  })
  await desk.ask(consoleTicketsSettle, { raceid: RACE, id: clash!.id }, director)
  expect((await list())[0]!.settled_at).not.toBeNull()
})

test('gates without network send their scans in any order and by wrong clocks, and only true clashes remain', async () => {
  const kind = await makeKind({ reentry: true })
  await buy(kind, 3)
  const [first, second, third] = (await mine(kind)).map(({ code }) => code!)
  const at = (minutes: number) => new Date(desk.clock.now().getTime() + minutes * 60_000).toISOString()
  const outcomes = async (code: string) => {
    const { id } = readTicketCode(code)!.facts
    const { scans } = await desk.ask(consoleTicketsShow, { raceid: RACE, id }, director)
    return scans.map(({ gate, outcome }) => `${gate} ${outcome}`)
  }
  const offline = (code: string, gate: string, direction: 'in' | 'out', minutes: number) =>
    scanOf(code, { gate, direction, offline: true, at: at(minutes) })
  // The exit arrives before its entry.
  expect(await scan(offline(first!, 'B', 'out', -10))).toEqual(['outside'])
  expect(await scan(offline(first!, 'A', 'in', -20))).toEqual(['ok'])
  expect(await outcomes(first!)).toEqual(['A ok', 'B ok'])
  // The clock of gate A is three hours slow.
  const slow = (minutes: number) => at(minutes - 180)
  const scans = [scanOf(second!, { gate: 'A', offline: true, at: slow(-5) })]
  await scan(offline(second!, 'B', 'in', -30), offline(second!, 'B', 'out', -20))
  const sent = await desk.ask(consoleTicketsScan, { raceid: RACE, clock: slow(0), scans }, director)
  expect(sent.items[0]!.outcome).toBe('ok')
  expect(await outcomes(second!)).toEqual(['B ok', 'B ok', 'A ok'])
  // A gate with network accepted the ticket after a gate without network had accepted it.
  expect(await scan(scanOf(third!, { gate: 'C' }))).toEqual(['ok'])
  expect(await scan(offline(third!, 'A', 'in', -15))).toEqual(['inside'])
  expect(await outcomes(third!)).toEqual(['A inside', 'C ok'])
})

test('staff find sold tickets by code, name and order, and take back the chosen ticket', async () => {
  const kind = await makeKind({ named: true })
  await buy(kind, 3)
  const tickets = await mine(kind)
  await desk.ask(ticketName, { id: tickets[1]!._key, name: '100%_沈䶮' }, buyer)
  const named = (await mine(kind)).find(({ _key }) => _key === tickets[1]!._key)!
  const list = (filter: object) => desk.ask(consoleTicketsSold, { raceid: RACE, goodsid: kind.id, ...filter }, director)
  const all = await list({})
  expect([all.items.length, all.counts.unused]).toEqual([3, 3])
  for (const q of ['0%_沈', named.code!, `#${readTicketCode(named.code!)!.facts.id}`])
    expect((await list({ q })).items.map(({ holder }) => holder)).toEqual(['100%_沈䶮'])
  expect((await list({ q: all.items[0]!.tradeno })).items).toHaveLength(3)
  expect((await list({ q: '%' })).items).toHaveLength(1)
  const { id } = (await list({ q: named.code! })).items[0]!
  const back = { raceid: RACE, id, reason: '重复购买' }
  expect(await desk.call(consoleTicketsReturn, back, buyer)).toMatchObject({ code: '10001' })
  const both = await Promise.all([
    desk.call(consoleTicketsReturn, back, director),
    desk.call(consoleTicketsReturn, back, director),
  ])
  expect(both.map(({ refusal }) => refusal ?? 'ok').toSorted()).toEqual(['ok', 'ticket_gone'])
  const after = await list({ state: 'returned' })
  expect(after.items.map((one) => one.id)).toEqual([id])
  expect(after.counts).toMatchObject({ unused: 2, returned: 1 })
  const shown = await desk.ask(consoleTicketsShow, { raceid: RACE, id }, director)
  expect(shown.holders).toMatchObject([{ uid: buyer.uid, mobile: expect.stringContaining('****') as string }])
})

test('the history of a ticket names each holder, and staff can take back a ticket that was handed on', async () => {
  const kind = await makeKind()
  await buy(kind)
  const [one] = await mine(kind)
  const { token } = await desk.ask(ticketOffer, { id: one!._key }, buyer)
  await desk.ask(ticketTake, { raceid: RACE, token }, friend)
  const [taken] = await mine(kind, friend)
  const { id } = readTicketCode(taken!.code!)!.facts
  const shown = await desk.ask(consoleTicketsShow, { raceid: RACE, id }, director)
  expect(shown.holders.map(({ uid }) => uid)).toEqual([buyer.uid, friend.uid])
  expect(shown.ticket).toMatchObject({ moves: 1, state: 'unused' })
  await desk.ask(consoleTicketsReturn, { raceid: RACE, id, reason: 'x' }, director)
  expect(await mine(kind, friend)).toMatchObject([{ state: 'returned', code: null }])
  expect(await desk.call(consoleTicketsShow, { raceid: RACE, id: 999_999 }, director)).toMatchObject({
    refusal: 'own_ticket_unknown',
  })
})

test('a kind that closes while it is in the basket sells nothing, and the last piece goes to one of two buyers', async () => {
  const kind = await makeKind({}, { variants: [{ price: 0, stock: [{ slot: '18:00', pieces: 1 }] }] })
  const line = { raceid: RACE, lines: [{ variantid: kind.variants[0]!.id, slot: '18:00', n: 1 }], amount: 0 }
  const both = await Promise.all([desk.call(ticketBuy, line, buyer), desk.call(ticketBuy, line, friend)])
  expect(both.map(({ refusal }) => refusal ?? 'ok').toSorted()).toEqual(['goods_sold_out', 'ok'])
  const open = await makeKind()
  const { variants, id, ...rest } = open
  await desk.ask(consoleGoodsSave, { ...rest, id, raceid: RACE, open: '0', variants } as Save, director)
  const late = { raceid: RACE, lines: [{ variantid: variants[0]!.id, slot: '18:00', n: 1 }], amount: 0 }
  expect(await desk.call(ticketBuy, late, buyer)).toMatchObject({ refusal: 'goods_not_on_sale' })
})

test('a registered gate works by its key, gets the passes of other gates, and ends when a supervisor switches it off', async () => {
  const kind = await makeKind({})
  await buy(kind, 2)
  const [first, second] = (await mine(kind)).map(({ code }) => code!)
  const { id: deskid } = await desk.ask(
    consoleDesksSave,
    { raceid: RACE, name: '东侧', preset: 'gate', hours: 2, pin_digits: 6 },
    director,
  )
  const { id, key } = await desk.ask(consoleDesksEnrol, { raceid: RACE, deskid, name: '东门' }, director)
  const clock = () => desk.clock.now().toISOString()
  const contact = (since?: string, of = key) =>
    desk.call(consoleTicketsGateContact, { key: of, clock: clock(), waiting: 1, ...(since ? { since } : {}) })
  expect(await contact(undefined, `${key}x`)).toMatchObject({ refusal: 'desk_device_unknown' })
  expect(await contact(undefined, '')).toMatchObject({ refusal: 'desk_device_unknown' })
  const began = (await contact()).data as { at: string; until: string; state: string }
  expect([began.state, Date.parse(began.until) - Date.parse(began.at)]).toEqual(['working', 7_200_000])

  const scans = async (...of: ReturnType<typeof scanOf>[]) =>
    desk.call(consoleTicketsGateScan, { key, clock: clock(), scans: of })
  expect(await scans(scanOf(first!))).toMatchObject({ data: { items: [{ outcome: 'ok' }] } })
  expect(await scan(scanOf(first!, { gate: 'B' }))).toEqual(['inside'])
  desk.clock.advance(600_000)
  // At gate B one person enters and another leaves. At its next contact, the registered gate gets only these two scans.
  expect(await scan(scanOf(second!, { gate: 'B' }), scanOf(first!, { gate: 'B', direction: 'out' }))).toEqual([
    'ok',
    'ok',
  ])
  const { passes } = (await contact(began.at)).data as { passes: [number, string, number][] }
  const wayOf = (code: string) => passes.find(([ticket]) => ticket === readTicketCode(code)!.facts.id)?.[1]
  expect([wayOf(first!), wayOf(second!)]).toEqual(['out', 'in'])
  desk.clock.advance(600_000)
  expect(((await contact(clock())).data as { passes: unknown[] }).passes).toEqual([])

  const usher = await staffSession(desk, [{ raceid: RACE, role: 'gate' }])
  expect(await desk.call(consoleDesksRevoke, { raceid: RACE, id }, usher)).toMatchObject({ code: '403' })
  await desk.ask(consoleDesksRevoke, { raceid: RACE, id }, director)
  expect(await contact()).toMatchObject({ data: { state: 'revoked', public_key: null, kinds: [], passes: [] } })
  expect(await scans(scanOf(second!, { direction: 'out' }))).toMatchObject({ refusal: 'device_revoked' })
  // The gate may still send the scans that it made without network.
  const late = await scans(scanOf(second!, { direction: 'out', offline: true }))
  expect(late).toMatchObject({ data: { items: [{ outcome: 'ok' }] } })
})

test('a ticket lets people in on the day of its slot only, by the calendar of the race, and out at any time', async () => {
  const stock = [
    { slot: '18:00', pieces: 9, starts_at: '2026-03-02T00:30:00+08:00', ends_at: '2026-03-02T01:00:00+08:00' },
    { slot: 'party', pieces: 9, starts_at: '2026-02-28T22:00:00+08:00' },
    { slot: 'any', pieces: 9 },
  ]
  const kind = await makeKind({ reentry: true }, { variants: [{ price: 0, stock }] })
  const lines = stock.map(({ slot }) => ({ variantid: kind.variants[0]!.id, slot, n: 1 }))
  await desk.ask(ticketBuy, { raceid: RACE, lines }, buyer)
  const codes = new Map((await mine(kind)).map(({ slot, code }) => [slot, code!]))
  const before = { offline: true, at: '2026-02-27T23:30:00+08:00' }
  expect(await scan(scanOf(codes.get('18:00')!)), 'tomorrow').toEqual(['other_kind'])
  expect(await scan(scanOf(codes.get('any')!)), 'without a time').toEqual(['ok'])
  expect(await scan(scanOf(codes.get('party')!)), 'until four in the night, so still today').toEqual(['ok'])
  expect(await scan(scanOf(codes.get('party')!, { direction: 'out' }))).toEqual(['ok'])
  expect(await scan(scanOf(codes.get('party')!, before)), 'by the time of the scan').toEqual(['other_kind'])
  const { kinds } = await desk.ask(consoleTicketsGate, { raceid: RACE }, director)
  expect(kinds.find(({ id }) => id === kind.id)!.slots.toSorted()).toEqual([
    ['18:00', Date.parse('2026-03-02T00:00:00+08:00'), Date.parse('2026-03-03T00:00:00+08:00')],
    ['party', Date.parse('2026-02-28T00:00:00+08:00'), Date.parse('2026-03-02T00:00:00+08:00')],
  ])
})
