import { FitBaseType, FitEncoder } from 'fit-file-parser'
import { describe, expect, test } from 'vitest'
import { fillingOf, mostFitBytes, mostRunGpxBytes, readTrackFile } from './file.rules.ts'
import { type RoutePoint, gpxOf } from './route.rules.ts'

const start = Date.parse('2026-11-01T02:00:00Z')
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const line: RoutePoint[] = Array.from({ length: 30 }, (_, n) => [start + n * 10_000, 30 + n * 1e-4, 120, 15])
const around = (inner: string) => `<gpx version="1.1"><trk><trkseg>${inner}</trkseg></trk></gpx>`

const semicircles = (degrees: number) => Math.round((degrees * 2 ** 31) / 180)
/** Writes a FIT file as a watch does: a file id and a record for each point. */
const fitOf = (points: readonly RoutePoint[]): Uint8Array => {
  const fit = new FitEncoder()
  const at = (ms: number) => FitEncoder.toFitTimestamp(new Date(ms))
  fit.writeMessage(0, [{ number: 0, size: 1, baseType: FitBaseType.Enum, value: 4 }], 0)
  for (const [ms, lat, lon] of points)
    fit.writeMessage(
      20,
      [
        { number: 253, size: 4, baseType: FitBaseType.Uint32, value: at(ms) },
        { number: 0, size: 4, baseType: FitBaseType.Sint32, value: semicircles(lat) },
        { number: 1, size: 4, baseType: FitBaseType.Sint32, value: semicircles(lon) },
      ],
      1,
    )
  return fit.close()
}

describe('a file of a watch', () => {
  test('GPX that we write ourselves is read again', async () => {
    expect(await readTrackFile(bytes(gpxOf('x', line)))).toEqual({ points: line })
  })
  test('FIT gives times and places', async () => {
    const read = await readTrackFile(fitOf(line))
    if (!('points' in read)) throw new Error(read.fault)
    expect(read.points).toHaveLength(30)
    expect(read.points[29]![0]).toBe(line[29]![0])
    expect(read.points[29]![1]).toBeCloseTo(30.0029, 6)
    expect(read.points[29]![2]).toBeCloseTo(120, 6)
  })
  test('a file without times says so', async () => {
    expect(await readTrackFile(bytes(around('<trkpt lat="30" lon="120"/>')))).toEqual({
      fault: 'track_file_without_times',
    })
  })
})

describe('a hostile file', () => {
  const many = Array.from({ length: 10 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};&e${n};&e${n};">`).join('')
  test.each([
    ['an XML bomb', bytes(`<!DOCTYPE gpx [<!ENTITY e0 "ha">${many}]>${around('&e10;')}`)],
    ['an entity of another file', bytes(`<!DOCTYPE gpx [<!ENTITY a SYSTEM "file:///etc/passwd">]>${around('&a;')}`)],
    ['deep nesting', bytes('<gpx>'.repeat(100_000))],
    ['another XML', bytes('<html/>')],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4, 5, 6, 7, 8, 9])],
    ['nothing', new Uint8Array()],
    ['no places', bytes(around('<trkpt lat="1e9" lon="x"><time>2026-11-01T02:00:00Z</time></trkpt>'))],
    ['half a FIT file', fitOf(line).subarray(0, 60)],
  ])('%s is refused', async (_, file) => {
    expect(await readTrackFile(file)).toEqual({ fault: 'track_file_unreadable' })
  })
  test('every damaged FIT file ends in an answer', async () => {
    const good = fitOf(line)
    const outside: RoutePoint[] = []
    for (let n = 0; n < 300; n++) {
      const bad = Uint8Array.from(good)
      bad[(n * 7919) % bad.length] = (n * 31) % 256
      const read = await readTrackFile(bad)
      if ('points' in read)
        outside.push(...read.points.filter(([, lat, lon]) => Math.abs(lat) > 90 || Math.abs(lon) > 180))
    }
    expect(outside).toEqual([])
  })
  test('a file that is too large is not read', async () => {
    expect(await readTrackFile(new Uint8Array(mostRunGpxBytes + 1))).toEqual({ fault: 'track_file_too_large' })
    const fit = new Uint8Array(mostFitBytes + 1)
    fit.set(bytes('.FIT'), 8)
    expect(await readTrackFile(fit)).toEqual({ fault: 'track_file_too_large' })
  })
})

describe('the filling of gaps', () => {
  const span = { from: start, to: start + 3_600_000 }
  test('takes points without a fix within a minute', () => {
    const filling = fillingOf(line, [start, start + 200_000], span)!
    expect(filling.points.map(([at]) => (at - start) / 1000)).toEqual([70, 80, 90, 100, 110, 120, 130, 270, 280, 290])
    expect(filling.known).toBe(20)
  })
  test('refuses a file of another day', () => {
    expect(fillingOf(line, [], { from: start + 86_400_000, to: start + 90_000_000 })).toBeUndefined()
  })
})
