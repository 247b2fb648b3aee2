import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleExportsViewsList, consoleExportsViewsRemove, consoleExportsViewsSave } from './views.contract.ts'

const table = 'registrations'
let world: World
type Staff = { token: string }
let director: Staff
let timer: Staff
let viewer: Staff
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  const as = (role: 'director' | 'timer' | 'viewer') => staffSession(world, [{ raceid: RACE, role }])
  ;[director, timer, viewer] = [await as('director'), await as('timer'), await as('viewer')]
})
afterAll(() => world?.close())

const save = (input: object, as: Staff) =>
  world.call(consoleExportsViewsSave, { raceid: RACE, table, name: '未支付', ...input }, as)
const namesFor = async (as: Staff) =>
  (await world.ask(consoleExportsViewsList, { raceid: RACE, table }, as)).items.map(({ name }) => name)

test('only staff who may read the table of the race have views of it', async () => {
  const gone = { raceid: RACE, table: 'nothing' }
  expect((await world.call(consoleExportsViewsList, gone, director)).refusal).toBe('table_not_found')
  const editor = await staffSession(world, [{ raceid: RACE, role: 'editor' }])
  expect((await world.call(consoleExportsViewsList, { raceid: RACE, table }, editor)).refusal).toBe('no_permission')
  expect((await save({}, editor)).refusal).toBe('no_permission')
  const elsewhere = await staffSession(world, [{ raceid: RACE + 1, role: 'director' }])
  expect((await world.call(consoleExportsViewsList, { raceid: RACE, table }, elsewhere)).refusal).toBe('no_permission')
})

test('a view belongs to its maker until it is shared, and keeps no search text', async () => {
  const filter = { paid: '0', sort: 'name', q: '13900001111', ids: [1, 2] }
  const { data } = await save({ filter, columns: ['name', 'mobile'] }, director)
  expect(data.view).toMatchObject({ filter: { paid: '0', sort: 'name' }, columns: ['name', 'mobile'], may: true })
  expect(await namesFor(director)).toEqual(['未支付'])
  expect(await namesFor(timer)).toEqual([])
  await save({ filter: { paid: '0' }, shared: true }, director)
  const { items } = await world.ask(consoleExportsViewsList, { raceid: RACE, table }, timer)
  expect(items).toEqual([expect.objectContaining({ name: '未支付', shared: true, by: '工作人员', may: false })])
  const kept = JSON.stringify(await world.db.selectFrom('table_views').selectAll().execute())
  expect(kept).not.toContain('13900001111')
})

test('its maker or staff who edit the race remove a shared view, and the log has it', async () => {
  const { data } = await save({ name: '要跟进', shared: true }, timer)
  const remove = (as: Staff) => world.call(consoleExportsViewsRemove, { raceid: RACE, table, id: data.view.id }, as)
  expect((await remove(viewer)).refusal).toBe('no_permission')
  expect((await remove(director)).code).toBe('200')
  expect((await remove(director)).refusal).toBe('view_not_found')
  const mine = await save({ name: '我的' }, timer)
  const others = { raceid: RACE, table, id: mine.data.view.id }
  expect((await world.call(consoleExportsViewsRemove, others, director)).refusal).toBe('view_not_found')
  const logged = await world.db.selectFrom('log').select('what').where('what', 'like', 'view%').orderBy('id').execute()
  expect(logged.map(({ what }) => what)).toEqual(['view shared', 'view shared', 'view removed'])
})

test('a filter that needs a right of its own is kept only with this right, and a wrong filter is never kept', async () => {
  expect((await save({ filter: { province: '浙江省' } }, timer)).refusal).toBe('no_permission')
  expect(await save({ filter: { paid: 'perhaps' } }, director)).toMatchObject({ code: '422' })
  expect(await save({ name: ' ' }, director)).toMatchObject({ code: '422' })
  expect(await save({ name: '长'.repeat(41) }, director)).toMatchObject({ code: '422' })
  expect((await save({ name: '🏃䶮' }, director)).data.view.name).toBe('🏃䶮')
})
