import { expect, test } from 'vitest'
import { ledgerOf, publicShare, shareAfter, sourceOf } from './rules.ts'

const open = { source: null, drawn: false, by_hand: false }

test('each place has one source', () => {
  expect(sourceOf(open)).toBe('first_come')
  expect(sourceOf({ ...open, drawn: true, source: 'sponsor' }), 'the draw decided, the code lowered the price').toBe(
    'draw',
  )
  expect(sourceOf({ ...open, source: 'charity' })).toBe('charity')
  expect(sourceOf({ ...open, source: 'public' }), 'a code that changes only the price').toBe('first_come')
  expect(sourceOf({ ...open, by_hand: true })).toBe('by_hand')
  expect(sourceOf({ source: 'club', drawn: false, by_hand: true })).toBe('club')
})

test('a share is never rounded up', () => {
  expect(publicShare(1000, 100)).toBe(90)
  expect(publicShare(10_000, 1001)).toBe(89.9)
  expect(publicShare(3, 1)).toBe(66.6)
  expect(publicShare(0, 0)).toBeNull()
  expect(publicShare(10, 12), 'more than there is').toBe(0)
})

test('a ledger adds up to the held places, and names the places that open codes may still take', () => {
  const held = [
    { ...open, eventid: 1, n: 40 },
    { ...open, eventid: 1, source: 'sponsor' as const, n: 5 },
    { ...open, eventid: 1, drawn: true, n: 30 },
    { ...open, eventid: 2, n: 7 },
  ]
  const codes = [
    { eventid: 1, left: 4 },
    { eventid: null, left: 1 },
    { eventid: 2, left: null },
  ]
  const [one, two, three] = ledgerOf(
    [
      { id: 1, places: 100 },
      { id: 2, places: 10 },
      { id: 3, places: 0 },
    ],
    held,
    codes,
  )
  expect(one).toEqual({
    eventid: 1,
    places: 100,
    held: 75,
    sources: [
      { source: 'draw', n: 30 },
      { source: 'first_come', n: 40 },
      { source: 'sponsor', n: 5 },
    ],
    reserved: 5,
    share: 95,
  })
  expect(shareAfter(one!, 0)).toBe(90)
  expect(shareAfter(one!, 1)).toBe(89)
  expect(shareAfter(one!, null), 'all that is left').toBe(70)
  expect(two).toMatchObject({ held: 7, reserved: 3, share: 100 })
  expect(three).toMatchObject({ held: 0, sources: [], share: null })
})
