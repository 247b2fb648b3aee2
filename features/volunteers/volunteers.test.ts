import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, idnumOf, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleVolunteersCalendar,
  consoleVolunteersImport,
  consoleVolunteersList,
  consoleVolunteersOpen,
  consoleVolunteersRemove,
  consoleVolunteersSave,
} from './contract.ts'
import { calendarsOfShifts, shiftOf, wallText, wallTime } from './rules.ts'

const raceid = RACE
let world: World
let staff: { token: string; staffid: number }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  staff = await staffSession(world, [{ raceid, role: 'registrar' }])
})
afterAll(() => world?.close())

const draft = (n: number, change: object = {}) => ({
  raceid,
  name: `志愿者${n}`,
  idnum: idnumOf(n),
  mobile: '13712345678',
  post: '补给站',
  from: '2026-11-01T06:30',
  until: '2026-11-01T11:00',
  leader: '唐组长',
  leader_mobile: '13600000001',
  ...change,
})

test('only staff with the right for this race change volunteers; unknown or wrong values are named', async () => {
  expect(await world.call(consoleVolunteersSave, draft(1))).toMatchObject({ code: '401' })
  const cashier = await staffSession(world, [{ raceid, role: 'cashier' }])
  expect(await world.call(consoleVolunteersList, { raceid }, cashier)).toMatchObject({ code: '403' })
  expect(await world.call(consoleVolunteersImport, { raceid, text: 'x' }, cashier)).toMatchObject({ code: '403' })
  expect(await world.call(consoleVolunteersOpen, { raceid, id: 1 }, cashier)).toMatchObject({ code: '403' })
  expect(await world.call(consoleVolunteersOpen, { raceid, id: 999 }, staff)).toMatchObject({
    code: '404',
    refusal: 'volunteer_not_found',
  })
  expect(await world.call(consoleVolunteersRemove, { raceid, id: 999 }, staff)).toMatchObject({ code: '404' })
  expect(await world.call(consoleVolunteersSave, draft(1, { id: 999 }), staff)).toMatchObject({ code: '404' })
  expect(await world.call(consoleVolunteersSave, draft(1, { idnum: '' }), staff)).toMatchObject({
    code: '422',
    data: { fields: { idnum: '证件号码不能为空' } },
  })
  expect(
    await world.call(consoleVolunteersSave, draft(1, { idnum: idnumOf(1).slice(0, 17) + 'Y' }), staff),
  ).toMatchObject({ code: '422', data: { fields: { idnum: '请输入正确的证件号码' } } })
  expect(await world.call(consoleVolunteersSave, draft(1, { mobile: '12' }), staff)).toMatchObject({
    data: { fields: { mobile: '手机号不正确' } },
  })
  expect(await world.call(consoleVolunteersSave, draft(1, { from: 'morgen' }), { ...staff, lang: 'en' })).toMatchObject(
    { code: '422', data: { fields: { from: expect.any(String) as string } } },
  )
  expect(await world.call(consoleVolunteersSave, draft(1, { until: '2026-11-01T05:00' }), staff)).toMatchObject({
    data: { fields: { until: '结束应晚于开始' } },
  })
})

test('a volunteer is added, changed without typing the numbers again, opened with a line in the log, and removed', async () => {
  const { id, ...added } = await world.ask(consoleVolunteersSave, draft(2, { notes: '膝伤' }), staff)
  expect(added).toMatchObject({
    idnum: `${idnumOf(2).slice(0, 4)}**********${idnumOf(2).slice(-4)}`,
    mobile: '137****5678',
    leader_mobile: '136****0001',
    starts_at: '2026-10-31T22:30:00.000Z',
    from: '2026-11-01T06:30',
  })
  expect(await world.call(consoleVolunteersSave, draft(2), staff)).toMatchObject({
    code: '409',
    refusal: 'shift_twice',
  })
  const changed = await world.ask(
    consoleVolunteersSave,
    { ...draft(2, { id, idnum: '', mobile: '', leader_mobile: '', leader: '赵组长', post: '终点' }) },
    staff,
  )
  expect(changed).toMatchObject({ id, post: '终点', mobile: '137****5678' })
  expect(await world.ask(consoleVolunteersOpen, { raceid, id }, staff)).toEqual({
    idnum: idnumOf(2),
    mobile: '13712345678',
    leader_mobile: '13600000001',
  })
  await world.ask(consoleVolunteersRemove, { raceid, id }, staff)
  expect((await world.ask(consoleVolunteersList, { raceid }, staff)).items).toEqual([])
  const log = await world.db
    .selectFrom('log')
    .selectAll()
    .where('target', '=', `volunteer ${id}`)
    .orderBy('id')
    .execute()
  expect(log.map(({ what }) => what)).toEqual([
    'volunteer added',
    'volunteer changed',
    'volunteer opened',
    'volunteer removed',
  ])
  expect(JSON.stringify(log)).not.toMatch(new RegExp(`${idnumOf(2)}|13712345678|13600000001`))
  // The log has no masks, leaders and notes, because the server erases them with the mobiles and keeps the log longer.
  expect(JSON.stringify(log)).not.toContain('****')
  expect(JSON.stringify(log)).not.toMatch(/唐组长|赵组长|膝伤/)
  expect(log[1]!.after).toMatchObject({ leader: 'changed', notes: 'changed', post: '终点' })
})

test('a list is read without an import, imported once, and changes known volunteers; wrong rows are named by their lines', async () => {
  const text = `姓名\t身份证号\t手机\t岗位\t开始\t结束\t组长\n甲\t${idnumOf(10)}\t13700000010\t起点\t2026/11/1 5:30\t09:00\t唐\n乙\t${idnumOf(11)}\t\t守夜\t2026-10-31 22:00\t04:00\t\n丙\t123\t\t起点\t\t\t\n丁\t${idnumOf(12)}\t12\t起点\t\t\t\n\t${idnumOf(13)}\t\t起点\t\t\t\n戊\t${idnumOf(14)}\t\t起点\t早上\t\t`
  const read = {
    header: ['姓名', '身份证号', '手机', '岗位', '开始', '结束', '组长'],
    columns: {
      name: '姓名',
      idnum: '身份证号',
      mobile: '手机',
      post: '岗位',
      from: '开始',
      until: '结束',
      leader: '组长',
    },
    rows: 6,
  }
  const refused = [
    { line: 4, says: '证件号码不正确' },
    { line: 5, says: '手机号不正确' },
    { line: 6, says: '缺少姓名或岗位' },
    { line: 7, says: '时间无法读取' },
  ]
  expect(await world.ask(consoleVolunteersImport, { raceid, text, dry: true }, staff)).toEqual({
    ...read,
    added: 2,
    changed: 0,
    refused,
    dry: true,
  })
  expect((await world.ask(consoleVolunteersList, { raceid }, staff)).total).toBe(0)
  expect(await world.ask(consoleVolunteersImport, { raceid, text }, staff)).toMatchObject({
    added: 2,
    changed: 0,
    refused,
  })
  expect(await world.ask(consoleVolunteersImport, { raceid, text }, staff)).toMatchObject({ added: 0, changed: 2 })
  const first = await world.ask(consoleVolunteersList, { raceid, limit: 1 }, staff)
  expect(first).toMatchObject({
    total: 2,
    items: [{ name: '甲', post: '起点', from: '2026-11-01T05:30', until: '2026-11-01T09:00' }],
  })
  expect(
    (await world.ask(consoleVolunteersList, { raceid, limit: 1, after: first.after! }, staff)).items,
  ).toMatchObject([{ name: '乙', until: '2026-11-01T04:00' }])
  expect((await world.ask(consoleVolunteersList, { raceid, q: '守夜' }, staff)).items).toMatchObject([{ name: '乙' }])
  expect(await world.call(consoleVolunteersImport, { raceid, text: '' }, staff)).toMatchObject({
    refusal: 'list_empty',
  })
  expect(await world.call(consoleVolunteersImport, { raceid, text: '甲,乙\n1,2' }, staff)).toMatchObject({
    refusal: 'list_without_columns',
    msg: expect.stringContaining('证件号码') as string,
  })
  expect(
    await world.ask(consoleVolunteersImport, { raceid, text: '姓名,岗位\n张三,补给', dry: true }, staff),
  ).toMatchObject({ refused: [{ line: 1, says: '表头缺少：证件号码' }] })
  expect(
    await world.ask(
      consoleVolunteersImport,
      { raceid, text: `谁,号,干啥\n己,${idnumOf(15)},终点`, mapping: { name: '谁', idnum: '号', post: '干啥' } },
      staff,
    ),
  ).toMatchObject({ added: 1 })
})

test("a shift is read by the race's own clock", () => {
  expect(wallTime('2026-11-01 06:30', 'Asia/Shanghai')?.toISOString()).toBe('2026-10-31T22:30:00.000Z')
  expect(wallTime('2026年11月1日 6:30', 'Asia/Shanghai')?.toISOString()).toBe('2026-10-31T22:30:00.000Z')
  expect(wallTime('2026-02-30 06:30', 'Asia/Shanghai')).toBeUndefined()
  expect(wallTime('06:30', 'Asia/Shanghai')).toBeUndefined()
  expect(wallTime('', 'Asia/Shanghai')).toBeNull()
  expect(wallText(new Date('2026-10-31T22:30:00Z'), 'Asia/Shanghai')).toBe('2026-11-01T06:30')
  expect(shiftOf('2026-11-01 22:00', '2026-11-01 21:00', 'Asia/Shanghai')).toEqual({ wrong: 'until' })
  expect(shiftOf('', '09:00', 'Asia/Shanghai')).toEqual({ wrong: 'until' })
})

test('the calendar groups shifts by post, hour and place, and a cashier may not read it', async () => {
  const cashier = await staffSession(world, [{ raceid, role: 'cashier' }])
  expect(await world.call(consoleVolunteersCalendar, { raceid }, cashier)).toMatchObject({ code: '403' })
  for (const [n, change] of [
    [40, { post: '存衣点', from: '2026-11-01T05:00', until: '2026-11-01T09:00' }],
    [41, { post: '存衣点', from: '2026-11-01T05:00', until: '2026-11-01T09:00', state: 'invited' }],
    [42, { post: '存衣点', from: '', until: '' }],
  ] as const)
    await world.ask(consoleVolunteersSave, draft(n, change), staff)
  const { posts, more } = await world.ask(consoleVolunteersCalendar, { raceid }, staff)
  expect(more).toBe(0)
  expect(posts.find(({ post }) => post === '存衣点')).toMatchObject({
    shifts: [
      { from: '2026-11-01T05:00', until: '2026-11-01T09:00', people: [{ name: '志愿者40' }, { state: 'invited' }] },
      { from: '', people: [{ name: '志愿者42' }] },
    ],
  })
})

test('shifts of one post at two places, or over midnight, are lines of their own', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 9, 31, hour))
  const shift = { name: '陈', post: '水站', state: 'confirmed' as const, starts_at: at(14), ends_at: at(18) }
  const [post] = calendarsOfShifts(
    [
      { ...shift, id: 1, place: '5 公里' },
      { ...shift, id: 2, place: '10 公里' },
    ],
    'Asia/Shanghai',
  )
  expect(post!.shifts.map(({ from, until, place }) => [from, until, place])).toEqual([
    ['2026-10-31T22:00', '2026-11-01T02:00', '5 公里'],
    ['2026-10-31T22:00', '2026-11-01T02:00', '10 公里'],
  ])
})
