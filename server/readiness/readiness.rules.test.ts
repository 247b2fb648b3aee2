import { expect, test } from 'vitest'
import {
  ENOUGH_BYTES,
  LEAST_BYTES,
  type Readiness,
  readinessAfter,
  httpStatusOf,
  unseen,
  readyWordOf,
} from './readiness.rules.ts'

const room = 10 * ENOUGH_BYTES
/**
 * Makes one look at each of the given seconds and returns the server's word after each. `x` is a look without an
 * answer.
 */
const words = (looks: readonly [number, 'ok' | 'x'][], from: Readiness = unseen) => {
  let state = from
  return looks.map(([seconds, saw]) => {
    state = readinessAfter(state, { at: seconds * 1000, answered: saw === 'ok', freeBytes: room })
    return readyWordOf(state, false)
  })
}
const up: Readiness = { ready: true, since: undefined, full: false }
const down: Readiness = { ready: false, since: undefined, full: false }

test('the first answered check makes a server ready, and no check before it does', () => {
  expect(
    words([
      [0, 'x'],
      [0.5, 'x'],
      [1, 'ok'],
    ]),
  ).toEqual(['database_away', 'database_away', 'ready'])
})

test('a database that is slow for one or two seconds does not change the answer', () => {
  const looks: [number, 'ok' | 'x'][] = [
    [0, 'ok'],
    [1, 'x'],
    [2, 'x'],
    [3, 'ok'],
    [4, 'x'],
    [6, 'x'],
    [6.5, 'ok'],
  ]
  expect(new Set(words(looks, up))).toEqual(new Set(['ready']))
})

test('three seconds without an answer do, also if checks are ten seconds apart', () => {
  expect(
    words(
      [
        [1, 'x'],
        [2, 'x'],
        [3.9, 'x'],
        [4, 'x'],
      ],
      up,
    ),
  ).toEqual(['ready', 'ready', 'ready', 'database_away'])
  expect(
    words(
      [
        [10, 'x'],
        [20, 'x'],
      ],
      up,
    ),
  ).toEqual(['ready', 'database_away'])
})

test('it is ready again after a second of answers, and a single answer in between does not count', () => {
  expect(
    words(
      [
        [0, 'ok'],
        [0.5, 'x'],
        [0.9, 'ok'],
        [1.8, 'ok'],
        [1.9, 'ok'],
      ],
      down,
    ),
  ).toEqual(['database_away', 'database_away', 'database_away', 'database_away', 'ready'])
})

test('answers that come and go every second change the result once at most', () => {
  const looks = Array.from({ length: 60 }, (_, at): [number, 'ok' | 'x'] => [at / 2, at % 4 < 2 ? 'x' : 'ok'])
  const seen = words(looks, up)
  expect(seen.filter((word, at) => at > 0 && word !== seen[at - 1]).length).toBe(0)
})

test('a disk near the bound does not change the result back and forth', () => {
  let state = up
  const seen = [LEAST_BYTES, LEAST_BYTES - 1, LEAST_BYTES + 1, ENOUGH_BYTES - 1, ENOUGH_BYTES].map((freeBytes, at) => {
    state = readinessAfter(state, { at: at * 1000, answered: true, freeBytes })
    return readyWordOf(state, false)
  })
  expect(seen).toEqual(['ready', 'disk_full', 'disk_full', 'disk_full', 'ready'])
})

test('a server that stops says so before everything else', () => {
  expect(readyWordOf(up, true)).toBe('stopping')
  expect(httpStatusOf).toEqual({ ready: 200, stopping: 503, disk_full: 507, database_away: 503 })
})
