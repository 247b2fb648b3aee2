import type { MapPlace } from './ground.ts'
import { shiftedPlace } from './shift.ts'

export const navigators = ['amap', 'baidu', 'apple', 'google'] as const
export type Navigator = (typeof navigators)[number]

/** Writes degrees with six decimals, which are exact to about ten centimetres. */
const written = (degrees: number): string => degrees.toFixed(6)

/**
 * Returns the address that opens a GPS place in each map service, with the coordinates in the system that the service
 * reads. In mainland China the maps of Amap, Apple and Google are shifted to GCJ-02, and Baidu's to BD-09. Elsewhere no
 * map is shifted.
 */
export const navigationTo = (place: MapPlace, name: string): Record<Navigator, string> => {
  const [lon, lat] = shiftedPlace(place, 'gcj02').map(written) as [string, string]
  const isShifted = lon !== written(place[1]) || lat !== written(place[0])
  const [baiduLon, baiduLat] = shiftedPlace(place, isShifted ? 'bd09' : 'wgs84').map(written) as [string, string]
  const address = (base: string, search: Record<string, string>) => `${base}?${new URLSearchParams(search)}`
  return {
    amap: address('https://uri.amap.com/marker', {
      position: `${lon},${lat}`,
      name,
      src: 'startline',
      coordinate: 'gaode',
      callnative: '1',
    }),
    baidu: address('https://api.map.baidu.com/marker', {
      location: `${baiduLat},${baiduLon}`,
      title: name,
      content: name,
      coord_type: isShifted ? 'bd09ll' : 'wgs84',
      output: 'html',
      src: 'startline',
    }),
    apple: address('https://maps.apple.com/', { ll: `${lat},${lon}`, q: name }),
    google: address('https://www.google.com/maps/search/', { api: '1', query: `${lat},${lon}` }),
  }
}
