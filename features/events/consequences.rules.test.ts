import { expect, test } from 'vitest'
import { consequencesOf } from './consequences.rules.ts'

const now = new Date('2026-05-01T00:00:00Z')
const event = {
  price: 12_000,
  places: 1000,
  start_at: '2026-10-18T07:30:00+08:00',
  signup_from: '2026-04-01T00:00:00Z',
}

test('before the sign-up a change has no consequences', () => {
  const before = { ...event, signup_from: '2026-06-01T00:00:00Z' }
  expect(consequencesOf(before, { ...before, price: 15_000 }, 0, now)).toEqual([])
})

test('price, places and start are named once people may be in', () => {
  const after = { ...event, price: 15_000, places: 1200, start_at: null }
  expect(consequencesOf(event, after, 0, now)).toEqual([
    { what: 'price', before: 12_000, after: 15_000 },
    { what: 'more', before: 1000, after: 1200 },
    { what: 'start', before: event.start_at, after: null },
  ])
})

test('an entry by hand before the sign-up counts too', () => {
  const before = { ...event, signup_from: null }
  expect(consequencesOf(before, { ...before, places: 900 }, 1, now)).toEqual([
    { what: 'fewer', before: 1000, after: 900 },
  ])
})

test('the same moment in another form is no change, and fewer places than are taken are left to the server', () => {
  expect(consequencesOf(event, { ...event, start_at: '2026-10-17T23:30:00.000Z', places: 5 }, 10, now)).toEqual([])
})
