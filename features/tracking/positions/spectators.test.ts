import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleTimingList } from '#features/timing/contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type Reader, gun, send, timedHalf, worked } from '#test/timing.ts'
import { type World, makeWorld } from '#test/world.ts'
import { liveTimingReport } from '../passings/report.contract.ts'
import { liveGps, liveRunners } from './spectators.contract.ts'

let world: World
let readers: { start: Reader; ten: Reader; finish: Reader }
const MINUTE = 60_000
beforeAll(async () => {
  world = await makeWorld({ now: new Date(gun + 50 * MINUTE).toISOString() })
  await openRace(world)
  await openEvent(world, { name: '半程', distance_cm: 2_109_750 })
  const timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  readers = await timedHalf(world, timer)
  await world.ask(
    consoleTimingList,
    {
      raceid: RACE,
      eventid: 1,
      kind: 'runners',
      csv: 'bib,name,gender,age,club\n1,龙一,男,30,湖畔跑团\n2,龙二,女,31,湖畔跑团\n3,龙䶮,男,32,\n',
    },
    timer,
  )
  await send(world, readers.start, [
    ['1', 2],
    ['2', 3],
    ['3', 4],
  ])
  await send(world, readers.ten, [
    ['1', 2400],
    ['2', 2700],
  ])
  await worked(world)
})
afterAll(() => world?.close())
const later = (): void => world.clock.advance(1100)

describe('a spectator', () => {
  test('sees the runners by progress, with the next point and a range', async () => {
    const { items, total, teams } = await world.ask(liveRunners, { raceid: RACE })
    expect(items.map(({ bib, place }) => `${place} ${bib}`)).toEqual(['1 1', '2 2', 'null 3'])
    expect([total, teams]).toEqual([3, ['湖畔跑团']])
    const [first] = items
    expect(first).toMatchObject({ name: '龙一', last: { label: '10', ms: 2_400_000 }, next: { label: '终点' } })
    const { ms, low, high } = first!.finish!
    // At an even pace of 4:00 a kilometre the runner would finish in about 1:24:30. The predicted time may be longer,
    // because runners slow down. The time lies between `low` and `high`.
    expect(ms).toBeGreaterThan(5_000_000)
    expect(ms).toBeLessThan(5_700_000)
    expect(low).toBeLessThan(ms)
    expect(high).toBeGreaterThan(ms)
    // At a pace of 4:00 a kilometre, the runner is two and a half kilometres further after ten minutes.
    expect(first!.metres).toBeGreaterThan(11_800)
    expect(first!.metres).toBeLessThan(13_000)
    expect(first).toMatchObject({ by: 'estimate' })
  })

  test('finds a bib, a rare character and a team, and gets a refusal for too many bibs', async () => {
    const bibs = async (input: object) =>
      (await world.ask(liveRunners, { raceid: RACE, ...input })).items.map(({ bib }) => bib)
    expect(await bibs({ q: '䶮' })).toEqual(['3'])
    expect(await bibs({ q: '龍一' }), 'in traditional characters').toEqual(['1'])
    expect(await bibs({ q: '2' })).toEqual(['2'])
    expect(await bibs({ team: '湖畔跑团', gender: 'F' })).toEqual(['2'])
    expect(await bibs({ bibs: '3,1' })).toEqual(['1', '3'])
    expect(await bibs({ q: '没有这个人' })).toEqual([])
    const many = Array.from({ length: 51 }, (_, at) => at).join(',')
    expect(await world.call(liveRunners, { raceid: RACE, bibs: many })).toMatchObject({ refusal: 'too_many_bibs' })
    const page = await world.ask(liveRunners, { raceid: RACE, limit: 2 })
    expect((await world.ask(liveRunners, { raceid: RACE, limit: 2, after: page.after! })).items).toHaveLength(1)
  })

  test('reads one runner at all points, and never an expected time before now', async () => {
    const report = await world.ask(liveTimingReport, { raceid: RACE, bib: '2' })
    expect(report).toMatchObject({ name: '龙二', event: '半程', outcome: 'running', overdue: false })
    expect(
      report.points.map(({ label, time, place, prediction }) => [label, time, place, prediction !== null]),
    ).toEqual([
      ['起点', null, null, false],
      ['10', '00:45:00', 2, false],
      ['终点', null, null, true],
    ])
    expect(report.points[1]!.pace).toBe('4:30')
    expect(report.here!.metres).toBeGreaterThan(10_000)
    expect(await world.call(liveTimingReport, { raceid: RACE, bib: '99' })).toMatchObject({ refusal: 'no_report' })
  })

  test('sees the event, its density and its state, and the finish when it comes', async () => {
    const { events, zone, stretch } = await world.ask(liveGps, { raceid: RACE })
    expect([zone, stretch]).toEqual(['Asia/Shanghai', 100])
    expect(events).toMatchObject([{ eventid: 1, state: 'running', started: 3, finished: 0, course: null }])
    expect(events[0]!.density).toHaveLength(211)
    expect(events[0]!.density.reduce((sum, n) => sum + n, 0)).toBe(3)
    world.clock.advance(40 * MINUTE)
    await send(world, readers.finish, [['1', 5100]], 10)
    await worked(world)
    later()
    const after = await world.ask(liveRunners, { raceid: RACE })
    expect(after.items[0]).toMatchObject({ bib: '1', outcome: 'finished', next: null, finish: null, metres: 21_097.5 })
    expect(await world.call(liveGps, { raceid: 99 })).toMatchObject({ refusal: 'race_not_found' })
  })

  test('reads the runner of the named event if two events have the same bib, else the runner of the first event', async () => {
    await openEvent(world, { id: 2, name: '家庭跑', distance_cm: 2_109_750 })
    await sql`insert into result_sheets (raceid, eventid, points, published_at, updated_at)
      select raceid, 2, points, published_at, updated_at from result_sheets
      where raceid = ${RACE} and eventid = 1`.execute(world.db)
    const change = { eventid: 2, name: '鹿二', _key: 'another' }
    await sql`insert into results
      select (jsonb_populate_record(r, ${JSON.stringify(change)}::jsonb || jsonb_build_object('id', r.id + 1000))).*
      from results r where r.raceid = ${RACE} and r.bib = '2'`.execute(world.db)
    later()
    const nameOf = async (input: { bib: string; eventid?: number }) =>
      (await world.ask(liveTimingReport, { raceid: RACE, ...input })).name
    expect(await nameOf({ bib: '2', eventid: 2 })).toBe('鹿二')
    expect(await nameOf({ bib: '2', eventid: 1 })).toBe('龙二')
    expect(await nameOf({ bib: '2' })).toBe('龙二')
    expect(await nameOf({ bib: '3', eventid: 2 }), 'a link that names the wrong event').toBe('龙䶮')
  })
})
