import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Parts } from '#seam/server/handle.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { killedAt } from '#test/faults.ts'
import { meanwhile } from '#test/meanwhile.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { counted } from '#test/prove/counted.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationSave } from '../signup/signup.contract.ts'
import {
  consoleRegistrationsBulkPreview,
  consoleRegistrationsBulkShow,
  consoleRegistrationsBulkStart,
  consoleRegistrationsBulkStop,
  consoleRegistrationsBulkUndo,
} from './bulk.contract.ts'
import { goOnWithBulk } from './bulk.jobs.ts'

/**
 * The test kills the server after every statement of a bulk action, and then starts the server again on the same
 * database. Each row is done exactly once, and its runner gets one message.
 */

let world: World
let director: { token: string }
let runner: Awaited<ReturnType<typeof runnerSession>>
let people = 950_000
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { id: 1, state: 'audit', places: 10_000 })
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  runner = await runnerSession(world)
})
afterAll(() => world?.close())

/** `npm run prove -- bulk` kills after every statement, the ordinary suite only after every fifth. */
const stride = process.env.EVERY_STEP ? 1 : 5
const ROWS = 2

const signUp = async (): Promise<number[]> => {
  const ids: number[] = []
  for (let n = 0; n < ROWS; n++) {
    const { _key } = await world.ask(registrationSave, entrant(people++, { eventid: 1 }), runner)
    const row = world.db.selectFrom('registrations').select('id').where('_key', '=', _key)
    ids.push((await row.executeTakeFirstOrThrow()).id)
  }
  return ids
}
const start = async (action: string, ids: number[], input: Record<string, unknown>): Promise<number> => {
  const request = { raceid: RACE, action, filter: { ids, q: '' } }
  const { total, upto } = await world.ask(consoleRegistrationsBulkPreview, request, director)
  return (await world.ask(consoleRegistrationsBulkStart, { ...request, input, total, upto }, director)).id
}
const work = (parts: Parts, id: number) => goOnWithBulk({ raceid: RACE, id }, { ...parts, now: world.clock.now() })
const loggedOf = async (ids: readonly number[], what: string): Promise<number> => {
  const targets = ids.map((id) => `registration ${id}`)
  const { n } = await world.db
    .selectFrom('log')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('what', '=', what)
    .where('target', 'in', targets)
    .executeTakeFirstOrThrow()
  return Number(n)
}
/** Checks that every row of a bulk action is whole: a row marked as done has its change, and any other row has none. */
const isWhole = async (id: number, done: (row: { state: string; tag: string | null }) => boolean): Promise<void> => {
  const rows = await world.db
    .selectFrom('bulk_rows')
    .innerJoin('registrations', (on) =>
      on
        .onRef('registrations.raceid', '=', 'bulk_rows.raceid')
        .onRef('registrations.id', '=', 'bulk_rows.registrationid'),
    )
    .select(['bulk_rows.outcome', 'registrations.state', 'registrations.tag'])
    .where('bulk_rows.bulkid', '=', id)
    .execute()
  expect(rows.map((row) => done(row))).toEqual(rows.map(({ outcome }) => outcome === 'done'))
}
const everyStep = async (
  prepare: () => Promise<{ id: number; ids: number[] }>,
  done: (row: { state: string; tag: string | null }) => boolean,
  logged: string,
): Promise<number> => {
  for (let nth = 1; ; nth += stride) {
    const { id, ids } = await prepare()
    const died = await killedAt(world.parts, nth, (parts) => work(parts, id))
    await isWhole(id, done)
    await work(world.parts, id)
    const { bulk } = await world.ask(consoleRegistrationsBulkShow, { raceid: RACE, id }, director)
    expect(bulk).toMatchObject({ state: 'ended', done: ROWS, not_done: 0, unchanged: 0 })
    expect(await loggedOf(ids, logged)).toBe(ROWS)
    if (!died) return nth
  }
}

test('a stop while a row waits leaves that row, and the counts are those of the done rows', async () => {
  const ids = await signUp()
  const id = await start('tag', ids, { tag: '停' })
  await meanwhile(
    world,
    (tx) => sql`select from registrations where raceid = ${RACE} and id = ${ids[1]!} for update`.execute(tx),
    () => work(world.parts, id),
    () => world.ask(consoleRegistrationsBulkStop, { raceid: RACE, id }, director),
  )
  const { bulk } = await world.ask(consoleRegistrationsBulkShow, { raceid: RACE, id }, director)
  expect(bulk).toMatchObject({ state: 'stopped', done: 1, total: 2 })
  const { rows } = await sql`select tag from registrations where raceid = ${RACE} and id = any(${ids}::bigint[])
    order by id`.execute(world.db)
  expect(rows).toEqual([{ tag: '停' }, { tag: null }])
})

// Each killed statement needs two sign-ups, a preview and two runs, so this test takes minutes.
test('a refusal is killed after every statement', { timeout: 240_000 }, async () => {
  const steps = await everyStep(
    async () => {
      const ids = await signUp()
      return { ids, id: await start('refuse', ids, { reason: '资料不清楚' }) }
    },
    ({ state }) => state === 'auditfail',
    'registration refused',
  )
  expect(steps).toBeGreaterThan(10)
  counted({ statements_killed_after: steps })
})

// Kills the undo in the same way. Each round first runs the refusal that the undo takes back.
test('an undo is killed after every statement', { timeout: 240_000 }, async () => {
  const steps = await everyStep(
    async () => {
      const ids = await signUp()
      const first = await start('refuse', ids, { reason: '资料不清楚' })
      await work(world.parts, first)
      const undo = await world.ask(consoleRegistrationsBulkUndo, { raceid: RACE, id: first }, director)
      return { ids, id: undo.id }
    },
    ({ state }) => state === 'audit',
    'registration back under review',
  )
  expect(steps).toBeGreaterThan(10)
  counted({ statements_killed_after: steps })
})
