import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Seal } from '#db/seal.ts'
import { readEvent } from '#features/events/actions.ts'
import { closeDueOrders } from '#features/payments/jobs.ts'
import { readRace } from '#features/races/actions.ts'
import { settingsOf } from '#features/races/rules.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { secondProcess } from '#test/second.ts'
import { type World, makeWorld } from '#test/world.ts'
import { type Waiting, commitBatch } from './batch.ts'
import { SignupInput, registrationSave } from './contract.ts'
import { type Asking, type Entering, type Standing, fillPlaces } from './places.ts'
import { documentIndex, sealEntry } from './sealing.ts'
import { checkSignup, versionsOf } from './signup.rules.ts'
import { type SignedUp, signUp } from './signup.ts'
import { transition } from './transitions.ts'

describe('filling places', () => {
  const now = new Date('2026-03-01T04:00:00Z')
  const code = { raceid: 1, label: '', used: 0, expires_at: null, stopped_at: null }
  const invitations = new Map(
    [
      { ...code, id: 1, code: 'FREE', eventid: null, uses: 2, price: 0, direct: true },
      { ...code, id: 2, code: 'HALF', eventid: 1, uses: 1, price: 50, direct: false },
      { ...code, id: 3, code: 'ANY', eventid: null, uses: null, price: null, direct: false },
    ].map((one) => [one.code, one]),
  )
  const asking: fc.Arbitrary<Asking> = fc.record({
    eventid: fc.constantFrom(1, 1, 2, 3),
    uid: fc.nat(2),
    document: fc.constantFrom(...'abcdefghij'),
    version: fc.constantFrom(1, 1, 1, 1, 2),
    once: fc.option(fc.constantFrom('x', 'y', 'z'), { nil: undefined }),
    clothes: fc.constantFrom('M', 'L', null),
    packagebus: fc.constantFrom('站', null),
    zones: fc.constantFrom([], ['A', 'B'], ['B']),
    invite: fc.constantFrom(null, null, 'FREE', 'HALF', 'ANY', 'NONE'),
    qualified: fc.boolean(),
  })
  const event = fc.record({
    places: fc.nat(5),
    taken: fc.nat(2),
    price: fc.constantFrom(0, 100),
    paystate: fc.constantFrom('open' as const, 'closed' as const),
    version: fc.constant(1),
  })
  const counters = fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom('clothes' as const, 'packagebus' as const, 'zone' as const),
      eventid: fc.constantFrom(0, 1, 2),
      name: fc.constantFrom('M', 'L', '站', 'A', 'B'),
      most: fc.nat(4),
      taken: fc.constant(0),
    }),
    { selector: ({ kind, eventid, name }) => `${kind} ${eventid} ${name}`, maxLength: 12 },
  )
  const standing: fc.Arbitrary<Standing> = fc.record({
    events: fc.tuple(event, event, event).map(
      ([a, b, c]) =>
        new Map([
          [1, { ...a, state: 'normal' as const }],
          [2, { ...b, state: 'draw' as const }],
          [3, { ...c, state: 'audit' as const }],
        ]),
    ),
    registered: fc.subarray(['a', 'b', 'c']).map((list) => new Set(list)),
    answered: fc.subarray(['x']).map((list) => new Set(list)),
    counters,
    invitations: fc.constant(invitations),
    unpaid: fc.nat(2).map((n) => new Map([[0, n]])),
    unpaidMost: fc.integer({ min: 1, max: 4 }),
    now: fc.constant(now),
  })
  test('takes of nothing more than is left, lets no document in twice, and refuses nobody without a reason', () => {
    fc.assert(
      fc.property(fc.array(asking, { maxLength: 30 }), standing, (batch, at) => {
        const fates = fillPlaces(batch, at)
        const inside = batch.flatMap((one, n) =>
          fates[n]!.fate === 'in' ? [{ one, how: fates[n] as Entering, n }] : [],
        )
        expect(new Set(inside.map(({ one }) => one.document)).size).toBe(inside.length)
        expect(inside.some(({ one }) => at.registered.has(one.document))).toBe(false)
        /** What is held of anything by those who came in before `n`. */
        const held = (eventid: number, before = Infinity) =>
          inside.filter(({ one, how, n }) => how.holds && one.eventid === eventid && n < before).length
        const ofThing = (kind: string, eventid: number, name: string, before = Infinity) =>
          inside.filter(
            ({ one, how, n }) =>
              how.holds &&
              n < before &&
              (eventid === 0 || one.eventid === eventid) &&
              name === (kind === 'zone' ? how.zone : kind === 'clothes' ? one.clothes : one.packagebus),
          ).length
        const usedOf = (id: number, before = Infinity) =>
          inside.filter(({ how, n }) => how.invitation?.id === id && n < before).length
        const debts = (uid: number, before = Infinity) =>
          (at.unpaid.get(uid) ?? 0) +
          inside.filter(
            ({ one, how, n }) => one.uid === uid && n < before && how.price > 0 && (how.holds || how.orders),
          ).length
        for (const [id, { places, taken }] of at.events)
          expect(held(id)).toBeLessThanOrEqual(Math.max(places - taken, 0))
        for (const { kind, eventid, name, most } of at.counters)
          expect(ofThing(kind, eventid, name)).toBeLessThanOrEqual(most)
        for (const { id, uses } of invitations.values()) expect(usedOf(id)).toBeLessThanOrEqual(uses ?? Infinity)
        for (const uid of [0, 1, 2])
          expect(debts(uid)).toBeLessThanOrEqual(Math.max(at.unpaidMost, at.unpaid.get(uid) ?? 0))
        const gone = (kind: string, one: Asking, n: number, name: string | null) =>
          at.counters.some(
            (c) =>
              c.kind === kind &&
              c.name === name &&
              (c.eventid === 0 || c.eventid === one.eventid) &&
              ofThing(kind, c.eventid, c.name, n) >= c.most,
          )
        for (const [n, one] of batch.entries()) {
          const { fate } = fates[n]!
          const about = at.events.get(one.eventid)!
          if (fate === 'same') expect(fates[(fates[n] as { as: number }).as]!.fate).not.toBe('same')
          if (fate === 'sold_out') expect(held(one.eventid, n)).toBe(Math.max(about.places - about.taken, 0))
          if (fate === 'too_many_unpaid') expect(debts(one.uid, n)).toBeGreaterThanOrEqual(at.unpaidMost)
          if (fate === 'clothes_gone') expect(gone('clothes', one, n, one.clothes)).toBe(true)
          if (fate === 'bus_full') expect(gone('packagebus', one, n, one.packagebus)).toBe(true)
          if (fate === 'invite_used_up')
            expect(usedOf(invitations.get(one.invite!)!.id, n)).toBe(invitations.get(one.invite!)!.uses)
          if (fate === 'already_registered')
            expect(
              at.registered.has(one.document) ||
                inside.some((other) => other.n < n && other.one.document === one.document),
            ).toBe(true)
          if (fate === 'in') {
            const { zone, holds, state } = fates[n] as Entering
            expect(transition('none', 'enter', state), state).toBeDefined()
            // The best zone with room; none only where all are full.
            if (holds)
              for (const better of one.zones.slice(0, zone === null ? undefined : one.zones.indexOf(zone)))
                expect(gone('zone', one, n, better)).toBe(true)
            else expect(zone).toBeNull()
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  const plain: Asking = {
    eventid: 1,
    uid: 1,
    document: 'a',
    version: 1,
    once: undefined,
    clothes: null,
    packagebus: null,
    zones: [],
    invite: null,
    qualified: false,
  }
  const open: Standing = {
    events: new Map([
      [1, { state: 'normal', places: 9, taken: 0, price: 100, paystate: 'open', version: 1 }],
      [2, { state: 'draw', places: 9, taken: 0, price: 100, paystate: 'closed', version: 1 }],
      [3, { state: 'audit', places: 9, taken: 0, price: 100, paystate: 'open', version: 1 }],
    ]),
    registered: new Set(),
    answered: new Set(),
    counters: [],
    invitations,
    unpaid: new Map(),
    unpaidMost: 20,
    now,
  }
  const fatesOf = (changes: Partial<Asking>[], at: Partial<Standing> = {}) =>
    fillPlaces(
      changes.map((change, n) => ({ ...plain, document: String(n), ...change })),
      { ...open, ...at },
    )
  test('goes by order of arrival', () => {
    const events = new Map([[1, { ...open.events.get(1)!, places: 2 }]])
    expect(
      fatesOf([{ document: 'a' }, { document: 'b' }, { document: 'a' }, { document: 'c' }], { events }).map(
        ({ fate }) => fate,
      ),
    ).toEqual(['in', 'in', 'already_registered', 'sold_out'])
  })
  test.each([
    ['an event that registers at once', {}, { state: 'normal', holds: true, price: 100, orders: true }],
    ['a draw', { eventid: 2 }, { state: 'draw', holds: false, orders: false }],
    ['a review, before money', { eventid: 3 }, { state: 'audit', holds: true, orders: false }],
    [
      'a draw with a qualifying time: to be approved, never drawn',
      { eventid: 2, qualified: true },
      { state: 'audit', holds: false, orders: false },
    ],
    [
      'a draw by a direct invitation, free of charge although payment is not open',
      { eventid: 2, invite: 'FREE' },
      { state: 'normal', holds: true, price: 0, orders: true },
    ],
    [
      'a review by a direct invitation',
      { eventid: 3, invite: 'FREE', qualified: true },
      { state: 'normal', holds: true, price: 0, orders: true },
    ],
    [
      'an invitation that is not direct',
      { eventid: 3, invite: 'ANY' },
      { state: 'audit', holds: true, price: 100, orders: false },
    ],
    ['a reduced price', { invite: 'HALF' }, { state: 'normal', price: 50, orders: true }],
  ] as const)('%s', (_, change, how) => {
    expect(fatesOf([change])[0]).toMatchObject({ fate: 'in', ...how })
  })
  test.each([
    ['a code that nobody gave', { invite: 'NONE' }, 'invite_unknown'],
    ['a code of another event', { invite: 'HALF', eventid: 3 }, 'invite_elsewhere'],
    ['an older event', { version: 0 }, 'event_changed'],
    ['an event that is gone', { eventid: 9 }, 'event_changed'],
  ] as const)('%s', (_, change, why) => {
    expect(fatesOf([change])[0]).toEqual({ fate: why })
  })
  test("the event's own counter and the race's are both limits, and what is refused takes nothing", () => {
    const counter = { kind: 'clothes' as const, name: 'M', taken: 0 }
    const fates = fatesOf(
      [
        { clothes: 'M' },
        { clothes: 'M' },
        { clothes: 'M', eventid: 3 },
        { clothes: 'M', eventid: 3 },
        { clothes: 'L' },
      ],
      {
        counters: [
          { ...counter, eventid: 1, most: 1 },
          { ...counter, eventid: 0, most: 2 },
        ],
      },
    )
    expect(fates.map(({ fate }) => fate)).toEqual(['in', 'clothes_gone', 'in', 'clothes_gone', 'in'])
  })
  test('unpaid registrations of one account are capped; what costs nothing is not', () => {
    const fates = fatesOf([{}, {}, { uid: 2 }, { invite: 'FREE' }, { eventid: 2 }, {}], { unpaidMost: 2 })
    expect(fates.map(({ fate }) => fate)).toEqual(['in', 'in', 'in', 'in', 'in', 'too_many_unpaid'])
  })
})

/** What the count says, what the rows say, and who is in: they must agree whatever happened. */
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

  test('200 places and 1,000 people at once over HTTP: exactly 200 are in', async () => {
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
  })

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

  test('everybody twice, in two processes and two events at once: each document is in once', async () => {
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
    const once = Buffer.alloc(32, 1)
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

  test('whatever the sequence of sign-ups and unpaid orders: places taken are live registrations', async () => {
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
  })

  test('one that breaks its batch harms nobody else: the rest are in, each answered for itself', async () => {
    await openEvent(world, { id: 5, places: 10 })
    const event = (await readEvent(world.db, RACE, 5, world.clock.now(), true))!
    const ready = (n: number): Waiting => {
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

  test('the last guards hold where all else fails', async () => {
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
  quiz: [],
  zones: [],
}
