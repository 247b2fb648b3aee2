import { expect, test } from 'vitest'
import { mapPlaceOf, shiftedPlace } from './shift.ts'

const metres = ([lat, lon]: readonly number[], [lat2, lon2]: readonly number[]): number =>
  Math.hypot(lat2! - lat!, (lon2! - lon!) * Math.cos((lat! * Math.PI) / 180)) * 111_195

/** Returns the published shift of GCJ-02, written again here, so that the test compares the library with other code. */
const published = ([lat, lon]: readonly [number, number]): [number, number] => {
  const [a, ee, pi] = [6_378_245, 0.006_693_421_622_965_943, Math.PI]
  const [x, y] = [lon - 105, lat - 35]
  const waves = (value: number, ...steps: (readonly [number, number])[]) =>
    steps.reduce((sum, [size, by]) => sum + size * Math.sin(value * by * pi), 0)
  const common = ((20 * Math.sin(6 * x * pi) + 20 * Math.sin(2 * x * pi)) * 2) / 3
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * Math.sqrt(Math.abs(x)) +
    common +
    (waves(y, [20, 1], [40, 1 / 3], [160, 1 / 12], [320, 1 / 30]) * 2) / 3
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * Math.sqrt(Math.abs(x)) +
    common +
    (waves(x, [20, 1], [40, 1 / 3], [150, 1 / 12], [300, 1 / 30]) * 2) / 3
  const rad = (lat / 180) * pi
  const magic = 1 - ee * Math.sin(rad) ** 2
  return [
    lat + (north * 180) / (((a * (1 - ee)) / (magic * Math.sqrt(magic))) * pi),
    lon + (east * 180) / ((a / Math.sqrt(magic)) * Math.cos(rad) * pi),
  ]
}
const cities = { Beijing: [39.90923, 116.397428], Hangzhou: [30.2741, 120.1551], Urumqi: [43.8256, 87.6168] } as const

test.each(Object.entries(cities))('tiles of China show %s where its service shows it', (_, place) => {
  const [lon, lat] = shiftedPlace(place, 'gcj02')
  expect(metres([lat, lon], published(place))).toBeLessThan(1)
  const moved = metres(place, [lat, lon])
  expect(moved).toBeGreaterThan(100)
  expect(moved).toBeLessThan(1000)
  expect(metres(mapPlaceOf([lon, lat], 'gcj02'), place)).toBeLessThan(1)
})
test('Baidu adds its own shift, and GPS tiles have none', () => {
  const [lon, lat] = shiftedPlace(cities.Beijing, 'bd09')
  const [gcjLon, gcjLat] = shiftedPlace(cities.Beijing, 'gcj02')
  // Baidu adds 0.0065 and 0.006 degrees and small waves to GCJ-02.
  expect(lon - gcjLon).toBeCloseTo(0.0065, 3)
  expect(lat - gcjLat).toBeCloseTo(0.006, 3)
  expect(metres(mapPlaceOf([lon, lat], 'bd09'), cities.Beijing)).toBeLessThan(2)
  expect(shiftedPlace(cities.Beijing, 'wgs84')).toEqual([116.397428, 39.90923])
})
test('a course outside of China is not shifted', () => {
  expect(shiftedPlace([51.4769, -0.0005], 'gcj02')).toEqual([-0.0005, 51.4769])
})
