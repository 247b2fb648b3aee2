import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readTableFile } from '#features/files/tableFile.service.ts'
import { saveRace } from '#features/races/service.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { killedAt } from '#test/faults.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleExportsScheduleSave,
  consoleExportsScheduleStaff,
  consoleExportsScheduleStop,
  consoleExportsScheduled,
} from './schedules.contract.ts'
import { eraseEnded } from './schedules.jobs.ts'
import { writePieces } from './pieces.service.ts'
import { makeScheduled, queueDue } from './schedules.service.ts'

type Staff = Awaited<ReturnType<typeof staffSession>>
let world: World
let desk: Staff
let timer: Staff
let stranger: Staff
const table = 'registrations'
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openRace(world, { id: 2027, name: '别的赛事' })
  await openEvent(world)
  const { token } = await runnerSession(world)
  for (const n of [1, 2, 3]) await world.ask(registrationSave, entrant(n, { name: '沈跑跑' }), { token })
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.db.deleteFrom('scheduled_files').execute()
  await world.db.deleteFrom('table_schedules').execute()
  await world.db.updateTable('races').set({ archived_at: null }).execute()
  world.clock.set('2026-05-04T00:30:00Z')
  desk = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  stranger = await staffSession(world, [{ raceid: 2027, role: 'director' }])
})

const schedule = () => ({
  raceid: RACE,
  name: '每日名单',
  table,
  columns: ['id', 'name', 'idnum'],
  format: 'csv' as const,
  staffid: timer.staffid!,
  hour: 9,
  until: '2026-05-06',
})
const scheduled = async (change: object = {}, as = desk) =>
  (await world.ask(consoleExportsScheduleSave, { ...schedule(), ...change }, as)).id
/** Sets the clock, and keeps the staff logged in. */
const at = async (time: string): Promise<void> => {
  world.clock.set(time)
  const now = world.clock.now()
  const expires_at = new Date(now.getTime() + 3_600_000)
  await world.db.updateTable('sessions').set({ created_at: now, seen_at: now, expires_at }).execute()
}
/** Runs the queue and its jobs as the worker does. */
const work = async (parts = world.parts): Promise<void> => {
  await queueDue(parts, world.clock.now())
  const { rows } = await sql<{ payload: { raceid: number; id: number; day: string } }>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'scheduled export' order by j.id`.execute(world.db)
  for (const { payload } of rows) await makeScheduled(parts, payload)
}
const shown = (as: Staff) => world.ask(consoleExportsScheduled, { raceid: RACE }, as)
const stateOf = async () =>
  await world.db.selectFrom('table_schedules').select(['state', 'why', 'next_day']).executeTakeFirstOrThrow()
const fetched = (href: string, as: Staff) =>
  world.app.inject({ method: 'GET', url: href, cookies: { startline_console: as.token } })

test('refused without the rights, for a person without them, for the past, and without a reason', async () => {
  const refused = async (change: object, as: { token: string } = desk) =>
    (await world.call(consoleExportsScheduleSave, { ...schedule(), ...change }, as)).refusal
  expect(await refused({}, stranger)).toBe('no_permission')
  expect(await refused({}, {} as never)).toBe('not_logged_in')
  expect(await refused({ table: 'staff_passwords' })).toBe('table_not_found')
  expect(await refused({ staffid: stranger.staffid })).toBe('schedule_for_nobody')
  expect(await refused({ staffid: 999_999 })).toBe('schedule_for_nobody')
  expect(await refused({ until: '2026-05-03' })).toBe('schedule_never')
  expect(await refused({ open: true })).toBe('field_wrong')
  expect(await refused({ open: true, why: '投保' })).toBe('schedule_for_nobody')
  expect(await refused({ open: true, why: '投保', staffid: timer.staffid }, timer)).toBe('no_permission')
  expect(await refused({ columns: ['id', 'price'] }, timer)).toBe('no_permission')
  for (const odd of [
    { hour: 24 },
    { hour: -1 },
    { until: 'tomorrow' },
    { weekdays: [7] },
    { name: '' },
    { format: 'pdf' },
  ])
    expect(await refused(odd), JSON.stringify(odd)).toBe('field_wrong')
  expect((await world.call(consoleExportsScheduled, { raceid: RACE }, {})).refusal).toBe('not_logged_in')
  const { staff } = await world.ask(consoleExportsScheduleStaff, { raceid: RACE, table }, desk)
  const ids = staff.map(({ staffid }) => staffid)
  expect(ids).toEqual(expect.arrayContaining([desk.staffid, timer.staffid]))
  expect(ids).not.toContain(stranger.staffid)
})

test('a file comes at its hour, once a day, only for its member of staff, until the last day', async () => {
  await scheduled()
  await work()
  expect((await shown(timer)).files).toEqual([])
  for (const [time, files] of [
    ['2026-05-04T01:00:00Z', 1],
    ['2026-05-04T09:00:00Z', 1],
    ['2026-05-05T01:00:00Z', 2],
    ['2026-05-06T01:00:00Z', 3],
    ['2026-05-07T01:00:00Z', 3],
  ] as const) {
    await at(time)
    await work()
    expect((await shown(timer)).files, time).toHaveLength(files)
  }
  expect(await stateOf()).toEqual({ state: 'ended', why: null, next_day: null })
  expect((await shown(desk)).files).toEqual([])
  const [{ href, filename } = { href: '', filename: '' }] = (await shown(timer)).files
  expect(filename).toBe('江城马拉松-报名-2026-05-06.csv')
  const file = await fetched(href, timer)
  const read = await readTableFile(file.rawPayload)
  expect('table' in read && read.table.rows).toHaveLength(3)
  expect(file.payload).not.toContain(idnumOf(1))
  for (const as of [desk, stranger]) expect((await fetched(href, as)).statusCode).toBe(404)
  for (const odd of [href.replace('csv', 'xlsx'), href.replace(String(RACE), '2027'), `${href}x`])
    expect((await fetched(odd, timer)).statusCode, odd).toBe(404)
  expect((await shown(timer)).files[0]!.fetched_at).not.toBeNull()
  const log = await world.db.selectFrom('log').select('what').where('raceid', '=', RACE).execute()
  expect(log.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['export scheduled', 'scheduled export made', 'scheduled export fetched']),
  )
})

test('some days of the week, at midnight, in the zone that the race has then', async () => {
  await scheduled({ weekdays: [2], hour: 0, until: '2026-06-01' })
  await at('2026-05-04T15:59:59Z')
  await work()
  expect((await shown(timer)).files).toEqual([])
  await at('2026-05-04T16:00:00Z')
  await work()
  expect((await shown(timer)).files).toHaveLength(1)
  expect((await stateOf()).next_day).toBe('2026-05-12')
  const settings = { zone: 'America/New_York' }
  const now = world.clock.now()
  const row = await world.db.selectFrom('races').selectAll().where('id', '=', RACE).executeTakeFirstOrThrow()
  await world.db.transaction().execute((tx) => saveRace(tx, { ...row, zone: settings.zone } as never, now))
  await at('2026-05-12T03:59:59Z')
  await work()
  expect((await shown(timer)).files).toEqual([])
  await at('2026-05-12T04:00:00Z')
  await work()
  expect((await shown(timer)).files).toHaveLength(1)
  await world.db.transaction().execute((tx) => saveRace(tx, row as never, now))
})

test('sealed columns are open with the reason that was given once, and the log has each file', async () => {
  await scheduled({ staffid: desk.staffid, open: true, why: '投保' })
  await at('2026-05-04T01:00:00Z')
  await work()
  const [file] = (await shown(desk)).files
  expect((await fetched(file!.href, desk)).payload).toContain(idnumOf(1))
  const log = await world.db.selectFrom('log').select(['what', 'after', 'staffid']).where('raceid', '=', RACE).execute()
  expect(log.filter(({ what, staffid }) => what === 'registration opened' && staffid === desk.staffid)).toHaveLength(3)
  expect(log).toContainEqual(
    expect.objectContaining({ what: 'scheduled export made', after: { format: 'csv', count: 3, why: '投保' } }),
  )
})

test('after the right or the member of staff is gone, no file is made and none is fetched', async () => {
  const id = await scheduled()
  await at('2026-05-04T01:00:00Z')
  await work()
  const [file] = (await shown(timer)).files
  await world.db.deleteFrom('staff_roles').where('staffid', '=', timer.staffid!).execute()
  expect((await fetched(file!.href, timer)).statusCode).toBe(404)
  await at('2026-05-05T01:00:00Z')
  await writePieces(world.parts, { raceid: RACE, id, day: '2026-05-05' }, Readable.from([Buffer.from('沈跑跑')]))
  const piece = () => world.parts.integrations.files.read(`private/scheduled/${RACE}/${id}-2026-05-05.0`)
  expect(await piece(), 'a killed run left a piece').toBeDefined()
  await work()
  expect(await stateOf()).toMatchObject({ state: 'stopped', why: 'right' })
  expect(await piece()).toBeUndefined()
  await world.db.deleteFrom('table_schedules').execute()
  const leaver = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  await scheduled({ staffid: leaver.staffid })
  await world.db
    .updateTable('staff')
    .set({ removed_at: world.clock.now() })
    .where('staffid', '=', leaver.staffid!)
    .execute()
  await at('2026-05-06T01:00:00Z')
  await work()
  expect(await stateOf()).toMatchObject({ state: 'stopped', why: 'staff' })
})

test('an archived race stops a schedule, and its people stop it by hand', async () => {
  const id = await scheduled()
  const stop = (as: Staff) => world.call(consoleExportsScheduleStop, { raceid: RACE, id }, as)
  expect((await stop(stranger)).refusal).toBe('schedule_not_found')
  await world.db.updateTable('races').set({ archived_at: world.clock.now() }).where('id', '=', RACE).execute()
  await at('2026-05-04T01:00:00Z')
  await work()
  expect(await stateOf()).toMatchObject({ state: 'stopped', why: 'archived' })
  await world.db.updateTable('races').set({ archived_at: null }).execute()
  world.clock.advance(60_000)
  const other = await scheduled()
  expect((await world.call(consoleExportsScheduleStop, { raceid: RACE, id: other }, timer)).code).toBe('200')
})

test('files are erased after their time', async () => {
  await scheduled()
  await at('2026-05-04T01:00:00Z')
  await work()
  const [file] = (await shown(timer)).files
  world.clock.advance(7 * 86_400_000)
  expect((await fetched(file!.href, timer)).statusCode).toBe(404)
  await eraseEnded({ ...world.parts, now: world.clock.now() })
  expect(await world.db.selectFrom('scheduled_files').selectAll().execute()).toEqual([])
  const { id } = await world.db.selectFrom('table_schedules').select('id').executeTakeFirstOrThrow()
  const piece = `private/scheduled/${RACE}/${id}-2026-05-04.0`
  expect(await world.parts.integrations.files.read(piece)).toBeUndefined()
})

// Each round kills the job after three more statements than the round before, and then runs the job twice again. A busy
// machine needs long for this.
test('killed after every statement, a day still has one file', { timeout: 120_000 }, async () => {
  for (let nth = 1; ; nth += 3) {
    await world.db.deleteFrom('scheduled_files').execute()
    await world.db.deleteFrom('table_schedules').execute()
    await at('2026-05-04T00:30:00Z')
    const id = await scheduled()
    await at('2026-05-04T01:00:00Z')
    await queueDue(world.parts, world.clock.now())
    const key = { raceid: RACE, id, day: '2026-05-04' }
    const died = await killedAt(world.parts, nth, (parts) => makeScheduled(parts, key))
    await Promise.all([makeScheduled(world.parts, key), makeScheduled(world.parts, key)])
    const { files } = await shown(timer)
    expect(files).toHaveLength(1)
    expect((await fetched(files[0]!.href, timer)).payload.trim().split('\r\n')).toHaveLength(4)
    if (!died) return expect(nth).toBeGreaterThan(6)
  }
})
