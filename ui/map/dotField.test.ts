import { expect, test } from 'vitest'
import { LOOK, DOT_NUMBERS, DotField, placeOnLine, partOfLine } from './dotField.ts'

/** A line of one degree to the north, 111,195 m, in two parts. */
const line = [
  [30, 120, 0],
  [30.5, 120, 55_597.5],
  [31, 120, 111_195],
] as const
const fieldAt = (second: { now: number }) => new DotField([line], () => second.now, 600)

test('a dot moves by its speed, and stops after the time for which its news is valid', () => {
  const clock = { now: 1_700_000_000 }
  const field = fieldAt(clock)
  field.set('1', { line: 0, metres: 1000, speed: 3, at: clock.now, colour: '#ff0000' })
  expect(field.placeOf('1')![0]).toBeCloseTo(30 + 1000 / 111_195, 6)
  clock.now += 100
  expect(field.placeOf('1')![0]).toBeCloseTo(30 + 1300 / 111_195, 6)
  clock.now += 10_000
  expect(field.placeOf('1')![0]).toBeCloseTo(30 + 2800 / 111_195, 6)
})
test('the buffer keeps all dots together when some are removed, and names the changed numbers', () => {
  const field = fieldAt({ now: 0 })
  const bibs = Array.from({ length: 1000 }, (_, n) => String(n))
  for (const bib of bibs) field.set(bib, { line: 0, metres: Number(bib), speed: 0, at: 0, colour: '#00ff00' })
  expect(field.takeDirty()).toEqual({ from: 0, until: 1000 })
  expect(field.takeDirty()).toEqual({ from: 0, until: 0 })
  for (const bib of bibs.filter((_, n) => n % 3 === 0)) field.remove(bib)
  field.remove('nobody')
  expect(field.size).toBe(666)
  const { ways, looks } = field
  const metres = Array.from({ length: field.size }, (_, n) => ways[n * DOT_NUMBERS])
  expect(metres.toSorted((a, b) => a! - b!)).toEqual(bibs.map(Number).filter((n) => n % 3 !== 0))
  expect([...looks.subarray(0, LOOK)]).toEqual([0, 255, 0, 255])
  field.set('1', { line: 0, metres: 5, speed: 1, at: 0, colour: '#0000ff' })
  expect(field.size).toBe(666)
})
test('a tap finds the nearest dot on the line or beside it, and no dot farther away than a finger', () => {
  const field = fieldAt({ now: 0 })
  for (let n = 0; n < 300; n++) field.set(`a${n}`, { line: 0, metres: n * 300, speed: 0, at: 0, colour: '#00ff00' })
  field.set('beside', { place: [30.3, 120.01], colour: '#00ff00' })
  const [lat, lon] = placeOnLine(line, 60_000)
  expect(field.nearest([lat, lon + 0.0005], 100)).toBe('a200')
  expect(field.nearest([lat, lon + 0.01], 100)).toBeUndefined()
  expect(field.nearest([30.3, 120.0101], 100)).toBe('beside')
  field.remove('a0')
  expect(field.nearest([30.3, 120.0101], 100)).toBe('beside')
  field.remove('beside')
  expect(field.nearest([30.3, 120.0101], 100)).toBeUndefined()
})
test('a part has its two ends and the points between them', () => {
  const cut = partOfLine(line, 50_000, 60_000)
  expect(cut).toHaveLength(3)
  expect(cut[0]![0]).toBeCloseTo(30 + 50_000 / 111_195, 6)
  expect(cut[1]).toEqual([30.5, 120])
  expect(placeOnLine(line, 999_999)).toEqual([31, 120])
})
