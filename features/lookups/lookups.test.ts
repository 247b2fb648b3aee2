import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alterOneCharacter } from '#test/alter.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { importResults } from '#features/results/service.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { enlistVolunteer } from '#features/volunteers/service.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  FoundRunner,
  apiRunnerDetail,
  apiRunnerQueryIdnum,
  apiRunnerShow,
  consoleGamesImport,
  consoleGamesList,
  consoleGamesSave,
  gameRunnerByidnum,
  masterQuery,
  masterRunner,
  queryTypes,
  simpleRegistrationByidnum,
} from './contract.ts'
import { cardFields, hiddenCardFields, lookups } from './rules.ts'

const raceid = RACE
let world: World
let runner: Awaited<ReturnType<typeof runnerSession>>
let registrar: { token: string }
let keys: string[]

beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { price: 0 })
  await openEvent(world, { id: 2, name: '10公里', names: { en: '10 km' }, price: 0 })
  runner = await runnerSession(world)
  keys = []
  for (const [n, eventid] of [
    [1, 2],
    [2, 1],
  ] as const)
    keys.push((await world.ask(registrationSave, entrant(n, { eventid }), runner))._key)
  registrar = await staffSession(world, [{ raceid, role: 'registrar' }])
  await world.db
    .updateTable('registrations')
    .set({ bib: '1207', prefix_bib: 'B', enname: 'Shen Run' })
    .where('raceid', '=', raceid)
    .where('_key', '=', keys[0]!)
    .execute()
})
afterAll(() => world?.close())

const pass = { captchaid: 'x', captcha: 'y' }

describe('a look-up by number', () => {
  test('refuses an unknown race, an empty number, and an impossible key', async () => {
    expect(await world.call(apiRunnerQueryIdnum, { raceid: 999, idnum: idnumOf(1) })).toMatchObject({
      code: '404',
      refusal: 'race_not_found',
    })
    expect(await world.call(simpleRegistrationByidnum, { raceid: 999, idnum: idnumOf(1) })).toMatchObject({
      code: '404',
    })
    expect(await world.call(gameRunnerByidnum, { raceid: 999, gameid: 1, idnum: idnumOf(1) })).toMatchObject({
      code: '404',
    })
    expect(await world.call(apiRunnerQueryIdnum, { raceid, idnum: ' ' })).toMatchObject({
      code: '422',
      data: { fields: { idnum: '必填哦' } },
    })
    expect(await world.call(apiRunnerShow, { id: 'nonsense' })).toMatchObject({ code: '422' })
    const strange = alterOneCharacter(keys[0]!)
    expect(await world.call(apiRunnerShow, { id: strange }, { lang: 'en' })).toMatchObject({
      code: '404',
      refusal: 'runner_not_found',
      msg: 'No information for such user',
    })
    expect(await world.call(apiRunnerDetail, { id: strange })).toMatchObject({ code: '404' })
  })

  test('finds the one exact number, in any case, and shows no contact data', async () => {
    const found = await world.call(apiRunnerQueryIdnum, { raceid, idnum: idnumOf(1).toLowerCase(), type: 'enname' })
    expect(found.data).toMatchObject([
      {
        kind: 'registration',
        _key: keys[0],
        event: '10公里',
        eventid: 2,
        name: '沈跑跑',
        bib: 'B1207',
        enname: 'Shen Run',
        status: '报名成功',
        related: false,
      },
    ])
    const text = JSON.stringify(found)
    for (const secret of [idnumOf(1), '13900000001', '陆家人', runner.mobile]) expect(text).not.toContain(secret)
    expect(await world.ask(simpleRegistrationByidnum, { raceid, idnum: idnumOf(2) })).toEqual([
      expect.objectContaining({ _key: keys[1], event: '半程马拉松', eventid: 1 }),
    ])
    expect(Object.keys((await world.ask(simpleRegistrationByidnum, { raceid, idnum: idnumOf(2) }))[0]!).sort()).toEqual(
      ['_key', 'bib', 'bib_due', 'event', 'eventid', 'icon', 'name', 'raceid', 'status'],
    )
  })

  test('an underscore asks for related registrations: only the session of the owner sees them, sorted by event', async () => {
    const idnum = `_${idnumOf(1)}`
    expect((await world.ask(apiRunnerQueryIdnum, { raceid, idnum })).map(({ _key }) => _key)).toEqual([keys[0]])
    expect(
      (await world.ask(apiRunnerQueryIdnum, { raceid, idnum }, await runnerSession(world))).map(({ _key }) => _key),
    ).toEqual([keys[0]])
    expect(
      (await world.ask(apiRunnerQueryIdnum, { raceid, idnum }, runner)).map(({ _key, related }) => [_key, related]),
    ).toEqual([
      [keys[1], true],
      [keys[0], false],
    ])
  })

  test('the card and the detail of one key, masked', async () => {
    expect(await world.ask(apiRunnerShow, { id: keys[0]! })).toMatchObject({
      kind: 'registration',
      name: '沈跑跑',
      bib: 'B1207',
    })
    const detail = await world.ask(apiRunnerDetail, { id: keys[0]! }, { ...runner, lang: 'en' })
    expect(detail).toMatchObject({
      runner: { event: '10 km' },
      gender: 'male',
      idnum: `${idnumOf(1).slice(0, 4)}**********${idnumOf(1).slice(-4)}`,
      result: null,
      volunteer: null,
      race: { id: raceid },
    })
  })

  test('results: of the registration, and of a number that only the list of results had', async () => {
    const csv = `参赛号,姓名,证件号码,枪成绩,净成绩\nB1207,沈跑跑,${idnumOf(1)},0:50:10.2,0:49:59\nB9,外来客,${idnumOf(77)},0:55:00,0:54:00`
    const outcome = await importResults(world.parts, {
      raceid,
      eventid: 2,
      filename: 'r.csv',
      bytes: Buffer.from(csv),
      publish: false,
      now: world.clock.now(),
    })
    expect(outcome).toMatchObject({ report: { counts: { refused: 0 } } })
    expect(
      await world.ask(apiRunnerQueryIdnum, { raceid, idnum: idnumOf(1), type: 'score' }),
      'nothing before it is published',
    ).toEqual([])
    await world.db
      .updateTable('result_sheets')
      .set({ published_at: world.clock.now() })
      .where('raceid', '=', raceid)
      .execute()
    expect(await world.ask(apiRunnerQueryIdnum, { raceid, idnum: idnumOf(1), type: 'score' })).toMatchObject([
      { kind: 'result', bib: 'B1207', event: '10公里', time: '00:50:11', nettime: '00:49:59', outcome: 'finished' },
    ])
    expect(await world.ask(apiRunnerQueryIdnum, { raceid, idnum: idnumOf(77), type: 'score' })).toMatchObject([
      { kind: 'result', bib: 'B9', name: '外来客' },
    ])
    expect(await world.ask(apiRunnerQueryIdnum, { raceid, idnum: idnumOf(1) })).toMatchObject([
      { kind: 'registration', time: '00:50:11' },
    ])
    expect(await world.ask(apiRunnerDetail, { id: keys[0]! })).toMatchObject({ result: { time: '00:50:11' } })
  })

  test('a poster is also found for a finisher of the race itself, if no game is named', async () => {
    expect(await world.ask(gameRunnerByidnum, { raceid, idnum: idnumOf(1), type: 'poster' })).toMatchObject([
      { kind: 'result', bib: 'B1207', outcome: 'finished' },
    ])
    expect(
      await world.ask(gameRunnerByidnum, { raceid, idnum: idnumOf(2), type: 'poster' }),
      'who has no result yet has not asked in vain',
    ).toEqual([])
    expect(await world.ask(gameRunnerByidnum, { raceid, idnum: idnumOf(1) }), 'a game has runners of its own').toEqual(
      [],
    )
  })

  test('a volunteer is found by number; only the number with the proven mobile shows the phone number of the post', async () => {
    const { seal } = world.parts
    const now = world.clock.now()
    await seal.prepare(raceScope(raceid))
    const draft = {
      name: '何帮帮',
      idnum: idnumOf(50),
      mobile: '13700000050',
      post: '补给站',
      team: '三组',
      place: '10公里处',
      starts_at: new Date('2026-10-31T22:00:00Z'),
      ends_at: null,
      leader: '唐组长',
      leader_mobile: '13600000001',
      notes: '',
      state: 'confirmed' as const,
    }
    await world.db.transaction().execute((tx) => enlistVolunteer(tx, seal, raceid, draft, now))
    const [found] = await world.ask(apiRunnerQueryIdnum, { raceid, idnum: idnumOf(50), type: 'volunteers' })
    expect(found).toMatchObject({
      kind: 'volunteer',
      event: '补给站',
      name: '何帮帮',
      team: '三组',
      starts_at: '2026-10-31T22:00:00.000Z',
      status: null,
    })
    const id = found!._key
    const phone = async (input: { idnum?: string }, as: { token?: string } = {}) =>
      (await world.ask(apiRunnerDetail, { id, ...input }, as)).volunteer
    expect(await phone({})).toMatchObject({ leader: '唐组长', leader_mobile: '136****0001', mine: false })
    expect(await phone({ idnum: idnumOf(50) }, runner)).toMatchObject({ leader_mobile: '136****0001', mine: false })
    const volunteer = await runnerSession(world, '13700000050')
    expect(await phone({}, volunteer)).toMatchObject({ mine: false })
    expect(await phone({ idnum: idnumOf(50) }, volunteer)).toMatchObject({ leader_mobile: '13600000001', mine: true })
    for (let tries = 0; tries < 30; tries++) await world.call(apiRunnerDetail, { id, idnum: idnumOf(51) })
    expect(await world.call(apiRunnerDetail, { id, idnum: idnumOf(50) })).toMatchObject({ code: '429' })
  })
})

describe('the desk', () => {
  test('only staff who may read registrations of that race in the console are admin', async () => {
    expect(await world.ask(masterQuery, { raceid })).toEqual({ role: null })
    expect(await world.ask(masterQuery, { raceid }, runner), "a runner's session is none here").toEqual({ role: null })
    expect(
      await world.ask(masterQuery, { raceid }, await staffSession(world, [{ raceid: 7, role: 'registrar' }])),
    ).toEqual({ role: null })
    expect(await world.ask(masterQuery, { raceid }, await staffSession(world, [{ raceid, role: 'editor' }]))).toEqual({
      role: null,
    })
    expect(await world.ask(masterQuery, { raceid }, registrar)).toEqual({ role: 'admin' })
  })

  test('the staff session opens no other data', async () => {
    expect(await world.ask(apiRunnerQueryIdnum, { raceid, idnum: `_${idnumOf(1)}` }, registrar)).toHaveLength(1)
    expect(await world.call(masterRunner, { raceid, key: '沈跑跑' })).toMatchObject({ code: '401' })
    expect(await world.call(masterRunner, { raceid, key: '沈跑跑' }, runner)).toMatchObject({ code: '10001' })
    expect(
      await world.call(
        masterRunner,
        { raceid, key: '沈跑跑' },
        await staffSession(world, [{ raceid, role: 'editor' }]),
      ),
    ).toMatchObject({ code: '403' })
    expect(
      await world.call(
        masterRunner,
        { raceid: 999, key: '沈跑跑' },
        await staffSession(world, [{ raceid: null, role: 'owner' }]),
      ),
    ).toMatchObject({ code: '404' })
  })

  test('finds by name, by number and by bib, and the log has the person without the typed text', async () => {
    const find = async (key: string) =>
      (await world.ask(masterRunner, { raceid, key }, registrar)).map(({ _key }) => _key)
    expect(await find('沈跑跑')).toEqual([keys[1], keys[0]])
    expect(await find('B1207')).toEqual([keys[0]])
    expect(await find('1207')).toEqual([keys[0]])
    expect(await find(idnumOf(2))).toEqual([keys[1]])
    expect(await find(`_${idnumOf(2)}`)).toEqual([keys[1], keys[0]])
    expect(await find('沈')).toEqual([])
    expect(await find('沈跑')).toEqual([keys[1], keys[0]])
    expect(await find('跑跑')).toEqual([])
    const log = await world.db.selectFrom('log').selectAll().where('what', '=', 'runner looked up').execute()
    expect(log).toHaveLength(8)
    expect(JSON.stringify(log)).not.toContain(idnumOf(2))
    expect(log.at(-1)!.target).toBe('registrations -')
  })

  test('is limited', async () => {
    const busy = await staffSession(world, [{ raceid, role: 'registrar' }])
    for (let at = 0; at < 120; at++) await world.call(masterRunner, { raceid, key: '无此人' }, busy)
    expect(await world.call(masterRunner, { raceid, key: '无此人' }, busy)).toMatchObject({ code: '429' })
  })
})

describe('games', () => {
  const timer = () => staffSession(world, [{ raceid, role: 'timer' }])
  test('refuse callers without the right to import results, unknown games, and a list without its columns', async () => {
    expect(await world.call(consoleGamesList, { raceid })).toMatchObject({ code: '401' })
    expect(await world.call(consoleGamesSave, { raceid, name: 'x' }, registrar)).toMatchObject({ code: '403' })
    const staff = await timer()
    expect(await world.call(consoleGamesSave, { raceid, id: 999, name: 'x' }, staff)).toMatchObject({
      code: '404',
      refusal: 'game_not_found',
    })
    expect(await world.call(consoleGamesImport, { raceid, id: 999, text: 'a,b\n1,2' }, staff)).toMatchObject({
      code: '404',
    })
    const { id } = await world.ask(consoleGamesSave, { raceid, name: '空活动' }, staff)
    expect(await world.call(consoleGamesImport, { raceid, id, text: '' }, staff)).toMatchObject({
      code: '422',
      refusal: 'game_list_empty',
    })
    expect(await world.call(consoleGamesImport, { raceid, id, text: '甲,乙\n1,2' }, staff)).toMatchObject({
      code: '422',
      refusal: 'game_list_without_columns',
      msg: expect.stringContaining('参赛号') as string,
    })
  })

  test('a list is read, imported, changed in place, and found by number once published; the number is kept nowhere', async () => {
    const staff = await timer()
    const { id } = await world.ask(consoleGamesSave, { raceid, name: '亲子挑战', posterid: 5 }, staff)
    const list = (time: string) =>
      `编号,姓名,证件号码,项目,成绩,亲子组合,手机\nF1,沈小跑,${idnumOf(90)},亲子跑,${time},沈家,13912345678\n,无编号,,,,,\nF1,重复,,,,,\nF2,路人,,亲子跑,10:00,,`
    const dry = await world.ask(consoleGamesImport, { raceid, id, text: list('20:10'), dry: true }, staff)
    expect(dry).toMatchObject({
      columns: { bib: '编号', name: '姓名', idnum: '证件号码', event: '项目', time: '成绩' },
      extra: ['亲子组合'],
      added: 2,
      changed: 0,
      refused: [{ line: 3 }, { line: 4 }],
    })
    expect(
      await world.ask(consoleGamesImport, { raceid, id, text: list('20:10'), extra: ['亲子组合', '手机'] }, staff),
    ).toMatchObject({ added: 2, changed: 0 })
    expect(
      await world.ask(consoleGamesImport, { raceid, id, text: list('19:59'), extra: ['亲子组合'] }, staff),
    ).toMatchObject({ added: 0, changed: 2 })
    expect(await world.ask(gameRunnerByidnum, { raceid, gameid: id, idnum: idnumOf(90) }), 'not published').toEqual([])
    await world.ask(consoleGamesSave, { raceid, id, name: '亲子挑战', posterid: 5, published: true }, staff)
    const expected = [
      expect.objectContaining({
        kind: 'game',
        gameid: id,
        posterid: 5,
        bib: 'F1',
        name: '沈小跑',
        event: '亲子跑',
        time: '19:59',
        meta: { 亲子组合: '沈家' },
      }),
    ]
    expect(await world.ask(gameRunnerByidnum, { raceid, gameid: id, idnum: idnumOf(90).toLowerCase() })).toEqual(
      expected,
    )
    expect(await world.ask(gameRunnerByidnum, { raceid, idnum: idnumOf(90) })).toEqual(expected)
    expect(await world.ask(gameRunnerByidnum, { raceid, gameid: 1_000_000, idnum: idnumOf(90) })).toEqual([])
    expect(JSON.stringify(await world.db.selectFrom('game_runners').selectAll().execute())).not.toContain(idnumOf(90))
    const { items } = await world.ask(consoleGamesList, { raceid, limit: 1 }, staff)
    expect(items).toMatchObject([{ id, runners: 2 }])
    expect(
      await world.db.selectFrom('ids').select('raceid').where('kind', '=', 'game').where('id', '=', id).execute(),
    ).toEqual([{ raceid }])
    expect(await world.db.selectFrom('ids').select('id').where('kind', '=', 'gamerunner').execute()).toHaveLength(2)
  })
})

test('misses of any type count for every type, and a wrong check is refused', async () => {
  const lost = await makeWorld()
  try {
    await openRace(lost)
    const numbers = [500, 1500, 2500, 3500, 4500].map(idnumOf) as [string, string, string, string, string]
    const misses = [
      () => lost.call(apiRunnerQueryIdnum, { raceid, idnum: numbers[0] }),
      () => lost.call(apiRunnerQueryIdnum, { raceid, idnum: numbers[1], type: 'volunteers' as const }),
      () => lost.call(apiRunnerQueryIdnum, { raceid, idnum: numbers[2], type: 'score' as const }),
      () => lost.call(simpleRegistrationByidnum, { raceid, idnum: numbers[3] }),
      () => lost.call(gameRunnerByidnum, { raceid, gameid: 1, idnum: numbers[4] }),
    ]
    for (const miss of [...misses, ...misses]) expect(await miss()).toMatchObject({ code: '200', data: [] })
    for (const miss of misses)
      expect(await miss()).toMatchObject({ refusal: 'picture_needed', data: { check: 'work' } })
    expect(await lost.call(simpleRegistrationByidnum, { raceid, idnum: numbers[3], ...pass })).toMatchObject({
      refusal: 'picture_wrong',
    })
  } finally {
    await lost.close()
  }
})

test('every field of a found runner is on cards or hidden, and every type has its line', () => {
  const shape = Object.keys(FoundRunner.def.shape)
  expect([...cardFields, ...hiddenCardFields, 'event', 'bib', 'name'].sort()).toEqual(shape.sort())
  expect(Object.keys(lookups)).toEqual([...queryTypes])
})
