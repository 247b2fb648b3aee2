import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { chooseSpots, errorOf, firstBytes, bytesLeft, refilled } from './beliefs.rules.ts'
import { type Dots, dotKey, placeOf, takeFrame } from './dots.rules.ts'
import { type DotSpot, BadFrame, frameOfText, passingsOfText, passingsText, textOfFrame } from './frame.rules.ts'

const at = 1_793_498_400
const run = (bib: string, metres: number, speed = 3): DotSpot => ({
  what: 'along',
  bib,
  eventid: 1,
  by: 'gps',
  metres,
  speed,
})
const sorted = (spots: DotSpot[]): DotSpot[] => spots.toSorted((a, b) => (dotKey(a) < dotKey(b) ? -1 : 1))

describe('a frame', () => {
  test('is decoded as it was encoded: bibs of every form, places beside the course, and removed dots', () => {
    const spots: DotSpot[] = [
      ...['7', '0', '30000', 'A10001', 'A10002', '0012', '女王', '~12', '', '1234567890123', 'B-'].map((bib, n) =>
        run(bib, n * 1000, n / 2),
      ),
      { what: 'beside', bib: '8', eventid: 2, by: 'gps', lat: -30.12345, lon: 120.98765 },
      { what: 'beside', bib: '9', eventid: 2, by: 'gps', lat: 89.9, lon: -179.99999 },
      { what: 'gone', bib: '10', eventid: 2, by: 'mat' },
    ]
    const read = frameOfText(textOfFrame({ at, spots }))
    expect(read.at).toBe(at)
    expect(sorted(read.spots)).toEqual(sorted(spots))
  })
  test('rounds to 5 m and 5 cm a second, and keeps within its limits', () => {
    const [near, fast] = frameOfText(textOfFrame({ at, spots: [run('1', 1002.4, 2.519), run('2', -3, 40)] }))
      .spots as Extract<DotSpot, { what: 'along' }>[]
    expect(near!.metres).toBe(1000)
    expect(near!.speed).toBeCloseTo(2.5)
    expect(fast!.metres).toBe(0)
    expect(fast!.speed).toBeCloseTo(12.75)
  })
  test('of 30,000 runners needs 6 characters for each, and less than 3 bytes after compression', () => {
    let seed = 1
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
    const spots = Array.from({ length: 30_000 }, (_, n) => {
      const pace = 2.75 + 0.45 * (random() + random() + random() + random() - 2) * 1.7
      return run(`${'ABCD'[n % 4]}${10_000 + Math.floor(n / 4)}`, pace * 7200, pace * (0.9 + 0.2 * random()))
    })
    const text = textOfFrame({ at, spots })
    expect(text.length).toBeLessThan(30_000 * 6.01)
    expect(gzipSync(text, { level: 6 }).length).toBeLessThan(30_000 * 2.75)
    expect(frameOfText(text).spots).toHaveLength(30_000)
  })
  test('that is cut off, of another format or has other characters is refused', () => {
    const text = textOfFrame({ at, spots: [run('12', 5), { ...run('7', 5), what: 'gone' } as DotSpot] })
    const other = `B${text.slice(1)}`
    const long = `${textOfFrame({ at, spots: [] })}BAA______B`
    for (const bad of ['', '!', other, text.slice(0, -1), `${text}B`, `${text.slice(0, -1)}.`, long, `${text}BAC%B`])
      expect(() => frameOfText(bad), bad).toThrow(BadFrame)
  })
})

test('passings are decoded as they were encoded', () => {
  const passings = [
    { eventid: 1, point: 2, bib: '12', ms: 2_400_123 },
    { eventid: 1, point: 2, bib: 'A 7,=;:', ms: 0 },
    { eventid: 2, point: 0, bib: '女王', ms: 36_000_000 },
  ]
  expect(passingsOfText(passingsText(passings))).toEqual(passings)
  expect(passingsOfText('')).toEqual([])
})

describe('a page', () => {
  test('moves a dot on by its speed, and keeps the newer of two spots', () => {
    const dots: Dots = new Map()
    takeFrame(dots, { at, spots: [run('1', 1000, 3)] })
    takeFrame(dots, { at: at - 5, spots: [run('1', 0, 3), run('2', 0, 3)] })
    expect(placeOf(dots.get('1/1')!, (at + 20) * 1000)).toEqual({ metres: 1060 })
    expect(placeOf(dots.get('1/1')!, (at - 60) * 1000)).toEqual({ metres: 1000 })
    // Ten minutes without news end the motion.
    expect(placeOf(dots.get('1/1')!, (at + 7200) * 1000)).toEqual({ metres: 2800 })
    takeFrame(dots, { at: at + 1, spots: [{ what: 'gone', bib: '1', eventid: 1, by: 'gps' }] })
    expect([...dots.keys()]).toEqual(['1/2'])
  })
})

describe('the server sends', () => {
  const dots = (): Dots => {
    const known: Dots = new Map()
    takeFrame(known, { at, spots: [run('1', 1000), run('2', 1000), run('3', 1000)] })
    return known
  }
  test('nothing while the error of the page is a few metres', () => {
    const now = (at + 60) * 1000
    expect(errorOf(dots().get('1/1'), run('1', 1180 + 25), now)).toBe(0)
    expect(errorOf(dots().get('1/1'), run('1', 1180 - 45), now)).toBe(45)
    expect(errorOf(undefined, { what: 'gone', bib: '9', eventid: 1, by: 'mat' }, now)).toBe(0)
    expect(errorOf(undefined, run('9', 0), now)).toBeGreaterThan(0)
  })
  test('the largest errors first, as many as the budget allows, and records their rounded places', () => {
    const known = dots()
    const wrong = (bib: string, error: number) => ({ spot: run(bib, 1000 + error), error })
    const sent = chooseSpots(known, [wrong('1', 40), wrong('2', 203), wrong('3', 90)], 14, at)
    expect(sent.map(({ bib }) => bib)).toEqual(['2', '3'])
    expect(known.get('1/2')).toMatchObject({ metres: 1205, at })
    expect(known.get('1/1')).toMatchObject({ metres: 1000 })
  })
  test('at most 2,000 bytes a second when everybody starts at once, and five times as many after a quiet time', () => {
    const known: Dots = new Map()
    const everybody = (second: number) =>
      Array.from({ length: 5000 }, (_, n) => ({ spot: run(String(n), 3 * second + n), error: 1 + n }))
    let [left, spots] = [firstBytes, 0]
    for (let second = 0; second < 60; second++) {
      const sent = chooseSpots(known, everybody(second), (left = refilled(left)), at + second)
      left = bytesLeft(left, sent)
      spots += sent.length
    }
    // A spot takes more than five bytes.
    expect((spots * 5) / 60).toBeLessThanOrEqual(2000)
    expect(spots).toBeGreaterThan(60 * 200)
    for (let second = 0; second < 60; second++) left = refilled(left)
    expect(left).toBe(10_000)
  })
})
