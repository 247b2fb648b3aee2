import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Envelope } from '#contract/envelope.ts'
import { type RoutePoint, gpxOf } from '#features/tracking/share/route.rules.ts'
import { RACE, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleTrailsChecks,
  consoleTrailsCodes,
  consoleTrailsDecide,
  consoleTrailsList,
  consoleTrailsRanks,
  consoleTrailsSave,
} from './console.contract.ts'
import {
  appTrailCheck,
  appTrailChecklogs,
  appTrailQuery,
  appTrailRank,
  appTrailSign,
  appTrailSigned,
} from './contract.ts'
import { hasTrails } from './service.ts'
import { sweeps } from './jobs.ts'
import { tables } from './table.service.ts'
import { personal } from './personal.service.ts'
import { TRAIL_CONSENT_VERSION } from './words.ts'

let world: World
let editor: { token: string }
let runner: Awaited<ReturnType<typeof runnerSession>>
let id: number
const perDegree = 111_195
const north = (metres: number) => ({ lat: 30 + metres / perDegree, lon: 120 })
const NOW = '2026-11-24T00:00:00Z'
const point = (n: number, change: object = {}) => ({
  name: `第${n}点`,
  names: { en: `Point ${n}` },
  ...north((n - 1) * 1000),
  ways: ['code' as const, 'position' as const, 'file' as const],
  points: 10,
  ...change,
})
const trail = (change: object = {}) => ({
  raceid: RACE,
  name: '环湖步道',
  names: { en: 'Lake trail' },
  rounds: 3,
  published: true,
  points: [point(1), point(2), point(3)],
  ...change,
})
const make = async (change: object = {}) => (await world.ask(consoleTrailsSave, trail(change), editor)).trail.id
const sign = (as = runner, trailid = id, name = '小林') =>
  world.ask(appTrailSign, { raceid: RACE, id: trailid, name, consent: TRAIL_CONSENT_VERSION }, as)
const after = (minutes: number) => world.clock.set(new Date(Date.parse(NOW) + minutes * 60_000).toISOString())
const check = (given: object, as = runner) =>
  world.ask(appTrailCheck, { raceid: RACE, id, way: 'position', ...given } as never, { ...as, lang: 'en' } as never)
const here = (n: number) => ({ point: n, ...north((n - 1) * 1000), accuracy: 10 })
const says = async (given: object, as = runner) => (await check(given, as)).checks.map(({ reason }) => reason)
const codes = async () => (await world.ask(consoleTrailsCodes, { raceid: RACE, id }, editor)).items

beforeAll(async () => {
  world = await makeWorld({ now: NOW })
  await openRace(world, { published_at: new Date('2026-10-01T00:00:00Z') })
  editor = await staffSession(world, [{ raceid: RACE, role: 'director' }])
})
afterAll(() => world?.close())
beforeEach(async () => {
  world.clock.set(NOW)
  runner = await runnerSession(world)
  id = await make()
})

/** Returns a walk from the first point to the last: a fix for every ten seconds, with errors of a receiver. */
const walk = (change: { seed?: number; start?: string; east?: number } = {}): RoutePoint[] => {
  const { seed = 3, start = '2026-11-23T01:00:00Z', east = 0 } = change
  let random = seed
  const chance = () => (random = (random * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5
  return Array.from({ length: 140 }, (_, n): RoutePoint => {
    const place = north(n * 15 + chance() * 12)
    return [Date.parse(start) + n * 10_000, place.lat, place.lon + (east + chance() * 12) / (perDegree * 0.866), null]
  })
}
type Checked = {
  checks: { point: number | null; reason: string | null; says: string | null }[]
  signup: { repeats: number }
}
const send = async (file: string | null, as = runner, trailid = id): Promise<Envelope<Checked>> => {
  const form = new FormData()
  const fields = { raceid: String(RACE), id: String(trailid), way: 'file', _token: as.token, _lang: 'en' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file !== null) form.append('file', new Blob([Buffer.from(file)]), 'walk.gpx')
  const request = new Request('http://localhost:3000', { method: 'POST', body: form })
  return (
    await world.app.inject({
      method: 'POST',
      url: appTrailCheck.path,
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type')! },
    })
  ).json()
}

describe('signing up', () => {
  test('needs an account, the present consent and a trail that is shown and open', async () => {
    const asked = (change: object, as: object = runner) =>
      world.call(appTrailSign, { raceid: RACE, id, name: 'A', consent: TRAIL_CONSENT_VERSION, ...change }, as)
    expect(await asked({}, {})).toMatchObject({ code: '401' })
    expect(await asked({ consent: '2020-01-01' })).toMatchObject({ refusal: 'trail_consent_outdated' })
    expect(await asked({ name: undefined })).toMatchObject({ refusal: 'field_wrong' })
    expect(await asked({ raceid: 99 })).toMatchObject({ refusal: 'race_not_found' })
    expect(await asked({ id: await make({ published: false }) })).toMatchObject({ refusal: 'trail_not_found' })
    expect(await asked({ id: await make({ closes_at: NOW }) })).toMatchObject({ refusal: 'trail_over' })
    expect(await asked({ change: 'withdraw' })).toMatchObject({ refusal: 'trail_not_signed' })
    const unsigned = world.call(appTrailCheck, { raceid: RACE, id, way: 'position', ...here(1) } as never, runner)
    expect(await unsigned).toMatchObject({ refusal: 'trail_not_signed' })
  })
  test('a withdrawn consent erases every check at once and ends checking in', async () => {
    await sign()
    expect(await says(here(1))).toEqual([null])
    await world.ask(appTrailSign, { raceid: RACE, id, change: 'withdraw' }, runner)
    expect(await world.ask(appTrailChecklogs, { raceid: RACE, id }, runner)).toEqual({ items: [] })
    const again = world.call(appTrailCheck, { raceid: RACE, id, way: 'position', ...here(2) } as never, runner)
    expect(await again).toMatchObject({ refusal: 'trail_not_signed' })
    expect((await world.ask(appTrailSigned, { raceid: RACE }, runner)).items[0]).toMatchObject({ name: '', points: 0 })
  })
})

test('a check at the moment of a withdrawal leaves no data', async () => {
  for (let round = 0; round < 8; round++) {
    const person = await runnerSession(world)
    await sign(person)
    const withdraw = () => world.call(appTrailSign, { raceid: RACE, id, change: 'withdraw' }, person)
    const arrive = (n: number) =>
      world.call(appTrailCheck, { raceid: RACE, id, way: 'position', ...here(n) } as never, person)
    await Promise.all([arrive(1), withdraw(), arrive(2)])
    const { items } = await world.ask(appTrailChecklogs, { raceid: RACE, id }, person)
    expect(items).toEqual([])
  }
})

describe('checking in', () => {
  beforeEach(() => sign())
  test('by position along the whole trail gives a round, a time and a rank', async () => {
    for (const [n, minute] of [1, 15, 32].entries()) {
      after(minute)
      expect(await says(here(n + 1))).toEqual([null])
    }
    const [own] = (await world.ask(appTrailSigned, {}, runner)).items
    expect(own).toMatchObject({ trail: '环湖步道', repeats: 1, points: 30, seconds: 31 * 60, done: [1, 2, 3] })
    expect(await world.ask(appTrailRank, { raceid: RACE, id })).toEqual({
      by: 'time',
      total: 1,
      items: [{ rank: 1, name: '小林', repeats: 1, points: 30, seconds: 31 * 60 }],
    })
  })
  test('a refused check is logged with its reason in the language of the caller', async () => {
    expect(await says({ ...here(1), ...north(500) })).toEqual(['too_far'])
    expect(await says(here(1))).toEqual([null])
    after(1)
    expect(await says(here(2))).toEqual(['too_fast'])
    const logs = async (lang: string) =>
      (await world.ask(appTrailChecklogs, { raceid: RACE, id }, { ...runner, lang } as never)).items.map(
        (one) => one.says,
      )
    expect(await logs('en')).toEqual([
      'Nobody can walk between two points that fast',
      null,
      "You're too far from the point",
    ])
    expect((await logs('zh-cn'))[2]).toBe('距离打卡点太远')
  })
  test('a check that waited for the network counts at its own time and is marked as late', async () => {
    after(200)
    const at = new Date(Date.parse(NOW) + 5 * 60_000).toISOString()
    expect((await check({ ...here(1), at })).checks).toMatchObject([
      { late: true, reason: null, at: at.replace('Z', 'Z') },
    ])
    const ahead = new Date(Date.parse(NOW) + 300 * 60_000).toISOString()
    expect(await says({ ...here(2), at: ahead })).toEqual(['clock_ahead'])
  })
  test('a check that a phone sends again under its key gets the same answer and is logged once', async () => {
    const sent = { raceid: RACE, id, way: 'position', ...here(1), _once: `once-${crypto.randomUUID()}` } as never
    const both = [await world.ask(appTrailCheck, sent, runner), await world.ask(appTrailCheck, sent, runner)]
    expect(both.map(({ checks }) => checks.map(({ reason }) => reason))).toEqual([[null], [null]])
    expect((await world.ask(appTrailChecklogs, { raceid: RACE, id }, runner)).items).toHaveLength(1)
  })
  test('two checks of one point at once count once', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => says(here(1))))
    expect(all.flat().toSorted()).toEqual(['known', 'known', 'known', null])
  })
})

describe('codes', () => {
  beforeEach(() => sign())
  test('of a post stay valid, and a new edition ends them', async () => {
    const [first] = await codes()
    expect(await says({ way: 'code', code: first!.address })).toEqual([null])
    const other = (await runnerSession(world)) as typeof runner
    await sign(other)
    await world.ask(consoleTrailsCodes, { raceid: RACE, id, renew: 1 }, editor)
    expect(await says({ way: 'code', code: first!.code }, other)).toEqual(['code_wrong'])
    expect(await says({ way: 'code', code: (await codes())[0]!.code }, other)).toEqual([null])
  })
  test('of another trail, and of a point beside it, are wrong', async () => {
    const [first, second] = await codes()
    const swapped = first!.code.replace(/[^.]+$/, second!.code.split('.')[2]!)
    expect(await says({ way: 'code', code: swapped })).toEqual(['code_wrong'])
    const former = id
    id = await make()
    const [theirs] = await codes()
    id = former
    expect(await says({ way: 'code', code: theirs!.code })).toEqual(['code_wrong'])
  })
  test('of a screen change, and an old one is refused', async () => {
    id = await make({ points: [point(1, { rotating: true }), point(2)] })
    await sign(runner, id)
    const [shown] = await codes()
    expect(shown).toMatchObject({ rotating: true, until: '2026-11-24T00:00:30.000Z' })
    after(2)
    expect(await says({ way: 'code', code: shown!.code })).toEqual(['code_old'])
    expect(await says({ way: 'code', code: (await codes())[0]!.code })).toEqual([null])
  })
  test('one code from two places at once counts at one of them', async () => {
    id = await make({ points: [point(1, { lat: null, lon: null, ways: ['code'] }), point(2)] })
    const other = await runnerSession(world)
    for (const as of [runner, other]) await sign(as, id)
    const { code } = (await codes())[0]!
    const from = (metres: number, as: typeof runner) => says({ way: 'code', code, ...north(metres), accuracy: 20 }, as)
    const both = await Promise.all([from(0, runner), from(3000, other)])
    expect(both.flat().toSorted()).toEqual(['code_two_places', null])
  })
})

describe('a track file', () => {
  beforeEach(() => sign())
  test('checks in at each point that it passes', async () => {
    expect(await send(null)).toMatchObject({ refusal: 'trail_file_needed' })
    expect(await send('no track')).toMatchObject({ refusal: 'track_file_unreadable' })
    const { data } = await send(gpxOf('Walk', walk()))
    expect(data!.checks.map((one) => [one.point, one.reason])).toEqual([
      [1, null],
      [2, null],
      [3, null],
    ])
    expect(data!.signup.repeats).toBe(1)
  })
  test('counts once, for every person and under every name', async () => {
    expect((await send(gpxOf('Mine', walk()))).data!.signup.repeats).toBe(1)
    const other = await runnerSession(world)
    await sign(other)
    const renamed = gpxOf('Yours', walk().slice(3)).replace('creator="Startline"', 'creator="Watch"')
    const { data } = await send(renamed, other)
    expect(data).toMatchObject({ checks: [{ reason: 'track_known', says: 'This track has already been submitted' }] })
    const tomorrow = await send(gpxOf('Again', walk({ start: '2026-11-22T09:00:03Z' })), other)
    expect(tomorrow.data!.checks[0]).toMatchObject({ reason: 'track_known' })
    expect((await send(gpxOf('Own', walk({ seed: 9 })), other)).data!.signup.repeats).toBe(1)
  })
  test('that two people hand in at once counts for one', async () => {
    const other = await runnerSession(world)
    await sign(other)
    const both = await Promise.all([runner, other].map((as) => send(gpxOf('Walk', walk()), as)))
    expect(both.map(({ data }) => data!.signup.repeats).toSorted()).toEqual([0, 1])
  })
  test('tells a closed point from a closed trail', async () => {
    const hours = { opens_at: '2026-11-23T00:00:00Z', closes_at: '2026-11-23T01:08:00Z' }
    const reasons = async (change: object) => {
      const trailid = await make()
      await sign(runner, trailid)
      await world.ask(consoleTrailsSave, trail({ id: trailid, ...change }), editor)
      return (await send(gpxOf('Walk', walk()), runner, trailid)).data!.checks.map(({ reason }) => reason)
    }
    expect(await reasons({ points: [point(1), point(2, hours), point(3)] })).toEqual([null, 'point_closed', null])
    expect(await reasons(hours)).toEqual([null, 'trail_closed', 'trail_closed'])
  })
  test('that is moved by 200 m passes no point', async () => {
    const { data } = await send(gpxOf('Moved', walk({ east: 200 })))
    expect(data!.checks).toMatchObject([{ point: null, reason: 'track_points' }])
  })
})

describe('staff', () => {
  test('write trails only with the right, and keep the number of points once somebody walks', async () => {
    const gate = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
    expect(await world.call(consoleTrailsSave, trail(), gate)).toMatchObject({ refusal: 'no_permission' })
    expect(await world.call(consoleTrailsSave, trail({ id: 999_999 }), editor)).toMatchObject({
      refusal: 'trail_not_found',
    })
    const old = trail({ id, updated_at: '2020-01-01T00:00:00.000Z' })
    expect(await world.call(consoleTrailsSave, old, editor)).toMatchObject({ refusal: 'trail_changed_meanwhile' })
    await world.ask(consoleTrailsSave, trail({ id, points: [point(1), point(2)] }), editor)
    await sign()
    await says(here(1))
    expect(await world.call(consoleTrailsSave, trail({ id }), editor)).toMatchObject({ refusal: 'trail_walked' })
    const { items } = await world.ask(consoleTrailsList, { raceid: RACE }, editor)
    expect(items.find((one) => one.id === id)!.points).toHaveLength(2)
  })
  test('let a refused check count, and undo this', async () => {
    await sign()
    await says({ ...here(1), ...north(500) })
    const asked = { raceid: RACE, id }
    const [refused] = (await world.ask(consoleTrailsChecks, { ...asked, only: 'refused' }, editor)).items
    expect(refused).toMatchObject({ name: '小林', point: 1, reason: 'too_far' })
    expect(Object.keys(refused!)).not.toContain('lat')
    const decide = (counts: boolean, checkid = refused!.id) =>
      world.call(consoleTrailsDecide, { ...asked, checkid, counts }, editor)
    expect(await decide(true, 999_999)).toMatchObject({ refusal: 'trail_check_not_found' })
    expect(await decide(true)).toMatchObject({ data: { check: { reason: null, round: 1 } } })
    expect((await world.ask(appTrailSigned, {}, runner)).items[0]).toMatchObject({ points: 10, done: [1] })
    expect(await decide(false)).toMatchObject({ data: { check: { reason: 'undone', round: null } } })
    expect((await world.ask(appTrailSigned, {}, runner)).items[0]).toMatchObject({ points: 0, done: [] })
    await says(here(1))
    expect(await decide(true)).toMatchObject({ refusal: 'trail_check_cannot_count' })
  })
  test('read the ranks of a draft too, with the right', async () => {
    await sign()
    await says(here(1))
    await world.ask(consoleTrailsSave, trail({ id, published: false }), editor)
    const ranks = (as: { token: string }, which = id) =>
      world.call(consoleTrailsRanks, { raceid: RACE, id: which, by: 'points' }, as)
    expect(await ranks(editor)).toMatchObject({ data: { items: [{ rank: 1, name: '小林', points: 10 }] } })
    expect(await ranks(editor, 999_999)).toMatchObject({ refusal: 'trail_not_found' })
    const gate = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
    expect(await ranks(gate)).toMatchObject({ refusal: 'no_permission' })
  })
  test('export checks and ranks without any position', async () => {
    await sign()
    await says(here(1))
    const reading = { ...world.parts, lang: 'en', now: world.clock.now() } as never
    const cells = async (name: string) => {
      const table = tables.find((one) => one.name === name)!
      const { rows } = await table.read(reading, { raceid: RACE, filter: { id } as never, after: undefined, limit: 10 })
      const writing = { lang: 'en', zone: 'Asia/Shanghai', now: world.clock.now(), seal: null } as const
      const columns = await table.columns(reading, RACE)
      return rows.map((row) => Object.fromEntries(columns.map((one) => [one.name, one.cell(row, writing)])))
    }
    expect(await cells('trail_checks')).toMatchObject([{ name: '小林', point: 1, way: 'Position', reason: null }])
    expect(await cells('trail_ranks')).toEqual([])
    expect(JSON.stringify(await cells('trail_checks'))).not.toContain('30.')
  })
})

test('a list shows published trails in the language of the caller, without codes', async () => {
  const draft = await make({ published: false })
  const asked = await world.ask(appTrailQuery, { raceid: RACE }, { lang: 'en' } as never)
  expect(asked.items.some((one) => one.id === draft)).toBe(false)
  expect(asked.items.find((one) => one.id === id)).toMatchObject({
    name: 'Lake trail',
    points: [{ name: 'Point 1' }, {}, {}],
  })
  expect(JSON.stringify(asked)).not.toContain('serial')
  const before = await world.db
    .selectFrom('trails')
    .select('published_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await hasTrails(world.db, RACE, world.clock.now())).toBe(true)
  // The server hides a trail until its `published_at`. Before this time the menu does not lead to the trail.
  expect(await hasTrails(world.db, RACE, new Date(before.published_at!.getTime() - 1))).toBe(false)
  expect(await world.call(appTrailQuery, { raceid: RACE, id: draft })).toMatchObject({ refusal: 'trail_not_found' })
})

test('positions are erased after 30 days, sketches after 400, and checks stay', async () => {
  await sign()
  await says(here(1))
  await send(gpxOf('Walk', walk({ seed: 77 })))
  const held = async () => {
    const checks = await world.db.selectFrom('trail_checks').select('lat').where('trailid', '=', id).execute()
    const files = await world.db.selectFrom('trail_files').select('sketch').where('trailid', '=', id).execute()
    return [checks.filter(({ lat }) => lat !== null).length, files.filter(({ sketch }) => sketch !== null).length]
  }
  const sweep = (days: number) =>
    sweeps[0]!.run({ ...world.parts, now: new Date(Date.parse(NOW) + days * 86_400_000) } as never)
  await sweep(29)
  expect(await held()).toEqual([1, 1])
  await sweep(31)
  expect(await held()).toEqual([0, 1])
  await sweep(401)
  expect(await held()).toEqual([0, 0])
  expect((await world.ask(appTrailSigned, {}, runner)).items[0]!.points).toBeGreaterThan(0)
})

test('an erased account loses its checks, and a merged account keeps the fuller sign-up', async () => {
  const other = await runnerSession(world)
  for (const as of [runner, other]) await sign(as)
  await says(here(1), other)
  const counts = async (as: typeof runner) => (await world.ask(appTrailSigned, {}, as)).items.map((one) => one.points)
  await world.db.transaction().execute((tx) => personal.merge!.adopt!(tx, { from: other.uid, to: runner.uid }))
  expect([await counts(runner), await counts(other)]).toEqual([[10], []])
  const copied = await personal.copy!.ofAccount!({ ...world.parts, lang: 'en', now: world.clock.now() } as never, {
    uid: runner.uid,
    mobile: null,
  })
  expect(copied.trails).toMatchObject([{ raceid: RACE, checks: [{ point: 1 }] }])
  await world.db.transaction().execute((tx) => personal.erase!.account!(tx, runner.uid, world.clock.now()))
  expect(await counts(runner)).toEqual([])
})
