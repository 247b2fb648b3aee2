import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { prepareCourse, saveCourse } from '#features/courses/service.ts'
import { readEvent } from '#features/events/service.ts'
import { consoleTimingList } from '#features/timing/contract.ts'
import { openTrack, stopTrack } from '#features/tracking/tracks/tracks.service.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { numbered } from '#test/numbered.ts'
import { staffSession } from '#test/people.ts'
import { gun, send, timedHalf, worked } from '#test/timing.ts'
import { type World, makeWorld } from '#test/world.ts'
import type { AlarmKind } from './alarms.rules.ts'
import { consoleRacecontrolAlarmsEnd, consoleRacecontrolAlarmsRaise, liveGpsMonitor } from './monitor.contract.ts'
import { watchRace } from './monitor.service.ts'

let world: World
let timer: { token: string; staffid: number }
let readers: Awaited<ReturnType<typeof timedHalf>>
const MINUTE = 60_000
const degreeMetres = 111_195
const origin = { lat: 30.2, lon: 120.1 }
/**
 * Returns a place beside a straight course to the north: `along` metres from the start, and `beside` metres to the
 * east.
 */
const at = (along: number, beside = 0) => ({
  lat: origin.lat + along / degreeMetres,
  lon: origin.lon + beside / (degreeMetres * Math.cos((origin.lat * Math.PI) / 180)),
})
const gpx = () => {
  const points = Array.from({ length: 1056 }, (_, n) => at(n * 20))
  return Buffer.from(
    `<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="test"><trk><name>x</name><trkseg>${points
      .map(({ lat, lon }) => `<trkpt lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}"/>`)
      .join('')}</trkseg></trk></gpx>`,
  )
}

beforeAll(async () => {
  world = await makeWorld({ now: new Date(gun).toISOString() })
  await openRace(world)
  await openEvent(world, { name: '半程', distance_cm: 2_109_750 })
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  readers = await timedHalf(world, timer, { points: [{}, { cutoff: 3600 }] })
  const csv = `bib,name,gender,age\n${Array.from({ length: 20 }, (_, n) => `${n + 1},龙${n + 1},男,30`).join('\n')}`
  await world.ask(consoleTimingList, { raceid: RACE, eventid: 1, kind: 'runners', csv }, timer)
  const event = (await readEvent(world.db, RACE, 1, world.clock.now()))!
  const made = await prepareCourse(world.parts, event, { name: 'course.gpx', bytes: gpx() })
  if (typeof made === 'string') throw new Error(made)
  await world.db.transaction().execute((tx) => saveCourse(tx, made, world.clock.now()))
})
afterAll(() => world?.close())
beforeEach(() => world.clock.set(new Date(gun).toISOString()))

const device = (kind: 'runner' | 'pacer' | 'sweeper' | 'vehicle', bib: string | null, eventid: number | null = 1) =>
  world.db
    .transaction()
    .execute((tx) =>
      openTrack(
        tx,
        RACE,
        { kind, source: 'device', visibility: 'control', eventid, bib, name: '5 号设备' },
        world.clock.now(),
      ),
    )
type Device = Awaited<ReturnType<typeof device>>
/** Sends a fix as Traccar Client does. The gun is at minute 0. */
const fix = async ({ token }: Device, minute: number, place: object, more: object = {}) => {
  world.clock.set(new Date(gun + minute * MINUTE).toISOString())
  const given = { id: token, timestamp: gun + minute * MINUTE, ...place, ...more }
  const query = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]))
  const answer = await world.app.inject({ method: 'GET', url: `/live/fixes?${query.toString()}` })
  expect(answer.statusCode).toBe(200)
}
/** Walks along the course at 160 m a minute, with one fix a minute. */
const walk = async (one: Device, from: number, to: number, more: object = {}) => {
  for (let minute = from; minute <= to; minute++) await fix(one, minute, at(minute * 160), more)
}
const watch = async (minute: number) => {
  world.clock.set(new Date(gun + minute * MINUTE).toISOString())
  await watchRace(world.db, RACE, world.clock.now())
}
const rows = () =>
  world.db.selectFrom('alarms').selectAll().where('raceid', '=', RACE).where('ended_at', 'is', null).execute()
const kindsOf = async (bib: string): Promise<AlarmKind[]> =>
  (await rows()).filter((row) => row.bib === bib).map(({ kind }) => kind as AlarmKind)

test('a moving runner has no alarm; a runner who stands still has an alarm until the next steps', async () => {
  const [going, standing] = [await device('runner', '1'), await device('runner', '2')]
  for (let minute = 1; minute <= 13; minute++) {
    await fix(going, minute, at(minute * 160))
    await fix(standing, minute, at(Math.min(minute, 2) * 160))
  }
  await watch(13)
  expect([await kindsOf('1'), await kindsOf('2')]).toEqual([[], ['still']])
  const still = (await rows()).find(({ bib }) => bib === '2')!
  expect(still.metres).toBeGreaterThan(250)
  expect(still.metres).toBeLessThan(400)
  expect(still.lat).toBeCloseTo(at(320).lat, 3)
  await fix(standing, 14, at(520))
  await watch(14)
  expect(await kindsOf('2')).toEqual([])
})

test('leaving the course is an alarm after its minutes', async () => {
  const one = await device('runner', '3')
  await walk(one, 1, 4)
  for (let minute = 5; minute <= 7; minute++) await fix(one, minute, at(minute * 160, 400))
  await watch(7)
  expect(await kindsOf('3')).toEqual([])
  await fix(one, 8, at(8 * 160, 400))
  await watch(8)
  expect(await kindsOf('3')).toEqual(['off'])
})

test('turning back is an alarm once three fixes lie behind the farthest place', async () => {
  const one = await device('runner', '4')
  await walk(one, 1, 8)
  for (let n = 1; n <= 6; n++) await fix(one, 8 + n, at(8 * 160 - n * 150))
  await watch(14)
  expect(await kindsOf('4')).toEqual(['back'])
})

test('a low battery and silence are alarms; a contact of the device ends the silence', async () => {
  const one = await device('runner', '5')
  await walk(one, 1, 3, { batt: 12 })
  await watch(3)
  expect(await kindsOf('5')).toEqual(['battery'])
  await watch(19)
  expect((await kindsOf('5')).sort()).toEqual(['battery', 'silent'])
  await fix(one, 20, at(20 * 160), { batt: 60 })
  await watch(20)
  expect(await kindsOf('5')).toEqual([])
})

test('a call for help is one alarm until a person ends it, and a later call is a new alarm', async () => {
  const one = await device('runner', '6')
  await walk(one, 1, 2)
  await fix(one, 3, at(480), { alarm: 'sos' })
  await watch(3)
  await watch(4)
  const calls = (await world.ask(liveGpsMonitor, { raceid: RACE }, timer)).alarms.filter(({ bib }) => bib === '6')
  expect(calls).toMatchObject([{ kind: 'sos', name: '龙6', event: '半程' }])
  await world.ask(consoleRacecontrolAlarmsEnd, { raceid: RACE, id: calls[0]!.id }, timer)
  await watch(5)
  expect(await kindsOf('6')).toEqual([])
  await fix(one, 6, at(900), { alarm: 'sos' })
  await watch(6)
  expect(await kindsOf('6')).toEqual(['sos'])
})

test('a runner with two devices is one carrier', async () => {
  const [phone, tracker] = [await device('runner', '7'), await device('runner', '7')]
  await walk(phone, 1, 2)
  await walk(tracker, 1, 19)
  await watch(19)
  expect(await kindsOf('7'), 'the phone is silent, the tracker is not').toEqual([])
})

test('if two events use a bib, their runners are two carriers with alarms and names of their own', async () => {
  await openEvent(world, { id: 2, name: '十公里', distance_cm: 1_000_000, start_at: new Date(gun) })
  await numbered(world, ['|17'], { eventid: 2, names: ['选手十七'] })
  const [half, ten] = [await device('runner', '17'), await device('runner', '17', 2)]
  await walk(half, 1, 13)
  for (let minute = 1; minute <= 13; minute++) await fix(ten, minute, at(300))
  await watch(13)
  const open = async () =>
    (await world.ask(liveGpsMonitor, { raceid: RACE }, timer)).alarms.filter(({ bib }) => bib === '17')
  expect(await open()).toMatchObject([{ kind: 'still', eventid: 2, event: '十公里', name: '选手十七' }])
  await fix(half, 14, at(14 * 160), { alarm: 'sos' })
  await watch(14)
  expect(await open()).toMatchObject([
    { kind: 'sos', eventid: 1, event: '半程', name: '龙17' },
    { kind: 'still', eventid: 2, name: '选手十七' },
  ])
  // A call by radio gives only the bib. Nobody knows yet which of the two runners it means.
  await world.ask(consoleRacecontrolAlarmsRaise, { raceid: RACE, bib: '17', note: '电台' }, timer)
  expect((await open()).find(({ by_hand }) => by_hand)).toMatchObject({
    eventid: null,
    event: null,
    name: '龙17 / 选手十七',
  })
})

test('a device before a point that closed is behind the cut-off', async () => {
  const one = await device('runner', '8')
  for (let minute = 50; minute <= 62; minute++) await fix(one, minute, at(minute * 120))
  await watch(62)
  expect(await kindsOf('8')).toEqual(['cutoff'])
})

test('a device whose last contact was before the point closed raises no alarm about the cut-off', async () => {
  const one = await device('runner', '9')
  for (let minute = 50; minute <= 58; minute++) await fix(one, minute, at(minute * 120))
  await watch(62)
  expect(await kindsOf('9')).toEqual([])
})

test('a vehicle may stand, and its silence is an alarm that names the device', async () => {
  const car = await device('vehicle', null, null)
  for (let minute = 1; minute <= 13; minute++) await fix(car, minute, at(300))
  await watch(13)
  const own = async () => (await rows()).filter(({ carrier }) => carrier === `track:${car.track.id}`)
  expect(await own()).toEqual([])
  await watch(30)
  expect(await own()).toMatchObject([{ kind: 'silent', carried: 'vehicle', place: '5 号设备', bib: null }])
})

test('a runner who has finished and a stopped device raise no alarm', async () => {
  const [done, stopped] = [await device('runner', '10'), await device('runner', '11')]
  await walk(done, 1, 2)
  await walk(stopped, 1, 2)
  await send(world, readers.start, [['10', 2]])
  await send(world, readers.ten, [['10', 2400]])
  await send(world, readers.finish, [['10', 5400]])
  world.clock.set(new Date(gun + 95 * MINUTE).toISOString())
  await worked(world)
  await world.db.transaction().execute((tx) => stopTrack(tx, RACE, stopped.track.id, 'staff', world.clock.now()))
  await watch(95)
  expect([await kindsOf('10'), await kindsOf('11')]).toEqual([[], []])
})

test('the map of race control has each device that sent a place, and names who left out a part of the course', async () => {
  const car = await device('vehicle', null, null)
  await fix(car, 30, at(400, 60))
  const runner = await device('runner', '18')
  for (let minute = 30; minute <= 33; minute++) await fix(runner, minute, at(minute * 160))
  // From 5.3 km the device jumps to 12 km, and goes on there.
  for (let minute = 34; minute <= 40; minute++) await fix(runner, minute, at(12_000 + (minute - 34) * 160))
  const silent = await device('runner', '19')
  expect(await world.ask(liveGpsMonitor, { raceid: RACE }, timer)).toMatchObject({ devices: [], cuts: [] })
  const { devices, cuts } = await world.ask(liveGpsMonitor, { raceid: RACE, map: true }, timer)
  expect(devices.find(({ track }) => track === car.track.id)).toMatchObject({
    kind: 'vehicle',
    name: '5 号设备',
    bib: null,
  })
  const own = devices.find(({ bib }) => bib === '18')!
  expect(own.lat).toBeCloseTo(at(12_960).lat, 4)
  expect(devices.some(({ track }) => track === silent.track.id)).toBe(false)
  // Runners come last, in the order of their bibs.
  const numbers = devices.filter(({ kind }) => kind === 'runner').map(({ bib }) => Number(bib))
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(devices.findLastIndex(({ kind }) => kind !== 'runner')).toBeLessThan(
    devices.findIndex(({ kind }) => kind === 'runner'),
  )
  const cut = cuts.find(({ bib }) => bib === '18')!
  expect(cut).toMatchObject({ track: runner.track.id, eventid: 1 })
  expect(cut.to - cut.from).toBeGreaterThan(6000)
  await sql`insert into track_facts select raceid, trackid, kind, at + n * interval '1 second', from_m, to_m, version
    from track_facts, generate_series(1, 50) n where raceid = ${RACE} and trackid = ${runner.track.id} and kind = 'cut'`.execute(
    world.db,
  )
  const many = await world.ask(liveGpsMonitor, { raceid: RACE, map: true }, timer)
  expect([many.cuts.length, many.more_cuts]).toEqual([50, true])
})
