import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleTimingList } from '#features/timing/contract.ts'
import { consoleTimingIgnore } from '#features/timing/corrections/corrections.contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type Reader, gun, send, timedHalf, worked } from '#test/timing.ts'
import { type World, makeWorld } from '#test/world.ts'
import { liveTimingFetch, liveTimingStations } from './passings.contract.ts'

let world: World
let timer: { token: string }
let readers: { start: Reader; ten: Reader; finish: Reader }
beforeAll(async () => {
  world = await makeWorld({ keepsShared: true, now: new Date(gun + 3_000_000).toISOString() })
  await openRace(world)
  await openEvent(world, { name: '半程', names: { en: 'Half' } })
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  readers = await timedHalf(world, timer)
  await world.ask(
    consoleTimingList,
    {
      raceid: RACE,
      eventid: 1,
      kind: 'runners',
      csv: 'bib,name,gender,age\n1,龙一,男,30\n2,龙二,女,31\n3,龙三,男,32\n4,龙䶮,男,33\n',
    },
    timer,
  )
})
afterAll(() => world?.close())

/** Moves the clock on by more than a second, the time for which answers are cached. */
const later = (): void => world.clock.advance(1100)

describe('the points of a race under way', () => {
  test('count the runners who passed, name the first three, and drop a read that staff ignore', async () => {
    await send(
      world,
      readers.start,
      ['1', '2', '3', '4'].map((bib, at) => [bib, 2 + at] as const),
    )
    await send(
      world,
      readers.ten,
      ['2', '1', '4', '3'].map((bib, at) => [bib, 2400 + at] as const),
    )
    await worked(world)
    later()
    const { events } = await world.ask(liveTimingStations, { raceid: RACE })
    expect(events).toMatchObject([
      {
        eventid: 1,
        event: '半程',
        started: 4,
        stations: [
          { label: '起点', metres: 0 },
          { label: '10', metres: 10_000, passed: 4, first_ms: 2_400_000, latest_ms: 2_403_000 },
          { label: '终点', passed: 0, first_ms: null, leaders: [] },
        ],
      },
    ])
    expect(events[0]!.stations[1]!.leaders.map(({ bib, name }) => `${bib} ${name}`)).toEqual([
      '2 龙二',
      '1 龙一',
      '4 龙䶮',
    ])
    const reads = await world.db
      .selectFrom('timing_reads')
      .select(['id', 'chip', 'at_ms'])
      .where('chip', '=', '2')
      .execute()
    const ten = reads.find(({ at_ms }) => Number(at_ms) === gun + 2_400_000)!
    await world.ask(consoleTimingIgnore, { raceid: RACE, id: ten.id, ignored: true, reason: '测试' }, timer)
    await worked(world)
    later()
    const after = await world.ask(liveTimingStations, { raceid: RACE, eventid: 1 })
    expect(after.events[0]!.stations[1]).toMatchObject({ passed: 3, first_ms: 2_401_000 })
    expect(after.events[0]!.stations[1]!.leaders[0]!.bib).toBe('1')
  })

  test('answer a GET with an ETag, the same to everybody, in the language of the address', async () => {
    later()
    const get = (query: string, headers: Record<string, string> = {}) =>
      world.app.inject({ method: 'GET', url: `/live/timing/stations?${query}`, headers })
    const first = await get(`raceid=${RACE}&_lang=en`)
    expect(first.headers).toMatchObject({ 'cache-control': 'public, max-age=2' })
    expect(first.json().data.events[0].event).toBe('Half')
    // An invented parameter and a session do not change the answer.
    const other = await get(`made=up&_lang=en&raceid=${RACE}`, { cookie: `startline=${timer.token}` })
    expect(other.headers.etag).toBe(first.headers.etag)
    expect(other.headers['set-cookie']).toBeUndefined()
    const same = await get(`raceid=${RACE}&_lang=en`, { 'if-none-match': `W/${String(first.headers.etag)}` })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    expect((await get(`raceid=${RACE}`)).headers.etag).not.toBe(first.headers.etag)
    expect((await get('raceid=99')).json()).toMatchObject({ code: '404', refusal: 'race_not_found' })
    expect((await get('raceid=99')).headers['cache-control']).toBe('no-store')
  })
})

describe('the passings of a race', () => {
  test('come newest first, and again from a version on', async () => {
    later()
    const { passings, version, change } = await world.ask(liveTimingFetch, { raceid: RACE })
    expect(change).toBe(false)
    expect(passings.map(({ bib, label, time }) => `${bib} ${label} ${time}`).sort()).toEqual([
      '1 10 00:40:01',
      '3 10 00:40:03',
      '4 10 00:40:02',
    ])
    later()
    await send(world, readers.finish, [['4', 5100]], 50)
    await worked(world)
    later()
    const next = await world.ask(liveTimingFetch, { raceid: RACE, since: version + 1 })
    expect(next.change).toBe(true)
    expect(next.passings.map(({ bib, label }) => `${bib} ${label}`)).toEqual(['4 终点'])
    expect(next.version).toBeGreaterThan(version)
  })

  test('come for named runners alone, for a replay, and never for too many', async () => {
    const { passings } = await world.ask(liveTimingFetch, { raceid: RACE, bibs: '4,1' })
    expect(passings.map(({ bib, label }) => `${bib} ${label}`).sort()).toEqual(['1 10', '4 10', '4 终点'])
    const many = Array.from({ length: 51 }, (_, at) => at).join(',')
    expect(await world.call(liveTimingFetch, { raceid: RACE, bibs: many })).toMatchObject({ refusal: 'too_many_bibs' })
  })

  test('show no name that its runner hides', async () => {
    await world.db
      .updateTable('results')
      .set({ hide_name: true, updated_at: world.clock.now() })
      .where('bib', '=', '4')
      .execute()
    later()
    const { passings } = await world.ask(liveTimingFetch, { raceid: RACE })
    expect(new Set(passings.filter(({ bib }) => bib === '4').map(({ name }) => name))).toEqual(new Set([null]))
  })
})
