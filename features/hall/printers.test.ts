import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  consoleHallJobs,
  consoleHallJudge,
  consoleHallRemove,
  consoleHallShow,
  consoleHallStation,
  hallAction,
  hallCommand,
  hallFetch,
  hallPrint,
} from './contract.ts'
import { tidy } from './jobs.ts'
import { world, staff, keys, set, station, act, openHall } from '#test/scenes/hallDesk.ts'

beforeAll(openHall)
afterAll(() => world?.close())
beforeEach(async () => {
  for (const table of ['hall_jobs', 'hall_blocks', 'hall_stations', 'halls'] as const)
    await world.db.deleteFrom(table).execute()
})

test('of two simultaneous printers each sheet is at one; a begun sheet waits for a person, other sheets go back', async () => {
  await set()
  const [left, right] = [await station('printer'), await station('printer')]
  for (const bib of ['7H1', '7H2', '7H3']) await world.ask(hallPrint, { client: left.client, key: keys[bib]! })
  const views = await Promise.all([act(left, 'take'), act(right, 'take'), act(left, 'take'), act(right, 'take')])
  expect(new Set(views.map(({ current }) => current!.bib)).size).toBe(2)
  const [a, b] = [views[0]!.current!, views[1]!.current!]
  expect(await world.call(hallAction, { station: right.key, action: 'print', id: a.id })).toMatchObject({
    code: '409',
    refusal: 'hall_wrong_station',
  })
  expect(await world.call(hallAction, { station: right.key, action: 'print', id: 999_999 })).toMatchObject({
    refusal: 'hall_job_unknown',
  })
  expect((await act(left, 'print', a.id)).current?.state).toBe('printing')
  expect(
    await world.call(hallAction, { station: left.key, action: 'print', id: a.id }),
    'a second window with the same key',
  ).toMatchObject({ refusal: 'hall_wrong_station' })
  // Both computers stop reporting. One has begun to print, and the other has not.
  world.clock.advance(200_000)
  await tidy({ ...world.parts, now: world.clock.now() })
  expect((await act(left, 'take')).current, 'still in its hand').toMatchObject({ id: a.id, state: 'printing' })
  expect((await world.ask(consoleHallJobs, { raceid: 7, only: 'doubt' }, staff)).items).toMatchObject([
    { id: a.id, state: 'printing', stationid: left.id },
  ])
  expect((await world.ask(hallFetch, { station: right.key })).current).toBeNull()
  await world.ask(consoleHallJudge, { raceid: 7, id: a.id, action: 'done' }, staff)
  expect((await act(right, 'take')).current, 'the one that was not begun').toMatchObject({ id: b.id, state: 'taken' })
  await act(right, 'print', b.id)
  expect((await act(right, 'failed', b.id)).current).toBeNull()
  await world.ask(consoleHallJudge, { raceid: 7, id: b.id, action: 'again' }, staff)
  const rest = [(await act(left, 'take')).current!, (await act(right, 'take')).current!]
  expect(new Set(rest.map(({ bib }) => bib)).size).toBe(2)
  for (const [at, job] of [
    [left, rest[0]!],
    [right, rest[1]!],
  ] as const) {
    await act(at, 'print', job.id)
    expect((await act(at, 'done', job.id)).current).toBeNull()
    expect((await act(at, 'done', job.id)).current, 'said again').toBeNull()
  }
  expect((await world.ask(consoleHallShow, { raceid: 7 }, staff)).counts).toEqual([
    { kind: 'print', state: 'done', n: 3 },
  ])
  // One of them was the runner's own picture, and its file is removed meanwhile.
  await world.db.updateTable('hall_jobs').set({ picture_bytes: 5000 }).where('id', '=', a.id).execute()
  const again = (id: number) => world.call(consoleHallJudge, { raceid: 7, id, action: 'again' }, staff)
  expect((await again(a.id)).refusal).toBe('hall_picture_gone')
  expect((await again(b.id)).code, 'a certificate is printed again').toBe('200')
})

test('a removed screen leaves its line to another; a renewed key ends the old key; a withdrawn result is not shown', async () => {
  await set()
  const [one, two] = [await station('screen'), await station('screen')]
  await world.ask(hallCommand, { client: one.client, key: keys['7H1']! })
  await world.ask(hallCommand, { client: one.client, key: keys['7H2']! })
  await world.ask(consoleHallRemove, { raceid: 7, id: one.id }, staff)
  expect(await world.call(hallFetch, { station: one.key })).toMatchObject({ refusal: 'hall_station_unknown' })
  await world.db
    .updateTable('results')
    .set({ outcome: 'dsq' })
    .where('raceid', '=', 7)
    .where('bib', '=', 'H1')
    .execute()
  expect((await act(two, 'next')).current).toMatchObject({ bib: 'H2' })
  await world.db
    .updateTable('results')
    .set({ outcome: 'finished' })
    .where('raceid', '=', 7)
    .where('bib', '=', 'H1')
    .execute()
  const { link } = await world.ask(consoleHallStation, { raceid: 7, id: two.id, name: '大屏', renew: true }, staff)
  expect(await world.call(hallFetch, { station: two.key })).toMatchObject({ refusal: 'hall_station_unknown' })
  expect((await world.ask(hallFetch, { station: link!.split('#station=')[1]! })).station).toMatchObject({
    id: two.id,
    name: '大屏',
  })
  expect(await world.ask(consoleHallStation, { raceid: 7, id: two.id, name: '主屏' }, staff)).toEqual({
    id: two.id,
    link: null,
  })
})
