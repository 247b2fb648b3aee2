import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertRunners } from '#features/timing/course/runners.store.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { numbered } from '#test/numbered.ts'
import { moved, openCourse, origin, wayThrough } from '#test/scenes/walks.ts'
import { gun } from '#test/timing.ts'
import { type World, makeWorld } from '#test/world.ts'
import { liveTimingFetch, liveTimingStations } from '../passings/passings.contract.ts'
import { liveTimingReport } from '../passings/report.contract.ts'
import { liveGps, liveRunners } from '../positions/spectators.contract.ts'
import { type TrackOpening, openTrack, stopTrack } from '../tracks/tracks.service.ts'
import { type DevicePlace, standingOf } from './byDevice.rules.ts'
import type { FieldRunner } from './field.rules.ts'

const raceid = RACE
const SECOND = 1000
const MINUTE = 60_000
const length = 10_000
let world: World
beforeAll(async () => {
  world = await makeWorld({ now: new Date(gun - 10 * MINUTE).toISOString() })
  await openRace(world, { time: new Date(gun) })
  await openEvent(world, { name: '越野', distance_cm: 100 * length })
  const course = wayThrough([
    [0, 0],
    [length, 0],
  ])
  await openCourse(world.parts, raceid, 1, course, world.clock.now())
  const runner = { eventid: 1, age: 30, age_in_year: 30, zone: null, field: '' }
  await world.db.transaction().execute((tx) =>
    insertRunners(tx, raceid, [
      { ...runner, bib: '1', name: '龙一', gender: 'M', club: '湖畔跑团' },
      { ...runner, bib: '2', name: '龙二', gender: 'F', club: null },
      { ...runner, bib: '3', name: '龙三', gender: 'F', club: null },
    ]),
  )
})
afterAll(() => world?.close())

const opened = (bib: string, more: Partial<TrackOpening> = {}) =>
  world.db
    .transaction()
    .execute((tx) =>
      openTrack(
        tx,
        raceid,
        { kind: 'runner', source: 'tracker', visibility: 'race', eventid: 1, bib, ...more },
        world.clock.now(),
      ),
    )
const fix = async (token: string, along: number, off = 0) => {
  const { lat, lon } = moved(origin, along, off)
  const url = `/live/fixes?id=${token}&lat=${lat}&lon=${lon}&timestamp=${world.clock.now().getTime()}`
  expect((await world.app.inject({ method: 'GET', url })).statusCode).toBe(200)
}
const listed = async (input: object = {}) => (await world.ask(liveRunners, { raceid, ...input })).items

describe('an event that nobody times', () => {
  test('lists its runners by their devices, without runners whose device is not public', async () => {
    const before = (await world.ask(liveGps, { raceid })).events
    const start = new Date(gun).toISOString()
    expect(before).toMatchObject([{ eventid: 1, timed: false, state: 'waiting', started: 0, start }])
    expect(await listed()).toEqual([])
    const [one, two, three] = [await opened('1'), await opened('2'), await opened('3', { visibility: 'control' })]
    world.clock.set(new Date(gun))
    for (let n = 0; n <= 60; n++) {
      await fix(one.token, n * 30)
      await fix(two.token, n * 40)
      await fix(three.token, n * 45)
      world.clock.advance(10 * SECOND)
    }
    const found = await listed()
    expect(found.map(({ bib, name, place, by }) => [bib, name, place, by])).toEqual([
      ['2', '龙二', 1, 'gps'],
      ['1', '龙一', 2, 'gps'],
    ])
    expect(found[0]).toMatchObject({ gender: 'F', agegroup: '18-34', last: null, outcome: 'running', key: '' })
    expect(Math.abs(found[0]!.metres! - 2440)).toBeLessThan(30)
    const [event] = (await world.ask(liveGps, { raceid })).events
    expect(event).toMatchObject({ timed: false, state: 'running', devices: 2, started: 2, finished: 0 })
    expect(event!.density.reduce((sum, n) => sum + n, 0)).toBe(2)
  })
  test('filters and finds them', async () => {
    expect((await listed({ gender: 'M' })).map(({ bib }) => bib)).toEqual(['1'])
    expect((await listed({ team: '湖畔跑团' })).map(({ bib }) => bib)).toEqual(['1'])
    expect((await listed({ q: '龙二' })).map(({ bib, place }) => [bib, place])).toEqual([['2', 1]])
    expect(await listed({ q: '3' })).toEqual([])
    const { teams, agegroups } = await world.ask(liveRunners, { raceid })
    expect([teams, agegroups]).toEqual([['湖畔跑团'], ['18-34']])
  })
  test('predicts their finish by the pace of their device', async () => {
    const report = await world.ask(liveTimingReport, { raceid, bib: '2' })
    expect(report).toMatchObject({ rank: 1, gun: new Date(gun).toISOString(), overdue: false, name: '龙二' })
    expect(report.here).toMatchObject({ by: 'gps', uncertain: 0 })
    const { prediction } = report.points.at(-1)!
    // At 4 m/s the runner needs 2,500 s. The model adds some time, because runners become slower.
    expect(prediction!.ms / 1000).toBeGreaterThan(2400)
    expect(prediction!.ms / 1000).toBeLessThan(2900)
    expect(prediction!.low).toBeLessThan(prediction!.ms)
    expect(report.points.every(({ ms, time }) => ms === null && time === null)).toBe(true)
    expect(await world.call(liveTimingReport, { raceid, bib: '3' })).toMatchObject({ refusal: 'no_report' })
  })
  test('replays its runners by the places of their public devices', async () => {
    const read = (bibs: string) => world.ask(liveTimingFetch, { raceid, bibs })
    const { passings, ways } = await read('1,2,3')
    expect(passings).toEqual([])
    expect(ways.map(({ bib, name, eventid }) => [bib, name, eventid])).toEqual([
      ['1', '龙一', 1],
      ['2', '龙二', 1],
    ])
    const { points } = ways[1]!
    expect(points.length).toBeGreaterThan(20)
    for (const [seconds, metres] of points) expect(Math.abs(metres - seconds * 4)).toBeLessThan(30)
    expect(points.at(-1)![0]).toBe(600)
    expect((await world.ask(liveTimingFetch, { raceid })).ways, 'without bibs').toEqual([])
  })
  test('names its first three as long as no mat has seen anybody', async () => {
    const { events } = await world.ask(liveTimingStations, { raceid })
    expect(events[0]!.front.map(({ bib, name }) => `${bib} ${name}`)).toEqual(['2 龙二', '1 龙一'])
  })
  test('keeps the last place of a silent or stopped device, and drops a stopped device after two hours', async () => {
    world.clock.advance(20 * MINUTE)
    const [two] = await listed({ q: '2' })
    expect(two).toMatchObject({ by: 'gps', speed: 0, place: 1 })
    expect(world.clock.now().getTime() - Date.parse(two!.seen!)).toBeGreaterThan(19 * MINUTE)
    const { trackid } = (await world.db
      .selectFrom('tracks')
      .select('id as trackid')
      .where('raceid', '=', raceid)
      .where('bib', '=', '2')
      .executeTakeFirst())!
    await world.db.transaction().execute((tx) => stopTrack(tx, raceid, trackid, 'hand', world.clock.now()))
    world.clock.advance(2 * SECOND)
    expect((await listed()).map(({ bib }) => bib)).toEqual(['2', '1'])
    world.clock.advance(121 * MINUTE)
    expect((await listed()).map(({ bib }) => bib)).toEqual(['1'])
    expect((await world.ask(liveTimingFetch, { raceid, bibs: '1,2' })).ways.map(({ bib }) => bib)).toEqual(['1'])
  })
  test('shows no name that its runner hides', async () => {
    await numbered(world, ['|5'], { hide_name: true, names: ['龙五'] })
    await fix((await opened('5')).token, 100)
    world.clock.advance(2 * SECOND)
    expect(await listed({ q: '5' })).toMatchObject([{ bib: '5', name: null, gender: 'M' }])
    expect(await listed({ q: '龙五' })).toEqual([])
  })
  test('gives no metres to a runner beside the course', async () => {
    const { token } = await opened('4')
    for (let n = 0; n < 4; n++) {
      await fix(token, 3000, 500)
      world.clock.advance(10 * SECOND)
    }
    expect(await listed({ q: '4' })).toMatchObject([{ bib: '4', name: null, metres: null, by: 'gps', place: null }])
  })
  test('is over 30 hours after the start, because nobody closes it', async () => {
    const state = async (hours: number) => {
      world.clock.set(new Date(gun + hours * 60 * MINUTE))
      return (await world.ask(liveGps, { raceid })).events[0]!.state
    }
    expect([await state(29.9), await state(30.1)]).toEqual(['running', 'closed'])
  })
})

const runner = (bib: string, times: FieldRunner['times'] = [null, null], more: Partial<FieldRunner> = {}) =>
  ({ bib, times, outcome: 'running', ...more }) as FieldRunner
const place = (metres: number | null, farthest = 0): DevicePlace => ({ metres, farthest, speed: 0, at: 0 })
test('after the first passing at a mat, passings decide, and devices give no rank', () => {
  const [seen, waiting, only] = [runner('1', [null, 900]), runner('2'), runner('9')]
  const places = new Map([
    [only, place(9000)],
    [waiting, place(500)],
  ])
  const { list, ranks } = standingOf([seen, waiting], [only], (one) => places.get(one))
  expect(list).toEqual([seen, waiting, only])
  expect([...ranks]).toEqual([[seen, 1]])
})
test('before it, the places of the devices decide for everybody, and a runner who left the race has no rank', () => {
  const [far, near, none, left] = [runner('3'), runner('2'), runner('1'), runner('4', [null, null], { outcome: 'dnf' })]
  const places = new Map([
    [far, place(null, 700)],
    [near, place(500)],
    [left, place(900)],
  ])
  const { list, ranks } = standingOf([none, near, left], [far], (one) => places.get(one))
  expect(list).toEqual([far, near, none, left])
  expect([...ranks]).toEqual([
    [far, 1],
    [near, 2],
  ])
})
