import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countText, dateText, daysText, distanceText, durationText, timeLeft } from './clock.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T00:00:00Z'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test('a date is in the zone of its race and in the form of each language', () => {
  const late = '2026-11-21T18:30:00Z'
  expect(dateText(late, 'zh-cn')).toBe('2026年11月22日')
  expect(dateText(late, 'zh-tw')).toBe('2026年11月22日')
  expect(dateText(late, 'en')).toBe('22 November 2026')
  expect(dateText(late, 'en', 'day', 'America/New_York')).toBe('21 November 2026')
})

test('a time of day names its zone if the device shows another zone', async () => {
  const late = '2026-11-21T18:30:00Z'
  const onDeviceIn = async (zone: string) => {
    vi.stubEnv('TZ', zone)
    vi.resetModules()
    return (await import('./clock.ts')).dateText
  }
  const atHome = await onDeviceIn('Asia/Shanghai')
  expect([atHome(late, 'zh-cn', 'deadline'), atHome(late, 'en', 'minute')]).toEqual([
    '11月22日 02:30',
    '22 November 2026 at 02:30',
  ])
  const abroad = await onDeviceIn('America/New_York')
  expect([abroad(late, 'zh-cn', 'deadline'), abroad(late, 'zh-tw', 'minute'), abroad(late, 'en', 'deadline')]).toEqual([
    '11月22日 02:30（北京时间）',
    '2026年11月22日 02:30（北京時間）',
    '22 Nov, 02:30 (GMT+8)',
  ])
  expect(abroad(late, 'zh-cn', 'deadline', 'Asia/Tokyo')).toBe('11月22日 03:30（GMT+9）')
  expect([abroad(late, 'en'), abroad('2026-01-01', 'en', 'minute')], 'a day has none').toEqual([
    '22 November 2026',
    '1 January 2026 at 00:00',
  ])
  vi.unstubAllEnvs()
})

test('a calendar day stays that day in every zone', () => {
  expect(dateText('2026-01-01', 'en', 'day', 'America/New_York')).toBe('1 January 2026')
})

test('empty and wrong texts give an empty text', () => {
  expect(dateText(null, 'en')).toBe('')
  expect(dateText('soon', 'en')).toBe('')
})

test('the remaining time is counted in whole units and ends at zero', () => {
  expect(timeLeft(90_061_000, 0)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1, over: false })
  expect(timeLeft(0, 5000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0, over: true })
})

test('a time is h:mm:ss', () => {
  expect(durationText(7199)).toBe('1:59:59')
  expect(durationText(0)).toBe('0:00:00')
  expect(durationText(-1)).toBe('')
})

test('counts have thousands separators, and distances the certified length', () => {
  expect(countText(1133813)).toBe('1,133,813')
  expect(distanceText(42195, 'en')).toBe('42.195 km')
  expect(distanceText(42195, 'zh-cn')).toBe('42.195 公里')
  expect(distanceText(21097.5, 'en')).toBe('21.0975 km')
  expect(distanceText(800, 'en')).toBe('800 m')
  expect(distanceText(800, 'zh-tw')).toBe('800 公尺')
})

test('a deadline of another year shows its year, by the clock of the race', () => {
  const midnight = '2026-12-31T16:00:00Z'
  const before = '2026-12-31T15:59:00Z'
  expect(
    [dateText(before, 'zh-cn', 'deadline'), dateText(before, 'en', 'deadline')].map((text) => text.slice(0, 6)),
  ).toEqual(['12月31日', '31 Dec'])
  expect(dateText(midnight, 'zh-cn', 'deadline')).toMatch(/^2027年1月1日 00:00/)
  expect(dateText(midnight, 'en', 'deadline')).toMatch(/^1 Jan 2027, 00:00/)
  vi.setSystemTime(new Date(midnight))
  expect(dateText(midnight, 'zh-cn', 'deadline')).toMatch(/^1月1日 00:00/)
  expect(dateText(before, 'en', 'deadline')).toMatch(/^31 Dec 2026, 23:59/)
})

test('a short date of another year shows its year, and a column of a table never does', () => {
  expect([dateText('2026-12-31', 'zh-cn', 'short'), dateText('2026-12-31', 'en', 'short')]).toEqual([
    '12月31日',
    '31 Dec',
  ])
  expect([dateText('2027-01-18', 'zh-tw', 'short'), dateText('2027-01-18', 'en', 'short')]).toEqual([
    '2027年1月18日',
    '18 Jan 2027',
  ])
  expect([dateText('2027-01-18', 'zh-cn', 'column'), dateText('2027-01-18', 'en', 'column')]).toEqual([
    '1月18日',
    '18 Jan',
  ])
})

test('two days of another year show the year once', () => {
  expect([daysText('2026-11-21', '2026-11-23', 'zh-cn'), daysText('2026-11-21', '2026-11-23', 'en')]).toEqual([
    '11月21日 – 11月23日',
    '21 Nov – 23 Nov',
  ])
  expect([daysText('2027-01-18', '2027-01-20', 'zh-cn'), daysText('2027-01-18', '2027-01-20', 'en')]).toEqual([
    '2027年1月18日 – 1月20日',
    '18 Jan – 20 Jan 2027',
  ])
  expect([daysText('2026-12-30', '2027-01-02', 'zh-tw'), daysText('2026-12-30', '2027-01-02', 'en')]).toEqual([
    '12月30日 – 2027年1月2日',
    '30 Dec – 2 Jan 2027',
  ])
})
