import type { MapPlace } from '#ui/map/ground.ts'
import { metresBetween } from '#features/courses/shape.rules.ts'
import type { Hotel, HotelPlace } from '../contract.ts'

export type Spotted = Pick<Hotel, 'id' | 'name' | 'lat' | 'lon' | 'stay_price' | 'price_from'>
type Spot = { hotel?: Spotted; place?: HotelPlace; x: number; y: number }

/** The share of the drawing that stays empty at each edge, in per cent. */
const EDGE = 14

/**
 * Puts the hotels and the race's places on a drawing of 100 × 100, to scale. All places together are in the middle of
 * the drawing.
 */
export const spotsOf = (
  hotels: readonly Spotted[],
  places: readonly HotelPlace[],
): { spots: Spot[]; rings: { size: number; metres: number; x: number; y: number }[] } => {
  const all = [
    ...hotels.flatMap((hotel) =>
      hotel.lat === null || hotel.lon === null ? [] : [{ hotel, lat: hotel.lat, lon: hotel.lon }],
    ),
    ...places.map((place) => ({ place, lat: place.lat, lon: place.lon })),
  ]
  if (all.length === 0) return { spots: [], rings: [] }
  const narrow = Math.cos((all[0]!.lat * Math.PI) / 180)
  const [xs, ys] = [all.map(({ lon }) => lon * narrow), all.map(({ lat }) => -lat)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const span = Math.max(Math.max(...xs) - left, Math.max(...ys) - top, 1e-4)
  const inset = (values: readonly number[], from: number) => (span - (Math.max(...values) - from)) / 2
  const [dx, dy] = [inset(xs, left), inset(ys, top)]
  const on = (value: number, from: number, by: number) => EDGE + ((value - from + by) / span) * (100 - 2 * EDGE)
  const spots: Spot[] = all.map(({ lat, lon, ...one }) => ({
    ...one,
    x: on(lon * narrow, left, dx),
    y: on(-lat, top, dy),
  }))
  const start = all.find((one) => 'place' in one && one.place.kind === 'start')
  const at = spots.find(({ place }) => place?.kind === 'start')
  if (!start || !at) return { spots, rings: [] }
  const wide = metresBetween(start, { lat: start.lat, lon: start.lon + span / narrow })
  const step = [500, 1000, 2000, 5000, 10_000, 20_000].find((one) => one >= wide / 4) ?? 50_000
  const rings = [1, 2].map((n) => ({
    metres: step * n,
    size: ((2 * step * n) / wide) * (100 - 2 * EDGE),
    x: at.x,
    y: at.y,
  }))
  return { spots, rings }
}

/** Returns the position of a hotel. Undefined if the organisers gave no position. */
export const positionOf = ({ lat, lon }: Pick<Spotted, 'lat' | 'lon'>): MapPlace | undefined =>
  lat === null || lon === null ? undefined : [lat, lon]
/**
 * Returns the distances of the rings from the start, in metres. The outermost ring is at the farthest hotel or behind
 * it. Without a start or a hotel with a position there are no rings.
 */
export const ringsOf = (hotels: readonly Spotted[], places: readonly HotelPlace[]): number[] => {
  const start = places.find(({ kind }) => kind === 'start')
  if (!start) return []
  const far = hotels.flatMap(({ lat, lon }) =>
    lat === null || lon === null ? [] : [metresBetween(start, { lat, lon })],
  )
  const most = Math.max(0, ...far)
  const step = [250, 500, 1000, 2000, 5000, 10_000, 20_000].find((one) => one >= most / 3) ?? 50_000
  return most === 0 ? [] : [1, 2, 3].map((n) => n * step).filter((metres) => metres - step < most)
}
/** Returns the points of a ring around a place. The last point is the first point again. */
export const ringAround = ({ lat, lon }: { lat: number; lon: number }, metres: number): [number, number][] => {
  const [high, wide] = [metres / 111_195, metres / (111_195 * Math.cos((lat * Math.PI) / 180))]
  return Array.from({ length: 73 }, (_, n) => {
    const angle = (n / 72) * 2 * Math.PI
    return [lat + high * Math.cos(angle), lon + wide * Math.sin(angle)]
  })
}
