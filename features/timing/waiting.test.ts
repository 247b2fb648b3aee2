import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { holdResults } from '#features/results/ranking/derived.service.ts'
import { withRanks } from '#features/results/ranking/ranks.service.ts'
import { eventsOf, setEventRanking } from '#features/events/service.ts'
import { consoleResultsTake } from '#features/results/submissions/submissions.contract.ts'
import { importResults } from '#features/results/service.ts'
import { rankedBefore } from '#features/results/ranking/ranked.service.ts'
import { rankTeamsAnew } from '#features/results/ranking/regrouping.service.ts'
import { type Ranking, rankingOf } from '#features/results/rules.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { meanwhile } from '#test/meanwhile.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type Reader, gun, timedHalf } from '#test/timing.ts'
import { type World, makeWorld } from '#test/world.ts'
import type { Tx } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { consoleTimingGun, consoleTimingOffset, consoleTimingStation } from './contract.ts'
import { consoleTimingCorrect } from './corrections/corrections.contract.ts'
import { readsOf } from './reads/import.service.ts'
import { sweeps } from './jobs.ts'
import { changeDevice } from './reads/devices.store.ts'
import { findCourse, saveTimedCourse, upsertStation } from './course/course.store.ts'

/**
 * In most tests a call waits for a lock that another caller holds. The other caller changes facts and then releases the
 * lock. The call must decide by the new facts.
 */
let world: World
let staff: { token: string }
let readers: { start: Reader; ten: Reader; finish: Reader }
const reason = '与现场录像核对'
const EVENTS = [1, 2, 3, 4, 5, 6]

beforeAll(async () => {
  world = await makeWorld({ now: '2026-11-01T02:00:00Z' })
  await openRace(world)
  for (const id of EVENTS) await openEvent(world, { id })
  staff = await staffSession(world, [{ raceid: null, role: 'owner' }])
  readers = await timedHalf(world, staff, {
    waves: [
      { name: 'A', zones: ['A'], gun: new Date(gun).toISOString() },
      { name: 'B', zones: ['B'], gun: new Date(gun + 600_000).toISOString() },
    ],
  })
})
afterAll(() => world?.close())

const held = async (tx: Tx) => {
  await lockAll(tx, [{ kind: 'timing', raceid: RACE, id: 0 }])
  await holdResults(tx, RACE, EVENTS)
}
const now = () => world.clock.now()

describe('how a race is timed', () => {
  test('the gun belongs to the wave at its place once the call continues', async () => {
    const raise = () =>
      world.ask(
        consoleTimingGun,
        { raceid: RACE, eventid: 1, wave: 0, gun: new Date(gun + 60_000).toISOString(), reason },
        staff,
      )
    const { before } = await meanwhile(world, held, raise, async (tx) => {
      const course = (await findCourse(tx, RACE, 1))!
      await saveTimedCourse(tx, { ...course, waves: course.waves.toReversed() })
    })
    expect(before).toBe(new Date(gun + 600_000).toISOString())
    const change = await world.db
      .selectFrom('timing_changes')
      .select(['wave', 'before'])
      .where('raceid', '=', RACE)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(change).toEqual({ wave: 'B', before: { value: new Date(gun + 600_000).toISOString() } })
  })

  test('a clock that is corrected twice at once: each correction names the one before it', async () => {
    const correct = () =>
      world.ask(consoleTimingOffset, { raceid: RACE, id: readers.ten.id, offset_ms: 2000, reason }, staff)
    const { before } = await meanwhile(world, held, correct, (tx) =>
      changeDevice(tx, RACE, readers.ten.id, { offset_ms: 5000 }),
    )
    expect(before).toBe(5000)
  })

  test('two stations that are made at once are two', async () => {
    const next = 1 + Math.max(...(await stations()).map(({ id }) => id))
    const make = () => world.ask(consoleTimingStation, { raceid: RACE, name: '乙', metres: 15_000 }, staff)
    const { id } = await meanwhile(world, held, make, (tx) =>
      upsertStation(tx, { raceid: RACE, id: next, name: '甲', metres: 5000 }),
    )
    expect(id).toBe(next + 1)
    expect((await stations()).filter(({ id: one }) => one >= next).map(({ name }) => name)).toEqual(['甲', '乙'])
  })
  const stations = () =>
    world.db.selectFrom('timing_stations').select(['id', 'name']).where('raceid', '=', RACE).orderBy('id').execute()

  test('two files that are read at once for one station belong to one reader', async () => {
    const id = 1 + Math.max(...(await stations()).map(({ id: one }) => one))
    await world.db.insertInto('timing_stations').values({ raceid: RACE, id, name: '折返', metres: 9000 }).execute()
    const passing = { line: 1, raw: 'x', chip: '1', at: gun + 60_000, elapsed: null, point: '折返', kind: null }
    const order = { raceid: RACE, deviceid: null, eventid: 1, passings: [passing], zone: 'Asia/Shanghai', dry: false }
    const read = () => readsOf(world.db, { ...order, now: now() })
    const [one, two] = await Promise.all([read(), read()])
    expect(one).toMatchObject({ reads: [{ chip: '1' }] })
    expect(two).toEqual(one)
  })

  test('an event whose gun is moved while its close is due stays open', async () => {
    const closing = sweeps.find(({ name }) => name === 'timing_close')!
    const late = new Date(gun + 20 * 3_600_000)
    await meanwhile(
      world,
      held,
      () => closing.run({ ...world.parts, now: late }),
      async (tx) => {
        const course = (await findCourse(tx, RACE, 1))!
        const later = new Date(gun + 19 * 3_600_000).toISOString()
        await saveTimedCourse(tx, { ...course, waves: course.waves.map((wave) => ({ ...wave, gun: later })) })
      },
    )
    const course = (await world.db.transaction().execute((tx) => findCourse(tx, RACE, 1)))!
    expect(course.closed_at).toBeNull()
  })
})

describe('how an event ranks', () => {
  const file = [
    '参赛号,姓名,性别,枪成绩,净成绩,CP1',
    'A1,安一,女,1:30:00,1:29:50,0:40:00',
    'A2,安二,女,1:30:10,1:28:00,0:41:00',
    '',
  ].join('\n')
  const bring = (eventid: number) =>
    importResults(
      { db: world.db, seal: world.parts.seal },
      { raceid: RACE, eventid, filename: 'r.csv', bytes: Buffer.from(file), now: now() },
    )
  const byNet = (tx: Tx, eventid: number, change: Partial<Ranking> = {}) =>
    setEventRanking(
      tx,
      RACE,
      eventid,
      { ...rankingOf({ basis: 'net' }), ...change },
      { points: [{ label: 'CP1', metres: 9800 }] },
      now(),
    )
  const rankedBy = async (eventid: number) =>
    (await world.db.transaction().execute((tx) => rankedBefore(tx, RACE, eventid)))?.by
  const sheetOf = (eventid: number) =>
    world.db
      .selectFrom('result_sheets')
      .select(['clock', 'points'])
      .where('raceid', '=', RACE)
      .where('eventid', '=', eventid)
      .executeTakeFirstOrThrow()

  test("a file is ranked by the event's ranking at its writing, with the present distances", async () => {
    await meanwhile(
      world,
      held,
      () => bring(2),
      (tx) => byNet(tx, 2),
    )
    expect(await sheetOf(2)).toEqual({ clock: 'net', points: [{ label: 'CP1', metres: 9800 }] })
    expect((await rankedBy(2))?.basis).toBe('net')
  })

  test('a correction ranks by the present settings', async () => {
    await bring(3)
    const correct = () =>
      world.ask(
        consoleTimingCorrect,
        {
          raceid: RACE,
          eventid: 3,
          bib: 'A1',
          change: { kind: 'time', point: 'finish', ms: 5_460_000 },
          reason,
        },
        staff,
      )
    await meanwhile(world, held, correct, (tx) => byNet(tx, 3))
    expect((await rankedBy(3))?.basis).toBe('net')
  })

  test('teams that moved are ranked by the present settings', async () => {
    const teams = { of: 'team', kinds: [{ kind: 'open', scorers: 2, women: 0, men: 0 }] }
    const ranking = rankingOf({ teams })
    await world.db.transaction().execute((tx) => setEventRanking(tx, RACE, 4, ranking, {}, now()))
    await bring(4)
    await meanwhile(
      world,
      (tx) => holdResults(tx, RACE, [4]),
      () => rankTeamsAnew(world.db, RACE, now()),
      (tx) => byNet(tx, 4, { teams: ranking.teams }),
    )
    expect((await rankedBy(4))?.basis).toBe('net')
  })

  test('an event that is ranked at its first call ranks by the present settings', async () => {
    await bring(5)
    await world.db.deleteFrom('ranking_inputs').where('raceid', '=', RACE).where('eventid', '=', 5).execute()
    const row = { raceid: RACE, eventid: 5, id: 1, outcome: 'finished' as const, inputs_version: null }
    await meanwhile(
      world,
      held,
      () => withRanks(world.db, [row]),
      (tx) => byNet(tx, 5),
    )
    expect((await rankedBy(5))?.basis).toBe('net')
  })

  test('a submission ranks by the present settings', async () => {
    await bring(6)
    const runner = await runnerSession(world)
    const { _key } = await world.ask(registrationSave, entrant(1, { eventid: 6 }), runner)
    const { id: registrationid } = await world.db
      .selectFrom('registrations')
      .select('id')
      .where('raceid', '=', RACE)
      .where('_key', '=', _key)
      .executeTakeFirstOrThrow()
    const { id } = await world.db
      .insertInto('handed_in_results')
      .values({
        raceid: RACE,
        registrationid,
        eventid: 6,
        uid: runner.uid,
        time_ms: 6_000_000,
        note: '',
        proof: '',
        mark: Buffer.alloc(32, 1),
        created_at: now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await meanwhile(
      world,
      held,
      () => world.ask(consoleResultsTake, { raceid: RACE, id }, staff),
      (tx) => byNet(tx, 6),
    )
    expect((await sheetOf(6)).clock).toBe('net')
    expect((await eventsOf(world.db, RACE)).find(({ id: one }) => one === 6)?.ranking).toMatchObject({ basis: 'net' })
  })
})
