import { expect, test } from 'vitest'
import { contrastOf, dotColour } from './dotColour.ts'

test('a dot differs from its line, keeps the tone of the event, and events stay apart', () => {
  const lines = ['#12b812', '#0a7ea4', '#d81b60', '#ffd600', '#1a237e', '#000000', '#ffffff', '#767676', '#595959']
  for (const line of lines) expect(contrastOf(dotColour(line), line), line).toBeGreaterThanOrEqual(3)
  expect(new Set(lines.map(dotColour)).size).toBe(lines.length)
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(dotColour('#12b812').slice(at, at + 2), 16))
  expect(green).toBeGreaterThan(2 * Math.max(red!, blue!))
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21, 5)
})
