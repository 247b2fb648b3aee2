import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareCourse, saveCourse } from '#features/courses/service.ts'
import { readEvent } from '#features/events/service.ts'
import { consoleTimingGun, consoleTimingList } from '#features/timing/contract.ts'
import { openTrack } from '#features/tracking/tracks/tracks.service.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { gun, timedHalf } from '#test/timing.ts'
import { type World, makeWorld } from '#test/world.ts'
import { sweeps } from '../jobs.ts'
import type { AlarmKind } from './alarms.rules.ts'

/** The race has an event that is timed and waits for its gun, and an event of 5 km that nobody times. */
const [TIMED, UNTIMED] = [1, 2]
const MINUTE = 60_000
const degreeMetres = 111_195
const origin = { lat: 30.2, lon: 120.1 }
let world: World
let timer: { token: string }

/** Returns the place at this distance along both courses, which lead straight to the north. */
const at = (along: number) => ({ lat: origin.lat + along / degreeMetres, lon: origin.lon })
const gpxTo = (metres: number) => {
  const points = Array.from({ length: metres / 20 + 1 }, (_, n) => at(n * 20))
  const written = points.map(({ lat, lon }) => `<trkpt lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}"/>`).join('')
  return Buffer.from(
    `<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="test"><trk><name>x</name><trkseg>${written}</trkseg></trk></gpx>`,
  )
}
const drawCourse = async (eventid: number, metres: number) => {
  const event = (await readEvent(world.db, RACE, eventid, world.clock.now()))!
  const made = await prepareCourse(world.parts, event, { name: 'course.gpx', bytes: gpxTo(metres) })
  if (typeof made === 'string') throw new Error(made)
  await world.db.transaction().execute((tx) => saveCourse(tx, made, world.clock.now()))
}
const setMinute = (minute: number) => world.clock.set(new Date(gun + minute * MINUTE).toISOString())
beforeAll(async () => {
  world = await makeWorld({ now: new Date(gun - 90 * MINUTE).toISOString() })
  await openRace(world, { time: new Date(gun) })
  await openEvent(world, { id: TIMED, name: '半程' })
  await openEvent(world, { id: UNTIMED, name: '5 公里', distance_cm: 500_000, start_at: new Date(gun) })
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  await timedHalf(world, timer, { waves: [{ name: '1', zones: [], gun: null }] })
  const csv = 'bib,name,gender,age\n1,龙一,男,30\n2,龙二,男,30\n3,龙三,男,30'
  await world.ask(consoleTimingList, { raceid: RACE, eventid: TIMED, kind: 'runners', csv }, timer)
  await drawCourse(TIMED, 21_100)
  await drawCourse(UNTIMED, 5_000)
})
afterAll(() => world?.close())

const device = (bib: string, eventid: number) =>
  world.db
    .transaction()
    .execute((tx) =>
      openTrack(tx, RACE, { kind: 'runner', source: 'device', visibility: 'control', eventid, bib }, world.clock.now()),
    )
type Device = Awaited<ReturnType<typeof device>>
const fix = async ({ token }: Device, minute: number, place: object, more: object = {}) => {
  setMinute(minute)
  const given = { id: token, timestamp: gun + minute * MINUTE, ...place, ...more }
  const query = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]))
  const answer = await world.app.inject({ method: 'GET', url: `/live/fixes?${query.toString()}` })
  expect(answer.statusCode).toBe(200)
}
/** Runs the job that looks for alarms, as the server does. */
const sweep = async (minute: number) => {
  setMinute(minute)
  for (const { run } of sweeps) await run({ ...world.parts, now: world.clock.now() })
}
const kindsOf = async (bib: string): Promise<AlarmKind[]> =>
  (await world.db.selectFrom('alarms').selectAll().where('raceid', '=', RACE).where('ended_at', 'is', null).execute())
    .filter((row) => row.bib === bib)
    .map(({ kind }) => kind as AlarmKind)

test('before the gun only a call for help is an alarm', async () => {
  const one = await device('1', TIMED)
  for (let minute = -80; minute <= -60; minute++) await fix(one, minute, at(0), { batt: 9 })
  await sweep(-60)
  expect(await kindsOf('1'), 'a runner waits at the start').toEqual([])
  await fix(one, -59, at(0), { alarm: 'sos' })
  await sweep(-59)
  expect(await kindsOf('1')).toEqual(['sos'])
})

test('an event that nobody times has its planned start in place of a gun, and the end of its course as its finish', async () => {
  const [standing, done] = [await device('21', UNTIMED), await device('22', UNTIMED)]
  const both = async (from: number, to: number) => {
    for (let minute = from; minute <= to; minute++) {
      await fix(standing, minute, at(0))
      await fix(done, minute, at(Math.max(0, Math.min(minute * 240, 5_000))))
    }
  }
  await both(-30, 9)
  await sweep(9)
  expect(await kindsOf('21'), 'before ten minutes').toEqual([])
  await both(10, 37)
  await sweep(37)
  expect(await kindsOf('21')).toEqual(['still'])
  expect(await kindsOf('22'), 'a runner rests behind the finish').toEqual([])
})

test('a runner who warms up on the course raises no alarm; a runner who turns back after the gun raises one', async () => {
  const [early, back] = [await device('2', TIMED), await device('3', TIMED)]
  // The gun is fired at minute 60. From minute 40 on, the runner goes 1.6 km along the course and comes back.
  for (let minute = 40; minute <= 50; minute++) await fix(early, minute, at((minute - 40) * 160))
  for (let minute = 51; minute <= 60; minute++) await fix(early, minute, at((60 - minute) * 160))
  // The first session of the timer has ended by now.
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  await world.ask(
    consoleTimingGun,
    { raceid: RACE, eventid: TIMED, wave: 0, gun: new Date(gun + 60 * MINUTE).toISOString(), reason: '发枪' },
    timer,
  )
  for (let minute = 61; minute <= 65; minute++)
    for (const one of [early, back]) await fix(one, minute, at((minute - 60) * 160))
  await sweep(65)
  expect([await kindsOf('2'), await kindsOf('3')]).toEqual([[], []])
  for (let minute = 66; minute <= 76; minute++) {
    await fix(early, minute, at((minute - 60) * 160))
    await fix(back, minute, at(minute <= 70 ? (minute - 60) * 160 : 1_600 - (minute - 70) * 150))
  }
  await sweep(76)
  expect([await kindsOf('2'), await kindsOf('3')]).toEqual([[], ['back']])
  for (let minute = 77; minute <= 80; minute++) await fix(early, minute, at((minute - 60) * 160))
  for (let minute = 81; minute <= 86; minute++) await fix(early, minute, at(3_200 - (minute - 80) * 150))
  await sweep(86)
  expect(await kindsOf('2')).toEqual(['back'])
})
