import { expect, test } from 'vitest'
import { deviationOf, gunOfWave } from './pacers.rules.ts'

const gun = 1_000_000_000
const pacer = (metres: number | null, seconds: number, more: object = {}) =>
  deviationOf({ target_s: 4 * 3600, length: 40_000, gun, metres, at: gun + seconds * 1000, ...more })

test('a pacer is judged by an even pace to the promised time', () => {
  expect(pacer(10_000, 3600)).toBe(0)
  expect(pacer(10_000, 3630)).toBe(30)
  expect(pacer(10_000, 3500)).toBe(-100)
  expect(pacer(39_900, 14_400)).toBe(36)
})
test('a pacer who stands at the finish does not fall behind', () => {
  for (const metres of [39_960, 40_000, 40_500]) expect(pacer(metres, 15_000)).toBeNull()
})
test('a pacer without place, gun, promise or course has no deviation, and none at the start', () => {
  expect(pacer(null, 3600)).toBeNull()
  expect(pacer(150, 60)).toBeNull()
  expect(pacer(5000, -60)).toBeNull()
  for (const missing of [{ target_s: null }, { length: null }, { length: 0 }, { gun: null }, { at: null }])
    expect(pacer(10_000, 3600, missing)).toBeNull()
})
test('a pacer starts with its wave; before its gun there is none', () => {
  const waves = [
    { name: '1', gun: new Date(gun).toISOString() },
    { name: '2', gun: new Date(gun + 600_000).toISOString() },
    { name: '3', gun: null },
  ]
  expect(gunOfWave(waves, null, gun)).toBe(gun)
  expect(gunOfWave(waves, '2', gun)).toBe(gun + 600_000)
  expect(gunOfWave(waves, '3', gun)).toBeNull()
  expect(gunOfWave(waves, 'gone', gun)).toBe(gun)
})
