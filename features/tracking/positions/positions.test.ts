import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { get as httpGet } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleTimingList } from '#features/timing/contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type Reader, gun, send, timedHalf, worked } from '#test/timing.ts'
import { moved, openCourse, origin, wayThrough } from '#test/scenes/walks.ts'
import { type World, makeWorld } from '#test/world.ts'
import { type TrackOpening, openTrack, stopTrack } from '../tracks/tracks.service.ts'
import { type Dots, placeOf, takeFrame } from './dots.rules.ts'
import { frameOfText, passingsOfText } from './frame.rules.ts'
import { nextStep, pictureOf } from './picture.service.ts'
import { liveGpsHistory, liveGpsPositions, trackFetch } from './positions.contract.ts'
import { liveTimingReport } from '../passings/report.contract.ts'
import { liveGps, liveRunners } from './spectators.contract.ts'
import { followStream, followersOf } from '../stream/stream.service.ts'

let world: World
let readers: { start: Reader; ten: Reader; finish: Reader }
let director: { token: string }
const MINUTE = 60_000
const SECOND = 1000
const length = 21_097
beforeAll(async () => {
  world = await makeWorld({ now: new Date(gun - MINUTE).toISOString() })
  await openRace(world)
  await openEvent(world, { name: '半程', distance_cm: 2_109_750 })
  await openCourse(
    world.parts,
    RACE,
    1,
    wayThrough([
      [0, 0],
      [length, 0],
    ]),
    world.clock.now(),
  )
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  readers = await timedHalf(world, timer)
  await world.ask(
    consoleTimingList,
    {
      raceid: RACE,
      eventid: 1,
      kind: 'runners',
      csv: 'bib,name,gender,age\n1,龙一,男,30\n2,龙二,女,31\n3,龙三,男,32\n',
    },
    timer,
  )
  world.clock.set(new Date(gun + 60 * MINUTE))
  await send(world, readers.start, [
    ['1', 2],
    ['2', 3],
    ['3', 4],
  ])
  await send(
    world,
    readers.ten,
    [
      ['2', 3000],
      ['3', 3100],
    ],
    10,
  )
  await worked(world)
  await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world?.close())

const opened = (opening: Partial<TrackOpening> = {}) =>
  world.db
    .transaction()
    .execute((tx) =>
      openTrack(
        tx,
        RACE,
        { kind: 'runner', source: 'tracker', visibility: 'race', eventid: 1, bib: '1', ...opening },
        world.clock.now(),
      ),
    )
/** Sends a fix that is `ago` ms old, at `along` metres along the straight course and `off` metres beside it. */
const fix = async (token: string, along: number, off = 0, ago = 0) => {
  const { lat, lon } = moved(origin, along, off)
  const timestamp = world.clock.now().getTime() - ago
  const { statusCode } = await world.app.inject({
    method: 'GET',
    url: `/live/fixes?id=${token}&lat=${lat}&lon=${lon}&timestamp=${timestamp}`,
  })
  expect(statusCode).toBe(200)
}
/** Sends fixes of a device that moves at an even speed. The fixes are ten seconds apart. */
const runs = async (token: string, from: number, speed: number, fixes: number) => {
  for (let n = 0; n < fixes; n++) {
    await fix(token, from + n * 10 * speed)
    world.clock.advance(10 * SECOND)
  }
}
const items = async (input: object) => (await world.ask(liveGpsPositions, { raceid: RACE, ...input })).items

describe('positions', () => {
  test('come from devices if there are any, else from mats', async () => {
    expect((await world.ask(liveGps, { raceid: RACE })).tracked).toBe(false)
    const { token } = await opened()
    await runs(token, 3600, 3, 12)
    const [one, two] = await items({ bibs: '1,2' })
    expect(one).toMatchObject({ bib: '1', by: 'gps', kind: 'runner', eventid: 1, name: null, off: 0 })
    // The last fix was at 3,930 m ten seconds ago.
    expect(Math.abs(one!.metres! - 3960)).toBeLessThanOrEqual(20)
    expect(one!.speed).toBeCloseTo(3, 0)
    expect(two).toMatchObject({ bib: '2', by: 'estimate', seen: null, track: null })
    expect(two!.metres).toBeGreaterThan(11_000)
    expect(two!.lat).toBeCloseTo(origin.lat, 3)
    world.clock.advance(2 * SECOND)
    const start = await world.ask(liveGps, { raceid: RACE })
    expect(start.tracked).toBe(true)
    expect(start.events[0]!.density[39], 'the device counts in its stretch').toBe(1)
    const list = await world.ask(liveRunners, { raceid: RACE, bibs: '1,2' })
    const listed = new Map(list.items.map((runner) => [runner.bib, runner]))
    expect(listed.get('1')).toMatchObject({ by: 'gps' })
    expect(Math.abs(listed.get('1')!.metres! - 3966)).toBeLessThanOrEqual(20)
    expect(listed.get('2')!.by).toBe('estimate')
    const { here } = await world.ask(liveTimingReport, { raceid: RACE, bib: '1' })
    expect(here).toMatchObject({ by: 'gps', metres: listed.get('1')!.metres })
  })
  test('by tile and since a version, and none for a tile elsewhere', async () => {
    const zoom = 2 ** 12
    const y = Math.floor(((1 - Math.asinh(Math.tan((origin.lat * Math.PI) / 180)) / Math.PI) / 2) * zoom)
    const tileAt = (lon: number) => `12/${Math.floor(((lon + 180) / 360) * zoom)}/${y}`
    const here = await items({ tile: tileAt((await items({ bibs: '1' }))[0]!.lon!) })
    expect(here.map(({ bib }) => bib)).toContain('1')
    expect(await items({ tile: '12/0/0' })).toEqual([])
    expect(await items({ tile: '2/9/9' })).toEqual([])
    const { version } = await world.ask(liveGpsPositions, { raceid: RACE })
    expect(await items({ bibs: '1,2,3', since: version + 1 })).toEqual([])
    expect((await world.call(liveGpsPositions, { raceid: RACE, tile: 'x' })).code).toBe('422')
    expect(await world.call(liveGpsPositions, { raceid: 99 })).toMatchObject({ refusal: 'race_not_found' })
  })
  test('of the whole race are one frame, shared by an ETag', async () => {
    const url = `/live/gps/positions?raceid=${RACE}`
    const first = await world.app.inject({ method: 'GET', url })
    const again = await world.app.inject({ method: 'GET', url, headers: { 'if-none-match': first.headers.etag! } })
    expect([first.statusCode, again.statusCode]).toEqual([200, 304])
    const { picture } = first.json<{ data: { picture: string } }>().data
    expect(
      frameOfText(picture)
        .spots.map(({ bib, by }) => `${bib} ${by}`)
        .sort(),
    ).toEqual(['1 gps', '2 estimate', '3 estimate'])
  })
  test('show a pacer, and neither a vehicle of race control, a run by link nor a stopped run', async () => {
    const made = await Promise.all([
      opened({ kind: 'pacer', bib: null, name: '2:00' }),
      opened({ kind: 'vehicle', visibility: 'control', bib: null, eventid: null, name: '救护车' }),
      opened({ visibility: 'link', bib: '3' }),
      opened({ bib: '2' }),
    ])
    for (const { token } of made) await fix(token, 5000)
    await world.db.transaction().execute((tx) => stopTrack(tx, RACE, made[3]!.track.id, 'hand', world.clock.now()))
    world.clock.advance(10 * SECOND)
    const { picture, carriers } = await world.ask(liveGpsPositions, { raceid: RACE })
    const seen = frameOfText(picture!).spots.map(({ bib, by }) => `${bib} ${by}`)
    expect(seen.sort()).toEqual(['1 gps', '2 estimate', '3 estimate', `~${made[0]!.track.id} gps`])
    expect(carriers).toEqual([{ track: made[0]!.track.id, kind: 'pacer', name: '2:00', eventid: 1 }])
  })
})

describe('the way of a track', () => {
  test('is shown only to callers who may see it', async () => {
    const [open, linked, hidden] = await Promise.all([
      opened({ bib: '71' }),
      opened({ visibility: 'link', bib: '72' }),
      opened({ visibility: 'control', bib: '73' }),
    ])
    for (const { token } of [open, linked, hidden]) {
      await fix(token, 100, 0, 5000)
      await fix(token, 130)
    }
    const history = (input: object, as?: { token: string }) =>
      world.call(liveGpsHistory, { raceid: RACE, ...input }, as).then(({ refusal, data }) => {
        const tracks = (data as { tracks: { track: number; points: number[][] }[] } | null)?.tracks
        return refusal ?? tracks!.map(({ track, points }) => [track, points.map(([, , , along]) => along)])
      })
    expect(await history({ bib: '71' })).toEqual([[open.track.id, [100, 130]]])
    expect(await history({ bib: '71', since: Math.floor(world.clock.now().getTime() / 1000) })).toEqual([
      [open.track.id, [130]],
    ])
    expect(await history({ bib: '72' })).toBe('track_not_found')
    expect(await history({ bib: '73' })).toBe('track_not_found')
    expect(await history({ track: hidden.track.id })).toBe('track_not_found')
    expect(await history({})).toBe('track_not_found')
    expect(await history({ link: linked.link })).toEqual([[linked.track.id, [100, 130]]])
    // The link of one run does not open another run.
    expect(await history({ link: linked.link, bib: '73' })).toBe('track_not_found')
    const logged = () => world.db.selectFrom('log').select('target').where('what', '=', 'track opened').execute()
    const look = { target: `track ${hidden.track.id}` }
    // A first call with `since` is a look too. Later calls for newer points are the same look.
    for (let n = 0; n < 2; n++)
      expect(await history({ bib: '73', since: 0 }, director)).toEqual([[hidden.track.id, [100, 130]]])
    expect(await logged()).toEqual([look])
    expect(await history({ bib: '73' }, director)).toEqual([[hidden.track.id, [100, 130]]])
    expect(await logged()).toEqual([look, look])
    await history({ bib: '73', since: 0 }, await staffSession(world, [{ raceid: RACE, role: 'director' }]))
    expect(await logged()).toEqual([look, look, look])
    expect((await world.ask(trackFetch, { raceid: RACE, id: `t${open.track.id}` })).track!.points).toHaveLength(2)
    expect(await world.call(trackFetch, { raceid: RACE, id: `t${linked.track.id}` })).toMatchObject({
      refusal: 'track_not_found',
    })
    const shared = { raceid: RACE, id: `t${linked.track.id}`, link: linked.link }
    expect((await world.ask(trackFetch, shared)).track!.bib).toBe('72')
  })
  test('and a course comes by the number of its event', async () => {
    const { course } = await world.ask(trackFetch, { raceid: RACE, id: 'c1' })
    expect(course!.metres).toBeCloseTo(length, -2)
    expect(await world.call(trackFetch, { raceid: RACE, id: 'c2' })).toMatchObject({ refusal: 'course_not_found' })
    const { port } = world.app.server.address() as AddressInfo
    const path = await fetch(`http://127.0.0.1:${port}/track/fetch/c1?raceid=${RACE}`)
    expect(((await path.json()) as { data: { course: object } }).data.course).not.toBeNull()
  })
})

describe('the stream', () => {
  const listen = (of = '') => {
    let text = ''
    const { port } = world.app.server.address() as AddressInfo
    const asking = httpGet({ port, host: '127.0.0.1', path: `/live/stream?raceid=${RACE}${of}` }, (answer) => {
      answer.setEncoding('utf8').on('data', (part: string) => void (text += part))
    })
    asking.on('error', () => undefined)
    const events = (kind: string) =>
      [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].filter((one) => one[1] === kind)
    return { events: (kind: string) => events(kind).map((one) => one[2]!), end: () => asking.destroy() }
  }
  test('sends the same passings to everybody, and to pages with a map the dots that did not keep their pace', async () => {
    const { token } = await opened({ bib: '3' })
    await runs(token, 5000, 3, 6)
    const [map, list] = [listen(), listen('&of=list')]
    for (const one of [map, list]) await expect.poll(() => one.events('here').length).toBe(1)
    const dots: Dots = new Map()
    takeFrame(dots, frameOfText((await world.ask(liveGpsPositions, { raceid: RACE })).picture!))
    await send(world, readers.ten, [['1', 3650]], 100)
    await worked(world)
    world.clock.advance(100 * SECOND)
    await fix(token, 5700)
    await expect.poll(() => list.events('passings').length, { timeout: 5000 }).toBeGreaterThan(0)
    expect(passingsOfText(list.events('passings')[0]!)).toEqual([{ eventid: 1, point: 1, bib: '1', ms: 3_650_000 }])
    await expect.poll(() => map.events('frame').length, { timeout: 5000 }).toBeGreaterThan(0)
    expect(map.events('passings')).toEqual(list.events('passings'))
    expect(list.events('frame')).toEqual([])
    for (const frame of map.events('frame')) takeFrame(dots, frameOfText(frame))
    const place = placeOf(dots.get('1/3')!, world.clock.now().getTime()) as { metres: number }
    expect(Math.abs(place.metres - 5700)).toBeLessThan(30)
    map.end()
    list.end()
    await expect.poll(() => followersOf(world.db, RACE)).toBe(0)
  })
  test('sends nothing about a runner who keeps the pace', async () => {
    const { token } = await opened({ bib: '1' })
    await runs(token, 8000, 3, 12)
    const picture = (await pictureOf(world.db, RACE, world.clock.now()))!
    picture.followed = true
    let sent = 0
    for (let n = 0; n < 20; n++) {
      await runs(token, 8360 + n * 30, 3, 1)
      const { frame } = (await nextStep(world.db, RACE, world.clock.now()))!
      sent += frame.spots.filter(({ bib }) => bib === '1').length
    }
    expect(sent).toBeLessThanOrEqual(1)
    // When a runner rests, the server sends the spot as soon as the dot on the pages is 30 m too far.
    world.clock.advance(10 * SECOND)
    await fix(token, 8930)
    const { frame } = (await nextStep(world.db, RACE, world.clock.now()))!
    picture.followed = false
    expect(frame.spots.find(({ bib }) => bib === '1')).toMatchObject({ metres: 8930 })
  })
  test('lets pages load the picture again when thousands of dots come at once', async () => {
    const many = 10_000
    const now = world.clock.now()
    const picture = (await pictureOf(world.db, RACE, now))!
    picture.followed = true
    const step = async () => {
      world.clock.advance(SECOND)
      return (await nextStep(world.db, RACE, world.clock.now()))!
    }
    await sql`with next as (update track_versions set version = version + 1 where raceid = ${RACE} returning version),
      fresh as (
        insert into tracks (raceid, version, kind, source, visibility, eventid, bib, token_hash, created_at)
        select ${RACE}, next.version, 'runner', 'tracker', 'race', 1, 'M' || n, sha256(n::text::bytea), ${now}
        from next, generate_series(1, ${many}) as n
        returning id, version)
      insert into fixes (raceid, trackid, at, version, delay_ms, lat, lon, along, off, sure)
      select ${RACE}, id, ${now}, version, 0, 0, 0, 5000, 0, true from fresh`.execute(world.db)
    const steps = []
    for (let n = 0; n < 8; n++) steps.push(await step())
    expect(steps.map(({ anew }) => anew)).toEqual([false, false, false, true, false, false, false, false])
    const { picture: text, total } = await world.ask(liveGpsPositions, { raceid: RACE })
    expect(total).toBeGreaterThan(many)
    expect(frameOfText(text!).spots.filter(({ bib }) => bib.startsWith('M'))).toHaveLength(many)
    for (const { frame } of steps) expect(frame.spots.length).toBeLessThan(2000)
    const url = `/live/gps/positions?raceid=${RACE}`
    const read = (coding: string) => world.app.inject({ method: 'GET', url, headers: { 'accept-encoding': coding } })
    const plain = await read('identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [coding, open] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const answer = await read(coding)
      expect(answer.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept, accept-encoding' })
      expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
      expect(open(answer.rawPayload).toString()).toBe(plain.body)
      const again = { 'accept-encoding': coding, 'if-none-match': String(answer.headers.etag) }
      expect((await world.app.inject({ method: 'GET', url, headers: again })).statusCode).toBe(304)
    }
    await sql`delete from fixes where raceid = ${RACE} and trackid in (select id from tracks where bib like 'M%')`.execute(
      world.db,
    )
    await sql`with next as (update track_versions set version = version + 1 where raceid = ${RACE} returning version)
      update tracks set version = next.version, erased_at = ${now} from next where raceid = ${RACE} and bib like 'M%'`.execute(
      world.db,
    )
    const gone = await step()
    picture.followed = false
    expect(gone.anew, 'not so soon again').toBe(false)
    expect(gone.frame.spots.some(({ what }) => what === 'gone')).toBe(true)
  })
  test('sends the passings of a failed step in the next step', async () => {
    const picture = (await pictureOf(world.db, RACE, world.clock.now()))!
    picture.followed = true
    const [key, runner] = [...picture.sent].find(([, { bib }]) => bib === '2')!
    picture.sent.delete(key)
    const dots = picture.dots
    // The step fails at the dots, after it has looked at the runners.
    picture.dots = new Proxy(dots, {
      get: (of, name) => {
        if (name === Symbol.iterator) throw new Error('the step fails')
        const value: unknown = Reflect.get(of, name)
        return typeof value === 'function' ? value.bind(of) : value
      },
    })
    await expect(nextStep(world.db, RACE, world.clock.now())).rejects.toThrow('the step fails')
    picture.dots = dots
    const { passings } = (await nextStep(world.db, RACE, world.clock.now()))!
    picture.followed = false
    const times = runner.times.filter((ms) => ms !== null)
    expect(passings.filter(({ bib }) => bib === '2').map(({ ms }) => ms)).toEqual(times)
    expect(times.length).toBeGreaterThan(0)
  })
  test('and callers who poll learn which dots have gone', async () => {
    const poll = (since: number, bibs?: string) => world.ask(liveGpsPositions, { raceid: RACE, since, bibs })
    const { track, token } = await opened({ bib: '74' })
    await fix(token, 100)
    world.clock.advance(3 * SECOND)
    const { version, picture } = await world.ask(liveGpsPositions, { raceid: RACE })
    expect(frameOfText(picture!).spots.map(({ bib }) => bib)).toContain('74')
    await world.db.transaction().execute((tx) => stopTrack(tx, RACE, track.id, 'staff', world.clock.now()))
    world.clock.advance(3 * SECOND)
    const gone = async () => {
      const { picture: text } = await poll(version)
      return frameOfText(text!)
        .spots.filter(({ bib }) => bib === '74')
        .map(({ what }) => what)
    }
    expect(await gone()).toEqual(['gone'])
    expect((await poll(version, '74')).items).toMatchObject([{ bib: '74', metres: null, lat: null, lon: null }])
    world.clock.advance(3 * SECOND)
    expect(await gone()).toEqual(['gone'])
    // Another process may have shown the dot until shortly after this one missed it.
    const heard = Math.floor(world.clock.now().getTime() / 1000) - 1
    expect(frameOfText((await poll(heard)).picture!).spots.map(({ bib, what }) => `${bib} ${what}`)).toContain(
      '74 gone',
    )
    expect((await poll(heard, '74')).items).toMatchObject([{ bib: '74', metres: null }])
    world.clock.advance(6 * SECOND)
    const later = Math.floor(world.clock.now().getTime() / 1000)
    expect(frameOfText((await poll(later)).picture!).spots.some(({ what }) => what === 'gone')).toBe(false)
  })
  test('leaves no picture followed if a caller goes while the stream is prepared', async () => {
    world.clock.advance(5 * SECOND)
    const picture = (await pictureOf(world.db, RACE, world.clock.now()))!
    // The caller goes as soon as the server has counted the line.
    const raw = { destroyed: false, once: () => void (raw.destroyed = true) }
    const callers = async () => ({ runner: { uid: null }, staff: { staffid: null }, device: null })
    const request = { query: { raceid: String(RACE) }, ip: '127.0.0.1' }
    await followStream(world.parts, request as never, { raw } as never, callers as never)
    expect(raw.destroyed).toBe(true)
    expect(picture.followed).toBe(false)
  })
  test('refuses a race that nobody may see', async () => {
    const { port } = world.app.server.address() as AddressInfo
    for (const query of ['raceid=99', 'raceid=x', ''])
      expect((await fetch(`http://127.0.0.1:${port}/live/stream?${query}`)).status).toBe(404)
  })
})
