import { prepareCourse, saveCourse } from '#features/courses/service.ts'
import { readEvent } from '#features/events/service.ts'
import { consoleTimingList } from '#features/timing/contract.ts'
import { RACE, openEvent, openRace } from '../entrants.ts'
import { staffSession } from '../people.ts'
import { gun, timedHalf } from '../timing.ts'
import { type World, makeWorld } from '../world.ts'

const MINUTE = 60_000
const degreeMetres = 111_195
const origin = { lat: 30.2, lon: 120.1 }
/**
 * Returns the place at a distance along a straight course to the north, and at a distance to the east of the course, in
 * metres.
 */
export const placeOn = (along: number, beside = 0) => ({
  lat: origin.lat + along / degreeMetres,
  lon: origin.lon + beside / (degreeMetres * Math.cos((origin.lat * Math.PI) / 180)),
})
export const straightGpx = (): Buffer => {
  const points = Array.from({ length: 1056 }, (_, n) => placeOn(n * 20))
  return Buffer.from(
    `<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="test"><trk><name>x</name><trkseg>${points
      .map(({ lat, lon }) => `<trkpt lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}"/>`)
      .join('')}</trkseg></trk></gpx>`,
  )
}

/** Opens a timed half marathon on a straight course with 20 runners. The clock shows the time of the gun. */
export const openTrackedHalf = async (waves?: { name: string; zones: string[]; gun: string | null }[]) => {
  const world = await makeWorld({ now: new Date(gun).toISOString() })
  await openRace(world)
  await openEvent(world, { name: '半程', distance_cm: 2_109_750 })
  const director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const readers = await timedHalf(world, director, waves ? { waves } : {})
  const csv = `bib,name,gender,age\n${Array.from({ length: 20 }, (_, n) => `${n + 1},龙${n + 1},男,30`).join('\n')}`
  await world.ask(consoleTimingList, { raceid: RACE, eventid: 1, kind: 'runners', csv }, director)
  const event = (await readEvent(world.db, RACE, 1, world.clock.now()))!
  const made = await prepareCourse(world.parts, event, { name: 'course.gpx', bytes: straightGpx() })
  if (typeof made === 'string') throw new Error(made)
  await world.db.transaction().execute((tx) => saveCourse(tx, made, world.clock.now()))
  return { world, director, readers }
}

export const toMinute = (world: World, minute: number): void =>
  world.clock.set(new Date(gun + minute * MINUTE).toISOString())
/** Sends a fix as Traccar Client does, at the given minute after the gun. Returns the status of the answer. */
export const sendFix = async (
  world: World,
  token: string,
  minute: number,
  place: { lat: number; lon: number },
  more: object = {},
): Promise<number> => {
  toMinute(world, minute)
  const given = { id: token, timestamp: gun + minute * MINUTE, ...place, ...more }
  const query = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]))
  return (await world.app.inject({ method: 'GET', url: `/live/fixes?${query.toString()}` })).statusCode
}
