import { describe, expect, test } from 'vitest'
import { refusalOf } from './fix.rules.ts'
import { basicIn, readTracker } from './protocols.rules.ts'

const now = Date.parse('2026-11-01T02:00:00Z')
const asked = (query: string) =>
  readTracker({ query: Object.fromEntries(new URLSearchParams(query)), body: undefined, basic: null }, now)
const sent = (body: unknown, basic: string | null = null) => readTracker({ query: {}, body, basic }, now)

describe('the OsmAnd protocol, as its page shows it', () => {
  test('a request with only the required parameters', () => {
    expect(asked('id=12345&lat=48.8566&lon=2.3522&timestamp=1609459200000')).toMatchObject({
      token: '12345',
      refused: [],
      fixes: [{ at: 1_609_459_200_000, lat: 48.8566, lon: 2.3522, speed: null, battery: null }],
    })
  })
  test('a request with more: knots, degrees, metres, per cent', () => {
    const { token, fixes } = asked(
      'deviceid=12345&lat=48.8566&lon=2.3522&timestamp=2021-01-01T00:00:00Z&speed=15&bearing=270&altitude=35&accuracy=10&hdop=0.8&batt=75',
    )
    expect(token).toBe('12345')
    expect(fixes[0]).toMatchObject({ at: Date.parse('2021-01-01T00:00:00Z'), heading: 270, altitude: 35, accuracy: 10 })
    expect(fixes[0]!.battery).toBe(75)
    expect(fixes[0]!.speed).toBeCloseTo(7.717, 3)
  })
  test.each([
    ['timestamp=1377177267', '2013-08-22T13:14:27.000Z'],
    ['timestamp=2014-06-04+09%3A10%3A11', '2014-06-04T09:10:11.000Z'],
    ['timestamp=2016-01-27T18%3A55%3A47Z', '2016-01-27T18:55:47.000Z'],
    ['timestamp=1442068686579', '2015-09-12T14:38:06.579Z'],
    ['hdop=0.8', '2026-11-01T02:00:00.000Z'],
  ])('the moment of %s', (parameter, at) => {
    expect(new Date(asked(`id=1&lat=60&lon=30&${parameter}`).fixes[0]!.at).toISOString()).toBe(at)
  })
  test('a place in one parameter, a dilution for an accuracy, an alarm', () => {
    const [fix] = asked('id=1&location=60.5,30.25&hdop=2&alarm=sos').fixes
    expect(fix).toMatchObject({ lat: 60.5, lon: 30.25, accuracy: 10, sos: true })
  })
  test('a form in the body', () => {
    expect(sent({ id: '7', lat: '60', lon: '30' })).toMatchObject({ token: '7', fixes: [{ lat: 60, lon: 30 }] })
  })
  test('a position that the device calls invalid, and a position of mobile cells only', () => {
    expect(asked('id=1&lat=60&lon=30&valid=false')).toMatchObject({ fixes: [], refused: ['invalid'] })
    expect(asked('id=1&cell=208,10,12345,67890,50')).toMatchObject({ fixes: [], refused: ['invalid'] })
  })
  test('JSON of Traccar Client 9', () => {
    const location = {
      timestamp: '2026-11-01T01:59:58.000Z',
      coords: { latitude: 30.1, longitude: 120.2, accuracy: 5, speed: 3.1, heading: 90, altitude: 12 },
      is_moving: true,
      odometer: 1234,
      event: 'motionchange',
      battery: { level: 0.87, is_charging: false },
      activity: { type: 'on_foot' },
      extras: {},
    }
    const fix = { lat: 30.1, lon: 120.2, accuracy: 5, speed: 3.1, heading: 90, altitude: 12, battery: 87, sos: false }
    expect(sent({ location, device_id: '48241179' })).toMatchObject({ token: '48241179', fixes: [fix] })
    expect(sent({ location: [location, location], device_id: '48241179' }).fixes).toHaveLength(2)
    // The app sends −1 for a value that it does not know.
    const unknown = { ...location, coords: { ...location.coords, speed: -1, heading: -1 } }
    expect(sent({ location: unknown, device_id: '1' }).fixes[0]).toMatchObject({ speed: null, heading: null })
  })
})

describe('OwnTracks over HTTP, as its booklet shows it', () => {
  const location = {
    _type: 'location',
    tid: 'JP',
    tst: 1793498398,
    lat: 30.1,
    lon: 120.2,
    acc: 75,
    batt: 64,
    vel: 36,
    cog: 270,
    alt: 13,
  }
  test('a location; the password identifies the device', () => {
    expect(sent(location, 'secret')).toMatchObject({
      token: 'secret',
      silent: true,
      fixes: [{ at: 1_793_498_398_000, lat: 30.1, lon: 120.2, accuracy: 75, battery: 64, speed: 10, heading: 270 }],
    })
    expect(basicIn(`Basic ${btoa('runner:se:cret')}`)).toBe('se:cret')
    expect(basicIn('Bearer abc')).toBeNull()
  })
  test('a password that is not Base64 is no password', () => {
    for (const wrong of ['Basic ====', 'Basic AAAAA', 'Basic =AAA', 'Basic dXNlcg==', 'Bearer dTpw', ''])
      expect(basicIn(wrong), wrong).toBeNull()
    expect(basicIn(`Basic ${btoa('u:p:q')}`)).toBe('p:q')
  })
  test('other messages are taken and dropped', () => {
    for (const _type of ['lwt', 'transition', 'waypoint', 'card'])
      expect(sent({ _type }, 'secret')).toMatchObject({ fixes: [], refused: [], silent: true })
    expect(sent({ _type: 'encrypted', data: 'x' }, 'secret').refused).toEqual(['unreadable'])
    expect(sent(undefined, 'secret')).toMatchObject({ token: 'secret', fixes: [], refused: [] })
  })
})

describe('a fix is refused', () => {
  test.each([
    ['lat=0&lon=0', 'nowhere'],
    ['lat=0.0000001&lon=-0.0000001', 'nowhere'],
    ['lat=91&lon=30', 'outside'],
    ['lat=60&lon=180.1', 'outside'],
    ['lat=&lon=30', 'unreadable'],
    ['lat=NaN&lon=30', 'unreadable'],
    ['lat=60&lon=Infinity', 'unreadable'],
    ['lat=60&lon=30&timestamp=tomorrow', 'unreadable'],
    [`lat=60&lon=30&timestamp=${now + 60_001}`, 'future'],
    [`lat=60&lon=30&timestamp=${now - 8 * 86_400_000}`, 'past'],
    [`lat=60&lon=30&timestamp=${now + 60_000}`, undefined],
    [`lat=60&lon=30&timestamp=${now - 3_600_000}`, undefined],
  ])('%s: %s', (query, reason) => {
    expect(refusalOf(asked(`id=1&${query}`).fixes[0]!, now)).toBe(reason)
  })
  test('a value outside the limits of a device is left out', () => {
    const [fix] = asked('id=1&lat=60&lon=30&speed=fast&batt=900&accuracy=-4&altitude=1e9&bearing=💥').fixes
    expect(fix).toMatchObject({ speed: null, battery: null, accuracy: null, altitude: null, heading: null })
  })
})
