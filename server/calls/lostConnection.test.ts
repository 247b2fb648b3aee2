import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#db/db.ts'
import { documentsMy } from '#features/people/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { citusServers } from '#test/databases/citus.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { meanwhile } from '#test/meanwhile.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { despiteLoss } from './lostConnection.ts'

let world: World
let runner: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  runner = await runnerSession(world)
})
afterAll(() => world?.close())

/** Ends the connections that wait for this transaction, as a broken network or a lost database does. */
const breakWaiting = (tx: Tx) =>
  (citusServers
    ? sql`select pg_terminate_backend(citus_pid_for_gpid(waiting_gpid)) from citus_lock_waits
        where blocking_gpid = citus_backend_gpid()`
    : sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pg_backend_pid() = any(pg_blocking_pids(pid))`
  ).execute(tx)
const lockEvent = (tx: Tx) => sql`select from events where raceid = ${RACE} for update`.execute(tx)
const lockTable = (name: string) => (tx: Tx) => sql`lock table ${sql.table(name)} in access exclusive mode`.execute(tx)
const registered = async () =>
  (await world.db.selectFrom('registrations').select('_key').where('raceid', '=', RACE).execute()).length

test('a sign-up with _once whose connection breaks is still made, and once', async () => {
  const call = () => world.call(registrationSave, { ...entrant(1), _once: 'sign-up-1' }, runner)
  const answered = await meanwhile(world, lockEvent, call, breakWaiting)
  expect(answered).toMatchObject({ code: '200' })
  expect(await registered()).toBe(1)
  expect((await call()).data).toEqual(answered.data)
})

test('a write without _once fails, because nobody knows whether it was done', async () => {
  const before = await registered()
  const call = () => world.call(registrationSave, entrant(2), runner)
  expect(await meanwhile(world, lockEvent, call, breakWaiting)).toMatchObject({ code: '500', refusal: 'our_fault' })
  expect(await registered()).toBe(before)
})

test('the caller is found even if the connection breaks', async () => {
  const { token } = await runnerSession(world)
  const call = () => world.call(documentsMy, {}, { token })
  expect(await meanwhile(world, lockTable('sessions'), call, breakWaiting)).toMatchObject({ code: '200' })
})

test('a shared read is answered even if the connection breaks', async () => {
  const call = async () => (await world.app.inject(`/race/home?raceid=${RACE}`)).json<{ code: string }>()
  expect(await meanwhile(world, lockTable('events'), call, breakWaiting)).toMatchObject({ code: '200' })
})

test('work is tried three times at most, and only after a lost connection', async () => {
  const tries = async (error: unknown, succeedsAt: number) => {
    let made = 0
    const work = async () => {
      made += 1
      if (made < succeedsAt) throw error
      return 'done'
    }
    return [await despiteLoss(work).catch(() => 'failed'), made]
  }
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01' })
  expect(await tries(lost, 3)).toEqual(['done', 3])
  expect(await tries(lost, 4)).toEqual(['failed', 3])
  expect(await tries(new Error('Connection terminated unexpectedly'), 2)).toEqual(['done', 2])
  expect(await tries(Object.assign(new Error('duplicate key'), { code: '23505' }), 2)).toEqual(['failed', 1])
})
