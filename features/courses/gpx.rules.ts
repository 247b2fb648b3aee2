import { NotXml, readXml } from './xml.rules.ts'

export type GpxPoint = { lat: number; lon: number; ele: number | null }
export type GpxSpot = GpxPoint & { name: string; sym: string }
export type Gpx = {
  name: string
  tracks: { name: string; segments: GpxPoint[][] }[]
  routes: { name: string; points: GpxPoint[] }[]
  spots: GpxSpot[]
}

const mostPoints = 500_000
/**
 * Reads the text of a file. The byte order mark names the encoding, or else the declaration; without both the encoding
 * is UTF-8. The function throws `NotXml` if the bytes do not fit this encoding.
 */
export const xmlTextOf = (bytes: Uint8Array): string => {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(head)?.[1]
  try {
    return new TextDecoder(marked ?? declared ?? 'utf-8', { fatal: true }).decode(bytes).replace(/^\ufeff/, '')
  } catch {
    throw new NotXml('not in the encoding that it names')
  }
}

const numberOf = (text: string | undefined): number | null => {
  const said = (text ?? '').trim()
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/.test(said) ? Number(said) : null
}
const cleaned = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 120)

/**
 * Reads GPX 1.0 or 1.1. The function ignores times, because a course has no times. It throws `NotXml` for other files.
 */
export const readGpx = (bytes: Uint8Array): Gpx => {
  const gpx: Gpx = { name: '', tracks: [], routes: [], spots: [] }
  const stack: string[] = []
  let points = 0
  let point: GpxSpot | undefined
  readXml(xmlTextOf(bytes), {
    open: (written, attributes) => {
      const name = written.slice(written.indexOf(':') + 1)
      if (stack.length === 0 && name !== 'gpx') throw new NotXml('no GPX')
      stack.push(name)
      const parent = stack.at(-2)
      if (name === 'trk' && parent === 'gpx') gpx.tracks.push({ name: '', segments: [] })
      else if (name === 'trkseg' && parent === 'trk') gpx.tracks.at(-1)?.segments.push([])
      else if (name === 'rte' && parent === 'gpx') gpx.routes.push({ name: '', points: [] })
      else if (
        (name === 'trkpt' && parent === 'trkseg') ||
        (name === 'rtept' && parent === 'rte') ||
        (name === 'wpt' && parent === 'gpx')
      ) {
        const [lat, lon] = [numberOf(attributes.lat), numberOf(attributes.lon)]
        if (lat === null || lon === null || Math.abs(lat) > 90 || Math.abs(lon) > 180)
          throw new NotXml('a point that is nowhere')
        if (++points > mostPoints) throw new NotXml('too many points')
        point = { lat, lon, ele: null, name: '', sym: '' }
      }
    },
    close: (_written, text) => {
      const name = stack.pop()!
      const parent = stack.at(-1)
      if (point && (parent === 'trkpt' || parent === 'rtept' || parent === 'wpt')) {
        if (name === 'ele') {
          const ele = numberOf(text)
          point.ele = ele !== null && ele > -1000 && ele < 9500 ? ele : null
        } else if (name === 'name') point.name = cleaned(text)
        else if (name === 'sym' || name === 'type') point.sym += ` ${cleaned(text)}`
        return
      }
      if (name === 'name') {
        if (parent === 'trk') gpx.tracks.at(-1)!.name = cleaned(text)
        else if (parent === 'rte') gpx.routes.at(-1)!.name = cleaned(text)
        else if (parent === 'metadata' || parent === 'gpx') gpx.name ||= cleaned(text)
        return
      }
      if (!point) return
      const { lat, lon, ele } = point
      if (name === 'trkpt') gpx.tracks.at(-1)!.segments.at(-1)!.push({ lat, lon, ele })
      else if (name === 'rtept') gpx.routes.at(-1)!.points.push({ lat, lon, ele })
      else if (name === 'wpt') gpx.spots.push(point)
      else return
      point = undefined
    },
  })
  return gpx
}
