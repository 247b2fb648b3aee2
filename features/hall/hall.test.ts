import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { consoleGamesImport, consoleGamesSave } from '#features/lookups/contract.ts'
import { posterReport } from '#features/posters/contract.ts'
import { saveRace } from '#features/races/service.ts'
import { staffSession } from '#test/people.ts'
import {
  consoleHallBlock,
  consoleHallJobs,
  consoleHallJudge,
  consoleHallRemove,
  consoleHallSave,
  consoleHallShow,
  consoleHallStation,
  hallAction,
  hallCommand,
  hallCurrent,
  hallFetch,
  hallPrint,
  hallUsers,
} from './contract.ts'
import { tidy } from './jobs.ts'
import { isHallOpenNow, judgedJob, sheetFor } from './rules.ts'
import { world, staff, keys, picture, settings, set, station, act, openHall } from '#test/scenes/hallDesk.ts'

beforeAll(openHall)
afterAll(() => world?.close())
beforeEach(async () => {
  for (const table of ['hall_jobs', 'hall_blocks', 'hall_stations', 'halls'] as const)
    await world.db.deleteFrom(table).execute()
})

test('nobody without the right runs a hall, and nobody runs the hall of another race', async () => {
  const cashier = await staffSession(world, [{ raceid: 7, role: 'cashier' }])
  for (const as of [{}, cashier]) {
    const code = as === cashier ? '403' : '401'
    expect(await world.call(hallUsers, { raceid: 7 }, as)).toMatchObject({ code })
    expect(await world.call(consoleHallShow, { raceid: 7 }, as)).toMatchObject({ code })
    expect(await world.call(consoleHallSave, { raceid: 7, settings }, as)).toMatchObject({ code })
    expect(await world.call(consoleHallStation, { raceid: 7, name: 'x' }, as)).toMatchObject({ code })
    expect(await world.call(consoleHallRemove, { raceid: 7, id: 1 }, as)).toMatchObject({ code })
    expect(await world.call(consoleHallJobs, { raceid: 7 }, as)).toMatchObject({ code })
    expect(await world.call(consoleHallJudge, { raceid: 7, id: 1, action: 'remove' }, as)).toMatchObject({ code })
    expect(await world.call(consoleHallBlock, { raceid: 7, key: keys['7H1']!, blocked: true }, as)).toMatchObject({
      code,
    })
  }
  expect(await world.call(consoleHallShow, { raceid: 8 }, staff)).toMatchObject({ code: '403' })
  expect(await world.call(consoleHallRemove, { raceid: 7, id: 5 }, staff)).toMatchObject({
    code: '404',
    refusal: 'hall_station_unknown',
  })
  expect(await world.call(consoleHallJudge, { raceid: 7, id: 5, action: 'remove' }, staff)).toMatchObject({
    code: '404',
    refusal: 'hall_job_unknown',
  })
})

test('no picture is cast while the hall is closed, by a person who did not finish this race, with an invented client, or twice at once', async () => {
  const client = 'zzzzzzzz'
  expect(await world.call(hallCommand, { client, key: keys['7H1']! })).toMatchObject({
    code: '409',
    refusal: 'hall_closed',
  })
  await set({ from: '2026-03-02T00:00:00Z' })
  expect(await world.call(hallCommand, { client, key: keys['7H1']! })).toMatchObject({ refusal: 'hall_closed' })
  await set()
  expect(await world.call(hallCommand, { client, key: keys['7H1']! })).toMatchObject({
    code: '404',
    refusal: 'hall_client_unknown',
  })
  for (const unknown of [client, 'a', '<b>大厅</b>', 'x'.repeat(200)]) {
    expect(await world.call(hallCurrent, { raceid: 7, client: unknown })).toMatchObject({
      code: '404',
      refusal: 'hall_client_unknown',
    })
    expect(await world.call(hallPrint, { client: unknown, key: keys['7H1']! })).toMatchObject({
      refusal: 'hall_client_unknown',
    })
  }
  const screen = await station('screen')
  expect(await world.call(hallCommand, { client: screen.client, key: keys['7H4']! }), 'did not finish').toMatchObject({
    code: '422',
    refusal: 'hall_not_finished',
  })
  expect(
    await world.call(hallCommand, { client: screen.client, key: keys['8H1']! }),
    'another race, whose hall is closed',
  ).toMatchObject({ refusal: 'hall_closed' })
  expect(await world.call(hallPrint, { client: screen.client, key: keys['7H1']! })).toMatchObject({
    code: '409',
    refusal: 'hall_no_printer',
  })
  expect(
    await world.call(hallCommand, { client: screen.client, key: keys['7H1']!, file: 'PHNjcmlwdD4=' }),
  ).toMatchObject({ refusal: 'not_a_picture' })
  expect(
    await world.call(hallCommand, { client: screen.client, key: keys['7H1']!, certificateid: 99_999 }),
  ).toMatchObject({ refusal: 'certificate_not_found' })
  const both = await Promise.all(
    [1, 2].map(() => world.call(hallCommand, { client: screen.client, key: keys['7H1']! })),
  )
  expect(both.map(({ code, refusal }) => refusal ?? code).toSorted()).toEqual(['200', 'hall_already'])
  expect(
    await world.call(hallCommand, {
      client: screen.client,
      key: keys['7H2']!,
      command: 'withdraw',
      id: both.find(({ code }) => code === '200')!.data.id,
    }),
    "somebody else's",
  ).toMatchObject({ refusal: 'hall_job_unknown' })
  await set({ photos: 'off' })
  expect(await world.call(hallCommand, { client: screen.client, key: keys['7H2']!, file: picture })).toMatchObject({
    refusal: 'hall_no_photos',
  })
  expect(await world.call(hallFetch, { station: keys['7H1']! })).toMatchObject({
    code: '404',
    refusal: 'hall_station_unknown',
  })
  expect(await world.call(hallAction, { station: keys['7H1']!, action: 'next' })).toMatchObject({
    refusal: 'hall_station_unknown',
  })
  expect(await world.call(hallAction, { station: screen.key, action: 'take' })).toMatchObject({
    refusal: 'hall_wrong_station',
  })
})

test("the runner of a game casts the game's certificate by an own key; a runner who is removed from the list is skipped", async () => {
  await set()
  const screen = await station('screen')
  const { id: certificateid } = await world.db
    .selectFrom('certificates')
    .select('id')
    .where('raceid', '=', 7)
    .where('kind', '=', 'timing')
    .executeTakeFirstOrThrow()
  const timer = await staffSession(world, [{ raceid: 7, role: 'timer' }])
  const gameOf = async (certificate: number | undefined, lines: string) => {
    const { id } = await world.ask(
      consoleGamesSave,
      { raceid: 7, name: '亲子挑战', certificateid: certificate, published: true },
      timer,
    )
    await world.ask(
      consoleGamesImport,
      { raceid: 7, id, text: `编号,姓名,证件号码,比赛项目,成绩\n${lines}`, extra: ['比赛项目'] },
      timer,
    )
    const rows = await world.db
      .selectFrom('game_runners')
      .select(['id', 'bib', '_key'])
      .where('raceid', '=', 7)
      .where('gameid', '=', id)
      .orderBy('bib')
      .execute()
    return {
      id,
      keys: await Promise.all(rows.map(async (row) => (await world.ask(posterReport, { id: row._key })).hallkey)),
      rows,
    }
  }
  const game = await gameOf(certificateid, 'F1,沈小跑,,亲子跑,20:10\nF2,周小跳,,亲子跑,21:00')
  expect(game.keys).toEqual(game.rows.map(({ _key }) => _key))
  const plain = await gameOf(undefined, 'G1,无证书,,接力,30:00\nG2,没跑,,接力,')
  expect(
    await world.call(hallCommand, { client: screen.client, key: plain.keys[0]! }),
    'the game has no certificate',
  ).toMatchObject({ refusal: 'certificate_not_found' })
  expect(
    await world.call(hallCommand, { client: screen.client, key: plain.keys[1]! }),
    'no time, no certificate',
  ).toMatchObject({ refusal: 'hall_not_finished' })
  for (const key of game.keys) await world.ask(hallCommand, { client: screen.client, key })
  expect(await world.call(hallCommand, { client: screen.client, key: game.keys[0]! })).toMatchObject({
    refusal: 'hall_already',
  })
  const { current } = await act(screen, 'next')
  expect(current).toMatchObject({
    name: '沈小跑',
    bib: 'F1',
    event: '亲子跑',
    time: '20:10',
    place: null,
    scoreid: game.rows[0]!.id,
    certificateid,
    picture: null,
  })
  expect(await world.ask(hallCurrent, { raceid: 7, client: screen.client, key: game.keys[1]! })).toMatchObject({
    current: { name: '沈小跑' },
    mine: [{ state: 'waiting' }],
  })
  expect((await world.ask(hallUsers, { raceid: 7 }, staff)).items).toMatchObject([
    { bib: 'F2', name: '周小跳' },
    { bib: 'F1', name: '沈小跑' },
  ])
  await world.db.deleteFrom('game_runners').where('raceid', '=', 7).where('id', '=', game.rows[1]!.id).execute()
  expect((await act(screen, 'next', current!.id)).current, 'nobody is left').toBeNull()
  await world.ask(consoleHallBlock, { raceid: 7, key: game.keys[0]!, blocked: true }, staff)
  expect(await world.call(hallPrint, { client: screen.client, key: game.keys[0]! })).toMatchObject({
    code: expect.not.stringMatching('200') as string,
  })
})

test('a screen shows the first picture first, moves once for any number of calls, and survives a reload', async () => {
  await set()
  const screen = await station('screen')
  const [one, two] = [
    await world.ask(hallCommand, { client: screen.client, key: keys['7H1']! }),
    await world.ask(hallCommand, { client: screen.client, key: keys['7H2']! }),
  ]
  expect([one.before, two.before, two.state]).toEqual([0, 1, 'waiting'])
  expect(await world.ask(hallCurrent, { raceid: 7, client: screen.client, key: keys['7H2']! })).toMatchObject({
    open: true,
    casts_left: 2,
    prints_left: 2,
    printers: 0,
    screen: { name: 'screen' },
    current: null,
    next: [{ bib: 'H1', name: '沈若溪' }, { bib: 'H2' }],
    mine: [{ id: two.id, before: 1 }],
  })
  const views = await Promise.all([act(screen, 'next'), act(screen, 'next')])
  expect(new Set(views.map(({ current }) => current?.id))).toEqual(new Set([one.id]))
  expect(views[0]).toMatchObject({
    current: { name: '沈若溪', time: '01:40:00', place: 1, picture: null, certificateid: null },
    waiting: 1,
    next: [{ bib: 'H2' }],
  })
  world.clock.advance(5000)
  expect((await world.ask(hallFetch, { station: screen.key })).left_ms).toBe(7000)
  expect((await act(screen, 'next', one.id)).current?.id).toBe(two.id)
  await world.db
    .updateTable('results')
    .set({ hide_name: true })
    .where('raceid', '=', 7)
    .where('bib', '=', 'H2')
    .execute()
  expect((await world.ask(hallFetch, { station: screen.key })).current).toMatchObject({ name: null, bib: 'H2' })
  await world.db.updateTable('results').set({ hide_name: false }).where('raceid', '=', 7).execute()
  expect((await act(screen, 'next', two.id)).current).toBeNull()
  for (const _ of [2, 3]) {
    await world.ask(hallCommand, { client: screen.client, key: keys['7H1']! })
    const shown = (await act(screen, 'next')).current!
    await act(screen, 'next', shown.id)
  }
  expect(await world.call(hallCommand, { client: screen.client, key: keys['7H1']! })).toMatchObject({
    code: '409',
    refusal: 'hall_limit',
  })
})

test('an own photo waits for staff, who show it, remove it at once, or block its sender', async () => {
  await set()
  const screen = await station('screen')
  const held = await world.ask(hallCommand, {
    client: screen.client,
    key: keys['7H1']!,
    file: `data:image/jpeg;base64,${picture}`,
  })
  expect(held.state).toBe('held')
  expect((await act(screen, 'next')).current).toBeNull()
  const { items } = await world.ask(consoleHallJobs, { raceid: 7, only: 'held' }, staff)
  expect(items).toMatchObject([
    { id: held.id, picture: expect.stringMatching(/^\/hall\/pictures\/7\/[0-9a-f]{32}\.jpg$/) as string },
  ])
  const fetched = async () => (await world.app.inject({ method: 'GET', url: items[0]!.picture! })).statusCode
  expect(await fetched()).toBe(200)
  await world.ask(consoleHallJudge, { raceid: 7, id: held.id, action: 'approve' }, staff)
  expect(await world.call(consoleHallJudge, { raceid: 7, id: held.id, action: 'approve' }, staff)).toMatchObject({
    code: '409',
    refusal: 'hall_job_elsewhere',
  })
  expect((await act(screen, 'next')).current).toMatchObject({ id: held.id, picture: items[0]!.picture })
  await world.ask(consoleHallJudge, { raceid: 7, id: held.id, action: 'remove' }, staff)
  expect((await world.ask(hallFetch, { station: screen.key })).current).toBeNull()
  expect(await fetched()).toBe(404)
  const again = await world.ask(hallCommand, { client: screen.client, key: keys['7H1']! })
  await world.ask(consoleHallBlock, { raceid: 7, key: keys['7H1']!, blocked: true }, staff)
  expect(await world.call(hallCommand, { client: screen.client, key: keys['7H1']! })).toMatchObject({
    code: '409',
    refusal: 'hall_blocked',
  })
  expect((await act(screen, 'next')).current).toBeNull()
  expect(await world.ask(hallUsers, { raceid: 7 }, staff)).toMatchObject({
    items: [{ bib: 'H1', casts: 2, prints: 0, blocked: true }],
    after: null,
  })
  await world.ask(consoleHallBlock, { raceid: 7, key: keys['7H1']!, blocked: false }, staff)
  const last = await world.ask(hallCommand, { client: screen.client, key: keys['7H1']! })
  expect(last.id).toBeGreaterThan(again.id)
  expect(
    await world.ask(hallCommand, { client: screen.client, key: keys['7H1']!, command: 'withdraw', id: last.id }),
  ).toMatchObject({ state: 'withdrawn' })
})

test('a page that follows a hall gets only the news that something moved', async () => {
  if (!world.app.server.listening) await world.app.listen({ port: 0, host: '127.0.0.1' })
  const at = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/hall/live?raceid=`
  expect((await fetch(`${at}99`)).status).toBe(404)
  const stop = new AbortController()
  const reader = (await fetch(`${at}7`, { signal: stop.signal })).body!.getReader()
  const next = async () => {
    let heard = ''
    while (!heard.endsWith('\n\n') || !heard.includes('event'))
      heard += new TextDecoder().decode((await reader.read()).value)
    return heard
  }
  expect(await next()).toContain('event: hall')
  await set()
  expect(await next()).toBe('event: hall\ndata: {}\n\n')
  const screen = await station('screen')
  await next()
  await world.ask(hallCommand, { client: screen.client, key: keys['7H3']! })
  expect(await next()).not.toContain('H3')
  stop.abort()
})

test('the rules of the queue', () => {
  const at = (text: string) => new Date(text)
  expect([
    isHallOpenNow({ open: false }, at('2026-03-01')),
    isHallOpenNow({ open: true }, at('2026-03-01')),
    isHallOpenNow({ open: true, until: '2026-03-01T00:00:00Z' }, at('2026-03-01')),
  ]).toEqual([false, true, false])
  expect([
    judgedJob('waiting', 'cast', 'approve'),
    judgedJob('showing', 'cast', 'remove'),
    judgedJob('done', 'print', 'again'),
    judgedJob('waiting', 'print', 'done'),
  ]).toEqual([undefined, 'removed', 'waiting', undefined])
  expect([sheetFor('A4', 1280, 1810), sheetFor('6in', 1810, 1280)]).toEqual([
    { width: 210, height: 297 },
    { width: 152, height: 102 },
  ])
})

test('a screen that went dark delays nobody: its last picture counts as shown', async () => {
  await set()
  const [dark, lit] = [await station('screen'), await station('screen')]
  const cast = (client: string, of: string) => world.ask(hallCommand, { client, key: keys[of]! })
  await cast(dark.client, '7H1')
  await cast(lit.client, '7H2')
  await act(dark, 'next')
  await act(lit, 'next')
  const on = async (of: string) =>
    (await world.ask(hallCurrent, { raceid: 7, key: keys[of]! })).mine.map(({ state }) => state)
  world.clock.advance(100_000)
  await world.ask(hallFetch, { station: lit.key })
  await tidy({ ...world.parts, now: world.clock.now() })
  expect([await on('7H1'), await on('7H2')]).toEqual([['showing'], ['showing']])
  world.clock.advance(100_000)
  await world.ask(hallFetch, { station: lit.key })
  await tidy({ ...world.parts, now: world.clock.now() })
  expect([await on('7H1'), await on('7H2')]).toEqual([['shown'], ['showing']])
  expect(await world.call(hallCommand, { client: lit.client, key: keys['7H1']! })).toMatchObject({ code: '200' })
})

test('phones and screens with an outdated code ask again and again, and exclude nobody of the same hall', async () => {
  await set()
  const wall = await station('screen')
  const old = Array.from({ length: 320 }, () => world.call(hallCurrent, { raceid: 7, client: 'zzzzzzzz' }))
  const gone = Array.from({ length: 320 }, () => world.call(hallFetch, { station: keys['7H1']! }))
  await Promise.all([...old, ...gone])
  expect(await world.call(hallCurrent, { raceid: 7, client: wall.client })).toMatchObject({ code: '200' })
  expect(await world.call(hallFetch, { station: wall.key })).toMatchObject({ code: '200' })
})

test('a result with the words of the race is not cast, unless the race allows it', async () => {
  await set()
  const { client } = await station('screen')
  const rule = { key: '全部枪排名', value: '1', tips: '公示中' }
  const race = await world.db.selectFrom('races').selectAll().where('id', '=', 7).executeTakeFirstOrThrow()
  const setRace = async (settings: object) => {
    await world.db
      .transaction()
      .execute((tx) =>
        saveRace(tx, { ...race, settings: { ...(race.settings as object), ...settings } }, world.clock.now()),
      )
    world.clock.advance(60_000)
  }
  await setRace({ report_rules: { rules: { rule } } })
  for (const call of [hallCommand, hallPrint])
    expect(await world.call(call, { client, key: keys['7H1']! })).toMatchObject({
      code: '409',
      refusal: 'hall_under_rule',
    })
  expect(await world.call(hallCommand, { client, key: keys['7H2']! }), 'another result').toMatchObject({ code: '200' })
  await setRace({ report_rules: { rules: { rule } }, cast_under_rule: true })
  expect(await world.call(hallCommand, { client, key: keys['7H1']! })).toMatchObject({ code: '200' })
  await setRace({})
})
