import { expect, test } from 'vitest'
import { navigationTo } from './navigation.ts'
import { mapPlaceOf } from './shift.ts'

const pair = (address: string, name: string): [number, number] => {
  const [one, other] = new URL(address).searchParams.get(name)!.split(',').map(Number)
  return [one!, other!]
}
const near = ([lat, lon]: readonly number[], [lat2, lon2]: readonly number[]) =>
  Math.hypot(lat! - lat2!, lon! - lon2!) * 111_195

test('each service gets the place in its own system, so that all show one point', () => {
  const bund = [31.24, 121.49] as const
  const to = navigationTo(bund, '起点 & 终点')
  const [lon, lat] = pair(to.amap, 'position')
  expect(near([lat, lon], bund), 'shifted').toBeGreaterThan(300)
  expect(near(mapPlaceOf([lon, lat], 'gcj02'), bund)).toBeLessThan(2)
  const [baiduLat, baiduLon] = pair(to.baidu, 'location')
  expect(near(mapPlaceOf([baiduLon, baiduLat], 'bd09'), bund)).toBeLessThan(2)
  for (const at of [pair(to.apple, 'll'), pair(to.google, 'query')]) expect(at).toEqual([lat, lon])
  expect(new URL(to.baidu).searchParams.get('coord_type')).toBe('bd09ll')
  for (const name of [new URL(to.amap).searchParams.get('name'), new URL(to.apple).searchParams.get('q')])
    expect(name).toBe('起点 & 终点')
})

test('outside China no service gets a shifted place', () => {
  const london = [51.5007, -0.1246] as const
  const to = navigationTo(london, 'Start')
  expect(pair(to.amap, 'position')).toEqual([london[1], london[0]])
  expect(pair(to.baidu, 'location')).toEqual([...london])
  expect(new URL(to.baidu).searchParams.get('coord_type')).toBe('wgs84')
  expect(pair(to.google, 'query')).toEqual([...london])
})
