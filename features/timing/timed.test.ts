import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RACE } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { gun, send, standings, worked } from '#test/timing.ts'
import {
  consoleTimingClose,
  consoleTimingCourse,
  consoleTimingDevice,
  consoleTimingGun,
  consoleTimingList,
  consoleTimingOffset,
  consoleTimingReads,
  consoleTimingShow,
  consoleTimingStation,
} from './contract.ts'
import { world, timer, readers, at, openTimed, first, reason } from '#test/scenes/timedRace.ts'

beforeAll(openTimed)
afterAll(() => world?.close())

describe('how a race is timed', () => {
  test('a reader three seconds off, corrected and back', async () => {
    expect(await world.call(consoleTimingOffset, { raceid: RACE, id: 99, offset_ms: 1, reason }, timer)).toMatchObject({
      refusal: 'device_unknown',
    })
    await world.ask(consoleTimingOffset, { raceid: RACE, id: readers.finish.id, offset_ms: 3000, reason }, timer)
    expect((await standings(world))[0]).toMatch(/^1 1 finished 5003100/)
    expect(
      await world.ask(consoleTimingOffset, { raceid: RACE, id: readers.finish.id, offset_ms: 0, reason }, timer),
    ).toMatchObject({ before: 3000 })
    expect(await standings(world)).toEqual(first)
  })
  test('the gun of a wave, and none yet', async () => {
    const set = (given: string | null, more = {}) =>
      world.call(consoleTimingGun, { ...at, wave: 0, gun: given, reason, ...more }, timer)
    expect(await set(null, { eventid: 2 })).toMatchObject({ refusal: 'course_missing' })
    expect(await set(null, { wave: 3 })).toMatchObject({ refusal: 'wave_unknown' })
    await set(new Date(gun - 10_000).toISOString())
    expect((await standings(world))[0]).toMatch(/^1 1 finished 5010100 4997100/)
    await set(null)
    expect(await standings(world)).toEqual([])
    await set(new Date(gun).toISOString())
    expect(await standings(world)).toEqual(first)
  })
  test('closed: runners without a finish are out, runners without a read have not started; and opened again', async () => {
    await world.ask(consoleTimingList, { ...at, kind: 'runners', csv: 'bib,name\n6,韩六\n' }, timer)
    expect(await world.call(consoleTimingClose, { raceid: RACE, eventid: 2, closed: true }, timer)).toMatchObject({
      refusal: 'course_missing',
    })
    await world.ask(consoleTimingClose, { ...at, closed: true }, timer)
    expect((await standings(world)).slice(4)).toEqual(['– 5 dnf – – [] – –', '– 6 dns – – [] – –'])
    expect(
      await world.db
        .selectFrom('result_sheets')
        .select(['provisional', 'waiting_since'])
        .where('raceid', '=', RACE)
        .executeTakeFirstOrThrow(),
    ).toEqual({ provisional: false, waiting_since: null })
    await world.ask(consoleTimingClose, { ...at, closed: false }, timer)
    expect(await standings(world)).toEqual(first)
    expect(
      await world.db
        .selectFrom('result_sheets')
        .select(['provisional', 'waiting_since'])
        .where('raceid', '=', RACE)
        .executeTakeFirstOrThrow(),
    ).toEqual({ provisional: true, waiting_since: new Date(gun) })
    await world.db.deleteFrom('timing_runners').where('raceid', '=', RACE).where('bib', '=', '6').execute()
  })
  test('chips: a chip is the bib unless a list gives it another bib', async () => {
    expect(await world.call(consoleTimingList, { ...at, kind: 'chips', csv: 'a,b\n1,2\n' }, timer)).toMatchObject({
      refusal: 'list_unreadable',
    })
    expect(
      await world.call(consoleTimingList, { raceid: RACE, eventid: 9, kind: 'chips', csv: 'a' }, timer),
    ).toMatchObject({ refusal: 'event_not_found' })
    await send(world, readers.finish, [['AB12', 5500]], 900)
    expect(await world.ask(consoleTimingList, { ...at, kind: 'chips', csv: 'bib,chip\n5,ab12\n,ff\n' }, timer)).toEqual(
      { rows: 1, refused: [3] },
    )
    await worked(world)
    expect((await standings(world))[3]).toMatch(/^4 5 finished 5500000/)
    await world.db.deleteFrom('timing_chips').where('raceid', '=', RACE).execute()
    await world.ask(consoleTimingGun, { ...at, wave: 0, gun: new Date(gun).toISOString(), reason }, timer)
    expect(await standings(world)).toEqual(first)
  })
  test('courses, stations and readers are checked as they are written', async () => {
    const shown = await world.ask(consoleTimingShow, { raceid: RACE }, timer)
    expect(shown.events[0]).toMatchObject({ set: true, finished: 4, running: 1, runners: 5 })
    expect(
      await world.call(consoleTimingShow, { raceid: 99 }, await staffSession(world, [{ raceid: null, role: 'owner' }])),
    ).toMatchObject({ refusal: 'race_not_found' })
    const { points, waves, rules } = shown.events[0]!
    const write = (change: object) =>
      world.call(consoleTimingCourse, { ...at, points, waves, rules, live: true, ...change }, timer)
    expect(await write({ eventid: 9 })).toMatchObject({ refusal: 'event_not_found' })
    expect(await write({ points: points.slice(0, 2) })).toMatchObject({ refusal: 'finish_missing' })
    expect(await write({ points: [...points, points[0]] })).toMatchObject({ refusal: 'label_twice' })
    expect(await write({ waves: [...waves, ...waves] })).toMatchObject({ refusal: 'wave_twice' })
    expect(await write({ points: points.map((one) => ({ ...one, stationid: 99 })) })).toMatchObject({
      refusal: 'station_unknown',
    })
    expect(
      await world.call(consoleTimingStation, { raceid: RACE, id: 99, name: 'x', metres: null }, timer),
    ).toMatchObject({ refusal: 'station_unknown' })
    expect(
      await world.call(
        consoleTimingStation,
        { raceid: RACE, id: readers.ten.stationid, name: 'x', metres: null, remove: true },
        timer,
      ),
    ).toMatchObject({ refusal: 'station_in_use' })
    expect(await world.call(consoleTimingDevice, { raceid: RACE, stationid: 99, name: 'x' }, timer)).toMatchObject({
      refusal: 'station_unknown',
    })
    expect(
      await world.call(consoleTimingDevice, { raceid: RACE, id: 99, stationid: 1, name: 'x' }, timer),
    ).toMatchObject({ refusal: 'device_unknown' })
    const renewed = await world.ask(
      consoleTimingDevice,
      { raceid: RACE, id: readers.ten.id, stationid: readers.ten.stationid, name: '10公里 1', renew: true },
      timer,
    )
    expect(await world.call(consoleTimingReads, { key: readers.ten.key, reads: [] })).toMatchObject({
      refusal: 'device_unknown',
    })
    expect(await world.ask(consoleTimingReads, { key: renewed.key!, reads: [] })).toEqual({ taken: 0, known: 0 })
  })
})
