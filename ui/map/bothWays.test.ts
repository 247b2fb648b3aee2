import { expect, test } from 'vitest'
import { goesBothWays } from './bothWays.ts'
import type { MapPlace } from './ground.ts'

/** Makes places from metres to the east and north of a place. */
const placesOf = (metres: readonly (readonly [number, number])[]): MapPlace[] =>
  metres.map(([east, north]) => [30 + north / 111_195, 120 + east / (111_195 * Math.cos(Math.PI / 6))])

test('a way out and back on one road goes both ways', () => {
  expect(goesBothWays(placesOf([[0, 0], [5000, 0], [5000, 12], [0, 12]]))).toBe(true) // prettier-ignore
  const loopWithBranch = placesOf([[0, 0], [6000, 0], [6000, 800], [6000, 0], [6000, -3000], [0, -3000], [0, 0]]) // prettier-ignore
  expect(goesBothWays(loopWithBranch)).toBe(true)
})

test('a loop, a lap that comes again, and sharp bends do not go both ways', () => {
  const square = [[0, 0], [1000, 0], [1000, 1000], [0, 1000]] as const // prettier-ignore
  expect(goesBothWays(placesOf([...square, [0, 0]]))).toBe(false)
  expect(goesBothWays(placesOf([...square, ...square, ...square, [0, 0]]))).toBe(false)
  const star = Array.from({ length: 19 }, (_, n): [number, number] => {
    const [far, angle] = [n % 2 === 0 ? 6000 : 1500, (n * Math.PI) / 9]
    return [far * Math.cos(angle), far * Math.sin(angle)]
  })
  expect(goesBothWays(placesOf(star))).toBe(false)
})

test('a line without length does not go both ways', () => {
  expect(goesBothWays([])).toBe(false)
  expect(goesBothWays([[30, 120], [30, 120]])).toBe(false) // prettier-ignore
})
