import { describe, expect, test } from 'vitest'
import {
  type AlarmKind,
  type CarrierOnCourse,
  type WatchedFix,
  alarmFindings,
  alarmStepOf,
  usualAlarmSettings,
  watchedKinds,
} from './alarms.rules.ts'

const MINUTE = 60_000
const gun = Date.parse('2026-11-01T00:00:00Z')
/** Returns the latitude `metres` to the north of 30°. A degree of latitude has about 111,195 metres. */
const north = (metres: number) => 30 + metres / 111_195
const fix = (minute: number, along: number, change: Partial<WatchedFix> = {}): WatchedFix => ({
  at: gun + minute * MINUTE,
  lat: north(along),
  lon: 120,
  along,
  off: 5,
  ...change,
})
/** Returns the fixes of a runner at 10 km/h, one each minute. */
const running = (minutes: number, from = 0) =>
  Array.from({ length: minutes }, (_, at) => fix(from + at, (from + at) * 167))
const watched = (change: Partial<CarrierOnCourse> = {}): CarrierOnCourse => {
  const fixes = change.fixes ?? running(30)
  return {
    kind: 'runner',
    fixes,
    seen: fixes.at(-1)?.at ?? null,
    battery: 80,
    sos: null,
    started: gun,
    ended: false,
    farthest: Math.max(0, ...fixes.map(({ along }) => along ?? 0)),
    gates: [],
    overdue: null,
    ...change,
  }
}
const on = (...kinds: AlarmKind[]) => new Set(kinds)
const kindsOf = (one: CarrierOnCourse, { now = (one.fixes.at(-1)?.at ?? gun) + 1_000, on: lasting = on() } = {}) =>
  alarmFindings(one, usualAlarmSettings, lasting, now).map(({ kind }) => kind)

test('a runner who runs has no alarm', () => {
  expect(kindsOf(watched())).toEqual([])
  expect(kindsOf(watched({ fixes: [], seen: null, farthest: null }))).toEqual([])
})

describe('not moving', () => {
  const rest = (minutes: number, jitter = 0) =>
    Array.from({ length: minutes }, (_, at) => fix(30 + at, 5_000, { lat: north(5_000 + (at % 2 ? jitter : 0)) }))
  test('begins after the minutes of the race, also with an uncertain device', () => {
    expect(kindsOf(watched({ fixes: [...running(30), ...rest(10)] }))).toEqual([])
    const [found] = alarmFindings(
      watched({ fixes: [...running(30), ...rest(12, 25)] }),
      usualAlarmSettings,
      on(),
      gun + 42 * MINUTE,
    )
    expect(found).toMatchObject({ kind: 'still', value: 12, metres: 5_000 })
  })
  test('does not begin before the gun, with a silent device, or if it is switched off', () => {
    const waiting = rest(30)
    expect(kindsOf(watched({ fixes: waiting, started: null }))).toEqual([])
    expect(kindsOf(watched({ fixes: waiting, started: gun + 55 * MINUTE }))).toEqual([])
    expect(kindsOf(watched({ fixes: [...running(30), ...rest(2)] }), { now: gun + 50 * MINUTE })).toEqual(['silent'])
    expect(alarmFindings(watched({ fixes: rest(30) }), { ...usualAlarmSettings, still_minutes: 0 }, on(), gun)).toEqual(
      [],
    )
  })
  test('ends when the runner moves again', () => {
    const again = [...running(30), ...rest(15), fix(46, 5_060), fix(47, 5_200)]
    expect(kindsOf(watched({ fixes: again }), { on: on('still') })).toEqual([])
  })
})

describe('off the course', () => {
  const away = (offs: readonly number[]) =>
    offs.map((off, at) => fix(30 + at, 5_010, { off, lat: north(5_000 + off * 2) }))
  test('begins after metres and minutes, and ends clearly below them', () => {
    expect(kindsOf(watched({ fixes: [...running(30), ...away([200, 250])] }))).toEqual([])
    const far = away([200, 260, 300, 360])
    expect(
      alarmFindings(watched({ fixes: [...running(30), ...far] }), usualAlarmSettings, on(), gun + 34 * MINUTE),
    ).toMatchObject([{ kind: 'off', value: 360, since: gun + 30 * MINUTE }])
    const nearLimit = [...far, fix(34, 5_010, { off: 140 })]
    expect(kindsOf(watched({ fixes: [...running(30), ...nearLimit] }), { on: on('off') })).toEqual(['off'])
    expect(kindsOf(watched({ fixes: [...running(30), ...nearLimit] }))).toEqual([])
    const back = [...far, fix(34, 5_010, { off: 60 })]
    expect(kindsOf(watched({ fixes: [...running(30), ...back] }), { on: on('off') })).toEqual([])
  })
  test('needs a course', () => {
    const unknown = away([900, 900, 900, 900, 900]).map((one) => ({
      ...one,
      off: null,
      along: null,
      lat: one.lat + one.at / 1e12,
    }))
    expect(kindsOf(watched({ fixes: unknown, farthest: null }))).toEqual([])
  })
})

test('turned back needs three fixes that agree', () => {
  const back = (alongs: readonly number[]) => [...running(30), ...alongs.map((along, at) => fix(30 + at, along))]
  expect(kindsOf(watched({ fixes: back([4_500, 4_800, 4_900]) }))).toEqual([])
  expect(kindsOf(watched({ fixes: back([4_500, 4_400, 4_200]) }))).toEqual(['back'])
  expect(kindsOf(watched({ fixes: back([4_100]) })), 'one fix is an error of the device').toEqual([])
})

test('a silent device, and a device with a low battery', () => {
  expect(kindsOf(watched(), { now: gun + 60 * MINUTE })).toEqual(['silent'])
  expect(kindsOf(watched({ battery: 15 }))).toEqual(['battery'])
  expect(kindsOf(watched({ battery: 18 }))).toEqual([])
  expect(kindsOf(watched({ battery: 18 }), { on: on('battery') })).toEqual(['battery'])
  expect(kindsOf(watched({ battery: 30 }), { on: on('battery') })).toEqual([])
  expect(kindsOf(watched({ battery: 9, started: null })), 'before the gun').toEqual([])
  expect(kindsOf(watched({ seen: gun - 90 * MINUTE, fixes: [] }), { now: gun + MINUTE }), 'the gun counts').toEqual([])
})

test('behind a cut-off, and overdue between two points', () => {
  const gates = [
    { metres: 3_000, closes: gun + 20 * MINUTE },
    { metres: 8_000, closes: gun + 29 * MINUTE },
  ]
  expect(alarmFindings(watched({ gates }), usualAlarmSettings, on(), gun + 30 * MINUTE)).toMatchObject([
    { kind: 'cutoff', since: gun + 29 * MINUTE },
  ])
  expect(kindsOf(watched({ gates, ended: true }))).toEqual([])
  expect(kindsOf(watched({ overdue: gun + 10 * MINUTE }))).toEqual(['overdue'])
  const none = { ...usualAlarmSettings, cutoff: false, overdue: false }
  expect(alarmFindings(watched({ gates, overdue: gun }), none, on(), gun + 30 * MINUTE)).toEqual([])
})

test('vehicles and sweepers have the alarms of their work, and everybody may ask for help', () => {
  const standing = Array.from({ length: 30 }, (_, at) => fix(at, 5_000, { off: 900 }))
  expect(kindsOf(watched({ kind: 'vehicle', fixes: standing }))).toEqual([])
  expect(kindsOf(watched({ kind: 'sweeper', fixes: standing }))).toEqual(['off'])
  expect(kindsOf(watched({ kind: 'pacer', fixes: standing }))).toEqual(['still', 'off'])
  for (const kind of watchedKinds) expect(kindsOf(watched({ kind, sos: gun, ended: true }))).toEqual(['sos'])
})

describe('a step', () => {
  const finding = (kind: AlarmKind, since = gun) => ({ kind, since, metres: null, lat: null, lon: null, value: null })
  test('raises a reason once, and clears it when it is over', () => {
    expect(alarmStepOf([finding('still')], [], null)).toMatchObject({ raise: [{ kind: 'still' }], clear: [] })
    const lasting = [{ id: 4, kind: 'still' as const, since: gun }]
    expect(alarmStepOf([finding('still', gun + 5)], lasting, null)).toEqual({ raise: [], clear: [] })
    expect(alarmStepOf([], lasting, null)).toEqual({ raise: [], clear: [4] })
  })
  test('only a person ends a call for help, and a later call is a new alarm', () => {
    const lasting = [{ id: 9, kind: 'sos' as const, since: gun }]
    expect(alarmStepOf([], lasting, gun)).toEqual({ raise: [], clear: [] })
    expect(alarmStepOf([finding('sos', gun + 1)], lasting, gun)).toEqual({ raise: [], clear: [] })
    expect(alarmStepOf([finding('sos')], [], gun)).toEqual({ raise: [], clear: [] })
    expect(alarmStepOf([finding('sos', gun + 1)], [], gun).raise).toHaveLength(1)
  })
})
