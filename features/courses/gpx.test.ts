import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describeShared, shared } from '#test/beside.ts'
import { readGpx } from './gpx.rules.ts'
import { climbOf, evenHeights } from './heights.rules.ts'
import { heightAt, isQuietPdf, kindOfSpot, coursePlaceAt, readGuidebookPath, courseSketch } from './rules.ts'
import { courseFrom, metresBetween, simplifiedLine, walk } from './shape.rules.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const courseIn = (file: string, certified: number | null) => courseFrom(readGpx(readFileSync(file)), certified)
const theirs = (name: string, certified: number | null = null) => courseIn(shared(`data/gpx/${name}`), certified)
const ours = (name: string, certified: number | null = null) =>
  courseIn(`${import.meta.dirname}/../../test/vectors/gpx/${name}.gpx`, certified)

describe('hostile or broken files are refused', () => {
  test.each([
    ['a document type', '<!DOCTYPE gpx [<!ENTITY a "b">]><gpx>&a;</gpx>'],
    ['a billion laughs', '<!DOCTYPE l [<!ENTITY l "lol"><!ENTITY m "&l;&l;&l;&l;">]><gpx><name>&m;</name></gpx>'],
    ['an outside entity', '<!DOCTYPE gpx SYSTEM "file:///etc/passwd"><gpx/>'],
    ['an unknown entity', '<gpx><name>&nbsp;</name></gpx>'],
    ['a bare ampersand', '<gpx><name>a & b</name></gpx>'],
    ['tags that cross', '<gpx><trk></gpx></trk>'],
    ['no end', '<gpx><trk>'],
    ['two documents', '<gpx/><gpx/>'],
    ['another document', '<kml/>'],
    ['text around it', 'x<gpx/>'],
    ['an attribute twice', '<gpx a="1" a="2"/>'],
    ['a tag without end', '<gpx'],
    ['a place that is nowhere', '<gpx><wpt lat="91" lon="0"/></gpx>'],
    ['a place without numbers', '<gpx><wpt lat="NaN" lon="0"/></gpx>'],
    ['nesting without end', '<gpx>'.padEnd(2000, '<a>')],
    ['a picture', '\x89PNG\r\n'],
    ['nothing', ''],
  ])('%s', (_name, text) => {
    expect(() => readGpx(bytes(text))).toThrow()
  })
  test('bytes that are not in the encoding that they name', () => {
    expect(() =>
      readGpx(Buffer.concat([bytes('<gpx><name>'), Buffer.from([0xff, 0xfe, 0xfd]), bytes('</name></gpx>')])),
    ).toThrow()
  })
})

test('a file is read in the encoding that it names', () => {
  const gbk = Buffer.concat([
    bytes('<?xml version="1.0" encoding="GB18030"?><gpx><name>'),
    Buffer.from([0xbd, 0xad, 0xb3, 0xc7]),
    bytes('</name></gpx>'),
  ])
  expect(readGpx(gbk).name).toBe('江城')
  expect(readGpx(Buffer.from('\ufeff<gpx><name>A &amp; B &#x6C5F;<!-- x --><![CDATA[ <1>]]></name></gpx>')).name).toBe(
    'A & B 江 <1>',
  )
})

describeShared('data/gpx', 'real files', () => {
  test('a hike in three tracks: the longest connected way, with its waypoints', () => {
    const course = theirs('gpxpy/korita-zbevnica.gpx')!
    expect(course).toMatchObject({ metres: 8636, doubts: ['several_tracks'] })
    expect(course.points.length).toBeLessThan(871)
    expect(course.ascent).toBeGreaterThan(100)
    expect(Math.abs(course.ascent! - course.descent! - (course.heights.at(-1)! - course.heights[0]!))).toBeLessThan(8)
    expect(course.spots).toHaveLength(2)
    expect(course.marks).toHaveLength(Math.ceil(course.metres / 1000) - 1)
  })
  test('the same ride with and without elevations and times', () => {
    const [whole, bare, timeless] = [
      'cerknicko-jezero',
      'cerknicko-jezero-without-elevations',
      'cerknicko-without-times',
    ].map((name) => theirs(`gpxpy/${name}.gpx`)!)
    // The two tracks of 1,912 and 873 m are one course, because the gap between them is 25 m.
    expect(whole!.metres).toBeCloseTo(1912 + 25 + 873, -1)
    expect(bare).toMatchObject({ heights: [], ascent: null, highest: null, doubts: ['no_elevation', 'several_tracks'] })
    expect(bare!.metres).toBe(whole!.metres)
    expect(timeless!.metres).toBe(whole!.metres)
    expect(whole!.heights.length).toBeGreaterThan(100)
  })
  test.each(['unicode_with_bom', 'unicode2', 'gpx_with_garmin_extension', 'gpx1.1_with_all_fields'])(
    '%s has points, but no way',
    (name) => {
      expect(theirs(`gpxpy/${name}.gpx`)?.doubts ?? 'no course').toSatisfy(
        (said: unknown) => said === 'no course' || (said as string[]).includes('route_only'),
      )
    },
  )
  test('an empty segment, years before GPS and tiny numbers do no harm; a route is said to be one', () => {
    expect(theirs('gpxpy/track-with-empty-segment.gpx')!.points.length).toBeGreaterThan(2)
    expect(theirs('gpxpy/route.gpx')).toMatchObject({ doubts: expect.arrayContaining(['route_only']) })
    for (const name of [
      'track-with-less-sec-time',
      'track-with-small-floats',
      'track-with-extremes',
      'first_and_last_elevation',
      'track_with_dilution_errors',
      'Mojstrovka',
    ])
      expect(() => theirs(`gpxpy/${name}.gpx`), name).not.toThrow()
    expect(theirs('opensplittime_test_track.gpx', 10_000)).toMatchObject({
      name: 'Morning Run',
      doubts: expect.arrayContaining(['length_differs']),
    })
  })
})

describe('files whose geometry another program counted', () => {
  const expected = JSON.parse(
    readFileSync(`${import.meta.dirname}/../../test/vectors/gpx/expected.json`, 'utf8'),
  ) as Record<'two-tracks' | 'joined' | 'route', { metres: number; spot_at: number; ascent: number; descent: number }>
  test('of two tracks the longest, with its length, its climb and the places beside it', () => {
    const twoTracks = expected['two-tracks']
    const course = ours('two-tracks')!
    expect(course).toMatchObject({
      name: '山道 & 江边',
      metres: Math.round(twoTracks.metres),
      doubts: ['several_tracks'],
    })
    expect(course.spots).toMatchObject([
      { name: '补给站 A', kind: 'aid' },
      { name: 'Hotel', at: null },
    ])
    expect(Math.abs(course.spots[0]!.at! - twoTracks.spot_at)).toBeLessThan(5)
    // Heights are averaged over 100 m, so each change between climb and descent loses a few metres of height.
    expect(Math.abs(course.ascent! - twoTracks.ascent)).toBeLessThan(twoTracks.ascent * 0.06)
    expect(Math.abs(course.descent! - twoTracks.descent)).toBeLessThan(twoTracks.descent * 0.2)
    expect(course.marks.map(({ km }) => km)).toEqual([1, 2, 3])
  })
  test('two tracks that follow each other are one way, with and without heights and times', () => {
    const [whole, bare, timeless] = ['joined', 'joined-without-heights', 'joined-without-times'].map((name) =>
      ours(name),
    )
    expect(whole).toMatchObject({ metres: Math.round(expected.joined.metres), doubts: [] })
    expect(bare).toMatchObject({ metres: whole!.metres, heights: [], ascent: null, doubts: ['no_elevation'] })
    expect(timeless).toEqual(whole)
  })
  test('a route is called a route, and its length is compared with the certified length', () => {
    expect(ours('route', 10_000)).toMatchObject({
      name: 'Plan',
      metres: Math.round(expected.route.metres),
      doubts: ['no_elevation', 'length_differs', 'route_only'],
    })
  })
  test('an empty track, a byte order mark, extensions, tiny numbers and moments before GPS do no harm', () => {
    expect([ours('with-bom'), ours('no-points')]).toEqual([undefined, undefined])
    expect(readGpx(readFileSync(`${import.meta.dirname}/../../test/vectors/gpx/with-bom.gpx`)).name).toBe('江城 é')
    expect(ours('odd')!.points.length).toBeGreaterThan(2)
  })
})

describe('the shape of a course', () => {
  const line = (n: number, ele: (at: number) => number | null = () => null) =>
    Array.from({ length: n }, (_, at) => ({ lat: 30 + at * 1e-4, lon: 120, ele: ele(at) }))
  test('distances are distances on a sphere, and a straight line needs two points', () => {
    expect(metresBetween({ lat: 30, lon: 120 }, { lat: 31, lon: 120 })).toBeCloseTo(111_195, -1)
    expect(simplifiedLine(walk(line(500)), 2)).toHaveLength(2)
    expect(walk([...line(2), ...line(2).slice(1)])).toHaveLength(2)
  })
  test('a corner is kept, and a deviation below the tolerance is not', () => {
    const corner = walk([
      { lat: 30, lon: 120, ele: null },
      { lat: 30.001, lon: 120.000005, ele: null },
      { lat: 30.002, lon: 120, ele: null },
      { lat: 30.002, lon: 120.003, ele: null },
    ])
    expect(simplifiedLine(corner, 2).map(({ lat, lon }) => [lat, lon])).toEqual([
      [30, 120],
      [30.002, 120],
      [30.002, 120.003],
    ])
  })
  test('noise is no climb, but a hill is', () => {
    expect(climbOf([100, 101, 99.5, 101, 100, 102, 100])).toEqual({ ascent: 0, descent: 0 })
    expect(climbOf([100, 110, 108, 150, 90, 92, 120])).toEqual({ ascent: 80, descent: 60 })
    expect(climbOf([])).toEqual({ ascent: 0, descent: 0 })
  })
  test('heights that are zero everywhere, or known for less than half, count as no heights', () => {
    const walked = walk(line(400, () => 0))
    expect(evenHeights(walked, walked.at(-1)!.at).heights).toEqual([])
    const half = walk(line(400, (at) => (at < 150 ? at : null)))
    expect(evenHeights(half, half.at(-1)!.at).heights).toEqual([])
  })
  test('a gap, a loop and places along the way are reported', () => {
    const gpx = {
      name: '环线',
      routes: [],
      tracks: [
        {
          name: '',
          segments: [
            line(200),
            [
              { lat: 30.1, lon: 120, ele: null },
              { lat: 30.1, lon: 120.001, ele: null },
              { lat: 30, lon: 120.00001, ele: null },
            ],
          ],
        },
      ],
      spots: [
        { name: '补给站 1', sym: '', lat: 30.01, lon: 119.9995, ele: null },
        { name: 'Hotel', sym: '', lat: 31, lon: 120, ele: null },
      ],
    }
    const course = courseFrom(gpx, null)!
    expect(course).toMatchObject({
      name: '环线',
      loop: true,
      doubts: ['no_elevation', 'gap'],
      spots: [
        { kind: 'aid', at: 1112 },
        { kind: 'other', at: null },
      ],
    })
    expect(course.marks[0]).toMatchObject({ km: 1 })
    expect(coursePlaceAt(course.points, 0)).toEqual({ lat: 30, lon: 120 })
    expect(courseSketch(course).line).toMatch(/^M[\d.]+ [\d.]+L/)
    expect(heightAt({ heights: [10, 20], step: 100 }, 50)).toBe(15)
    expect(courseFrom({ ...gpx, tracks: [{ name: '', segments: [[], line(1)] }] }, null)).toBeUndefined()
  })
  test('a track of 200,000 points is drawn with a thousand', () => {
    const wild = Array.from({ length: 200_000 }, (_, at) => ({
      lat: 30 + Math.sin(at / 3000) * 0.05,
      lon: 120 + at * 2e-6 + Math.cos(at / 700) * 0.01,
      ele: 50 + Math.sin(at / 900) * 40,
    }))
    const course = courseFrom({ name: '', routes: [], spots: [], tracks: [{ name: 'x', segments: [wild] }] }, null)!
    expect(course.points.length).toBeLessThanOrEqual(1_200)
    expect(course.heights.length).toBeLessThanOrEqual(850)
  })
})

test('a place is recognised by its name, then by its symbol', () => {
  expect([
    kindOfSpot('起点', ''),
    kindOfSpot('CP3', ''),
    kindOfSpot('K10', 'Drinking Water'),
    kindOfSpot('急救站', ''),
    kindOfSpot('桥', ''),
  ]).toEqual(['start', 'aid', 'aid', 'medical', 'other'])
})

test('a guidebook is a PDF that runs nothing', () => {
  const pdf = (inside: string) => bytes(`%PDF-1.7\n${inside}\ntrailer\n%%EOF\n`)
  expect(isQuietPdf(pdf('1 0 obj <</Type /Catalog>> endobj'))).toBe(true)
  for (const inside of ['/S /JavaScript /JS (app.alert(1))', '/Type /EmbeddedFile', '/S /Launch', '/RichMedia'])
    expect(isQuietPdf(pdf(inside)), inside).toBe(false)
  expect(isQuietPdf(bytes('<html>%PDF-'))).toBe(false)
  expect(isQuietPdf(bytes('%PDF-1.7 cut off'))).toBe(false)
  expect(readGuidebookPath('7', '../../x')).toBeUndefined()
})
