import gcoord from 'gcoord'
import type { CoordinateSystem, MapPlace } from './ground.ts'

// The types describe the functions as exports of the package. Bundlers and Node.js give them as members of its default
// export, so the import needs a cast.
const { transform, WGS84, GCJ02, BD09 } = gcoord as unknown as typeof gcoord.default
const known = { wgs84: WGS84, gcj02: GCJ02, bd09: BD09 } as const

/** Returns the place of a GPS point on tiles of a coordinate system, as longitude and latitude. */
export const shiftedPlace = ([lat, lon]: MapPlace, system: CoordinateSystem): [lon: number, lat: number] => {
  if (system === 'wgs84') return [lon, lat]
  const [x, y] = transform([lon, lat] as [number, number], WGS84, known[system])
  return [x, y]
}
/** Returns the GPS point of a place on tiles of a coordinate system. */
export const mapPlaceOf = ([lon, lat]: [lon: number, lat: number], system: CoordinateSystem): MapPlace => {
  if (system === 'wgs84') return [lat, lon]
  const [x, y] = transform([lon, lat] as [number, number], known[system], WGS84)
  return [y, x]
}
