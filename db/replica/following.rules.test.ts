import { expect, test } from 'vitest'
import { type Following, type ReplicaLook, followingAfter, ageOf, unknown } from './following.rules.ts'

const look = (at: number, position: number, replayed?: number): ReplicaLook => ({
  at,
  position: BigInt(position),
  replayed: replayed === undefined ? undefined : BigInt(replayed),
})
const after = (...looks: ReplicaLook[]): Following => looks.reduce(followingAfter, unknown)

test('a replica that was never checked is infinitely old', () => {
  expect(ageOf(unknown, 5000)).toBe(Infinity)
})

test('a replica at the position of the primary is as old as the last check', () => {
  expect(ageOf(after(look(1000, 10, 10)), 1400)).toBe(400)
  expect(ageOf(after(look(1000, 10, 12)), 1400)).toBe(400)
})

test('a replica that is behind is as old as the newest position that it has reached', () => {
  const state = after(look(1000, 10, 10), look(2000, 20, 10), look(3000, 30, 25), look(4000, 40, 25))
  expect(ageOf(state, 4000)).toBe(2000)
  expect(ageOf(followingAfter(state, look(5000, 50, 50)), 5000)).toBe(0)
})

test('a replica that stops grows older with the time, even if the primary also stops ahead of it', () => {
  const state = after(look(1000, 10, 10), ...Array.from({ length: 1000 }, (_, n) => look(2000 + n * 1000, 20, 10)))
  expect(state.marks.length).toBeLessThanOrEqual(240)
  expect(ageOf(state, 1_001_000)).toBe(1_000_000)
})

test('a replica that was away begins again', () => {
  expect(ageOf(after(look(1000, 10, 10), look(2000, 20)), 2000)).toBe(Infinity)
  expect(ageOf(after(look(1000, 10, 10), look(2000, 20), look(3000, 30, 15)), 3000)).toBe(Infinity)
  expect(ageOf(after(look(1000, 10, 10), look(2000, 20), look(3000, 30, 30)), 3500)).toBe(500)
})
