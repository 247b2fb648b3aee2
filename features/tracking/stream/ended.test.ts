import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleTimingList } from '#features/timing/contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { moved, openCourse, origin, wayThrough } from '#test/scenes/walks.ts'
import { type Reader, gun, send, timedHalf, worked } from '#test/timing.ts'
import { type World, makeWorld } from '#test/world.ts'
import { openTrack } from '../tracks/tracks.service.ts'
import { nextStep, pictureOf } from '../positions/picture.service.ts'
import { liveGpsHistory, liveGpsPositions, trackFetch } from '../positions/positions.contract.ts'

let world: World
let readers: { start: Reader; ten: Reader; finish: Reader }
let director: { token: string }
const raceid = RACE
const SECOND = 1000
const length = 21_097
beforeAll(async () => {
  world = await makeWorld({ now: new Date(gun).toISOString() })
  await openRace(world)
  await openEvent(world, { name: '半程', distance_cm: 2_109_750 })
  const course = wayThrough([
    [0, 0],
    [length, 0],
  ])
  await openCourse(world.parts, raceid, 1, course, world.clock.now())
  director = await staffSession(world, [{ raceid, role: 'director' }])
  const timer = await staffSession(world, [{ raceid, role: 'timer' }])
  readers = await timedHalf(world, timer)
  const csv = 'bib,name,gender,age\n1,龙一,男,30\n2,龙二,女,31\n'
  await world.ask(consoleTimingList, { raceid, eventid: 1, kind: 'runners', csv }, timer)
})
afterAll(() => world?.close())

const opened = (bib: string) =>
  world.db
    .transaction()
    .execute((tx) =>
      openTrack(
        tx,
        raceid,
        { kind: 'runner', source: 'device', visibility: 'race', eventid: 1, bib },
        world.clock.now(),
      ),
    )
type Opened = Awaited<ReturnType<typeof opened>>
const fix = async ({ token }: Opened, along: number, off = 0) => {
  const { lat, lon } = moved(origin, along, off)
  const url = `/live/fixes?id=${token}&lat=${lat}&lon=${lon}&timestamp=${world.clock.now().getTime()}`
  expect((await world.app.inject({ method: 'GET', url })).statusCode).toBe(200)
}
const at = (seconds: number) => world.clock.set(new Date(gun + seconds * SECOND))
const dotOf = async (bib: string) =>
  (await world.ask(liveGpsPositions, { raceid, bibs: bib })).items.map(({ by, metres }) => [by, metres])
/** Walks away from the course for 12 seconds, with one fix and one step of the picture each second. */
const walkHome = async (one: Opened, from: number) => {
  const sent = []
  for (let n = 1; n <= 12; n++) {
    world.clock.advance(SECOND)
    await fix(one, from - n * 5, 200 + n * 5)
    const step = (await nextStep(world.db, raceid, world.clock.now()))!
    sent.push(...step.frame.spots.filter(({ bib }) => bib === one.track.bib))
  }
  return sent
}

test('a finisher stays at the finish, and a runner who left the race disappears, although their devices go on', async () => {
  const [one, two] = [await opened('1'), await opened('2')]
  await send(world, readers.start, [
    ['1', 2],
    ['2', 3],
  ])
  at(4990)
  await fix(one, length - 40)
  await fix(two, 15_000)
  const picture = (await pictureOf(world.db, raceid, world.clock.now()))!
  picture.followed = true
  at(5000)
  await send(world, readers.finish, [['1', 5000]], 10)
  await worked(world)
  at(5070)
  await nextStep(world.db, raceid, world.clock.now())
  expect(await dotOf('1')).toEqual([['mat', length]])
  // The server repeats each dot now and then.
  for (const spot of await walkHome(one, length)) expect(spot).toMatchObject({ by: 'mat', metres: 21_097.5, speed: 0 })
  expect(await dotOf('1')).toEqual([['mat', length]])

  expect((await dotOf('2'))[0]![0]).toBe('gps')
  await world.db
    .updateTable('results')
    .set({ outcome: 'dnf', updated_at: world.clock.now() })
    .where('raceid', '=', raceid)
    .where('bib', '=', '2')
    .execute()
  world.clock.advance(2 * SECOND)
  const { frame } = (await nextStep(world.db, raceid, world.clock.now()))!
  expect(frame.spots).toMatchObject([{ bib: '2', what: 'gone' }])
  expect(await walkHome(two, 15_000), 'the pages hear nothing of the way home').toEqual([])
  picture.followed = false

  const points = async (bib: string, as?: { token: string }) =>
    (await world.ask(liveGpsHistory, { raceid, bib }, as)).tracks[0]!.points.length
  expect([await points('1'), await points('2')], 'everybody').toEqual([1, 0])
  expect([await points('1', director), await points('2', director)], 'race control').toEqual([13, 13])
  const asked = { raceid, id: `t${one.track.id}` }
  expect((await world.ask(trackFetch, asked)).track!.points).toHaveLength(1)
})
