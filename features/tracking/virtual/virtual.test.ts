import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTrack } from '#features/tracking/tracks/tracks.service.ts'
import { RACE } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { openTrackedHalf, placeOn, sendFix, toMinute } from '#test/scenes/trackedHalf.ts'
import { send, worked } from '#test/timing.ts'
import type { World } from '#test/world.ts'
import { liveTimingReport } from '../passings/report.contract.ts'
import { liveTimingStations } from '../passings/passings.contract.ts'
import { removeOfBib } from '../personal.store.ts'
import { liveGps } from '../positions/spectators.contract.ts'
import { consoleTrackingPointsList, consoleTrackingPointsSave } from './virtual.contract.ts'
import { watchVirtualPoints } from './virtual.service.ts'

const raceid = RACE
let world: World
let director: { token: string }
beforeAll(async () => {
  const scene = await openTrackedHalf()
  ;({ world, director } = scene)
  toMinute(world, 1)
  await send(world, scene.readers.start, [
    ['1', 2],
    ['2', 3],
    ['3', 4],
  ])
  await worked(world)
})
afterAll(() => world?.close())

const device = async (bib: string, visibility: 'race' | 'control' = 'race') =>
  (
    await world.db
      .transaction()
      .execute((tx) =>
        openTrack(tx, raceid, { kind: 'runner', source: 'device', visibility, eventid: 1, bib }, world.clock.now()),
      )
  ).token
const save = (points: { label: string; metres: number }[], as = director) =>
  world.call(consoleTrackingPointsSave, { raceid, eventid: 1, points }, as)
const report = (bib: string) => world.ask(liveTimingReport, { raceid, bib }, director)
const watch = async (minute: number) => {
  toMinute(world, minute)
  await watchVirtualPoints(world.db, world.clock.now())
}

test('only race control sets virtual points, and each distance has at most one', async () => {
  const viewer = await staffSession(world, [{ raceid, role: 'viewer' }])
  expect(await save([], viewer)).toMatchObject({ code: '403' })
  expect(await save([{ label: '桥', metres: 50 }])).toMatchObject({ code: '422' })
  const twice = [
    { label: '桥', metres: 1000 },
    { label: '桥头', metres: 1000 },
  ]
  expect(await save(twice)).toMatchObject({ refusal: 'points_same_place' })
  expect(
    await world.call(
      consoleTrackingPointsSave,
      { raceid, eventid: 9, points: [{ label: '桥', metres: 1000 }] },
      director,
    ),
  ).toMatchObject({ refusal: 'event_not_found' })
  expect(
    await save([
      { label: '大桥', metres: 1000 },
      { label: '山顶', metres: 3000 },
    ]),
  ).toMatchObject({
    data: {
      items: [
        { label: '大桥', metres: 1000 },
        { label: '山顶', metres: 3000 },
      ],
    },
  })
})

test('a device gives a time at a virtual point, between its fixes, and no result uses the time', async () => {
  const [seen, unseen] = [await device('1'), await device('2', 'control')]
  for (let minute = 1; minute <= 12; minute++)
    for (const token of [seen, unseen]) await sendFix(world, token, minute, placeOn(minute * 160))
  await watch(12)
  const { virtual, points } = await report('1')
  expect(virtual.map(({ label }) => label)).toEqual(['大桥', '山顶'])
  // 1,000 m at 160 m a minute are 375 s.
  expect(Math.abs(virtual[0]!.ms! / 1000 - 375)).toBeLessThan(4)
  expect(virtual[0]!.time).toMatch(/^0?0:06:1\d$/)
  expect(virtual[1]).toMatchObject({ label: '山顶', ms: null, time: null })
  expect(
    points.some(({ label }) => label === '大桥'),
    'it is no point of the course',
  ).toBe(false)
  expect((await report('2')).virtual[0], 'a device that only race control sees').toMatchObject({ ms: null })
  const { events } = await world.ask(liveTimingStations, { raceid }, director)
  expect(events[0]!.virtual).toEqual([
    { label: '大桥', metres: 1000, passed: 1 },
    { label: '山顶', metres: 3000, passed: 0 },
  ])
  expect((await world.ask(consoleTrackingPointsList, { raceid }, director)).items[0]).toMatchObject({ passed: 2 })
  expect((await world.ask(liveGps, { raceid }, director)).events[0]!.virtual).toHaveLength(2)
  const results = await world.db.selectFrom('results').select(['bib', 'splits']).where('bib', '=', '1').execute()
  expect(JSON.stringify(results)).not.toContain(String(virtual[0]!.ms))
})

test('a time is written once, a gap of more than ten minutes gives none', async () => {
  const before = await world.db.selectFrom('virtual_times').selectAll().execute()
  await watch(13)
  expect(await world.db.selectFrom('virtual_times').selectAll().execute()).toEqual(before)
  const token = await device('3')
  await sendFix(world, token, 14, placeOn(900))
  await sendFix(world, token, 14.5, placeOn(950))
  for (let minute = 26; minute <= 29; minute++) await sendFix(world, token, minute, placeOn(1200 + (minute - 26) * 160))
  await watch(30)
  expect((await report('3')).virtual[0]).toMatchObject({ label: '大桥', ms: null })
})

test('a point that keeps its distance keeps its times, and an erasure removes them', async () => {
  await save([{ label: '新大桥', metres: 1000 }])
  world.clock.advance(11_000)
  expect((await report('1')).virtual).toMatchObject([{ label: '新大桥', ms: expect.any(Number) }])
  await world.db.transaction().execute((tx) => removeOfBib(tx, raceid, { bib: '1', others: [] }, world.clock.now()))
  expect((await report('1')).virtual).toMatchObject([{ ms: null }])
  const left = await world.db
    .selectFrom('virtual_times')
    .innerJoin('tracks', (join) =>
      join.onRef('tracks.raceid', '=', 'virtual_times.raceid').onRef('tracks.id', '=', 'virtual_times.trackid'),
    )
    .where('tracks.bib', '=', '1')
    .execute()
  expect(left).toEqual([])
})
