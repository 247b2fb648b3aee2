import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listFailures } from '#db/errors/failures.ts'
import { importResults, publishResults } from '#features/results/service.ts'
import { isProvisional } from '#features/results/corrections/corrections.rules.ts'
import { timingQuery } from '#features/results/contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type Reader, gun, send, standings, timedHalf, worked } from '#test/timing.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleTimingImport, consoleTimingList, timingThirdReportQuery, timingThirdReportSearch } from '../contract.ts'
import { consoleTimingCorrect, consoleTimingUndo } from '../corrections/corrections.contract.ts'
import { listenersOf } from './live.service.ts'

let world: World
let timer: { token: string }
let readers: { start: Reader; ten: Reader; finish: Reader }
beforeAll(async () => {
  world = await makeWorld({ now: '2026-11-01T02:00:00Z' })
  await openRace(world, { settings: { timing_firm: 'jiangcheng-2026' } })
  await openEvent(world)
  await openEvent(world, { id: 2, name: '十公里', distance_cm: 1_000_000 })
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  readers = await timedHalf(world, timer)
  await world.ask(
    consoleTimingList,
    { raceid: RACE, eventid: 1, kind: 'runners', csv: 'bib,name,gender,age\n1,韩一,男,30\n2,韩二,女,31\n' },
    timer,
  )
  await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world?.close())

/** Opens a listener that behaves like a browser. */
const listen = (query: string, lastId?: string) => {
  let text = ''
  let status = 0
  const { port } = world.app.server.address() as AddressInfo
  const asking = request(
    {
      port,
      host: '127.0.0.1',
      path: `/timing/live?${query}`,
      headers: lastId === undefined ? {} : { 'last-event-id': lastId },
    },
    (answer) => {
      status = answer.statusCode ?? 0
      answer.setEncoding('utf8').on('data', (part: string) => void (text += part))
    },
  )
  asking.on('error', () => undefined).end()
  const events = () =>
    [...text.matchAll(/id: (\d+)\nevent: (\w+)\ndata: (.*)\n\n/g)].map(([, id, event, given]) => ({
      id: Number(id),
      event,
      data: JSON.parse(given!) as {
        events?: { eventid: number; runners: { bib: string; outcome: string; ms: number | null }[] }[]
      },
    }))
  return {
    events,
    status: async () => {
      await expect.poll(() => status).not.toBe(0)
      return status
    },
    until: async (count: number) => {
      await expect.poll(() => events().length, { interval: 10 }).toBeGreaterThanOrEqual(count)
      return events()
    },
    end: () => asking.destroy(),
  }
}

describe('a follower of a race', () => {
  test('gets each read, all followers the same, and after a gap the missed reads', async () => {
    const all = [listen(`raceid=${RACE}`), listen(`r=${RACE}`)]
    for (const one of all) expect(await one.until(1)).toEqual([{ id: 0, event: 'here', data: {} }])
    expect(listenersOf(world.db, RACE)).toBe(2)
    await send(world, readers.start, [['1', 3]])
    for (const one of all)
      expect((await one.until(2))[1]).toMatchObject({
        id: 1,
        event: 'results',
        data: { events: [{ eventid: 1, runners: [{ bib: '1', outcome: 'running', label: '起点' }] }] },
      })
    all[1]!.end()
    await expect.poll(() => listenersOf(world.db, RACE)).toBe(1)
    for (const [at, reader, seconds] of [
      [1, readers.ten, 2400],
      [2, readers.finish, 5000],
    ] as const) {
      await send(world, reader, [['1', seconds]], at * 10)
      await worked(world)
    }
    expect((await all[0]!.until(4)).at(-1)).toMatchObject({
      id: 3,
      data: { events: [{ runners: [{ bib: '1', outcome: 'finished', ms: 5_000_000 }] }] },
    })
    const back = listen(`raceid=${RACE}`, '1')
    expect((await back.until(2)).map(({ id }) => id)).toEqual([2, 3])
    await world.db.deleteFrom('timing_news').where('raceid', '=', RACE).where('id', '<', 3).execute()
    const late = listen(`raceid=${RACE}`, '1')
    expect(await late.until(1)).toEqual([{ id: 3, event: 'again', data: {} }])
    await world.db.deleteFrom('timing_news').where('raceid', '=', RACE).execute()
    const next = listen(`raceid=${RACE}`, '3')
    expect(await next.until(1), 'after a night nobody knows what was missed').toEqual([
      { id: 0, event: 'again', data: {} },
    ])
    for (const one of [all[0]!, back, late, next]) one.end()
  })
  test('a hidden race has no line, and an unpublished result is not sent', async () => {
    expect(await listen('raceid=99').status()).toBe(404)
    expect(await listen('raceid=x').status()).toBe(404)
    await world.db.transaction().execute((tx) => publishResults(tx, RACE, 1, null, world.clock.now()))
    await world.db.updateTable('timing_courses').set({ live: false }).where('raceid', '=', RACE).execute()
    const one = listen(`raceid=${RACE}`)
    await one.until(1)
    await send(world, readers.start, [['2', 4]], 50)
    await worked(world)
    await world.db.updateTable('timing_courses').set({ live: true }).where('raceid', '=', RACE).execute()
    await send(world, readers.finish, [['2', 6000]], 60)
    await worked(world)
    expect((await one.until(2)).slice(1)).toMatchObject([
      { event: 'results', data: { events: [{ runners: [{ bib: '2', outcome: 'finished' }] }] } },
    ])
    one.end()
  })
})

test('a rank is provisional until no runner on the course can beat it any more', () => {
  const since = new Date(gun)
  const after = (seconds: number) => new Date(gun + seconds * 1000)
  expect(isProvisional(5_000_000, since, after(5000))).toBe(true)
  expect(isProvisional(5_000_000, since, after(5060))).toBe(true)
  expect(isProvisional(5_000_000, since, after(5061))).toBe(false)
  expect(isProvisional(null, since, after(9e6))).toBe(true)
  expect(isProvisional(5_000_000, null, after(0))).toBe(false)
  expect(isProvisional(5_000_000, new Date('9999-12-31T00:00:00Z'), after(9e6))).toBe(true)
})

const upload = async (
  fields: Record<string, string>,
  name: string,
  content: string,
  as: { token: string } | undefined,
) => {
  const body = new FormData()
  for (const [field, value] of Object.entries(as ? { ...fields, _token: as.token } : fields)) body.set(field, value)
  body.set('file', new Blob([content]), name)
  const { port } = world.app.server.address() as AddressInfo
  return (await (
    await fetch(`http://127.0.0.1:${port}${consoleTimingImport.path}`, { method: 'POST', body })
  ).json()) as { code: string; refusal?: string; data: Record<string, unknown> }
}
test('unknown files of reads are refused; each line counts once; unreadable lines are named', async () => {
  const of = { raceid: String(RACE), dry: '0' }
  expect(await upload(of, 'a.csv', 'chip,time\n1,2', undefined)).toMatchObject({ code: '401' })
  expect(await upload(of, 'a.csv', '', timer)).toMatchObject({ refusal: 'reads_file_missing' })
  expect(await upload(of, 'a.csv', 'hello', timer)).toMatchObject({ refusal: 'reads_file_unknown' })
  expect(await upload(of, 'a.csv', 'chip,time\n1,2026-11-01 09:00:00', timer)).toMatchObject({
    refusal: 'device_missing',
  })
  expect(
    await upload({ ...of, eventid: '2' }, 'a.csv', 'bib,point,seconds_after_gun\n1,终点,4900', timer),
  ).toMatchObject({ refusal: 'gun_missing' })
  const passings = 'bib,point,seconds_after_gun\n1,终点,4900\n2,终点,5950\n1,35,77\nx y,终点,1\n'
  expect(await upload({ ...of, dry: '1' }, 'b.csv', passings, timer)).toMatchObject({
    code: '200',
    data: { format: 'csv', taken: 0, dry: true },
  })
  expect(await upload({ ...of, dry: '1' }, 'b.csv', passings, timer), 'only looked at').toMatchObject({
    data: { reads: 2, taken: 0, known: 0, dry: true, problems: [{ line: 4 }, { line: 5 }] },
  })
  expect(await upload(of, 'b.csv', passings, timer)).toMatchObject({
    code: '200',
    data: {
      reads: 2,
      taken: 2,
      known: 0,
      problems: [
        { line: 4, word: 'point_unknown' },
        { line: 5, word: 'no_chip' },
      ],
    },
  })
  expect(await upload(of, 'b.csv', passings, timer)).toMatchObject({ data: { taken: 0, known: 2 } })
  await worked(world)
  expect(await standings(world)).toEqual([
    '1 1 finished 4900000 4897000 [2400000] 1 1',
    '2 2 finished 5950000 5946000 [] 1 2',
  ])
})

test('imported results can be corrected too: a disqualification moves everybody up, and its undo back', async () => {
  const file =
    'bib,name,gender,gun,net,place\n101,甲,M,0:40:00,0:39:55,1\n102,乙,F,0:41:00,0:40:58,2\n103,丙,M,0:42:00,0:41:00,3\n'
  const order = {
    raceid: RACE,
    eventid: 2,
    filename: 'ten.csv',
    bytes: Buffer.from(file),
    publish: true,
    now: world.clock.now(),
  }
  await importResults(world.parts, order)
  const before = await standings(world, RACE, 2)
  const places = async () => (await standings(world, RACE, 2)).map((one) => one.split(' ').slice(0, 3).join(' '))
  const correct = async (bib: string, change: object) =>
    (
      await world.ask(
        consoleTimingCorrect,
        { raceid: RACE, eventid: 2, bib, change: change as never, reason: '未佩戴芯片' },
        timer,
      )
    ).id
  const dsq = await correct('101', { kind: 'outcome', outcome: 'dsq', rule: 'TR6.3' })
  expect(await places()).toEqual(['1 102 finished', '2 103 finished', '– 101 dsq'])
  expect((await world.ask(timingQuery, { raceid: RACE, bib: '102' })).report).toMatchObject({
    position: 1,
    places: [
      { of: 'overall', place: 1 },
      { of: 'gender', place: 1 },
    ],
  })
  const swap = await correct('102', { kind: 'swap', with: '103' })
  expect((await standings(world, RACE, 2))[0]).toMatch(/^1 103 finished 2460000/)
  await importResults(world.parts, order)
  expect(await places()).toEqual(['1 103 finished', '2 102 finished', '– 101 dsq'])
  await importResults(world.parts, { ...order, bytes: Buffer.from(file.replace('0:40:00', '0:40:30')) })
  expect(await places()).toEqual(['1 103 finished', '2 102 finished', '– 101 dsq'])
  await importResults(world.parts, order)
  for (const id of [dsq, swap]) await world.ask(consoleTimingUndo, { raceid: RACE, eventid: 2, id }, timer)
  expect(await standings(world, RACE, 2)).toEqual(before)
})

test('results of another timing firm are shown beside ours', async () => {
  const firm = await world.parts.integrations.sandbox.timingFirm!()
  const result = {
    name: '甲',
    event: '十公里',
    gender: 'M',
    outcome: 'finished',
    time: '0:40:00',
    nettime: null,
    place: 1,
    gender_place: 1,
    splits: [],
  }
  firm.put('jiangcheng-2026', [
    { bib: '101', ...result },
    { bib: '102', ...result, name: '乙', time: '00:41:07', place: 2 },
  ])
  expect(await world.call(timingThirdReportQuery, { raceid: 99, bib: '1' })).toMatchObject({
    refusal: 'race_not_found',
  })
  expect(await world.call(timingThirdReportQuery, { raceid: RACE, bib: '404' })).toMatchObject({ refusal: 'no_report' })
  expect(await world.ask(timingThirdReportQuery, { raceid: RACE, bib: '101' })).toMatchObject({
    firm: 'Sandbox Timing',
    ours: { time: '00:40:00', place: 1 },
    differs: false,
  })
  expect(await world.ask(timingThirdReportQuery, { raceid: RACE, bib: '102' })).toMatchObject({
    report: { time: '00:41:07' },
    ours: { time: '00:41:00' },
    differs: true,
  })
  expect((await world.ask(timingThirdReportSearch, { raceid: RACE, q: '乙' })).items.map(({ bib }) => bib)).toEqual([
    '102',
  ])
  await world.db
    .updateTable('results')
    .set({ hide_name: true })
    .where('raceid', '=', RACE)
    .where('bib', '=', '102')
    .execute()
  expect((await world.ask(timingThirdReportSearch, { raceid: RACE, q: '乙' })).items).toEqual([])
  expect(await world.ask(timingThirdReportQuery, { raceid: RACE, bib: '102' })).toMatchObject({
    report: { name: null },
  })
  const [sealed, now] = [Buffer.from('third'), world.clock.now()]
  await world.db
    .insertInto('registrations')
    .values({
      raceid: RACE,
      _key: '1ka-3333333333333333333333',
      eventid: 1,
      uid: 1,
      state: 'normal',
      name: '丙',
      idtype: 'idcard',
      idnum: sealed,
      idnum_mask: '*',
      idnum_ix: sealed,
      document_ix: sealed,
      hide_name: true,
      prefix_bib: 'A',
      bib: '7',
      pay_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((on) => on.doNothing())
    .execute()
  firm.put('jiangcheng-2026', [{ bib: 'A7', ...result, name: '丙' }])
  expect(
    await world.ask(timingThirdReportQuery, { raceid: RACE, bib: 'a7' }),
    'hidden though it has no result here',
  ).toMatchObject({ report: { name: null }, ours: null })
  expect((await world.ask(timingThirdReportSearch, { raceid: RACE, q: '丙' })).items).toEqual([])
  expect((await world.ask(timingThirdReportSearch, { raceid: RACE, q: 'A7' })).items.map(({ name }) => name)).toEqual([
    null,
  ])
  firm.weather.down = true
  expect(await world.call(timingThirdReportSearch, { raceid: RACE, q: '乙' })).toMatchObject({
    refusal: 'third_firm_silent',
  })
  expect(await listFailures(world.db, new Date(0))).toMatchObject([{ what: 'timing_firm', failed: 1 }])
  for (let n = 0; n < 300; n++) await world.call(timingThirdReportSearch, { raceid: 99, q: '乙' })
  expect(await world.call(timingThirdReportSearch, { raceid: RACE, q: '乙' })).toMatchObject({ refusal: 'too_often' })
  world.clock.advance(60_000)
  await openRace(world, { settings: {} })
  world.clock.advance(2000)
  expect(await world.call(timingThirdReportSearch, { raceid: RACE, q: '乙' })).toMatchObject({
    refusal: 'no_third_firm',
  })
})
