import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Envelope } from '#contract/envelope.ts'
import { consoleFeedSettings } from '#features/feed/console.contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { numbered } from '#test/numbered.ts'
import { deviceCookies, runnerSession, staffSession } from '#test/people.ts'
import { moved, openCourse, origin, wayThrough } from '#test/scenes/walks.ts'
import { type World, makeWorld } from '#test/world.ts'
import { sweeps } from '../jobs.ts'
import { liveTimingReport } from '../passings/report.contract.ts'
import { personal } from '../personal.service.ts'
import { gpxOf } from './route.rules.ts'
import {
  appLiveBroadcast,
  appLiveCreate,
  appLiveHistory,
  appLivePoint,
  appLivePos,
  appLivePublish,
  appLiveQuery,
  appLiveRoute,
  appLiveSaveroute,
  appRunnerSavePos,
  liveSaveroute,
  runnerSavePos,
} from './share.contract.ts'
import { SHARE_CONSENT_VERSION } from './share.words.ts'

let world: World
let runner: Awaited<ReturnType<typeof runnerSession>>
let entry: string
let serial = 0
const start = Date.parse('2026-10-31T23:30:00Z')
const MINUTE = 60_000
beforeAll(async () => {
  world = await makeWorld({ now: '2026-11-01T00:00:00Z' })
  await openRace(world, { published_at: new Date('2026-10-01T00:00:00Z') })
  await openEvent(world, { settings: { cutoff_minutes: 180 } })
})
afterAll(() => world?.close())
beforeEach(async () => {
  world.clock.set('2026-11-01T00:00:00Z')
  runner = await runnerSession(world)
  const [made] = await numbered(world, [`S|${++serial}`], { uid: runner.uid })
  entry = made!._key
})
const open = (change: object = {}) =>
  world.ask(appLiveCreate, { raceid: RACE, id: entry, consent: SHARE_CONSENT_VERSION, ...change }, runner)
/** Makes fixes that are ten seconds and 30 m apart, beginning with number `from`. The fix 0 is ten minutes old. */
const fixes = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    at: world.clock.now().getTime() - 600_000 + (from + n) * 10_000,
    lat: 30 + (from + n) * 0.00027,
    lon: 120,
    accuracy: 8,
  }))
const sweep = (name: string) =>
  sweeps.find((one) => one.name === name)!.run({ ...world.parts, now: world.clock.now() } as never)
const send = async (
  endpoint: typeof appLiveSaveroute | typeof liveSaveroute,
  id: number,
  file: string | Uint8Array | null,
  as = runner,
): Promise<Envelope<{ added: number; known: number; metres: number }>> => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ raceid: String(RACE), id: String(id), _token: as.token }))
    form.append(name, value)
  if (file !== null) form.append('file', new Blob([Buffer.from(file)]), 'run.gpx')
  const request = new Request('http://localhost:3000', { method: 'POST', body: form })
  return (
    await world.app.inject({
      method: 'POST',
      url: endpoint.path,
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type')! },
    })
  ).json()
}

describe('a run is opened', () => {
  test('only by a registered runner, with the present consent, on the day', async () => {
    const stranger = await runnerSession(world)
    const asked = (as: object, change: object = {}) =>
      world.call(appLiveCreate, { raceid: RACE, id: entry, consent: SHARE_CONSENT_VERSION, ...change }, as)
    expect(await asked({})).toMatchObject({ code: '401' })
    expect(await asked(stranger)).toMatchObject({ refusal: 'share_needs_entry' })
    expect(await asked(runner, { consent: '2020-01-01' })).toMatchObject({ refusal: 'consent_outdated' })
    expect(await asked(runner, { raceid: 99 })).toMatchObject({ refusal: 'race_not_found' })
    world.clock.set('2026-10-30T23:00:00Z')
    expect(await asked(runner)).toMatchObject({ refusal: 'share_not_yet' })
    world.clock.set('2026-11-01T04:00:00Z')
    expect(await asked(runner)).toMatchObject({ refusal: 'share_over' })
  })
  test('once: the second call finds it, and keeps moment and version of the consent', async () => {
    const { run, token, link } = await open()
    expect(run).toMatchObject({
      visibility: 'link',
      cheers: true,
      bib: `S${serial}`,
      event: '半程马拉松',
      consent_at: '2026-11-01T00:00:00.000Z',
      consent_version: SHARE_CONSENT_VERSION,
      stopped_at: null,
    })
    expect([token, link].every((secret) => secret!.length === 43)).toBe(true)
    expect(await open()).toMatchObject({ run: { id: run.id }, token: null, link: null })
    const state = await world.ask(appLiveQuery, { raceid: RACE }, runner)
    expect(state).toMatchObject({ own: true, run: { id: run.id }, consent: { version: SHARE_CONSENT_VERSION } })
    expect(state.entries).toEqual([{ _key: entry, eventid: 1, event: '半程马拉松', bib: `S${serial}`, why: null }])
  })
})

describe('fixes of a run', () => {
  test('come in batches, late, again and out of order, by three paths', async () => {
    const { run, token } = await open()
    const { id } = run
    expect(await world.ask(appLivePos, { raceid: RACE, token: token!, fixes: fixes(10, 10) })).toMatchObject({
      taken: 10,
      known: 0,
      refused: [],
      stopped_by: null,
    })
    expect(await world.ask(appRunnerSavePos, { raceid: RACE, id, fixes: fixes(0, 12) }, runner)).toMatchObject({
      taken: 10,
      known: 2,
    })
    const odd = [
      { at: 'x', lat: 1, lon: 1 },
      { at: Date.now() * 2, lat: 1, lon: 1 },
      { at: start, lat: 0, lon: 0 },
    ]
    const taken = await world.ask(runnerSavePos, { raceid: RACE, fixes: [...odd, ...fixes(20, 1)] }, runner)
    expect(taken.taken).toBe(1)
    expect(taken.refused.map(({ reason }) => reason).sort()).toEqual(['future', 'nowhere', 'unreadable'])
    const { points, since } = await world.ask(appLivePoint, { raceid: RACE, id }, runner)
    expect(points).toHaveLength(21)
    expect(points.map(([at]) => at)).toEqual(points.map(([at]) => at).toSorted((a, b) => a - b))
    expect((await world.ask(appLivePoint, { raceid: RACE, id, since }, runner)).points).toEqual([])
  })
  test('of another person are refused', async () => {
    const { run } = await open()
    const stranger = await runnerSession(world)
    const call = (input: object, as: object) =>
      world.call(appLivePos, { raceid: RACE, id: run.id, fixes: fixes(0, 1), ...input }, as)
    expect(await call({}, stranger)).toMatchObject({ refusal: 'run_not_found' })
    expect(await call({}, {})).toMatchObject({ refusal: 'run_not_found' })
    expect(await call({ token: 'x'.repeat(43) }, runner)).toMatchObject({ refusal: 'run_not_found' })
  })
  test('of the time before the stop are kept after it, later ones never', async () => {
    const { run, token } = await open()
    world.clock.advance(5 * MINUTE)
    const early = Array.from({ length: 5 }, (_, n) => ({
      at: world.clock.now().getTime() - (n + 1) * 10_000,
      lat: 30 + n * 0.0002,
      lon: 120,
    }))
    const stopped = await world.ask(appLivePublish, { raceid: RACE, id: run.id, change: 'stop' }, runner)
    expect(stopped.run).toMatchObject({ stopped_by: 'hand' })
    world.clock.advance(MINUTE)
    const late = { at: world.clock.now().getTime(), lat: 31, lon: 120 }
    const sent = { raceid: RACE, token: token!, fixes: [...early, late] }
    expect(await world.ask(appLivePos, sent)).toMatchObject({
      taken: 5,
      refused: [{ reason: 'stopped', times: 1 }],
      stopped_by: 'hand',
    })
    expect(await world.ask(appLivePos, sent)).toMatchObject({ taken: 0, known: 5 })
    expect((await world.ask(appLivePoint, { raceid: RACE, id: run.id }, runner)).points).toHaveLength(5)
  })
})

describe('the people who see a run', () => {
  test('have the link, and a new link ends the old one', async () => {
    const { run, token, link } = await open()
    await world.ask(appLivePos, { raceid: RACE, token: token!, fixes: fixes(0, 20) })
    // The server counts the length of a run once in three seconds.
    world.clock.advance(4000)
    const seen = await world.ask(appLiveQuery, { raceid: RACE, link: link! })
    expect(seen).toMatchObject({ own: false, run: { id: run.id, fixes: 20, last: { lon: 120 } }, entries: [] })
    expect(seen.run!.metres).toBeGreaterThan(540)
    const { line, gpx } = await world.ask(appLiveRoute, { raceid: RACE, link: link!, gpx: true })
    expect([line.length, gpx]).toEqual([20, null])
    expect(await world.call(appLiveQuery, { raceid: RACE, id: run.id })).toMatchObject({ refusal: 'run_not_found' })
    const changed = await world.ask(appLivePublish, { raceid: RACE, id: run.id, change: 'link' }, runner)
    expect(await world.call(appLivePoint, { raceid: RACE, link: link! })).toMatchObject({ refusal: 'run_not_found' })
    expect((await world.ask(appLivePoint, { raceid: RACE, link: changed.link! })).points).toHaveLength(20)
  })
  test('are all people if the runner shows it with the race, until the runner hides it again', async () => {
    const { run } = await open({ visibility: 'race' })
    const asked = () => world.call(appLiveRoute, { raceid: RACE, id: run.id })
    expect((await asked()).code).toBe('200')
    const stranger = await runnerSession(world)
    const change = { raceid: RACE, id: run.id, change: 'show', visibility: 'link' } as const
    expect(await world.call(appLivePublish, change, stranger)).toMatchObject({ refusal: 'run_not_found' })
    await world.ask(appLivePublish, change, runner)
    expect(await asked()).toMatchObject({ refusal: 'run_not_found' })
  })
  test('see it for at most two hours after its stop', async () => {
    const { run, link } = await open()
    await world.ask(appLivePublish, { raceid: RACE, id: run.id, change: 'stop' }, runner)
    world.clock.advance(119 * MINUTE)
    expect((await world.call(appLiveQuery, { raceid: RACE, link: link! })).code).toBe('200')
    world.clock.advance(2 * MINUTE)
    expect(await world.call(appLiveQuery, { raceid: RACE, link: link! })).toMatchObject({ refusal: 'run_not_found' })
    expect(await world.ask(appLiveQuery, { raceid: RACE }, runner)).toMatchObject({ own: true, run: { id: run.id } })
  })
  test('send cheers, unless they are unfit, switched off, or the run has ended', async () => {
    const { run, link } = await open()
    const cheer = (text: string, change: object = {}) =>
      world.call(appLiveBroadcast, { raceid: RACE, link: link!, text, ...change })
    expect(await cheer('看 www.example.com')).toMatchObject({ refusal: 'cheer_unfit' })
    expect(await cheer('加油', { from: '傻逼' })).toMatchObject({ refusal: 'cheer_unfit' })
    const feed = { open: '1' as const, comments: 'off' as const, cheers: '1' as const, words: ['终点见'], keep_days: 9 }
    const feedEditor = await staffSession(world, [{ raceid: RACE, role: 'director' }])
    await world.ask(consoleFeedSettings, { raceid: RACE, ...feed }, feedEditor)
    expect(await cheer('终 点-见')).toMatchObject({ refusal: 'cheer_unfit' })
    expect(await cheer('x'.repeat(41))).toMatchObject({ code: '422' })
    expect(await cheer('加油', { link: 'x'.repeat(43) })).toMatchObject({ refusal: 'run_not_found' })
    expect(await cheer('加油！', { from: '妈妈' })).toMatchObject({ data: { cheer: { text: '加油！', from: '妈妈' } } })
    expect((await world.ask(appLiveQuery, { raceid: RACE }, runner)).cheers).toMatchObject([{ text: '加油！' }])
    await world.ask(appLivePublish, { raceid: RACE, id: run.id, change: 'cheers', cheers: false }, runner)
    expect(await cheer('加油')).toMatchObject({ refusal: 'cheers_off' })
    await world.ask(appLivePublish, { raceid: RACE, id: run.id, change: 'stop' }, runner)
    expect(await cheer('加油')).toMatchObject({ refusal: 'run_stopped' })
  })
})

describe('a run ends', () => {
  test('by itself at the cut-off', async () => {
    const { run } = await open()
    await sweep('tracking_share_stops')
    const state = async () => (await world.ask(appLiveQuery, { raceid: RACE, id: run.id }, runner)).run!
    expect(await state()).toMatchObject({ stopped_by: null })
    world.clock.set(new Date(start + 4 * 60 * MINUTE).toISOString())
    await sweep('tracking_share_stops')
    expect(await state()).toMatchObject({ stopped_by: 'cutoff' })
  })
  test('with a route that is kept, filled from a file, downloaded and deleted', async () => {
    const { run, token } = await open()
    expect(await send(appLiveSaveroute, run.id, null)).toMatchObject({ refusal: 'route_empty' })
    world.clock.advance(20 * MINUTE)
    const first = fixes(0, 10)
    await world.ask(appLivePos, { raceid: RACE, token: token!, fixes: first })
    await world.ask(appLivePublish, { raceid: RACE, id: run.id, change: 'stop' }, runner)
    const watch = fixes(0, 50).map(({ at, lat }) => [at, lat, 120, 10] as const)
    const other = watch.map(([at, ...rest]) => [at - 86_400_000, ...rest] as const)
    expect(await send(liveSaveroute, run.id, gpxOf('x', other))).toMatchObject({ refusal: 'track_file_other_day' })
    expect(await send(liveSaveroute, run.id, 'PNG')).toMatchObject({ refusal: 'track_file_unreadable' })
    expect(await send(liveSaveroute, run.id, new Uint8Array(16 * 1024 * 1024))).toMatchObject({ code: '422' })
    const stranger = await runnerSession(world)
    expect(await send(liveSaveroute, run.id, null, stranger)).toMatchObject({ refusal: 'run_not_found' })
    const saved = await send(appLiveSaveroute, run.id, gpxOf('x', watch))
    expect(saved.data).toMatchObject({ added: 34, known: 16, run: { kept: true } })
    const again = await send(appLiveSaveroute, run.id, gpxOf('x', watch))
    expect(again.data).toMatchObject({ added: 0, known: 50, metres: saved.data!.metres })

    world.clock.advance(73 * 60 * MINUTE)
    await sweep('tracking_erase')
    expect((await world.ask(appLivePoint, { raceid: RACE, id: run.id }, runner)).points).toEqual([])
    const { gpx, metres } = await world.ask(appLiveRoute, { raceid: RACE, id: run.id, gpx: true }, runner)
    expect(gpx!.match(/<trkpt/g)).toHaveLength(44)
    expect(metres).toBe(saved.data!.metres)
    expect((await world.ask(appLiveHistory, {}, runner)).items).toMatchObject([
      { id: run.id, kept: true, erased: true },
    ])

    expect(await world.ask(appLivePublish, { raceid: RACE, id: run.id, change: 'delete' }, runner)).toMatchObject({
      run: null,
    })
    expect((await world.ask(appLiveHistory, {}, runner)).items).toEqual([])
    expect(await rowsOf('kept_routes')).toBe(0)
  })
  test('when the consent is withdrawn: the positions are erased at once', async () => {
    const { run, token, link } = await open()
    await world.ask(appLivePos, { raceid: RACE, token: token!, fixes: fixes(0, 5) })
    await world.ask(appLiveBroadcast, { raceid: RACE, link: link!, text: '好' })
    const { run: after } = await world.ask(appLivePublish, { raceid: RACE, id: run.id, change: 'withdraw' }, runner)
    expect(after).toMatchObject({ stopped_by: 'consent', fixes: 0, bib: null, consent_version: SHARE_CONSENT_VERSION })
    expect(after!.withdrawn_at).toBe(world.clock.now().toISOString())
    expect(await world.call(appLivePos, { raceid: RACE, token: token!, fixes: fixes(0, 1) })).toMatchObject({
      refusal: 'run_not_found',
    })
    const stored = await world.db.selectFrom('cheers').selectAll().where('trackid', '=', run.id).execute()
    expect(stored).toEqual([])
  })
})

const rowsOf = async (table: 'kept_routes' | 'tracks') =>
  (await world.db.selectFrom(table).select('raceid').where('uid', '=', runner.uid).execute()).length
describe('the data of an account', () => {
  test('is copied, moved in a merge and erased', async () => {
    const { run, token } = await open()
    await world.ask(appLivePos, { raceid: RACE, token: token!, fixes: fixes(0, 5) })
    await send(appLiveSaveroute, run.id, null)
    const copy = await personal.copy!.ofAccount!(
      { ...world.parts, lang: 'zh-cn', now: world.clock.now() },
      { uid: runner.uid, mobile: null },
    )
    expect(copy.shared_runs).toMatchObject([{ consent_version: SHARE_CONSENT_VERSION, fixes: { length: 5 } }])
    expect((copy.shared_runs as { kept_route: unknown[] }[])[0]!.kept_route).toHaveLength(5)
    const other = await runnerSession(world)
    const [made] = await numbered(world, [`S|${++serial}`], { uid: other.uid })
    await world.ask(appLiveCreate, { raceid: RACE, id: made!._key, consent: SHARE_CONSENT_VERSION }, other)
    await world.db.transaction().execute((tx) => personal.merge!.adopt!(tx, { from: other.uid, to: runner.uid }))
    expect((await world.ask(appLiveHistory, {}, runner)).items.map(({ stopped_by }) => stopped_by).sort()).toEqual(
      [null, 'staff'].sort(),
    )
    await world.db.transaction().execute((tx) => personal.erase!.account!(tx, runner.uid, world.clock.now()))
    expect([await rowsOf('tracks'), await rowsOf('kept_routes')]).toEqual([0, 0])
  })
})

describe('the live page', () => {
  test('offers cheers for a runner who shares with everybody and takes them, and no cheers by the bib of another event', async () => {
    const { run, token } = await open({ visibility: 'race' })
    const bib = run.bib!
    await openCourse(
      world.parts,
      RACE,
      1,
      wayThrough([
        [0, 0],
        [3000, 0],
      ]),
      world.clock.now(),
    )
    const offered = async () => (await world.ask(liveTimingReport, { raceid: RACE, bib })).cheers
    world.clock.advance(20_000)
    const here = { ...moved(origin, 100, 0), at: world.clock.now().getTime() }
    await world.ask(appLivePos, { raceid: RACE, token: token!, fixes: [here] })
    expect(await offered()).toBe(true)
    const cheer = (eventid: number) => world.call(appLiveBroadcast, { raceid: RACE, bib, eventid, text: '冲' })
    expect(await cheer(2)).toMatchObject({ refusal: 'run_not_found' })
    expect((await cheer(1)).code).toBe('200')
    expect((await world.ask(appLiveQuery, { raceid: RACE }, runner)).cheers).toMatchObject([{ text: '冲' }])
    await world.ask(appLivePublish, { raceid: RACE, id: run.id, change: 'cheers', cheers: false }, runner)
    expect(await offered()).toBe(false)
    await world.ask(appLivePublish, { raceid: RACE, id: run.id, change: 'cheers', cheers: true }, runner)
    await world.ask(appLivePublish, { raceid: RACE, id: run.id, change: 'show', visibility: 'link' }, runner)
    world.clock.advance(2000)
    expect(await world.call(liveTimingReport, { raceid: RACE, bib })).toMatchObject({ refusal: 'no_report' })
  })
})

// The limit counts the cheers of an hour together, so the test sends its many cheers at the end.
describe('spectators without the link', () => {
  test('cheer by bib if the run is public, and not too often', async () => {
    await open({ visibility: 'race' })
    const cheer = () => world.call(appLiveBroadcast, { raceid: RACE, bib: `S${serial}`, text: '冲' })
    const words: string[] = []
    const from = async (cookie: string) =>
      (
        await world.app.inject({
          method: 'POST',
          url: appLiveBroadcast.path,
          payload: { raceid: RACE, bib: `S${serial}`, text: '冲' },
          headers: { cookie, origin: world.parts.origin },
        })
      ).json<{ refusal?: string }>().refusal ?? 'ok'
    const [loud, other] = await deviceCookies(world, 2)
    for (let n = 0; n < 62; n++) words.push(await from(loud!))
    expect(words[0]).toBe('ok')
    expect(words.at(-1)).toBe('too_often')
    expect(await from(other!), 'another phone behind the same address').toBe('ok')
    expect((await cheer()).refusal).toBeUndefined()
  })
})
