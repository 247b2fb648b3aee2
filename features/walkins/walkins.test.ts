import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleRefundsMake } from '#features/refunds/contract.ts'
import { consoleOrdersShow } from '#features/orders/contract.ts'
import { consoleRegistrationsStory } from '#features/registrations/story/story.contract.ts'
import { RACE, idnumOf, openEvent } from '#test/entrants.ts'
import { type Leavers, openLeavers } from '#test/leavers.ts'
import { staffSession } from '#test/people.ts'
import { consoleWalkinsBib, consoleWalkinsEnter, consoleWalkinsOffer, consoleWalkinsRange } from './contract.ts'

let desk: Leavers
let gate: Awaited<ReturnType<typeof staffSession>>
let registrar: Awaited<ReturnType<typeof staffSession>>
const LATE = 21
beforeAll(async () => {
  desk = await openLeavers()
  await openEvent(desk, {
    id: LATE,
    name: '五公里',
    price: 5_000,
    places: 3,
    signup_until: new Date('2026-01-01T00:00:00Z'),
  })
  gate = await staffSession(desk, [{ raceid: RACE, role: 'gate' }])
  registrar = await staffSession(desk, [{ raceid: RACE, role: 'registrar' }])
}, 60_000)
afterAll(() => desk.close())

const somebody = (change: object = {}) => {
  const n = desk.somebody()
  return {
    raceid: RACE,
    eventid: LATE,
    idtype: 'idcard',
    idnum: idnumOf(n),
    name: '程现场',
    mobile: `137${String(n).padStart(8, '0')}`,
    agreed: true,
    pay: 'cash' as const,
    ...change,
  }
}
const enter = (change: object = {}, as: { token: string } = gate) =>
  desk.call(consoleWalkinsEnter, somebody(change) as never, as)

test('refuses those without the right, of another race, and what is left out', async () => {
  const viewer = await staffSession(desk, [{ raceid: RACE, role: 'viewer' }])
  const other = await staffSession(desk, [{ raceid: 7, role: 'gate' }])
  for (const as of [viewer, other]) {
    expect((await enter({}, as)).refusal).toBe('no_permission')
    for (const call of [consoleWalkinsOffer, consoleWalkinsBib])
      expect((await desk.call(call, { raceid: RACE, id: 1 } as never, as)).refusal).toBe('no_permission')
  }
  expect((await desk.call(consoleWalkinsRange, { raceid: RACE, range: null }, gate)).refusal).toBe('no_permission')
  expect((await enter({ eventid: 99 })).refusal).toBe('event_not_found')
  expect((await enter({ agreed: false })).data).toMatchObject({ fields: { agreed: expect.any(String) } })
  expect((await enter({ idnum: '330106199001011234' })).data).toMatchObject({ fields: { idnum: expect.any(String) } })
  expect((await enter({ pay: 'free', reason: 'x' })).refusal).toBe('free_no_right')
  expect((await enter({ pay: 'free' }, registrar)).data).toMatchObject({ fields: { reason: expect.any(String) } })
  expect((await enter({ overrule: true })).refusal).toBe('overrule_no_right')
  expect((await desk.call(consoleWalkinsBib, { raceid: RACE, id: 999_999 }, gate)).refusal).toBe(
    'registration_not_found',
  )
  const wrong = { prefix: 'W', first: 9, last: 1 }
  expect((await desk.call(consoleWalkinsRange, { raceid: RACE, range: wrong }, registrar)).refusal).toBe(
    'bib_range_wrong',
  )
})

test('after sign-up has closed: cash stands in the books under its own channel, the bib comes at once', async () => {
  await desk.ask(consoleWalkinsRange, { raceid: RACE, range: { prefix: 'W', first: 501, last: 502 } }, registrar)
  expect(await desk.ask(consoleWalkinsOffer, { raceid: RACE }, gate)).toMatchObject({ next: 'W501' })
  const given = somebody()
  const done = await desk.ask(consoleWalkinsEnter, given as never, gate)
  expect(done).toMatchObject({ name: '程现场', amount: 5_000, paid: true, bib: 'W501' })
  expect(await desk.row(done._key)).toMatchObject({ state: 'normal', place_held: true, bib: '501', prefix_bib: 'W' })
  expect(await desk.taken(LATE)).toBe(1)
  expect(await desk.unbalanced()).toEqual([])
  const { orderid } = await desk.row(done._key)
  const order = await desk.ask(consoleOrdersShow, { raceid: RACE, id: orderid! }, desk.cashier)
  expect(order).toMatchObject({
    order: {
      state: 'paid',
      payment: 'desk',
      balanced: true,
      subject: '五公里',
      registrations: [{ id: done.id, name: '程现场', bib: 'W501' }],
    },
    payments: [{ gateway: 'desk', way: 'cash', state: 'paid' }],
  })
  const again = await desk.call(consoleWalkinsEnter, given as never, gate)
  expect(again.refusal).toBe('document_taken')
  expect(again.msg).toContain('程现场')
  const story = await desk.ask(consoleRegistrationsStory, { raceid: RACE, id: done.id }, gate)
  expect(story.items.filter(({ kind }) => kind === 'entry')).toMatchObject([{ by: 'staff' }])
  // A cash payment goes back by hand, because no channel can refund it.
  const refund = { raceid: RACE, id: done.id, amount: 5_000, exit: true, reason: '不跑了' }
  expect(await desk.call(consoleRefundsMake, refund, desk.cashier)).toMatchObject({ data: { state: 'failed' } })
  expect(await desk.unbalanced()).toEqual([])
})

test('free for a reason, online by a link; two for the last place: one of them', async () => {
  const free = await desk.ask(consoleWalkinsEnter, somebody({ pay: 'free', reason: '配速员' }) as never, registrar)
  expect(free).toMatchObject({ amount: 0, paid: true, bib: 'W501' })
  const link = await desk.ask(consoleWalkinsEnter, somebody({ pay: 'link' }) as never, gate)
  expect(link).toMatchObject({ amount: 5_000, paid: false, bib: null })
  expect(await desk.ask(consoleWalkinsBib, { raceid: RACE, id: link.id }, gate)).toMatchObject({ paid: false })
  const both = await Promise.all([enter(), enter()])
  expect(both.map(({ refusal }) => refusal ?? 'done').sort()).toEqual(['done', 'sold_out'])
  expect(await desk.taken(LATE)).toBe(3)
  expect(await desk.unbalanced()).toEqual([])
})
