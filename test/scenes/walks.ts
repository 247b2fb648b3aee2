import { prepareCourse, saveCourse } from '#features/courses/service.ts'
import { readEvent } from '#features/events/service.ts'
import type { Parts } from '#seam/server/handle.ts'

/** Courses and walks for tests, benches and the demo race. Places are made up. */
export type Place = { lat: number; lon: number }
const degreeMetres = 111_195
/** Returns the place that lies `east` and `north` metres from another place. */
export const moved = ({ lat, lon }: Place, east: number, north: number): Place => ({
  lat: lat + north / degreeMetres,
  lon: lon + east / (degreeMetres * Math.cos((lat * Math.PI) / 180)),
})
export const origin: Place = { lat: 30.2, lon: 120.1 }

/** Makes the places of a way through corners, in metres east and north of the origin, one place every 20 m. */
export const wayThrough = (corners: readonly (readonly [number, number])[], from: Place = origin): Place[] => {
  const places = [moved(from, ...corners[0]!)]
  for (const [n, [x, y]] of corners.entries()) {
    const before = corners[n - 1]
    if (!before) continue
    const steps = Math.max(1, Math.round(Math.hypot(x - before[0], y - before[1]) / 20))
    for (let step = 1; step <= steps; step++)
      places.push(
        moved(from, before[0] + ((x - before[0]) * step) / steps, before[1] + ((y - before[1]) * step) / steps),
      )
  }
  return places
}
export const gpxOf = (places: readonly Place[]): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="test"><trk><name>x</name><trkseg>${places
      .map(({ lat, lon }) => `<trkpt lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}"/>`)
      .join('')}</trkseg></trk></gpx>`,
  )

export const openCourse = async (
  { db, integrations }: Pick<Parts, 'db'> & { integrations: Pick<Parts['integrations'], 'files'> },
  raceid: number,
  eventid: number,
  places: readonly Place[],
  now: Date,
): Promise<void> => {
  const event = (await readEvent(db, raceid, eventid, now))!
  const made = await prepareCourse({ integrations }, event, { name: 'course.gpx', bytes: gpxOf(places) })
  if (typeof made === 'string') throw new Error(made)
  await db.transaction().execute((tx) => saveCourse(tx, made, now))
}
