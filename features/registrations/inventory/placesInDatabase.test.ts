import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Seal } from '#db/sealing/seal.ts'
import { onceKeyOf } from '#db/sharing/onceAnswers.ts'
import { readEvent } from '#features/events/service.ts'
import { closeDueOrders } from '#features/payments/jobs.ts'
import { readRace } from '#features/races/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { secondProcess } from '#test/second.ts'
import { type World, makeWorld } from '#test/world.ts'
import type { WaitingSignup } from '../signup/batch/decision.service.ts'
import { commitBatch } from '../signup/batch/batch.service.ts'
import { SignupInput, registrationSave } from '../signup/signup.contract.ts'
import { documentIndex, sealEntry } from '../signup/sealing.service.ts'
import { checkSignup } from '../signup/signup.rules.ts'
import { versionsOf } from '../signup/wording.rules.ts'
import { type SignedUp, signUp } from '../signup/signup.service.ts'

/** Reads the counter of an event, and counts its registrations, held places, live registrations and orders. */
const countOf = async (db: World['db'], id: number) => {
  const { taken, places } = await db
    .selectFrom('events')
    .select(['taken', 'places'])
    .where('raceid', '=', RACE)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('registrations')
    .select(['place_held', 'closed_at', 'orderid'])
    .where('raceid', '=', RACE)
    .where('eventid', '=', id)
    .execute()
  return {
    taken,
    places,
    held: rows.filter(({ place_held }) => place_held).length,
    live: rows.filter(({ closed_at }) => closed_at === null).length,
    rows: rows.length,
    orders: new Set(rows.map(({ orderid }) => orderid)).size,
  }
}
const settled = (all: SignedUp[]) => ({
  saved: all.filter((one) => 'saved' in one).length,
  soldOut: all.filter((one) => 'refused' in one && one.refused === 'sold_out').length,
  twice: all.filter((one) => 'refused' in one && one.refused === 'already_registered').length,
})

describe('on a real database', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
    await openRace(world)
  })
  afterAll(() => world.close())
  const raceOf = async (db = world.db) => {
    const row = (await readRace(db, RACE, world.clock.now()))!
    return { ...row, settings: settingsOf(row) }
  }
  const enter = async (
    n: number,
    eventid: number,
    parts: { db: World['db']; seal: Seal } = world.parts,
  ): Promise<SignedUp> =>
    signUp(
      parts,
      { input: SignupInput.parse(entrant(n, { eventid })), race: await raceOf(parts.db), uid: n, lang: 'zh-cn' },
      world.clock.now(),
    )

  // This test makes a thousand sign-ups over HTTP.
  test(
    '200 places and 1,000 simultaneous people over HTTP: exactly 200 get a place',
    { timeout: 180_000 },
    async () => {
      await openEvent(world, { id: 1, places: 200 })
      const tokens = await Promise.all(Array.from({ length: 20 }, () => runnerSession(world)))
      const answers = await Promise.all(
        Array.from({ length: 1000 }, (_, n) => world.call(registrationSave, entrant(10_000 + n), tokens[n % 20])),
      )
      expect(answers.filter(({ code }) => code === '200')).toHaveLength(200)
      expect(answers.filter(({ refusal }) => refusal === 'sold_out')).toHaveLength(800)
      expect(await countOf(world.db, 1)).toEqual({
        taken: 200,
        places: 200,
        held: 200,
        live: 200,
        rows: 200,
        orders: 200,
      })
    },
  )

  test('the same with two processes, each with its own connections and batches', async () => {
    await openEvent(world, { id: 2, places: 200 })
    const other = await secondProcess(world)
    const all = await Promise.all(
      Array.from({ length: 1000 }, (_, n) => enter(20_000 + n, 2, n % 2 ? world.parts : other)),
    )
    expect(settled(all)).toEqual({ saved: 200, soldOut: 800, twice: 0 })
    expect(await countOf(world.db, 2)).toMatchObject({ taken: 200, held: 200, rows: 200 })
    await other.db.destroy()
  })

  test('everybody twice, in two processes and two events at once: each document is entered once', async () => {
    await openEvent(world, { id: 3, places: 1000 })
    await openEvent(world, { id: 4, places: 1000 })
    const other = await secondProcess(world)
    const all = await Promise.all(
      Array.from({ length: 600 }, (_, n) => enter(30_000 + (n % 300), n < 300 ? 3 : 4, n % 2 ? world.parts : other)),
    )
    expect(settled(all)).toEqual({ saved: 300, soldOut: 0, twice: 300 })
    const [third, fourth] = [await countOf(world.db, 3), await countOf(world.db, 4)]
    expect(third.taken + fourth.taken).toBe(300)
    expect([third.taken, fourth.taken]).toEqual([third.held, fourth.held])
    await other.db.destroy()
  })

  test('one call repeated at once in two processes is one registration and one answer', async () => {
    await openEvent(world, { id: 7, places: 10 })
    const other = await secondProcess(world)
    const race = await raceOf()
    const once = onceKeyOf('the same call')
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        signUp(
          n % 2 ? world.parts : other,
          { input: SignupInput.parse(entrant(50_000, { eventid: 7 })), race, uid: 1, lang: 'en', once },
          world.clock.now(),
        ),
      ),
    )
    const keys = new Set(all.map((one) => ('saved' in one ? one.saved._key : JSON.stringify(one))))
    expect(keys.size).toBe(1)
    expect(await countOf(world.db, 7)).toMatchObject({ taken: 1, rows: 1 })
    await other.db.destroy()
  })

  // This test runs twenty-five random sequences on a real database.
  test(
    'for random sequences of sign-ups and unpaid orders: taken places are live registrations',
    { timeout: 240_000 },
    async () => {
      let id = 100
      let n = 100_000
      await fc.assert(
        fc.asyncProperty(
          fc.nat(12),
          fc.array(
            fc.oneof(
              fc.record({ people: fc.integer({ min: 1, max: 9 }), again: fc.boolean() }),
              fc.constant('hour' as const),
            ),
            { minLength: 1, maxLength: 8 },
          ),
          async (places, steps) => {
            const event = ++id
            await openEvent(world, { id: event, places, signup_until: new Date(world.clock.now().getTime() + 1e10) })
            let last: number[] = []
            for (const step of steps) {
              if (step === 'hour') {
                world.clock.advance(61 * 60_000)
                await closeDueOrders(world.parts, world.clock.now())
              } else {
                last = step.again ? last : Array.from({ length: step.people }, () => ++n)
                await Promise.all(last.map((one) => enter(one, event)))
              }
              const count = await countOf(world.db, event)
              expect(count.taken).toBe(count.held)
              expect(count.held).toBe(count.live)
              expect(count.taken).toBeLessThanOrEqual(places)
            }
          },
        ),
        { numRuns: 25, seed: 20261121 },
      )
    },
  )

  test('a registration that breaks its batch harms nobody else: the others are entered, each with its own answer', async () => {
    await openEvent(world, { id: 5, places: 10 })
    const event = (await readEvent(world.db, RACE, 5, world.clock.now(), true))!
    const ready = (n: number): WaitingSignup => {
      const checked = checkSignup(
        SignupInput.parse(entrant(n)),
        { form: { ...formDefaults }, raceDay: '2026-11-01', versions: versionsOf() },
        world.clock.now(),
      )
      if (!checked.ok) throw new Error(JSON.stringify(checked.wrong))
      const document = documentIndex(world.parts.seal, RACE, checked.entry.document.identity)
      return {
        raceid: RACE,
        eventid: 5,
        version: event.updated_at.getTime(),
        uid: n,
        lang: 'zh-cn',
        once: undefined,
        document,
        payMinutes: 60,
        unpaidMost: 20,
        subject: 'x',
        zones: [],
        invite: null,
        qualified: false,
        zone: 'Asia/Shanghai',
        addons: {},
        seen: undefined,
        eventNames: {},
        personal: [],
        row: sealEntry(world.parts.seal, RACE, checked.entry, document, {}, world.clock.now()),
        now: world.clock.now(),
      }
    }
    const broken = ready(40_001)
    broken.row = { ...broken.row, name: null as unknown as string }
    const outcomes = await commitBatch(world.db, [ready(40_000), broken, ready(40_002)])
    expect(outcomes.map((outcome) => Object.keys(outcome)[0])).toEqual(['saved', 'failed', 'saved'])
    expect(await countOf(world.db, 5)).toMatchObject({ taken: 2, held: 2, orders: 2 })
  })

  test('the constraints of the database hold if everything else fails', async () => {
    await openEvent(world, { id: 6, places: 1 })
    await expect(
      world.db.updateTable('events').set({ taken: 2 }).where('raceid', '=', RACE).where('id', '=', 6).execute(),
    ).rejects.toThrow('places_are_not_oversold')
  })
})

const formDefaults = {
  idtypes: ['idcard' as const],
  ask: { emername: 'required' as const, emertel: 'required' as const, clothes: 'required' as const },
  clothes: ['M'],
  packagebus: [],
  questions: [],
  sections: [],
  when: {},
  quiz: [],
  zones: [],
}
