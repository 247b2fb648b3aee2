import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readTableFile } from '#features/files/tableFile.service.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleExportsLayoutRemove,
  consoleExportsLayoutSave,
  consoleExportsShow,
  consoleExportsStart,
} from './contract.ts'

let world: World
let desk: { token: string }
let timer: { token: string }
let stranger: { token: string }
const table = 'registrations'
const of = { raceid: RACE, table }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openRace(world, { id: 2027, name: '别的赛事' })
  await openEvent(world)
  const { token } = await runnerSession(world)
  for (const n of [1, 2, 3]) await world.ask(registrationSave, entrant(n, { name: '沈跑跑' }), { token })
  await world.db.updateTable('registrations').set({ tag: '=1+1' }).where('raceid', '=', RACE).execute()
  desk = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  stranger = await staffSession(world, [{ raceid: 2027, role: 'director' }])
})
afterAll(() => world?.close())
beforeEach(() => world.clock.advance(1000))

const fetched = (href: string, as = desk) =>
  world.app.inject({ method: 'GET', url: href, cookies: { startline_console: as.token } })
const started = { ...of, columns: ['id', 'name', 'idnum', 'signed_up', 'age'], format: 'xlsx' as const }
const rowsOf = async (bytes: Buffer) => {
  const file = await readTableFile(bytes)
  if ('unreadable' in file) throw new Error(file.unreadable)
  return [file.table.header, ...file.table.rows]
}

test('refused without the right of the table, without a table, and without a column', async () => {
  expect(await world.call(consoleExportsShow, of, stranger)).toMatchObject({ refusal: 'no_permission' })
  expect(await world.call(consoleExportsStart, started, stranger)).toMatchObject({ refusal: 'no_permission' })
  expect(await world.call(consoleExportsStart, started, {})).toMatchObject({ refusal: 'not_logged_in' })
  expect(await world.call(consoleExportsShow, { ...of, table: 'staff_passwords' }, desk)).toMatchObject({
    refusal: 'table_not_found',
  })
  for (const columns of [['id', 'id'], ['password'], ['__proto__']])
    expect(await world.call(consoleExportsStart, { ...started, columns }, desk), columns.join()).toMatchObject({
      refusal: 'field_wrong',
    })
  expect(await world.call(consoleExportsStart, { ...started, filter: { state: 'drop table' } }, desk)).toMatchObject({
    refusal: 'field_wrong',
  })
})

test('a column with a right of its own is grey and refused without this right', async () => {
  const shown = await world.ask(consoleExportsShow, of, timer)
  expect(shown.columns.find(({ name }) => name === 'price')).toMatchObject({ allowed: false })
  expect(await world.call(consoleExportsStart, { ...started, columns: ['id', 'price'] }, timer)).toMatchObject({
    refusal: 'no_permission',
  })
})

test('as a workbook: ids are text, sealed columns masked, moments on the clock of the race', async () => {
  const { href } = await world.ask(consoleExportsStart, started, { ...desk, lang: 'en' })
  const file = await fetched(href)
  expect(file.statusCode).toBe(200)
  expect(file.headers['content-type']).toContain('spreadsheetml')
  const [head, first] = await rowsOf(file.rawPayload)
  expect(head).toEqual(['Registration', 'Name', 'ID number', 'Signed up', 'Age on race day'])
  expect(first![2]).toContain('****')
  expect(first![3]).toBe('2026-03-01 12:00:00')
  expect(file.rawPayload.includes(idnumOf(1))).toBe(false)
  const row = await world.db.selectFrom('table_exports').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(row.rows).toBe((await rowsOf(file.rawPayload)).length - 1)
})

test('as CSV: with the mark of UTF-8, in the order chosen, and formulas guarded', async () => {
  const columns = ['name', 'tag']
  const { href, filename } = await world.ask(consoleExportsStart, { ...started, columns, format: 'csv' }, desk)
  expect(filename).toMatch(/^江城马拉松-报名-2026-03-0\d\.csv$/)
  const text = (await fetched(href)).payload
  expect(text.startsWith('\ufeff姓名,标签\r\n')).toBe(true)
  expect(text).toContain("沈跑跑,'=1+1")
})

test('the state of a runner who left is the state that the table shows', async () => {
  const row = world.db.updateTable('registrations').where('raceid', '=', RACE).where('name', '=', '沈跑跑')
  const { id } = await world.db.selectFrom('registrations').select('id').orderBy('id').executeTakeFirstOrThrow()
  await row.set({ exited_at: world.clock.now() }).where('id', '=', id).execute()
  const left = { ...started, columns: ['id', 'state'], format: 'csv' as const, filter: { state: 'left' } }
  const { href } = await world.ask(consoleExportsStart, left, desk)
  const lines = (await fetched(href)).payload.split('\r\n')
  expect(lines.find((line) => line.includes(String(id)))).toBe(`${id},已退赛`)
  await row.set({ exited_at: null }).where('id', '=', id).execute()
})

test('opened only with a reason and the right, and each row is in the log before the file leaves', async () => {
  expect(await world.call(consoleExportsStart, { ...started, open: true }, desk)).toMatchObject({
    refusal: 'field_wrong',
    data: { fields: { why: expect.any(String) } },
  })
  expect(await world.call(consoleExportsStart, { ...started, open: true, why: '好奇' }, timer)).toMatchObject({
    refusal: 'no_permission',
  })
  const { href } = await world.ask(consoleExportsStart, { ...started, open: true, why: '投保' }, desk)
  const rows = await rowsOf((await fetched(href)).rawPayload)
  expect(rows.flat()).toContain(idnumOf(1))
  const log = await world.db.selectFrom('log').select(['what', 'target', 'after']).where('raceid', '=', RACE).execute()
  expect(log).toContainEqual({
    what: 'table exported',
    target: 'table registrations',
    after: { format: 'xlsx', columns: 5, why: '投保' },
  })
  expect(log.filter(({ what }) => what === 'registration opened')).toHaveLength(rows.length - 1)
})

test('the address is for the member of staff who asked, in that format, for ten minutes, while the right lasts', async () => {
  const { href } = await world.ask(consoleExportsStart, started, desk)
  const other = await staffSession(world, [{ raceid: null, role: 'owner' }])
  expect((await fetched(href, other)).statusCode).toBe(404)
  expect((await fetched(href.replace('xlsx', 'csv'))).statusCode).toBe(404)
  expect((await fetched(href.replace(String(RACE), '2027'))).statusCode).toBe(404)
  expect((await world.app.inject({ method: 'GET', url: href })).statusCode).toBe(404)
  for (const odd of ['0.xlsx', '-1.xlsx', '99999999999999999999.xlsx', '1.exe', '..%2f1.xlsx'])
    expect((await fetched(`/console/exports/${RACE}/${odd}`)).statusCode, odd).toBe(404)
  world.clock.advance(10 * 60_000)
  expect((await fetched(href)).statusCode).toBe(404)
})

test('the request is sealed, because a search may hold a number', async () => {
  const filter = { q: '13900000001' }
  await world.ask(consoleExportsStart, { ...started, filter }, desk)
  const { asked } = await world.db
    .selectFrom('table_exports')
    .select('asked')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(asked.includes('13900000001')).toBe(false)
})

test('a layout is kept for the race, replaced under its name, and removed', async () => {
  const layout = { ...of, name: ' 物资组 ', columns: ['bib', 'name', 'clothes'] }
  const { layout: kept } = await world.ask(consoleExportsLayoutSave, layout, desk)
  await world.ask(consoleExportsLayoutSave, { ...layout, columns: ['bib'] }, timer)
  const { layouts } = await world.ask(consoleExportsShow, of, timer)
  expect(layouts.map(({ id, name }) => [id, name])).toEqual([
    [null, '保险名单'],
    [null, '田协备案'],
    [null, '医疗保障'],
    [null, '计时公司'],
    [kept.id, '物资组'],
  ])
  expect(layouts.at(-1)!.columns).toEqual(['bib'])
  expect(await world.call(consoleExportsLayoutSave, { ...layout, columns: ['nothing'] }, desk)).toMatchObject({
    refusal: 'field_wrong',
  })
  expect(await world.call(consoleExportsLayoutRemove, { ...of, id: kept.id! }, stranger)).toMatchObject({
    refusal: 'no_permission',
  })
  await world.ask(consoleExportsLayoutRemove, { ...of, id: kept.id! }, desk)
  expect(await world.call(consoleExportsLayoutRemove, { ...of, id: kept.id! }, desk)).toMatchObject({
    refusal: 'layout_not_found',
  })
})

test('a ready-made layout names only existing columns', async () => {
  const { columns, layouts } = await world.ask(consoleExportsShow, of, desk)
  const names = new Set(columns.map(({ name }) => name))
  for (const layout of layouts)
    expect(
      layout.columns.filter((name) => !names.has(name)),
      layout.name,
    ).toEqual([])
})
