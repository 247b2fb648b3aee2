import { expect, test } from 'vitest'
import { copiedSettings, daysMoved, moved, movedInstant, nextEdition, pictureHashesIn } from './copying.rules.ts'

const china = { from: 'Asia/Shanghai', to: 'Asia/Shanghai' }
const moving = { from: 226, to: 227, days: 364, zones: china, now: new Date('2026-03-01T04:00:00Z') }

test('dates move by the days between the race days, the clock stays', () => {
  const from = { time: new Date('2026-11-01T07:30:00+08:00'), zone: 'Asia/Shanghai' }
  expect(daysMoved(from, { time: new Date('2027-10-31T08:00:00+08:00'), zone: 'Asia/Shanghai' })).toBe(364)
  expect(daysMoved(from, { time: new Date('2026-10-31T23:00:00Z'), zone: 'Asia/Shanghai' })).toBe(0)
  expect(daysMoved(from, { time: new Date('2026-10-25T07:30:00+08:00'), zone: 'Asia/Shanghai' })).toBe(-7)
  expect(movedInstant('2026-08-01T10:00:00+08:00', moving)).toBe('2027-07-31T02:00:00Z')
})

test('a leap day is a day like any other', () => {
  expect(moved('2028-02-29', { ...moving, days: 365 })).toBe('2029-02-28')
  expect(moved('2028-02-28', { ...moving, days: 366 })).toBe('2029-02-28')
  expect(moved('2027-03-01', { ...moving, days: 365 })).toBe('2028-02-29')
  expect(movedInstant('2028-02-29T00:00:00+08:00', { ...moving, days: 1 })).toBe('2028-02-29T16:00:00Z')
})

test('after a change of clocks, and in another time zone, the same hour is shown', () => {
  const berlin = { ...moving, zones: { from: 'Europe/Berlin', to: 'Europe/Berlin' } }
  // 10:00 in winter stays 10:00 in summer.
  expect(movedInstant('2027-03-20T10:00:00+01:00', { ...berlin, days: 14 })).toBe('2027-04-03T08:00:00Z')
  // 02:30 does not exist on 28 March 2027, so the time becomes an hour later.
  expect(movedInstant('2027-03-27T02:30:00+01:00', { ...berlin, days: 1 })).toBe('2027-03-28T01:30:00Z')
  const away = { ...moving, days: 0, zones: { from: 'Asia/Shanghai', to: 'Asia/Tokyo' } }
  expect(movedInstant('2026-11-01T07:30:00+08:00', away)).toBe('2026-10-31T22:30:00Z')
})

test('the next edition is on the same weekday, closest to the same date, and in the future', () => {
  const now = new Date('2026-11-20T00:00:00Z')
  const next = (time: string, zone = 'Asia/Shanghai') => nextEdition({ time: new Date(time), zone }, now).toISOString()
  expect(next('2026-11-01T07:30:00+08:00')).toBe('2027-10-30T23:30:00.000Z')
  expect(next('2024-02-29T07:30:00+08:00')).toBe('2027-02-24T23:30:00.000Z')
  // The proposed date stays near the former date. Over many years it must not move by a week, although a year has more
  // than 52 weeks.
  for (const year of [2000, 2011, 2020, 2025]) {
    const from = new Date(`${year}-10-15T07:30:00+08:00`)
    const at = new Date(next(from.toISOString()))
    expect(at.getUTCDay(), String(year)).toBe(from.getUTCDay())
    const sameDate = new Date(from)
    sameDate.setUTCFullYear(at.getUTCFullYear())
    expect(Math.abs(at.getTime() - sameDate.getTime()), String(year)).toBeLessThanOrEqual(4 * 86_400_000)
  }
  expect(next('2026-10-25T10:00:00+01:00', 'Europe/Berlin'), 'the hour on the clock').toBe('2027-10-24T08:00:00.000Z')
})

test('dates and addresses within settings follow, everything else stays', () => {
  const settings = {
    at: '2026-08-01T10:00:00+08:00',
    day: '2026-08-01',
    list: [{ page: '/team?raceid=226&x=1', other: '/team?raceid=2260' }],
    picture: '/files/226/0123456789abcdef0123456789abcdef.jpg',
    foreign: '/files/2261/0123456789abcdef0123456789abcdef.jpg',
    text: '2026-08-01 is the day',
    none: null,
    wrong: '2026-02-30',
    number: 226,
  }
  expect(moved(settings, moving)).toEqual({
    at: '2027-07-31T02:00:00Z',
    day: '2027-07-31',
    list: [{ page: '/team?raceid=227&x=1', other: '/team?raceid=2260' }],
    picture: '/files/227/0123456789abcdef0123456789abcdef.jpg',
    foreign: '/files/2261/0123456789abcdef0123456789abcdef.jpg',
    text: '2026-08-01 is the day',
    none: null,
    wrong: '2026-02-30',
    number: 226,
  })
  expect(pictureHashesIn(settings, 226)).toEqual(['0123456789abcdef0123456789abcdef'])
})

test('settings of one year are not copied, chosen rules are copied, consents keep their version', () => {
  const settings = {
    pay_minutes: 30,
    teams: true,
    videos: [{}],
    timing_firm: 'x',
    crop_button: false,
    refunds: { '0': { until: '2026-08-01' }, '2': {}, '3': {} },
    consents: { disclaimer: { version: '2026-05-01', title: {}, body: {} } },
  }
  const { consents } = settings
  expect(copiedSettings(settings, new Set(), new Set(), moving)).toEqual({ crop_button: false, consents })
  expect(copiedSettings(settings, new Set(['rules']), new Set([2]), moving)).toEqual({
    crop_button: false,
    pay_minutes: 30,
    teams: true,
    refunds: { '0': { until: '2027-07-31' }, '2': {} },
    consents,
  })
})
