import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveEventStock } from '#features/events/service.ts'
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

test('refuses staff without the right, staff of another race, and missing fields', async () => {
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
  expect(
    (await enter({ pay: 'free', agreed: false, idnum: '330106199001011234' }, registrar)).data,
    'all at once',
  ).toEqual({
    fields: { agreed: expect.any(String), reason: expect.any(String), idnum: expect.any(String) },
  })
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

test('after sign-up has closed: cash is in the books under its own channel, and the bib comes at once', async () => {
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
  // Staff pay back a cash payment by hand, because no channel can refund it.
  const refund = { raceid: RACE, id: done.id, amount: 5_000, exit: true, reason: '不跑了' }
  expect(await desk.call(consoleRefundsMake, refund, desk.cashier)).toMatchObject({ data: { state: 'failed' } })
  expect(await desk.unbalanced()).toEqual([])
})

test('free with a reason, online by a link; of two for the last place one gets it', async () => {
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

test('the whole form: own fields are checked and sealed, add-ons are paid for, and a sold-out one is refused', async () => {
  const id = 31
  const medal = { id: 'medal', names: { 'zh-cn': '奖牌刻字', en: 'Engraving' }, price: 2_000, per_person: 2 }
  await openEvent(desk, {
    id,
    name: '十公里',
    price: 8_000,
    places: 9,
    addons: [medal],
    form: {
      ask: { clothes: 'required' },
      clothes: ['M', 'L'],
      questions: [
        { name: 'club', kind: 'text', says: { 'zh-cn': '跑团' }, required: true },
        { name: 'illness', kind: 'text', says: { 'zh-cn': '病史' }, required: true, personal: true },
        { name: 'card', kind: 'file', says: { 'zh-cn': '体检表' }, required: true },
      ],
    },
  })
  const { db, clock } = desk
  const stock = [
    { kind: 'addon' as const, name: 'medal', shared: false, most: 3 },
    { kind: 'clothes' as const, name: 'L', shared: false, most: 0 },
  ]
  await db.transaction().execute((tx) => saveEventStock(tx, RACE, id, stock, clock.now()))
  const offered = (await desk.ask(consoleWalkinsOffer, { raceid: RACE }, gate)).events.find((one) => one.id === id)
  expect(offered).toMatchObject({
    price: 8_000,
    addons: [{ id: 'medal', price: 2_000, left: 3 }],
    fields: [{ name: 'clothes' }, { name: 'club' }, { name: 'illness' }],
  })
  const whole = {
    eventid: id,
    whole: true,
    clothes: 'M',
    answers: { club: '西溪跑团', illness: '哮喘' },
    addons: { medal: 2 },
    amount: 12_000,
  }
  expect((await enter({ eventid: id, whole: true })).data).toEqual({
    fields: {
      clothes: expect.any(String),
      'answers.club': expect.any(String),
      'answers.illness': expect.any(String),
    },
  })
  expect((await enter({ ...whole, addons: { medal: 3 } })).data).toHaveProperty(['fields', 'addons.medal'])
  expect((await enter({ ...whole, addons: { cup: 1 } })).data).toHaveProperty(['fields', 'addons.cup'])
  const free = { ...whole, pay: 'free', reason: '志愿者' }
  expect((await enter(free, registrar)).data).toHaveProperty(['fields', 'addons.medal'])
  expect((await enter({ ...whole, clothes: 'L' })).refusal).toBe('clothes_gone')
  expect(await enter({ ...whole, amount: 8_000 })).toMatchObject({ refusal: 'price_changed', data: { fen: 12_000 } })
  expect(await desk.taken(id)).toBe(0)

  const done = await desk.ask(consoleWalkinsEnter, somebody(whole) as never, gate)
  expect(done).toMatchObject({ amount: 12_000, paid: true })
  const row = await desk.row(done._key)
  expect(row).toMatchObject({ price: 12_000, fee: 8_000, clothes: 'M', answers: { club: '西溪跑团' } })
  const order = await desk.ask(consoleOrdersShow, { raceid: RACE, id: row.orderid! }, desk.cashier)
  expect(order).toMatchObject({
    order: { balanced: true },
    items: [
      { kind: 'entry', amount: 8_000 },
      { kind: 'addon', name: '奖牌刻字', n: 2, amount: 4_000 },
    ],
  })
  const sealed = await db.selectFrom('personal_answers').selectAll().where('registrationid', '=', done.id).execute()
  expect(sealed).toMatchObject([{ name: 'illness', class: 'health' }])
  expect((await enter(whole)).refusal).toBe('addon_gone')
  const both = await Promise.all([1, 2].map(() => enter({ ...whole, addons: { medal: 1 }, amount: 10_000 })))
  expect(both.map(({ refusal }) => refusal ?? 'done').sort()).toEqual(['addon_gone', 'done'])
  expect(await desk.unbalanced()).toEqual([])
})
