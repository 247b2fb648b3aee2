import { expect, test } from 'vitest'
import { atCheckin, nightMoments, nightsAmong } from './console.service.ts'
import { hotelSettings } from './settings.rules.ts'
import { type Stay, deadlinesOf, nightsOf, quoteOf, remainingStay, reasonAgainstStay } from './stay.rules.ts'

const limits = { nights_least: 1, nights_most: 14, rooms_most: 3, sleeps: 2 }
const stay = (change: Partial<Stay> = {}): Stay => ({
  arrival: '2026-10-30',
  departure: '2026-11-02',
  rooms: 1,
  adults: 2,
  children: 0,
  ...change,
})

test('a stay has a night for each day before the departure, over ends of months and 29 February', () => {
  expect(nightsOf('2026-10-30', '2026-11-02')).toEqual(['2026-10-30', '2026-10-31', '2026-11-01'])
  expect(nightsOf('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29'])
  expect(nightsOf('2027-02-28', '2027-03-01')).toEqual(['2027-02-28'])
})

test('a stay that no hotel can take is refused with its reason', () => {
  const why = (change: Partial<Stay>, today = '2026-10-30') => reasonAgainstStay(stay(change), limits, today)
  expect(why({})).toBeUndefined()
  expect(why({ departure: '2026-10-30' })).toBe('stay_dates')
  expect(why({ departure: '2026-10-29' })).toBe('stay_dates')
  expect(why({ departure: '2027-02-29' })).toBe('stay_dates')
  expect(why({}, '2026-10-31')).toBe('stay_past')
  expect(why({ departure: '2027-12-04' })).toBe('stay_too_long')
  expect(reasonAgainstStay(stay({ departure: '2026-10-31' }), { ...limits, nights_least: 2 }, '2026-10-01')).toBe(
    'stay_too_short',
  )
  expect(why({ rooms: 4, adults: 4 })).toBe('stay_rooms')
  expect(why({ rooms: -1 })).toBe('stay_rooms')
  expect(why({ adults: 1, rooms: 2 })).toBe('stay_guests')
  expect(why({ adults: 2, children: 1 })).toBe('stay_guests')
  expect(why({ adults: 3, children: -1 })).toBe('stay_guests')
})

test('a stay has a price only if every night is offered; the night with the fewest rooms decides how many are free', () => {
  const nights = [
    { night: '2026-10-30', price: 40_000, free: 5 },
    { night: '2026-10-31', price: 68_000, free: 2 },
    { night: '2026-11-01', price: 40_000, free: 9 },
  ]
  expect(quoteOf(nights, stay({ rooms: 2 }))).toEqual({ amount: 296_000, free: 2 })
  expect(quoteOf(nights.slice(1), stay())).toBeUndefined()
  expect(quoteOf(nights, stay({ departure: '2026-10-30' }))).toBeUndefined()
})

test('deadlines count from the check-in at the hotel, the earliest first', () => {
  const { starts_at, ends_at } = nightMoments('2026-10-30', '14:00', 'Asia/Shanghai')
  expect([starts_at, ends_at]).toEqual(['2026-10-30T06:00:00.000Z', '2026-10-30T16:00:00.000Z'])
  const tiers = [
    { hours: 24, percent: 50, fixed: 0 },
    { hours: 168, percent: 0, fixed: 0 },
  ]
  expect(deadlinesOf(tiers, new Date(starts_at)).map(({ until, percent }) => [until.toISOString(), percent])).toEqual([
    ['2026-10-23T06:00:00.000Z', 0],
    ['2026-10-29T06:00:00.000Z', 50],
  ])
})

test('a stay that loses nights keeps the others', () => {
  const line = (slot: string, returned = 0) => ({ slot, n: 2, returned })
  expect(remainingStay([line('2026-10-31'), line('2026-10-30', 1), line('2026-11-01', 2)])).toEqual({
    arrival: '2026-10-30',
    departure: '2026-11-01',
    rooms: 2,
  })
  expect(remainingStay([line('2026-10-30', 2)])).toBeUndefined()
})

test('nights are chosen by the days of the week, and move with the hour of check-in', () => {
  expect(nightsAmong('2026-10-26', '2026-11-03', [5, 6])).toEqual(['2026-10-30', '2026-10-31'])
  expect(nightsAmong('2026-10-31', '2026-10-30', [])).toEqual([])
  const row = { slot: '2026-10-30', pieces: 3, price: null, starts_at: null, ends_at: null, open: true }
  const moved = atCheckin([row], hotelSettings({ checkin: '15:30' }), 'Asia/Shanghai')
  expect(moved[0]).toMatchObject({ pieces: 3, starts_at: '2026-10-30T07:30:00.000Z' })
  expect(hotelSettings({ checkin: '99:00', stars: -4, pictures: ['https://elsewhere/x.png'] })).toMatchObject({
    checkin: '14:00',
    stars: 0,
    pictures: [],
  })
})
