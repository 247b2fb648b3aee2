import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleLogList, consoleRolesList, consoleRolesSave } from '#features/staff/contract.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { readRace } from './service.ts'
import { consoleRacesCreate, consoleRacesList, consoleRacesShow, raceShow } from './contract.ts'
import { proposedRaceTime, zoneIn } from './zone.rules.ts'

let world: World
let owner: { token: string; staffid: number }
beforeAll(async () => {
  world = await makeWorld()
  owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => world?.close())

const race = { number: 2027, name: '澜江马拉松' }
const stored = () => world.db.selectFrom('races').select(['id', 'name']).orderBy('id').execute()

test('only staff of the whole platform who may edit races create one', async () => {
  expect(await world.call(consoleRacesCreate, race)).toMatchObject({ code: '401', refusal: 'not_logged_in' })
  const ofOne = await staffSession(world, [
    { raceid: 7, role: 'director' },
    { raceid: 2027, role: 'editor' },
  ])
  const cashier = await staffSession(world, [{ raceid: null, role: 'cashier' }])
  for (const who of [ofOne, cashier])
    expect(await world.call(consoleRacesCreate, race, who)).toMatchObject({ code: '403', refusal: 'no_permission' })
  for (const raceid of [7, 2027])
    expect(
      await world.call(consoleRacesCreate, { ...race, raceid }, ofOne),
      'a race named beside it gives no right',
    ).toMatchObject({ code: '403', refusal: 'no_permission' })
  expect(await stored()).toEqual([])
})

test('each missing, too long or wrong value is named with its field: number, kind and time zone', async () => {
  const wrong = async (change: object) => {
    const { code, refusal, data } = await world.call(consoleRacesCreate, { ...race, ...change } as never, owner)
    return { code, refusal, fields: Object.keys((data as unknown as { fields: object } | null)?.fields ?? {}) }
  }
  const field = (...fields: string[]) => ({ code: '422', refusal: 'field_wrong', fields })
  for (const number of ['', 'x', 0, -1, 1.5, 2_147_483_648])
    expect(await wrong({ number }), String(number)).toEqual(field('number'))
  for (const name of ['', '  ', '跑'.repeat(81), undefined]) expect(await wrong({ name })).toEqual(field('name'))
  expect(await wrong({ names: { en: 'x'.repeat(81) } })).toEqual(field('names.en'))
  expect(await wrong({ kind: 'sea' })).toEqual(field('kind'))
  expect(await wrong({ time: 'tomorrow' })).toEqual(field('time'))
  for (const zone of ['', 'Asia/Nowhere', '+08:00', 'x'.repeat(80), 'Asia/Shanghai; drop'])
    expect(await wrong({ zone }), zone).toEqual({ code: '422', refusal: 'zone_unknown', fields: ['zone'] })
  expect(await stored()).toEqual([])
})

test('a race begins unpublished, in its own time zone, and the log has its creation', async () => {
  expect(await world.ask(consoleRacesList, {}, owner)).toEqual({
    items: [],
    next_number: 1,
    may_create: true,
    askable: [],
  })
  expect(await readRace(world.db, 2027, world.clock.now()), 'nobody remembers that it was not there').toBeUndefined()
  const made = await world.ask(
    consoleRacesCreate,
    { ...race, names: { en: 'Lanjiang Marathon', 'zh-tw': '瀾江馬拉松' }, kind: 'trail', zone: 'europe/berlin' },
    owner,
  )
  expect(made).toMatchObject({
    id: 2027,
    name: '澜江马拉松',
    names: { en: 'Lanjiang Marathon', 'zh-tw': '瀾江馬拉松' },
    kind: 'trail',
    zone: 'Europe/Berlin',
    time: '2026-09-01T05:30:00.000Z',
    published: false,
  })
  expect(await world.ask(consoleRacesShow, { raceid: 2027 }, owner)).toEqual(made)
  expect(await readRace(world.db, 2027, world.clock.now())).toMatchObject({ name: '澜江马拉松' })
  expect(await world.call(raceShow, { raceid: 2027 })).toMatchObject({ refusal: 'race_not_found' })
  const log = await world.ask(consoleLogList, {}, { ...owner, lang: 'en' })
  expect(log.items[0]).toMatchObject({
    raceid: 2027,
    staffid: owner.staffid,
    what: 'race created',
    target: 'race 2027',
    before: null,
    after: { name: '澜江马拉松', zone: 'Europe/Berlin' },
  })
})

test('a number that another race has is refused with a reason of its own, in three languages', async () => {
  const said = async (lang: 'zh-cn' | 'zh-tw' | 'en') => world.call(consoleRacesCreate, race, { ...owner, lang })
  expect(await said('zh-cn')).toMatchObject({
    code: '409',
    refusal: 'race_number_taken',
    msg: '编号 2027 已被其他赛事使用，请换一个',
  })
  expect((await said('zh-tw')).msg).toBe('編號 2027 已被其他賽事使用，請換一個')
  expect((await said('en')).msg).toBe('Number 2027 belongs to another race. Choose a different one')
  expect(await stored()).toHaveLength(1)
})

test('a call that is sent twice with one key creates one race, with the time if it names one', async () => {
  const input = { number: 2_147_483_647, name: '最大', time: '2027-04-11T07:30:00+08:00', _once: 'k1' }
  const first = await world.ask(consoleRacesCreate, input, owner)
  expect(first).toMatchObject({
    id: 2_147_483_647,
    time: '2027-04-10T23:30:00.000Z',
    zone: 'Asia/Shanghai',
    kind: 'road',
  })
  expect(await world.ask(consoleRacesCreate, input, owner)).toEqual(first)
})

test('a role that somebody got for a number without a race gives no right to the race of that number', async () => {
  const early = await staffSession(world, [{ raceid: 55, role: 'director' }])
  const own = { raceid: 55, name: '台长', rights: ['race.edit' as const] }
  await world.ask(consoleRolesSave, own, owner)
  await world.ask(consoleRacesCreate, { number: 55, name: '新赛事' }, owner)
  expect((await world.call(consoleRacesShow, { raceid: 55 }, early)).refusal).toBe('no_permission')
  expect((await world.ask(consoleRolesList, { raceid: 55 }, owner)).items).toEqual([])
})

test('of two people who want one number at once, one gets it', async () => {
  for (let number = 100; number < 110; number++) {
    const made = await Promise.all(
      ['甲', '乙', '丙'].map((name) => world.call(consoleRacesCreate, { number, name }, owner)),
    )
    expect(made.map(({ code, refusal }) => refusal ?? code).sort()).toEqual([
      '200',
      'race_number_taken',
      'race_number_taken',
    ])
  }
})

test('a person who sees no race and may create none is told whom to ask', async () => {
  await world.db
    .updateTable('staff')
    .set({ name: '林总', password: 'x' })
    .where('staffid', '=', owner.staffid)
    .execute()
  const timer = await staffSession(world, [])
  expect(await world.ask(consoleRacesList, {}, timer)).toEqual({
    items: [],
    next_number: null,
    may_create: false,
    askable: ['林总'],
  })
  const editor = await staffSession(world, [{ raceid: 2027, role: 'editor' }])
  const list = await world.ask(consoleRacesList, {}, editor)
  expect(list).toMatchObject({ may_create: false, askable: ['林总'] })
  expect(list.items.map(({ id }) => id)).toEqual([2027])
})

test('time zones, and the day of a race without a set day', () => {
  expect(zoneIn('Asia/Shanghai')).toBe('Asia/Shanghai')
  expect(zoneIn('utc')).toBe('UTC')
  expect([zoneIn('GMT+8'), zoneIn('+01:00'), zoneIn('Mars/Olympus'), zoneIn('')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(proposedRaceTime(new Date('2026-08-31T04:00:00Z'), 'Asia/Shanghai').toISOString()).toBe(
    '2027-02-27T23:30:00.000Z',
  )
})
