import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#contract/rights.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { consoleBansSave } from '#features/bans/contract.ts'
import { consoleExportsStart } from '#features/exports/contract.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationSave } from '../signup/signup.contract.ts'
import {
  consoleRegistrationsBulkActions,
  consoleRegistrationsBulkList,
  consoleRegistrationsBulkPreview,
  consoleRegistrationsBulkShow,
  consoleRegistrationsBulkStart,
  consoleRegistrationsBulkStop,
  consoleRegistrationsBulkUndo,
} from './bulk.contract.ts'
import { goOnWithBulk } from './bulk.jobs.ts'
import { markRow, nextRows } from './bulk.store.ts'

let world: World
let director: { token: string }
let people = 900_000
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { id: 1, state: 'audit', places: 100 })
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
})
afterAll(() => world?.close())
let runner: Awaited<ReturnType<typeof runnerSession>>
beforeEach(async () => {
  runner = await runnerSession(world)
})

const signUp = async (count: number): Promise<number[]> => {
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    const { _key } = await world.ask(registrationSave, entrant(people++, { eventid: 1 }), runner)
    const { id } = await world.db
      .selectFrom('registrations')
      .select('id')
      .where('_key', '=', _key)
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  return ids
}
const rowsOf = (ids: readonly number[]) =>
  world.db
    .selectFrom('registrations')
    .select(['id', 'state', 'tag', 'description', 'refusemsg', 'place_held'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
const preview = (action: string, filter: object, as = director) =>
  world.call(consoleRegistrationsBulkPreview, { raceid: RACE, action, filter: filter as never }, as)
const start = async (action: string, filter: object, input: object, as = director) => {
  const { data } = await preview(action, filter, as)
  return world.call(
    consoleRegistrationsBulkStart,
    { raceid: RACE, action, filter: filter as never, input: input as never, total: data.total, upto: data.upto },
    as,
  )
}
const work = (id: number) => goOnWithBulk({ raceid: RACE, id }, { ...world.parts, now: world.clock.now() })
const shown = async (id: number) => (await world.ask(consoleRegistrationsBulkShow, { raceid: RACE, id }, director)).bulk

describe('callers', () => {
  test('nobody without the right of the action, and no registration of other races', async () => {
    const [id] = await signUp(1)
    const filter = { ids: [id!] }
    expect((await world.call(consoleRegistrationsBulkList, { raceid: RACE })).refusal).toBe('not_logged_in')
    const elsewhere = await staffSession(world, [{ raceid: RACE + 1, role: 'director' }])
    expect((await preview('tag', filter, elsewhere)).refusal).toBe('no_permission')
    const viewer = await staffSession(world, [{ raceid: RACE, role: 'viewer' }])
    expect((await preview('tag', filter, viewer)).refusal).toBe('no_permission')
    const sent = { raceid: RACE, action: 'tag', filter: filter as never, input: { tag: 'x' }, total: 1, upto: id! }
    expect((await world.call(consoleRegistrationsBulkStart, sent, viewer)).refusal).toBe('no_permission')
    const { items } = await world.ask(consoleRegistrationsBulkActions, { raceid: RACE }, viewer)
    expect(items.every(({ allowed }) => !allowed)).toBe(true)
  })
  test('an undo needs a right of its own, beside the right of the action', async () => {
    const [id] = await signUp(1)
    const { data } = await start('tag', { ids: [id!] }, { tag: '嘉宾' })
    await work(data.id)
    const as = (role: Role) => staffSession(world, [{ raceid: RACE, role }])
    expect(
      (await world.call(consoleRegistrationsBulkUndo, { raceid: RACE, id: data.id }, await as('registrar'))).refusal,
    ).toBe('no_permission')
    expect((await shown(data.id)).can.undo).toBe(true)
    const registrars = await world.ask(
      consoleRegistrationsBulkShow,
      { raceid: RACE, id: data.id },
      await as('registrar'),
    )
    expect(registrars.bulk.can.undo).toBe(false)
  })
  test('it stops if the right was removed meanwhile', async () => {
    const ids = await signUp(2)
    const other = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
    const { data } = await start('tag', { ids }, { tag: '停' }, other)
    await world.db.deleteFrom('staff_roles').where('staffid', '=', other.staffid).execute()
    await work(data.id)
    expect(await shown(data.id)).toMatchObject({ state: 'stopped', done: 0 })
  })
})

test('the preview names the rows that change and the reasons of the others, and writes nothing', async () => {
  const ids = await signUp(4)
  const first = await start('refuse', { ids: ids.slice(0, 1) }, { reason: '资料不清楚' })
  await work(first.data.id)
  const { data } = await preview('approve', { ids })
  expect(data).toMatchObject({ total: 4, upto: ids[3], touched: { count: 3 } })
  expect(data.touched.names.length).toBeGreaterThan(0)
  expect(data.others).toEqual([{ says: expect.any(String), unchanged: false, count: 1, names: [expect.any(String)] }])
  expect((await rowsOf(ids)).map(({ state }) => state)).toEqual(['auditfail', 'audit', 'audit', 'audit'])
})

test('fields that are missing or wrong are named, and an unknown action is refused', async () => {
  const [id] = await signUp(1)
  const refused = await start('refuse', { ids: [id!] }, {})
  expect(refused).toMatchObject({ code: '422', data: { fields: { reason: expect.any(String) } } })
  const long = await start('tag', { ids: [id!] }, { tag: 'x'.repeat(41) })
  expect(long).toMatchObject({ code: '422', data: { fields: { tag: expect.any(String) } } })
  expect((await preview('explode', { ids: [id!] })).refusal).toBe('bulk_action_unknown')
})

test('no rows, or another number of rows than in the preview, begin nothing', async () => {
  const ids = await signUp(2)
  expect((await start('tag', { q: '没有这个人' }, { tag: 'x' })).refusal).toBe('bulk_nobody')
  const sent = { raceid: RACE, action: 'tag', filter: { ids } as never, input: { tag: 'x' }, total: 1, upto: ids[1]! }
  expect((await world.call(consoleRegistrationsBulkStart, sent, director)).refusal).toBe('bulk_selection_changed')
  expect((await rowsOf(ids)).every(({ tag }) => tag === null)).toBe(true)
})

test('rows are frozen at the beginning: a later sign-up is left out', async () => {
  const ids = await signUp(2)
  const { data } = await start('tag', { state: 'audit', eventid: 1 }, { tag: '第一批', description: '先到' })
  const [later] = await signUp(1)
  await work(data.id)
  const rows = await rowsOf([...ids, later!])
  expect(rows.map(({ tag }) => tag)).toEqual(['第一批', '第一批', null])
  const bulk = await shown(data.id)
  expect(bulk).toMatchObject({ state: 'ended', not_done: 0 })
  expect(bulk.done).toBe(bulk.total)
  await world.db.updateTable('registrations').set({ tag: null, description: null }).execute()
})

test('many are refused with a reason, notified once each, and undone; rows that changed since stay', async () => {
  const ids = await signUp(3)
  const reason = '成绩证明不清晰'
  const { data } = await start('refuse', { ids }, { reason })
  await work(data.id)
  await work(data.id)
  expect((await rowsOf(ids)).map(({ state, refusemsg, place_held }) => [state, refusemsg, place_held])).toEqual(
    ids.map(() => ['auditfail', reason, false]),
  )
  const messages = await world.db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('template', '=', 'review_failed')
    .where('uid', '=', runner.uid)
    .executeTakeFirstOrThrow()
  expect(Number(messages.n)).toBe(3)
  // Staff refuse one runner again for another reason before the undo comes.
  await world.db.updateTable('registrations').set({ refusemsg: '另一个原因' }).where('id', '=', ids[1]!).execute()
  const undone = await world.ask(consoleRegistrationsBulkUndo, { raceid: RACE, id: data.id }, director)
  await work(undone.id)
  expect((await rowsOf(ids)).map(({ state, place_held }) => [state, place_held])).toEqual([
    ['audit', true],
    ['auditfail', false],
    ['audit', true],
  ])
  expect(await shown(undone.id)).toMatchObject({ undoes: data.id, done: 2, not_done: 1, can: { undo: false } })
  expect(await shown(data.id)).toMatchObject({ undone: undone.id, can: { undo: false } })
  expect((await world.call(consoleRegistrationsBulkUndo, { raceid: RACE, id: data.id }, director)).refusal).toBe(
    'bulk_undone_before',
  )
  expect((await world.call(consoleRegistrationsBulkUndo, { raceid: RACE, id: undone.id }, director)).refusal).toBe(
    'bulk_not_undoable',
  )
})

test('tags are restored, each row its own', async () => {
  const ids = await signUp(2)
  const one = await start('tag', { ids: ids.slice(0, 1) }, { tag: '领跑', description: '四小时' })
  await work(one.data.id)
  const both = await start('tag', { ids }, { tag: '嘉宾' })
  await work(both.data.id)
  const undone = await world.ask(consoleRegistrationsBulkUndo, { raceid: RACE, id: both.data.id }, director)
  await work(undone.id)
  expect((await rowsOf(ids)).map(({ tag, description }) => [tag, description])).toEqual([
    ['领跑', '四小时'],
    [null, null],
  ])
})

test('after a stop it goes no further', async () => {
  const ids = await signUp(2)
  const { data } = await start('untag', { ids }, {})
  expect((await world.call(consoleRegistrationsBulkUndo, { raceid: RACE, id: data.id }, director)).refusal).toBe(
    'bulk_still_running',
  )
  await world.ask(consoleRegistrationsBulkStop, { raceid: RACE, id: data.id }, director)
  await work(data.id)
  expect(await shown(data.id)).toMatchObject({ state: 'stopped', done: 0, total: 2 })
  expect((await world.call(consoleRegistrationsBulkStop, { raceid: RACE, id: data.id }, director)).refusal).toBe(
    'bulk_not_running',
  )
})

test('two simultaneous job runners do each row once', async () => {
  const ids = await signUp(6)
  const { data } = await start('tag', { ids }, { tag: '并行' })
  await Promise.all([work(data.id), work(data.id), work(data.id)])
  expect(await shown(data.id)).toMatchObject({ state: 'ended', done: 6 })
  const logged = await world.db
    .selectFrom('log')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('what', '=', 'registration tagged')
    .where(
      'target',
      'in',
      ids.map((id) => `registration ${id}`),
    )
    .executeTakeFirstOrThrow()
  expect(Number(logged.n)).toBe(6)
})

test('a row is marked once', async () => {
  const ids = await signUp(1)
  const { data } = await start('tag', { ids }, { tag: '一次' })
  const row = { raceid: RACE, bulkid: data.id, registrationid: ids[0]! }
  const mark = () =>
    world.db
      .transaction()
      .execute((tx) => markRow(tx, row, { outcome: 'done', why: null, before: { tag: null } }, world.clock.now()))
  expect([await mark(), await mark()]).toEqual([true, false])
  expect(await nextRows(world.db, RACE, data.id, 10)).toEqual([])
})

test('the report gives the outcome of each row, and the input is sealed', async () => {
  const ids = await signUp(2)
  const refused = await start('refuse', { ids: ids.slice(0, 1) }, { reason: '号码 330106198805121234 有误' })
  await work(refused.data.id)
  const approved = await start('approve', { ids }, {})
  await work(approved.data.id)
  const { others } = await world.ask(consoleRegistrationsBulkShow, { raceid: RACE, id: approved.data.id }, director)
  expect(others).toEqual([{ says: expect.any(String), count: 1, names: [expect.any(String)] }])
  const { href } = await world.ask(
    consoleExportsStart,
    {
      raceid: RACE,
      table: 'bulk_rows',
      filter: { id: approved.data.id },
      columns: ['id', 'name', 'outcome', 'why'],
      format: 'csv',
    },
    { ...director, lang: 'en' },
  )
  const file = await world.app.inject({ url: href, cookies: { startline_console: director.token } })
  expect(file.payload).toContain(`${ids[0]}`)
  expect(file.payload).toContain('Not possible in its state')
  expect(file.payload.trim().split('\n')).toHaveLength(3)
  const { asked } = await world.db
    .selectFrom('bulk_actions')
    .select('asked')
    .where('id', '=', refused.data.id)
    .executeTakeFirstOrThrow()
  expect(asked.toString('latin1')).not.toContain('330106')
  expect(JSON.parse(world.parts.seal.open(raceScope(RACE), 'bulk action', asked))).toMatchObject({
    reason: expect.stringContaining('330106'),
  })
})

test('cancelling and moving follow the rules of one registration, each row with its mark', async () => {
  await openEvent(world, { id: 2, places: 1 })
  const ids = await signUp(3)
  await work((await start('approve', { ids: ids.slice(0, 2) }, {})).data.id)
  const moved = await start('move', { ids }, { eventid: 2, reason: '组别合并' })
  await work(moved.data.id)
  expect(await shown(moved.data.id)).toMatchObject({ state: 'ended', done: 1, not_done: 2 })
  const cancelled = await start('cancel', { ids }, { refund: 'none', reason: '组委会取消' })
  await work(cancelled.data.id)
  expect(await shown(cancelled.data.id)).toMatchObject({ state: 'ended', done: 3, not_done: 0 })
  const gone = await world.db.selectFrom('registrations').select('deleted_at').where('id', 'in', ids).execute()
  expect(gone.every(({ deleted_at }) => deleted_at !== null)).toBe(true)
})

test('the preview counts the rows that find no place in the other event and no number', async () => {
  await openEvent(world, { id: 3, places: 1 })
  const ids = await signUp(3)
  await work((await start('approve', { ids }, {})).data.id)
  const foreseen = (action: string, input: object) =>
    world.ask(
      consoleRegistrationsBulkPreview,
      { raceid: RACE, action, filter: { ids } as never, input: input as never },
      director,
    )
  expect(await foreseen('move', {})).toMatchObject({ touched: { count: 3 }, others: [] })
  expect(await foreseen('move', { eventid: '3' })).toMatchObject({
    total: 3,
    touched: { count: 1, names: [expect.any(String)] },
    others: [{ count: 2, unchanged: false, names: [expect.any(String), expect.any(String)] }],
  })
  expect(await foreseen('move', { eventid: '1' })).toMatchObject({
    touched: { count: 0 },
    others: [{ count: 3, unchanged: true }],
  })
  await world.db.updateTable('registrations').set({ pay_at: world.clock.now() }).where('id', 'in', ids).execute()
  expect(await foreseen('bibs', { from: '7001', to: '7002' })).toMatchObject({
    touched: { count: 2 },
    others: [{ count: 1, says: '号码段已用完', names: [expect.any(String)] }],
  })
  expect(await foreseen('bibs', { from: '7001' })).toMatchObject({ touched: { count: 3 }, others: [] })
})
test('the list tells the given tag to staff with the right of the action', async () => {
  const [id] = await signUp(1)
  const { data } = await start('tag', { ids: [id!] }, { tag: '领跑' })
  await work(data.id)
  const show = async (as: { token: string }) =>
    (await world.ask(consoleRegistrationsBulkShow, { raceid: RACE, id: data.id }, as)).given
  expect(await show(director)).toMatchObject([{ value: '领跑' }])
  expect(await show(await staffSession(world, [{ raceid: RACE, role: 'viewer' }]))).toEqual([])
})

test('the preview names whom an action skips by zone, age, ban and place, and the action skips the same people', async () => {
  const asks = (action: string, ids: readonly number[], input: object) =>
    world.ask(
      consoleRegistrationsBulkPreview,
      { raceid: RACE, action, filter: { ids } as never, input: input as never },
      director,
    )
  const skipped = async (action: string, ids: readonly number[], input: object) => {
    const { touched, others } = await asks(action, ids, input)
    await work((await start(action, { ids }, input)).data.id)
    return { touched: touched.count, others: others.map(({ says, count, names }) => ({ says, count, names })) }
  }
  await openEvent(world, { id: 11, state: 'audit', places: 10 })
  await openEvent(world, { id: 12, places: 1, form: { max_age: 40 } })
  await world.db
    .insertInto('counters')
    .values({ raceid: RACE, eventid: 11, kind: 'zone', name: 'A', most: 1, taken: 0, updated_at: world.clock.now() })
    .execute()
  const ids: number[] = []
  const names: string[] = []
  // The first person is 56 years old on race day, the others are 36.
  for (const [at, n] of [41, 11_200_041, 11_200_042, 11_200_043].entries()) {
    const name = `王${'甲乙丙丁'[at]!}`
    const { _key } = await world.ask(registrationSave, entrant(n, { eventid: 11, name }), runner)
    ids.push(
      (await world.db.selectFrom('registrations').select('id').where('_key', '=', _key).executeTakeFirstOrThrow()).id,
    )
    names.push(name)
  }
  await work((await start('approve', { ids }, {})).data.id)
  expect(await skipped('zone', ids, { zone: 'A' })).toEqual({
    touched: 1,
    others: [{ says: '该出发区已满', count: 3, names: names.slice(1) }],
  })
  const rows = () =>
    world.db
      .selectFrom('registrations')
      .select(['runnerzone', 'eventid'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
  expect((await rows()).map(({ runnerzone }) => runnerzone)).toEqual(['A', null, null, null])
  const ban = { idtype: 'idcard', idnum: idnumOf(11_200_041), name: names[1]!, reason: '替跑' } as const
  await world.ask(consoleBansSave, { raceid: RACE, ...ban, source: 'organiser', from: '2026-01-01' }, director)
  const { touched, others } = await skipped('move', ids, { eventid: '12', charge: 'waive', reason: '改组别' })
  expect(touched).toBe(1)
  expect(others.map(({ says, ...one }) => [...one.names, says])).toEqual([
    ['王甲', '年龄高于该组别要求'],
    ['王乙', '此证件目前不能报名本场赛事，请联系组委会'],
    ['王丁', '名额已满'],
  ])
  expect((await rows()).map(({ eventid }) => eventid)).toEqual([11, 11, 12, 11])
  await openEvent(world, { id: 13, state: 'audit', places: 1 })
  const { _key } = await world.ask(registrationSave, entrant(11_200_044, { eventid: 13, name: '王戊' }), runner)
  const [late] = await world.db
    .updateTable('registrations')
    .set({ place_held: false })
    .where('_key', '=', _key)
    .returning('id')
    .execute()
  expect(await skipped('approve', [late!.id], {})).toEqual({
    touched: 0,
    others: [{ says: '名额、尺码或班次已满，未通过', count: 1, names: ['王戊'] }],
  })
})
