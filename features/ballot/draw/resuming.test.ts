import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { registrationDel } from '#features/registrations/changes/changes.contract.ts'
import { registrationShow } from '#features/registrations/contract.ts'
import { registrationFriends } from '#features/registrations/signup/signup.contract.ts'
import { startWorker } from '#server/worker.ts'
import { type OpenBallots, everybody, openBallots } from '#test/ballot/ballots.ts'
import { RACE, entrant } from '#test/entrants.ts'
import { consoleBallotsFreeze, consoleBallotsPublish, consoleBallotsSeed } from '../console.contract.ts'
import { freezeList } from '../list/freezing.service.ts'
import { jobs, sweeps } from '../jobs.ts'
import { entryIdOf } from '../list/list.rules.ts'
import { drawLots } from './lots.service.ts'
import { publishOutcome } from '../publishing.service.ts'

const ZONE = 'America/New_York'
const day = 86_400_000
let world: OpenBallots
beforeAll(async () => {
  world = await openBallots({}, { zone: ZONE })
})
afterAll(() => world.close())

let families = 500_000
/** Signs several people up at once from one account. */
const family = async (eventid: number, size: number) => {
  world.clock.advance(1)
  const friends = Array.from({ length: size }, () => {
    const { raceid: _, ...friend } = entrant(families++, { eventid })
    return friend
  })
  const { items } = await world.ask(registrationFriends, { raceid: RACE, friends }, world.runner)
  return Promise.all(items.map(({ _key }) => world.rowOf(_key)))
}
const fatesOf = async (id: number) =>
  (await world.entries(id)).map(({ entry, fate, segment, code }) => [entry.toString('hex'), fate, segment, code])
const statesOf = (eventid: number) =>
  world.db
    .selectFrom('registrations')
    .select(['id', 'state', 'place_held', 'wait_pos', 'orderid'])
    .where('raceid', '=', RACE)
    .where('eventid', '=', eventid)
    .orderBy('id')
    .execute()
class Killed extends Error {}
/** Returns a callback for the steps of a job. It throws at its nth call, as if the server were killed there. */
const killedAt = (n: number) => {
  let steps = 0
  return () => {
    if (++steps >= n) throw new Killed()
  }
}
/** Kills a job at its first step, then at its second, until the job reaches its end. Returns the number of kills. */
const killedEverywhere = async (run: (step: () => void) => Promise<void>): Promise<number> => {
  for (let kills = 0; kills < 50; kills++) {
    try {
      await run(killedAt(kills + 1))
      return kills
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
  }
  throw new Error('It never ends')
}

// The test draws eight ballots by the calls of runners and staff, each from the sign-ups to the published outcome.
test(
  'for small ballots in the database: never more than the places, each entry once, salts give the ids, whole groups',
  { timeout: 180_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 8 }),
        fc.constantFrom('skip' as const, 'stop' as const),
        fc.constantFrom('order' as const, 'none' as const),
        fc.string({ minLength: 1, maxLength: 8 }).filter((said) => /^[\x21-\x7e]+$/.test(said)),
        async (sizes, places, groups, together, number) => {
          const eventid = await world.event({ places: 8 })
          const signedUp = []
          for (const size of sizes) signedUp.push(await family(eventid, size))
          const people = signedUp.flat()
          const { id } = await world.declare(eventid, {
            places,
            groups,
            together,
            segments: [{ name: 'women', says: {}, places: 2, who: { is: 'gender', gender: 'female' } }, everybody],
          })
          await world.freeze(id)
          await world.draw(id, number)
          await world.publish(id)
          const entries = await world.entries(id)
          expect(entries.map(({ registrationid }) => registrationid).sort()).toEqual(people.map((one) => one.id).sort())
          for (const { registrationid, salt, entry, applied_at } of entries) {
            expect(entryIdOf(salt, people.find((one) => one.id === registrationid)!._key)).toBe(entry.toString('hex'))
            expect(applied_at).not.toBeNull()
          }
          const rows = await statesOf(eventid)
          const won = rows.filter(({ state }) => state === 'normal')
          expect(won.length).toBeLessThanOrEqual(places)
          expect(won.every(({ place_held }) => place_held)).toBe(true)
          expect((await world.eventRow(eventid)).taken).toBe(won.length)
          expect(
            rows.flatMap(({ state, wait_pos }) => (state === 'undraw' ? [wait_pos] : [])).sort((a, b) => a! - b!),
          ).toEqual(Array.from({ length: rows.length - won.length }, (_, at) => at + 1))
          if (together === 'order')
            for (const members of signedUp)
              expect(
                new Set(members.map((one) => rows.find((row) => row.id === one.id)!.state)).size,
                'a family is drawn together',
              ).toBe(1)
          else expect(won.length).toBe(Math.min(places, rows.length))
        },
      ),
      { numRuns: 8, seed: 20261121 },
    )
  },
)

describe('killed at every step', () => {
  test('a repeated freezing gives the same list, a repeated draw the same outcome, and each lot is published once', async () => {
    const eventid = await world.event({ places: 5 })
    // The test signs the families up one after another, because sign-ups of one account at one moment are one group.
    const people = [...(await family(eventid, 4)), ...(await family(eventid, 3)), ...(await family(eventid, 2))]
    const { id } = await world.declare(eventid, { places: 5, together: 'order' })
    const key = world.key(id)
    world.clock.advance(day + 60_000)
    await world.ask(consoleBallotsFreeze, key, world.staff)

    await expect(freezeList(world.parts, key, { page: 2, step: killedAt(3) })).rejects.toThrow(Killed)
    const salts = new Map((await world.entries(id)).map(({ registrationid, salt }) => [registrationid, salt]))
    expect(salts.size).toBeGreaterThan(0)
    expect(await killedEverywhere((step) => freezeList(world.parts, key, { page: 2, step }))).toBeGreaterThan(4)
    const entries = await world.entries(id)
    expect(entries).toHaveLength(people.length)
    for (const { registrationid, salt } of entries)
      expect(salts.get(registrationid) ?? salt, 'salts are kept').toBe(salt)
    const list = await world.file(`/ballots/${RACE}/${id}/list.txt`)
    expect(world.sha256(list)).toBe((await world.ballotOf(id)).list_hash!.toString('hex'))

    world.clock.advance(12 * 60_000)
    await world.ask(consoleBallotsSeed, { ...key, number: '778' }, world.staff)
    await expect(drawLots(world.parts, key, { chunk: 2, step: killedAt(2) })).rejects.toThrow(Killed)
    const some = await fatesOf(id)
    expect(some.filter(([, fate]) => fate !== null).length).toBe(4)
    expect(await killedEverywhere((step) => drawLots(world.parts, key, { chunk: 4, step }))).toBeGreaterThan(1)
    const fates = await fatesOf(id)
    for (const [at, one] of some.entries()) if (one[1] !== null) expect(fates[at]).toEqual(one)

    await world.ask(consoleBallotsPublish, key, world.staff)
    expect(await killedEverywhere((step) => publishOutcome(world.parts, key, { chunk: 2, step }))).toBeGreaterThan(2)
    const rows = await statesOf(eventid)
    // The places go to the group of four, or to the group of three and the group of two.
    const { drawn } = (await world.ballotOf(id)).counts as { drawn: number }
    expect([4, 5]).toContain(drawn)
    expect([(await world.eventRow(eventid)).taken, rows.filter(({ state }) => state === 'normal').length]).toEqual([
      drawn,
      drawn,
    ])
    expect(
      await world.db
        .selectFrom('orders')
        .select('id')
        .where('raceid', '=', RACE)
        .where(
          'id',
          'in',
          rows.map(({ orderid }) => orderid!),
        )
        .execute(),
    ).toHaveLength(9)
    expect(
      await world.db
        .selectFrom('messages')
        .select('key')
        .where(
          'key',
          'in',
          rows.map(({ id: row, state }) => `drawn_${state === 'normal' ? 'won' : 'lost'} ${RACE}/${row}`),
        )
        .execute(),
    ).toHaveLength(9)
  })

  test('two simultaneous servers do each step once', async () => {
    const eventid = await world.event({ places: 5 })
    await family(eventid, 8)
    const { id } = await world.declare(eventid, { places: 5 })
    const key = world.key(id)
    world.clock.advance(day + 60_000)
    const begun = await Promise.all([1, 2].map(() => world.call(consoleBallotsFreeze, key, world.staff)))
    expect(begun.map(({ code }) => code).sort()).toEqual(['200', '409'])
    await Promise.all([1, 2].map(() => freezeList(world.parts, key, { page: 3 })))
    const { list_hash } = await world.ballotOf(id)
    expect(world.sha256(await world.file(`/ballots/${RACE}/${id}/list.txt`))).toBe(list_hash!.toString('hex'))
    world.clock.advance(12 * 60_000)
    const seeded = await Promise.all(
      ['1', '2'].map((number) => world.call(consoleBallotsSeed, { ...key, number }, world.staff)),
    )
    expect(seeded.map(({ code }) => code).sort()).toEqual(['200', '409'])
    await Promise.all([1, 2].map(() => drawLots(world.parts, key, { chunk: 3 })))
    await world.ask(consoleBallotsPublish, key, world.staff)
    await Promise.all([1, 2].map(() => publishOutcome(world.parts, key, { chunk: 2 })))
    expect((await world.eventRow(eventid)).taken).toBe(5)
    for (const [what, count] of [
      ['ballot frozen', 1],
      ['ballot seeded', 1],
      ['ballot drawn', 1],
      ['ballot published', 1],
    ] as const)
      expect(
        await world.db
          .selectFrom('log')
          .select('id')
          .where('raceid', '=', RACE)
          .where('target', '=', `ballot ${id}`)
          .where('what', '=', what)
          .execute(),
        what,
      ).toHaveLength(count)
    expect(
      await world.db
        .selectFrom('log')
        .select('id')
        .where('raceid', '=', RACE)
        .where('what', '=', 'registration drawn')
        .where(
          'target',
          'in',
          (await statesOf(eventid)).map((row) => `registration ${row.id}`),
        )
        .execute(),
    ).toHaveLength(5)
  })
})

test("the server's own jobs and sweeps bring a draw from its freezing to its outcome", async () => {
  const eventid = await world.event({ places: 2 })
  await family(eventid, 4)
  world.clock.advance(day + 60_000)
  const at = (minutes: number) => new Date(world.clock.now().getTime() + minutes * 60_000).toISOString()
  const { id } = await world.declare(
    eventid,
    { places: 2, source: { kind: 'beacon', at: at(20) } },
    { draw_at: at(60), pay_end: at(9_000) },
  )
  const worker = await startWorker(world.parts, {
    jobs,
    sweeps: sweeps.map((sweep) => ({ ...sweep, everySeconds: 0.1 })),
    pollMs: 100,
  })
  const reaches = (state: string) =>
    vi.waitFor(async () => expect((await world.ballotOf(id)).state).toBe(state), { timeout: 200_000, interval: 50 })
  try {
    await world.ask(consoleBallotsFreeze, world.key(id), world.staff)
    await reaches('frozen')
    world.clock.advance(21 * 60_000)
    await reaches('drawn')
    world.clock.advance(40 * 60_000)
    await reaches('published')
  } finally {
    await worker.stop()
  }
  expect((await world.eventRow(eventid)).taken).toBe(2)
})

test('a runner who left meanwhile is skipped, and the place stays free', async () => {
  const eventid = await world.event({ places: 3, signup_until: new Date(world.clock.now().getTime() + day) })
  const people = await family(eventid, 3)
  const { id } = await world.declare(eventid, { places: 3 })
  await world.freeze(id)
  await world.draw(id)
  await world.db
    .updateTable('events')
    .set({ signup_until: new Date(world.clock.now().getTime() + day) })
    .where('raceid', '=', RACE)
    .where('id', '=', eventid)
    .execute()
  await world.ask(registrationDel, { id: people[0]!._key }, world.runner)
  await world.publish(id)
  expect((await world.eventRow(eventid)).taken).toBe(2)
  expect((await world.rowOf(people[0]!._key)).state).toBe('draw')
  expect((await world.entries(id)).every(({ applied_at }) => applied_at !== null)).toBe(true)
})

test('if places were taken meanwhile, no winner loses a place: the draw waits, says so, and continues', async () => {
  const eventid = await world.event({ places: 3 })
  await family(eventid, 4)
  const { id } = await world.declare(eventid, { places: 3 })
  await world.freeze(id)
  await world.draw(id)
  await world.db.updateTable('events').set({ taken: 1 }).where('raceid', '=', RACE).where('id', '=', eventid).execute()
  await world.publish(id)
  expect(await world.ballotOf(id)).toMatchObject({ state: 'publishing', problem: 'sold_out' })
  expect((await world.eventRow(eventid)).taken).toBe(3)
  await world.db.updateTable('events').set({ places: 4 }).where('raceid', '=', RACE).where('id', '=', eventid).execute()
  await publishOutcome(world.parts, world.key(id))
  expect(await world.ballotOf(id)).toMatchObject({ state: 'published', problem: null })
  expect((await statesOf(eventid)).map(({ state }) => state).sort()).toEqual(['normal', 'normal', 'normal', 'undraw'])
})

test("deadlines are shown on the race's clock, also over the night of a clock change", async () => {
  const eventid = await world.event({ places: 1, pay_end: null })
  const [one] = await family(eventid, 1)
  // On 2026-11-01 the clock in New York goes back at 02:00. 05:30 UTC is 01:30 in summer time, and 06:30 UTC is 01:30
  // again.
  world.clock.set(world.clock.now() > new Date('2026-10-01T00:00:00Z') ? world.clock.now() : '2026-10-01T00:00:00Z')
  const { id } = await world.declare(
    eventid,
    { places: 1 },
    { draw_at: '2026-10-30T14:00:00Z', pay_end: '2026-11-02T04:59:00Z' },
  )
  await world.freeze(id)
  await world.draw(id)
  const waiting = await world.ask(registrationShow, { id: one!._key }, { ...world.runner, lang: 'en' })
  expect(waiting.status.description).toContain('30 Oct 2026, 10:00')
  await world.publish(id)
  const won = await world.ask(registrationShow, { id: one!._key }, { ...world.runner, lang: 'en' })
  expect(won.status).toMatchObject({ title_key: 'won' })
  expect(won.status.description, '23:59 standard time').toContain('1 Nov 2026, 23:59')
})
