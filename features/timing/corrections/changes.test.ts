import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importResults } from '#features/results/service.ts'
import { corrected, swapped } from '#features/results/corrections/corrections.rules.ts'
import { timingQuery } from '#features/results/contract.ts'
import { areBands } from '#features/results/rules.ts'
import { splitTitlesIn, splitTitlesOf } from '#features/results/report/titles.rules.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { gun, send, standings, timedHalf } from '#test/timing.ts'
import { consoleTimingChanges, consoleTimingTakeBack } from './changes.contract.ts'
import {
  consoleTimingCourse,
  consoleTimingGun,
  consoleTimingOffset,
  consoleTimingReads,
  consoleTimingShow,
  timingLogFetch,
} from '../contract.ts'
import {
  consoleTimingCorrect,
  consoleTimingIgnore,
  consoleTimingRunner,
  consoleTimingUndo,
} from './corrections.contract.ts'
import { trailPoints } from '../reads/lists.rules.ts'
import { consoleTimingRank, consoleTimingRanking } from '../course/ranking.contract.ts'
import {
  world,
  timer,
  cashier,
  readers,
  at,
  reason,
  nextRace,
  order,
  openCorrected,
} from '#test/scenes/correctedRace.ts'

beforeAll(openCorrected)
afterAll(() => world?.close())

describe('a gun, a clock and a read are each stored with the former value, and undone', () => {
  test('a caller without the right, and a call about an unknown thing, are refused', async () => {
    expect(await world.call(consoleTimingChanges, { raceid: RACE }, cashier)).toMatchObject({ code: '403' })
    expect(await world.call(consoleTimingTakeBack, { raceid: RACE, id: 1 }, cashier)).toMatchObject({ code: '403' })
    expect(await world.call(consoleTimingTakeBack, { raceid: RACE, id: 999 }, timer)).toMatchObject({
      refusal: 'change_not_found',
    })
    expect(await world.ask(consoleTimingChanges, { raceid: RACE }, timer)).toEqual({
      corrections: [],
      after: null,
      changes: [],
    })
  })
  test('ranks follow each change at once, and are restored when all changes are undone, from the latest on', async () => {
    const before = await standings(world)
    expect(await order()).toEqual(['1 1', '2 2', '3 3'])
    const read = (
      await world.ask(timingLogFetch, { raceid: RACE, stationid: readers.finish.stationid }, timer)
    ).items.find(({ chip }) => chip === '2')!
    await world.ask(consoleTimingGun, { ...at, wave: 1, gun: new Date(gun + 120_000).toISOString(), reason }, timer)
    expect(await order(), 'the second wave started later').toEqual(['1 2', '2 3', '3 1'])
    await world.ask(consoleTimingOffset, { raceid: RACE, id: readers.finish.id, offset_ms: -3000, reason }, timer)
    await world.ask(consoleTimingIgnore, { raceid: RACE, id: read.id, ignored: true, reason }, timer)
    expect(await order()).toEqual(['1 3', '2 1', '– 2'])
    await world.ask(
      consoleTimingGun,
      { ...at, wave: 1, gun: new Date(gun + 90_000).toISOString(), reason: '再核对' },
      timer,
    )
    const { changes } = await world.ask(consoleTimingChanges, { raceid: RACE }, timer)
    expect(changes.map(({ kind, wave, device, chip, covered }) => [kind, wave, device, chip, covered])).toEqual([
      ['gun', '2', null, null, false],
      ['read', null, '终点 1', '2', false],
      ['clock', null, '终点 1', null, false],
      ['gun', '2', null, null, true],
    ])
    expect(changes[3]).toMatchObject({
      event: expect.any(String),
      before: new Date(gun).toISOString(),
      after: new Date(gun + 120_000).toISOString(),
      reason,
      by: expect.any(String),
      undone_at: null,
    })
    expect(
      await world.call(consoleTimingTakeBack, { raceid: RACE, id: changes[3]!.id }, timer),
      'a later gun stands before it',
    ).toMatchObject({ refusal: 'changed_since' })
    for (const { id } of changes) await world.ask(consoleTimingTakeBack, { raceid: RACE, id }, timer)
    expect(await standings(world)).toEqual(before)
    expect(await world.call(consoleTimingTakeBack, { raceid: RACE, id: changes[0]!.id }, timer)).toMatchObject({
      refusal: 'change_not_found',
    })
    expect(
      (await world.ask(consoleTimingChanges, { raceid: RACE }, timer)).changes.every(
        ({ undone_at }) => undone_at !== null,
      ),
    ).toBe(true)
    expect(
      await world.db.selectFrom('log').select('what').where('what', '=', 'timing change undone').execute(),
    ).toHaveLength(4)
  })
  test('corrections of results are in the same list, page after page', async () => {
    const { id } = await world.ask(
      consoleTimingCorrect,
      { ...at, bib: '1', change: { kind: 'outcome', outcome: 'dsq', rule: 'TR 54.3' } as never, reason },
      timer,
    )
    const own = await world.ask(
      consoleTimingCorrect,
      { ...at, bib: '3', change: { kind: 'time', point: 'start', ms: 60_000 } as never, reason },
      timer,
    )
    expect(
      (await standings(world)).find((one) => one.includes(' 3 ')),
      'gun time stays, net time follows the own start',
    ).toMatch(/ 3 finished 5100000 5040000 /)
    const page = await world.ask(consoleTimingChanges, { raceid: RACE, limit: 1 }, timer)
    expect(page.corrections).toMatchObject([
      { id: own.id, bib: '3', name: '韩三', eventid: 1, kind: 'time', point: 'start', ms: 60_000 },
    ])
    const next = await world.ask(consoleTimingChanges, { raceid: RACE, limit: 5, after: page.after! }, timer)
    expect(next).toMatchObject({ corrections: [{ id, bib: '1', rule: 'TR 54.3' }], after: null, changes: [] })
    for (const one of [id, own.id]) await world.ask(consoleTimingUndo, { ...at, id: one }, timer)
    expect(await order()).toEqual(['1 1', '2 2', '3 3'])
  })
  test('a course that was open meanwhile can be saved without unsetting a gun', async () => {
    const [course] = (await world.ask(consoleTimingShow, { raceid: RACE }, timer)).events
    await world.ask(consoleTimingGun, { ...at, wave: 0, gun: new Date(gun + 1000).toISOString(), reason }, timer)
    await world.ask(
      consoleTimingCourse,
      { ...at, points: course!.points, waves: course!.waves, rules: course!.rules, live: true },
      timer,
    )
    expect((await world.ask(consoleTimingShow, { raceid: RACE }, timer)).events[0]!.waves[0]!.gun).toBe(
      new Date(gun + 1000).toISOString(),
    )
    const { changes } = await world.ask(consoleTimingChanges, { raceid: RACE }, timer)
    await world.ask(consoleTimingTakeBack, { raceid: RACE, id: changes[0]!.id }, timer)
  })
})

test('the ranking of an event is changed: other clock, other groups, other titles; every rank follows at once', async () => {
  const { items } = await world.ask(consoleTimingRanking, { raceid: RACE }, timer)
  const [{ ranking, split_titles, points }] = items as [(typeof items)[0]]
  const set = (change: object, as = timer) =>
    world.call(consoleTimingRank, { ...at, ranking: { ...ranking, ...change }, split_titles, points } as never, as)
  expect(await set({}, cashier)).toMatchObject({ code: '403' })
  expect(await world.call(consoleTimingRanking, { raceid: RACE }, cashier)).toMatchObject({ code: '403' })
  expect(
    await world.call(consoleTimingRank, { raceid: RACE, eventid: 9, ranking, split_titles, points }, timer),
  ).toMatchObject({ refusal: 'event_not_found' })
  expect(
    await set({
      age_bands: [
        { from: 30, to: null },
        { from: 40, to: 49 },
      ],
    }),
  ).toMatchObject({ refusal: 'age_bands_wrong' })
  expect(await order()).toEqual(['1 1', '2 2', '3 3'])
  expect(
    await set({
      basis: 'net',
      age_bands: [
        { from: 0, to: 39 },
        { from: 40, to: null },
      ],
    }),
  ).toMatchObject({ code: '200', data: { moved: expect.any(Number) } })
  expect(await order(), 'the second stood a minute at the start').toEqual(['1 2', '2 1', '3 3'])
  expect(
    (
      await world.db
        .selectFrom('results')
        .select(['bib', 'agegroup'])
        .where('raceid', '=', RACE)
        .orderBy('bib')
        .execute()
    ).map(({ agegroup }) => agegroup),
  ).toEqual(['0-39', '0-39', '40+'])
  await world.ask(
    consoleTimingRank,
    {
      ...at,
      ranking,
      split_titles: { swapped: true, second: { 'zh-cn': '比赛时间', en: 'Clock' }, third: {} },
      points: [{ label: '10', metres: 10_001 }],
    },
    timer,
  )
  world.clock.advance(5000)
  expect((await world.ask(timingQuery, { raceid: RACE, bib: '1' }, { lang: 'en' })).event.splits).toEqual({
    swapped: true,
    second: 'Clock',
    third: null,
  })
  expect(await order()).toEqual(['1 1', '2 2', '3 3'])
})

test('a corrected result from a file shows the values of the file at every point', async () => {
  const raceid = nextRace()
  await openRace(world, { id: raceid, zone: 'Asia/Urumqi' })
  await openEvent(world, { raceid })
  const director = await staffSession(world, [{ raceid, role: 'timer' }])
  await timedHalf(world, director, { raceid })
  await importResults(world.parts, {
    raceid,
    eventid: 1,
    filename: 'r.csv',
    bytes: Buffer.from('参赛号,姓名,枪成绩,净成绩,10\n5,韩五,1:30:00,1:29:00,0:42:00\n'),
    publish: true,
    now: world.clock.now(),
  })
  const of = { raceid, eventid: 1, bib: '5' }
  await world.ask(
    consoleTimingCorrect,
    { ...of, change: { kind: 'time', point: 'finish', ms: 5_300_000 } as never, reason },
    director,
  )
  const { points, timezone } = await world.ask(consoleTimingRunner, of, director)
  expect(points.map(({ label, ms, derived_ms }) => [label, ms, derived_ms])).toEqual([
    ['起点', 60_000, 60_000],
    ['10', 2_520_000, 2_520_000],
    ['终点', 5_300_000, 5_400_000],
  ])
  expect(timezone).toBe('Asia/Urumqi')
})

test('a reader that counts from the beginning again loses nothing, and its repeated reads count once', async () => {
  const raceid = nextRace()
  await openRace(world, { id: raceid })
  await openEvent(world, { raceid })
  const mats = await timedHalf(world, await staffSession(world, [{ raceid, role: 'timer' }]), { raceid })
  const chips = async () =>
    (await world.db.selectFrom('timing_reads').select('chip').where('raceid', '=', raceid).orderBy('id').execute()).map(
      ({ chip }) => chip,
    )
  expect(
    await send(world, mats.start, [
      ['1', 3],
      ['2', 4],
    ]),
  ).toEqual({ taken: 2, known: 0 })
  expect(
    await send(world, mats.start, [
      ['3', 9],
      ['2', 4],
    ]),
    'number 0 stands for another chip',
  ).toEqual({ taken: 1, known: 1 })
  expect(
    await Promise.all([
      send(world, mats.start, [
        ['3', 9],
        ['1', 5000],
      ]),
      send(world, mats.start, [
        ['1', 3],
        ['1', 5000],
      ]),
    ]),
  ).toEqual(
    expect.arrayContaining([
      { taken: 1, known: 1 },
      { taken: 0, known: 2 },
    ]),
  )
  expect(await chips()).toEqual(['1', '2', '3', '1'])
  expect(
    await world.ask(consoleTimingReads, {
      key: mats.ten.key,
      reads: [
        [7, '1', gun],
        [7, '2', gun],
        [7, '1', gun],
      ],
    }),
    'in one call, too',
  ).toEqual({ taken: 2, known: 1 })
})

test("bands follow each other; the race's titles replace missing titles; trails have their own points", () => {
  expect(
    [
      [
        { from: 0, to: 17 },
        { from: 18, to: null },
      ],
      [],
      [{ from: 20, to: 10 }],
      [
        { from: 0, to: 20 },
        { from: 20, to: 30 },
      ],
      [
        { from: 0, to: null },
        { from: 1, to: 2 },
      ],
    ].map(areBands),
  ).toEqual([true, true, false, false, false])
  expect(splitTitlesIn('zh-tw', splitTitlesOf({ split_titles: { second: { 'zh-cn': '用时' } } }), true)).toEqual({
    swapped: true,
    second: '用时',
    third: null,
  })
  expect(splitTitlesIn('en', splitTitlesOf({ split_titles: 7 }), false)).toEqual({
    swapped: false,
    second: null,
    third: null,
  })
  expect(trailPoints(50_500).map(({ label }) => label)).toEqual([
    '起点',
    'CP1',
    'CP1+',
    'CP2',
    'CP3',
    'CP4',
    'CP5',
    'CP6',
    'CP7',
    'CP8',
    'CP9',
    '终点',
  ])
  const base = { outcome: 'running' as const, reason: null, gun_ms: null, net_ms: null, stopped_ms: 1, splits: [] }
  expect(
    corrected(base, [{ kind: 'time', point: 'start', ms: 5, reason }], []),
    'whoever has not finished has no net time',
  ).toEqual(base)
  expect(swapped([])).toEqual(new Map())
})
