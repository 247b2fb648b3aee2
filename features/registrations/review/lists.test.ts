import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { loggedOf, placesTaken, registrationRow } from '#test/scenes/rows.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleRegistrationsDelay,
  consoleRegistrationsList,
  consoleRegistrationsOpen,
  consoleRegistrationsShow,
  consoleRegistrationsTag,
  consoleRegistrationsWindow,
  consoleRegistrationsZone,
  registrationDel,
} from '../changes/changes.contract.ts'
import { registrationPay, registrationShow } from '../contract.ts'
import { registrationSave } from '../signup/signup.contract.ts'

let world: World
let runner: Awaited<ReturnType<typeof runnerSession>>
let staff: Awaited<ReturnType<typeof staffSession>>
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, {
    id: 1,
    state: 'audit',
    form: { questions: [{ name: 'club', kind: 'text', says: { 'zh-cn': '跑团' } }] },
  })
  await openEvent(world, { id: 2 })
  runner = await runnerSession(world)
  staff = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
})
afterAll(() => world.close())

let people = 800_000
const signUp = async (eventid = 1, change: Parameters<typeof entrant>[1] = {}) => {
  const n = people++
  const { _key } = await world.ask(registrationSave, entrant(n, { eventid, ...change }), runner)
  return { n, _key, id: (await rowOf(_key)).id }
}
const rowOf = (key: string) => registrationRow(world, key)
const takenOf = (id: number) => placesTaken(world, id)
const logOf = (id: number) => loggedOf(world, id)
const pay = async (key: string) => {
  await world.ask(registrationPay, { id: key, payment: 'wechat', way: 'native' }, runner)
  const { tradeno } = await world.db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', RACE)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  world.parts.integrations.sandbox.wechatpay!.pay(tradeno)
  await world.parts.integrations.sandbox.wechatpay!.deliver('all')
}

describe('lists and files', () => {
  test(
    'lists by event, state, payment, beginning of a name, bib, exact number and exact mobile; counts; pages; ' +
      'nothing sealed',
    async () => {
      await openEvent(world, { id: 8 })
      const named = await signUp(8, { name: '独孤求败' })
      const others = [await signUp(8), await signUp(8)]
      await pay(others[0]!._key)
      await world.ask(registrationDel, { id: others[1]!._key }, runner)
      await world.db
        .updateTable('registrations')
        .set({ bib: '0042', prefix_bib: 'B' })
        .where('raceid', '=', RACE)
        .where('_key', '=', others[0]!._key)
        .execute()
      const list = async (input: object) =>
        (await world.ask(consoleRegistrationsList, { raceid: RACE, eventid: 8, ...input }, staff)).items.map(
          ({ id }) => id,
        )
      expect(await list({})).toEqual([others[0]!.id, named.id])
      expect(await list({ state: 'deleted' })).toEqual([others[1]!.id])
      expect(await list({ state: 'normal', paid: '1' })).toEqual([others[0]!.id])
      expect(await list({ q: '独孤' })).toEqual([named.id])
      expect(await list({ q: '%' })).toEqual([])
      for (const q of ['0042', 'B0042', entrant(others[0]!.n).mobile!, idnumOf(others[0]!.n).toLowerCase()])
        expect(await list({ q }), q).toEqual([others[0]!.id])
      const first = await world.ask(consoleRegistrationsList, { raceid: RACE, eventid: 8, limit: 1 }, staff)
      expect(first).toMatchObject({ counts: { normal: 2, deleted: 1 } })
      expect(
        await world.ask(consoleRegistrationsList, { raceid: RACE, eventid: 8, limit: 1, after: first.after! }, staff),
      ).toMatchObject({
        items: [{ id: named.id, mobile: expect.stringContaining('****') as string }],
        after: null,
        counts: null,
      })
      expect(JSON.stringify(first)).not.toContain(entrant(others[0]!.n).mobile!)
    },
  )
  test('the filter, the label and the file agree on the entries whose fee is due', async () => {
    await openEvent(world, { id: 31 })
    await openEvent(world, { id: 32, state: 'audit' })
    await openEvent(world, { id: 33, state: 'audit', price: 0 })
    await openEvent(world, { id: 34, state: 'draw', paystate: 'closed' })
    await openEvent(world, { id: 35, state: 'draw', paystate: 'closed' })
    const made = new Map<number, number>()
    for (const eventid of [31, 32, 33, 34, 35]) made.set(eventid, (await signUp(eventid)).id)
    const late = await signUp(31)
    made.set(36, late.id)
    const over = world.clock.now()
    await world.db
      .updateTable('events')
      .set({ paystate: 'open', pay_end: over })
      .where('raceid', '=', RACE)
      .where('id', '=', 35)
      .execute()
    const { orderid } = await rowOf(late._key)
    await world.db.updateTable('orders').set({ pay_end: over }).where('id', '=', orderid!).execute()
    const ids = [...made.values()]
    const list = async (paid: 'due' | '0') =>
      (await world.ask(consoleRegistrationsList, { raceid: RACE, paid, ids }, staff)).items
    expect((await list('due')).map(({ id, paid_label }) => [id, paid_label])).toEqual([[made.get(31), '待支付']])
    expect((await list('0')).map(({ paid_label }) => paid_label).toSorted()).toEqual(
      ['待支付', '审核通过后支付', '免费', '支付未开放', '未支付', '未支付'].toSorted(),
    )
  })
  test('a file is masked until it is opened, and each opening is in the log with its reason', async () => {
    const { id, n } = await signUp(1, { answers: { club: '晨跑团' } })
    const file = await world.ask(consoleRegistrationsShow, { raceid: RACE, id }, staff)
    expect(file).toMatchObject({
      age: expect.any(Number) as number,
      answers: [{ name: 'club', label: '跑团', answer: '晨跑团' }],
      place_held: true,
      history: [],
    })
    for (const secret of [idnumOf(n), entrant(n).mobile!, '陆家人']) expect(JSON.stringify(file)).not.toContain(secret)
    expect(await world.ask(consoleRegistrationsOpen, { raceid: RACE, id, why: '核对保险' }, staff)).toMatchObject({
      idnum: idnumOf(n),
      mobile: entrant(n).mobile,
      emername: '陆家人',
    })
    const { history } = await world.ask(consoleRegistrationsShow, { raceid: RACE, id }, staff)
    expect(history).toMatchObject([{ who: '工作人员', what: 'registration opened', after: { why: '核对保险' } }])
  })
})

test('consoleRegistrationsTag sets a tag and removes it, once', async () => {
  const { id, _key } = await signUp(2)
  const tag = (input: object) => world.ask(consoleRegistrationsTag, { raceid: RACE, ids: [id], ...input }, staff)
  expect((await tag({ tag: '领跑员', description: '四小时兔子' })).items).toMatchObject([
    { outcome: 'done', says: '已处理' },
  ])
  expect((await tag({ tag: '领跑员', description: '四小时兔子' })).done).toBe(0)
  expect((await rowOf(_key)).tag).toBe('领跑员')
  await tag({})
  expect(await rowOf(_key)).toMatchObject({ tag: null, description: null })
  expect(await logOf(id)).toEqual(['registration tagged', 'registration tagged'])
})

test('consoleRegistrationsDelay reserves only paid registrations, and frees each place once', async () => {
  await openEvent(world, { id: 9 })
  const [paid, unpaid] = [await signUp(9), await signUp(9)]
  await pay(paid._key)
  const delay = () =>
    world.ask(consoleRegistrationsDelay, { raceid: RACE, ids: [paid.id, unpaid.id], tag: '保留' }, staff)
  expect((await delay()).items.map(({ outcome }) => outcome)).toEqual(['done', 'not_possible'])
  expect((await delay()).items.map(({ outcome }) => outcome)).toEqual(['unchanged', 'not_possible'])
  expect(await takenOf(9)).toBe(1)
  expect(await rowOf(paid._key)).toMatchObject({ state: 'delay', tag: '保留', place_held: false })
})

test('consoleRegistrationsZone fills a zone to its limit and frees the former place', async () => {
  await openEvent(world, { id: 10, form: { zones: [{ name: 'A', faster_than: 1 }, { name: 'B' }] } })
  for (const [name, most] of [
    ['A', 1],
    ['B', 5],
  ] as const)
    await world.db
      .insertInto('counters')
      .values({ raceid: RACE, kind: 'zone', eventid: 10, name, most, taken: 0, updated_at: world.clock.now() })
      .execute()
  const [one, two] = [await signUp(10), await signUp(10)]
  const zone = await world.ask(consoleRegistrationsZone, { raceid: RACE, ids: [one.id, two.id], zone: 'A' }, staff)
  expect(zone.items.map(({ outcome }) => outcome)).toEqual(['done', 'zone_full'])
  const counted = await world.db
    .selectFrom('counters')
    .select(['name', 'taken'])
    .where('raceid', '=', RACE)
    .where('eventid', '=', 10)
    .orderBy('name')
    .execute()
  expect(counted).toEqual([
    { name: 'A', taken: 1 },
    { name: 'B', taken: 1 },
  ])
})

test('consoleRegistrationsWindow assigns a window of the desk to entered registrations only', async () => {
  const [paid, unpaid] = [await signUp(2), await signUp(2)]
  await world.db
    .updateTable('registrations')
    .set({ pay_at: world.clock.now() })
    .where('raceid', '=', RACE)
    .where('id', '=', paid.id)
    .execute()
  const send = (window: string, as = staff) =>
    world.call(consoleRegistrationsWindow, { raceid: RACE, ids: [paid.id, unpaid.id], window }, as)
  const cashier = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
  expect((await send('3', cashier)).refusal).toBe('no_permission')
  expect((await send('三号窗口'.repeat(6))).refusal).toBe('field_wrong')
  expect((await world.ask(registrationShow, { id: paid._key })).window).toBeNull()
  expect((await send('3号窗口')).data!.items.map(({ outcome }) => outcome)).toEqual(['done', 'not_possible'])
  expect((await send('3号窗口')).data!.items.map(({ outcome }) => outcome)).toEqual(['unchanged', 'not_possible'])
  expect((await world.ask(registrationShow, { id: paid._key })).window).toBe('3号窗口')
  expect(await logOf(paid.id)).toContain('registration sent to window')
  await send('')
  expect((await world.ask(registrationShow, { id: paid._key })).window).toBeNull()
})

test('only staff who manage invitations see the whole code of a registration', async () => {
  const now = world.clock.now()
  await world.db
    .insertInto('invitations')
    .values({ raceid: RACE, code: 'SPONSOR88', label: '', created_at: now, updated_at: now })
    .execute()
  const { id } = await signUp(2, { invite: 'SPONSOR88' })
  const cashier = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
  expect((await world.ask(consoleRegistrationsShow, { raceid: RACE, id }, cashier)).invitation).toMatchObject({
    code: 'SP****',
  })
  expect((await world.ask(consoleRegistrationsShow, { raceid: RACE, id }, staff)).invitation).toMatchObject({
    code: 'SPONSOR88',
  })
})
