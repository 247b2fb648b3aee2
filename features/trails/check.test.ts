import { describe, expect, test } from 'vitest'
import { type SentCheck, type Counted, type PointRules, type TrailRules, decideCheck, isLate } from './check.rules.ts'
import { pointCodeFrom, isCurrent, readPointCode, STEP_MS, codeStepOf } from './codes.rules.ts'
import { rankBy, trailStandingOf } from './rank.rules.ts'

const now = new Date('2026-11-24T04:00:00Z')
const minutes = (n: number): Date => new Date(now.getTime() - n * 60_000)
const perDegree = 111_195
const north = (metres: number) => ({ lat: 30 + metres / perDegree, lon: 120 })
const trail: TrailRules = { ordered: false, rounds: 2, opens_at: null, closes_at: null }
const points: PointRules[] = [0, 1000, 2000].map((metres, n) => ({
  point: n + 1,
  ...north(metres),
  radius: 50,
  accuracy: 40,
  ways: ['code', 'position'],
  opens_at: null,
  closes_at: null,
}))
const counted = (point: number, ago: number, round = 1): Counted => ({
  point,
  round,
  at: minutes(ago),
  lat: null,
  lon: null,
})
const position = (metres: number, accuracy = 10) => ({ ...north(metres), accuracy })
type Change = Partial<SentCheck> & { trail?: Partial<TrailRules>; before?: Counted[]; used?: ReturnType<typeof usedAt> }
const usedAt = (metres: number, ago: number) => ({ ...north(metres), accuracy: 10, at: minutes(ago) })
const decide = ({ trail: rules, before = [], used, ...asked }: Change = {}) =>
  decideCheck({
    trail: { ...trail, ...rules },
    points,
    counted: before,
    asked: { point: 1, way: 'position', at: now, code: null, position: position(0), ...asked },
    used,
    now,
  })
const byCode = (change: Change = {}) => decide({ way: 'code', code: 'right', position: null, ...change })

describe('a check by position', () => {
  test('counts within the radius and with a good receiver', () => {
    expect(decide()).toBe(1)
    expect(decide({ position: position(49) })).toBe(1)
    expect(decide({ position: position(51) })).toBe('too_far')
    expect(decide({ position: position(0, 41) })).toBe('inaccurate')
    expect(decide({ position: null })).toBe('position_missing')
  })
  test('counts within the times of the trail', () => {
    expect(decide({ trail: { closes_at: now } })).toBe('trail_closed')
    expect(decide({ trail: { opens_at: minutes(-1) } })).toBe('trail_closed')
    expect(decide({ at: minutes(-3) })).toBe('clock_ahead')
    expect(decide({ at: minutes(48 * 60 + 1) })).toBe('too_late')
    expect(decide({ at: minutes(47 * 60) })).toBe(1)
    expect([isLate(minutes(3), now), isLate(minutes(1), now)]).toEqual([true, false])
  })
  test('is refused if nobody can be there so soon on foot', () => {
    const before = [counted(1, 2)]
    expect(decide({ point: 2, position: position(1000), before })).toBe('too_fast')
    expect(decide({ point: 2, position: position(1000), before: [counted(1, 3)] })).toBe(1)
    // This check was made a minute before the counted check, and arrives after it. The server compares these two checks
    // too.
    expect(decide({ point: 2, position: position(1000), at: minutes(11), before: [counted(1, 10)] })).toBe('too_fast')
  })
})

describe('a check by code', () => {
  test('needs a right code that is valid now', () => {
    expect(byCode()).toBe(1)
    expect(byCode({ code: 'wrong' })).toBe('code_wrong')
    expect(byCode({ code: 'old' })).toBe('code_old')
  })
  test('is refused far from its post', () => {
    expect(byCode({ position: position(240) })).toBe(1)
    expect(byCode({ position: position(900) })).toBe('code_elsewhere')
    expect(byCode({ position: position(600, 400) })).toBe(1)
  })
  test('is refused from a second place at once, also for a post without a known place', () => {
    const free = { point: 1, lat: null, lon: null, radius: 50, accuracy: 40, ways: ['code' as const], opens_at: null }
    const asked = { point: 1, way: 'code' as const, at: now, code: 'right' as const, position: position(900) }
    const at = (used: ReturnType<typeof usedAt>) =>
      decideCheck({ trail, points: [{ ...free, closes_at: null }], counted: [], asked, used, now })
    expect(at(usedAt(0, 5))).toBe('code_two_places')
    expect(at(usedAt(800, 5))).toBe(1)
    expect(at(usedAt(0, 11))).toBe(1)
  })
})

describe('rounds and order', () => {
  test('a point counts once in a round, and the next round begins after the last point', () => {
    expect(byCode({ before: [counted(1, 60)] })).toBe('known')
    const round = [counted(1, 90), counted(2, 60), counted(3, 30)]
    expect(byCode({ before: round })).toBe(2)
    expect(byCode({ before: round, trail: { rounds: 1 } })).toBe('rounds_over')
    expect(byCode({ before: round, at: minutes(40) })).toBe('out_of_order')
  })
  test('an ordered trail takes the next point only', () => {
    const ordered = { trail: { ordered: true } }
    expect(byCode({ ...ordered, point: 2 })).toBe('out_of_order')
    expect(byCode({ ...ordered, point: 2, before: [counted(1, 30)] })).toBe(1)
    expect(byCode({ ...ordered, point: 3, before: [counted(1, 30)] })).toBe('out_of_order')
    expect(byCode({ ...ordered, point: 2, at: minutes(60), before: [counted(1, 30)] })).toBe('out_of_order')
  })
})

describe('codes', () => {
  const mac = 'AbCdEfGhIjKlMn-_'
  test('fit into a scene, and a link that ends in a code is read too', () => {
    const code = pointCodeFrom(999, codeStepOf(now), mac)
    expect(code.length).toBeLessThanOrEqual(32)
    expect(readPointCode(code)).toEqual({ point: 999, step: codeStepOf(now), mac })
    expect(readPointCode(`https://run.example/trail?id=3&code=${code}`)).toEqual(readPointCode(code))
    for (const wrong of ['', 'x', `${code}x`, code.slice(1, -1)]) expect(readPointCode(wrong)?.mac).not.toBe(mac)
  })
  test('a code of a screen is valid a step before and a step after; a printed code does not change', () => {
    const rotating = { point: 1, step: codeStepOf(now), mac }
    const after = (steps: number) => new Date(now.getTime() + steps * STEP_MS)
    expect([-2, -1, 0, 1, 2].map((n) => isCurrent(rotating, true, after(n)))).toEqual([false, true, true, true, false])
    expect(isCurrent({ point: 1, step: null, mac }, true, now)).toBe(false)
    expect(isCurrent({ point: 1, step: null, mac }, false, now)).toBe(true)
    expect(isCurrent(rotating, false, now)).toBe(false)
  })
})

describe('ranks', () => {
  const checks = (round: number, ...ago: number[]) =>
    ago.map((minute, n) => ({ point: n + 1, round, at: minutes(minute), points: 10 }))
  const all = [
    { name: 'slow twice', ...trailStandingOf(3, [...checks(1, 600, 560, 540), ...checks(2, 300, 260, 240)]) },
    { name: 'fast', ...trailStandingOf(3, checks(1, 90, 70, 50)) },
    { name: 'as fast', ...trailStandingOf(3, checks(1, 190, 170, 150)) },
    { name: 'half way', ...trailStandingOf(3, checks(1, 90, 70)) },
    { name: 'nowhere', ...trailStandingOf(3, []) },
  ]
  const ranked = (by: Parameters<typeof rankBy>[0]) => rankBy(by, all).map(({ rank, name }) => `${rank} ${name}`)
  test('by time only complete rounds count, and equal times share a rank', () => {
    expect(ranked('time')).toEqual(['1 fast', '1 as fast', '3 slow twice'])
  })
  test('by points every check counts, by repeats every round', () => {
    expect(ranked('points')).toEqual(['1 slow twice', '2 fast', '2 as fast', '4 half way'])
    expect(ranked('repeats')).toEqual(['1 slow twice', '2 fast', '2 as fast'])
  })
})
