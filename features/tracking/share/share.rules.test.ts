import { describe, expect, test } from 'vitest'
import { type RoutePoint, gpxOf, routeLength, thinnedTo } from './route.rules.ts'
import { isFixDue, maySee, whyNotShareable, stopOf, wasShared } from './share.rules.ts'

const hour = 3_600_000
const start = Date.parse('2026-10-31T23:30:00Z')
const span = { start, cutoff: 7 * hour }

describe('a run', () => {
  test('may be opened from a day before the start until the cut-off', () => {
    expect(whyNotShareable(span, start - 25 * hour)).toBe('share_not_yet')
    expect(whyNotShareable(span, start - 23 * hour)).toBeUndefined()
    expect(whyNotShareable(span, start + 6 * hour)).toBeUndefined()
    expect(whyNotShareable(span, start + 7 * hour)).toBe('share_over')
    expect(whyNotShareable({ start, cutoff: null }, start + 29 * hour)).toBeUndefined()
  })
  test('stops by itself after the finish, a drop-out or the cut-off', () => {
    expect(stopOf({ outcome: 'running', span }, start + hour)).toBeUndefined()
    expect(stopOf({ outcome: null, span }, start + hour)).toBeUndefined()
    for (const outcome of ['finished', 'dnf', 'dsq']) expect(stopOf({ outcome, span }, start + hour)).toBe('finish')
    expect(stopOf({ outcome: 'running', span }, start + 7 * hour)).toBe('cutoff')
  })
  test('has a fix every three seconds, also after the phone sets its clock back', () => {
    expect(isFixDue(start, 0), 'the first fix').toBe(true)
    expect(isFixDue(start + 2_000, start)).toBe(false)
    expect(isFixDue(start + 3_000, start)).toBe(true)
    expect(isFixDue(start - 2 * hour, start)).toBe(true)
  })
  test('takes late fixes of the time before its stop, unless the consent is withdrawn', () => {
    const run = { created_at: new Date(start), stopped_at: new Date(start + hour), stopped_by: 'hand' }
    expect(wasShared(run, start + hour)).toBe(true)
    expect(wasShared(run, start + hour + 1)).toBe(false)
    expect(wasShared(run, start - 2 * 60_000)).toBe(false)
    expect(wasShared({ ...run, stopped_by: 'consent' }, start + 1)).toBe(false)
  })
})

describe('the person who sees a run', () => {
  const run = { visibility: 'link', uid: 7, stopped_at: null, erased_at: null, removed_at: null }
  const anyone = { uid: null, hasLink: false, raceShown: true }
  test('is its runner, or has the link', () => {
    expect(maySee(run, anyone, start)).toBe(false)
    expect(maySee(run, { ...anyone, uid: 8 }, start)).toBe(false)
    expect(maySee(run, { ...anyone, uid: 7 }, start)).toBe(true)
    expect(maySee(run, { ...anyone, hasLink: true }, start)).toBe(true)
  })
  test('is everybody if the run is public with a published race', () => {
    expect(maySee({ ...run, visibility: 'race' }, anyone, start)).toBe(true)
    expect(maySee({ ...run, visibility: 'race' }, { ...anyone, raceShown: false }, start)).toBe(false)
    expect(maySee({ ...run, visibility: 'control' }, { ...anyone, hasLink: true }, start)).toBe(false)
  })
  test('sees a stopped run for two hours more; its runner sees it longer', () => {
    const stopped = { ...run, stopped_at: new Date(start) }
    expect(maySee(stopped, { ...anyone, hasLink: true }, start + hour)).toBe(true)
    expect(maySee(stopped, { ...anyone, hasLink: true }, start + 2 * hour + 1)).toBe(false)
    expect(maySee({ ...stopped, erased_at: new Date(start) }, { ...anyone, uid: 7 }, start + 99 * hour)).toBe(true)
  })
  test('is nobody after the runner has deleted it', () => {
    const gone = { ...run, visibility: 'race', removed_at: new Date(start) }
    expect(maySee(gone, { uid: 7, hasLink: true, raceShown: true }, start)).toBe(false)
  })
})

describe('a route', () => {
  const at = (n: number, lat: number, lon = 120): RoutePoint => [start + n * 1000, lat, lon, null]
  test('has a length without jumps and without the movements of a resting receiver', () => {
    const way = Array.from({ length: 101 }, (_, n) => at(n * 4, 30 + n * 1e-4))
    // A hundred steps of a ten-thousandth of a degree are 1,112 metres.
    expect(routeLength(way)).toBeGreaterThan(1105)
    expect(routeLength(way)).toBeLessThan(1118)
    const rest = Array.from({ length: 500 }, (_, n) => at(n, 30 + (n % 2) * 1e-5))
    expect(routeLength(rest)).toBe(0)
    expect(routeLength([at(0, 30), at(1, 31)])).toBe(0)
    expect(routeLength([])).toBe(0)
  })
  test('keeps both ends when it is thinned', () => {
    expect(thinnedTo([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7])
    expect(thinnedTo([1, 2], 3)).toEqual([1, 2])
  })
  test('is written as GPX with times, and a gap begins a segment', () => {
    const gpx = gpxOf('A <b> & "c"', [at(0, 30), [start + 400_000, 30.5, 120.5, 12]])
    expect(gpx).toContain('<name>A &lt;b&gt; &amp; &quot;c&quot;</name>')
    expect(gpx).toContain('<ele>12</ele><time>2026-10-31T23:36:40.000Z</time>')
    expect(gpx.match(/<trkseg>/g)).toHaveLength(2)
  })
})
