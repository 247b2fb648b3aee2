import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleAccountsMerge, consoleAccountsShow } from './merging.contract.ts'
import { followMerge, mergeAccounts } from './merging.service.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import type { Parts, Who } from '#seam/server/handle.ts'
import { citusServers } from '#test/databases/citus.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { killedAt } from '#test/faults.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'

/**
 * The test kills the server after every statement of a merge of two accounts, and after every statement of the job that
 * follows the merge. A merge is done whole or not at all, and a second try completes the merge.
 */

let world: World
let owner: Awaited<ReturnType<typeof staffSession>>
let people = 700_000
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { places: 10_000 })
  owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => world?.close())

type Pair = { keep: number; gone: number; mobiles: [string, string] }
/** Makes two accounts with a registration, an order, a saved person, a message and a session each. */
const prepare = async (): Promise<Pair> => {
  const runners = []
  for (let n = 0; n < 2; n++) {
    const runner = await runnerSession(world, `1370${String(people).padStart(7, '0')}`)
    await world.ask(registrationSave, entrant(people++, { mobile: runner.mobile, keep: true }), runner)
    runners.push(runner)
  }
  return { keep: runners[0]!.uid, gone: runners[1]!.uid, mobiles: [runners[0]!.mobile, runners[1]!.mobile] }
}
const heldOf = async (mobile: string, other: string) =>
  (await world.ask(consoleAccountsShow, { first: mobile, second: other }, owner)).accounts.map(({ held }) => held)
const countsOf = async ({ keep, gone }: Pair) => {
  const of = async (table: 'registrations' | 'orders' | 'people', uid: number) =>
    (await world.db.selectFrom(table).select('uid').where('uid', '=', uid).execute()).length
  const all = async (uid: number) => [await of('registrations', uid), await of('orders', uid), await of('people', uid)]
  return { keep: await all(keep), gone: await all(gone) }
}
const mergedInto = async (uid: number) =>
  (await world.db.selectFrom('accounts').select('merged_into').where('uid', '=', uid).executeTakeFirstOrThrow())
    .merged_into
const logged = async (uid: number) =>
  (
    await world.db
      .selectFrom('log')
      .select('id')
      .where('what', '=', 'accounts merged')
      .where('target', '=', `account ${uid}`)
      .execute()
  ).length

const who = (): Who => ({ staffid: owner.staffid }) as Who
const merge = ({ db, seal }: Parts, { keep, gone }: Pair) =>
  db
    .transaction()
    .execute((tx) =>
      mergeAccounts(tx, { seal, now: world.clock.now(), who: who() }, { keep, gone, reason: '同一位选手' }),
    )

// A distributed database on the same cores takes several times as long.
const timeout = citusServers ? 900_000 : 240_000
// Each of some sixty statements needs two sign-ups and two merges.
test(
  'a merge is killed after every statement: it happens wholly or not at all, and a second try ends it',
  { timeout },
  async () => {
    let nth = 1
    for (; ; nth++) {
      world.clock.advance(61_000)
      const pair = await prepare()
      expect(await heldOf(...pair.mobiles)).toMatchObject([{ registrations: 1 }, { registrations: 1 }])
      const died = await killedAt(world.parts, nth, (parts) => merge(parts, pair))
      if (died && (await mergedInto(pair.gone)) === null) {
        expect(await countsOf(pair), `killed after statement ${nth}`).toEqual({ keep: [1, 1, 1], gone: [1, 1, 1] })
        expect(await logged(pair.keep)).toBe(0)
        const again = { keep: pair.keep, gone: pair.gone, reason: '同一位选手' }
        expect(await world.call(consoleAccountsMerge, again, owner)).toMatchObject({ code: '200' })
      }
      expect(await mergedInto(pair.gone)).toBe(pair.keep)
      expect(await countsOf(pair)).toEqual({ keep: [2, 2, 2], gone: [0, 0, 0] })
      expect(await logged(pair.keep)).toBe(1)
      if (!died) break
    }
    expect(nth).toBeGreaterThan(20)
  },
)

// A child process starts and ends for each statement of the job.
test(
  'the job that follows a merge is killed after every statement, and its next run ends it',
  { timeout },
  async () => {
    let nth = 1
    for (; ; nth++) {
      world.clock.advance(61_000)
      const pair = await prepare()
      await merge(world.parts, pair)
      // The test moves rows back, like a call of the merged account that was under way during the merge.
      const late = world.db.updateTable('registrations').where('uid', '=', pair.keep).where('raceid', '=', RACE)
      await late.set({ uid: pair.gone }).execute()
      const died = await killedAt(world.parts, nth, (parts) => followMerge(parts, pair.gone))
      await followMerge(world.parts, pair.gone)
      expect(await countsOf(pair), `killed after statement ${nth}`).toEqual({ keep: [2, 2, 2], gone: [0, 0, 0] })
      if (!died) break
    }
    expect(nth).toBeGreaterThan(10)
  },
)
