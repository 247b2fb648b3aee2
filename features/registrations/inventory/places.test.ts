import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PlaceRequest, type AcceptedEntry, type RaceInventory, fillPlaces } from './places.rules.ts'
import { PriceRule } from '#features/events/prices.contract.ts'
import { ALONE } from '#features/events/prices.rules.ts'
import { transition } from '../status/transitions.rules.ts'

describe('filling places', () => {
  const now = new Date('2026-03-01T04:00:00Z')
  const first = PriceRule.parse({ id: 'f', kind: 'early', first: 3, price: 40 })
  const code = {
    raceid: 1,
    label: '',
    used: 0,
    expires_at: null,
    stopped_at: null,
    source: 'direct' as const,
    holder: null as string | null,
  }
  const invitations = new Map(
    [
      { ...code, id: 1, code: 'FREE', eventid: null, uses: 2, price: 0, direct: true },
      { ...code, id: 2, code: 'HALF', eventid: 1, uses: 1, price: 50, direct: false },
      { ...code, id: 3, code: 'ANY', eventid: null, uses: null, price: null, direct: false },
      { ...code, id: 4, code: 'OWN', eventid: null, uses: 1, price: 0, direct: true, holder: 'c' },
    ].map((one) => [one.code, one]),
  )
  const asking: fc.Arbitrary<PlaceRequest> = fc.record({
    eventid: fc.constantFrom(1, 1, 2, 3),
    uid: fc.nat(2),
    document: fc.constantFrom(...'abcdefghij'),
    version: fc.constantFrom(1, 1, 1, 1, 2),
    once: fc.option(fc.constantFrom('x', 'y', 'z'), { nil: undefined }),
    clothes: fc.constantFrom('M', 'L', null),
    packagebus: fc.constantFrom('站', null),
    zones: fc.constantFrom([], ['A', 'B'], ['B']),
    invite: fc.constantFrom(null, null, 'FREE', 'HALF', 'ANY', 'OWN', 'NONE'),
    qualified: fc.boolean(),
    now: fc.constant(now),
    zone: fc.constant('Asia/Shanghai'),
    age: fc.constantFrom(10, 30),
    batch: fc.constant(ALONE),
    addons: fc.constantFrom<Record<string, number>>({}, { x: 1 }, { x: 2 }),
    seen: fc.constantFrom(undefined, undefined, 100),
  })
  const event = fc.record({
    places: fc.nat(5),
    taken: fc.nat(2),
    table: fc.constantFrom({ fee: 0, rules: [] }, { fee: 100, rules: [] }, { fee: 100, rules: [first] }),
    addons: fc.constantFrom([], [{ id: 'x', names: {}, price: 7, per_person: 2 }]),
    paystate: fc.constantFrom('open' as const, 'closed' as const),
    version: fc.constant(1),
  })
  const counters = fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom('clothes' as const, 'packagebus' as const, 'zone' as const, 'addon' as const),
      eventid: fc.constantFrom(0, 1, 2),
      name: fc.constantFrom('M', 'L', '站', 'A', 'B', 'x'),
      most: fc.nat(4),
      taken: fc.constant(0),
    }),
    { selector: ({ kind, eventid, name }) => `${kind} ${eventid} ${name}`, maxLength: 12 },
  )
  const inventory: fc.Arbitrary<RaceInventory> = fc.record({
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
  test('uses no more than the rest, accepts no document twice, and refuses nobody without a reason', () => {
    fc.assert(
      fc.property(fc.array(asking, { maxLength: 30 }), inventory, (batch, at) => {
        const decisions = fillPlaces(batch, at)
        const inside = batch.flatMap((one, n) =>
          decisions[n]!.outcome === 'in' ? [{ one, how: decisions[n] as AcceptedEntry, n }] : [],
        )
        expect(new Set(inside.map(({ one }) => one.document)).size).toBe(inside.length)
        expect(inside.some(({ one }) => at.registered.has(one.document))).toBe(false)
        /** Counts the held places of an event, only for sign-ups whose position `n` is below `before`. */
        const held = (eventid: number, before = Infinity) =>
          inside.filter(({ one, how, n }) => how.holds && one.eventid === eventid && n < before).length
        const ofThing = (kind: string, eventid: number, name: string, before = Infinity) =>
          inside
            .filter(({ one, how, n }) => how.holds && n < before && (eventid === 0 || one.eventid === eventid))
            .reduce((sum, { one, how }) => {
              if (kind === 'addon') return sum + (how.bought.find(({ id }) => id === name)?.n ?? 0)
              const has = kind === 'zone' ? how.zone : kind === 'clothes' ? one.clothes : one.packagebus
              return sum + (name === has ? 1 : 0)
            }, 0)
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
        const gone = (kind: string, one: PlaceRequest, n: number, name: string | null) =>
          at.counters.some(
            (c) =>
              c.kind === kind &&
              c.name === name &&
              (c.eventid === 0 || c.eventid === one.eventid) &&
              ofThing(kind, c.eventid, c.name, n) >= c.most,
          )
        for (const [n, one] of batch.entries()) {
          const { outcome } = decisions[n]!
          const about = at.events.get(one.eventid)!
          if (outcome === 'same') expect(decisions[(decisions[n] as { as: number }).as]!.outcome).not.toBe('same')
          if (outcome === 'sold_out') expect(held(one.eventid, n)).toBe(Math.max(about.places - about.taken, 0))
          if (outcome === 'too_many_unpaid') expect(debts(one.uid, n)).toBeGreaterThanOrEqual(at.unpaidMost)
          if (outcome === 'clothes_gone') expect(gone('clothes', one, n, one.clothes)).toBe(true)
          if (outcome === 'bus_full') expect(gone('packagebus', one, n, one.packagebus)).toBe(true)
          if (outcome === 'invite_used_up')
            expect(usedOf(invitations.get(one.invite!)!.id, n)).toBe(invitations.get(one.invite!)!.uses)
          if (outcome === 'already_registered')
            expect(
              at.registered.has(one.document) ||
                inside.some((other) => other.n < n && other.one.document === one.document),
            ).toBe(true)
          if (outcome === 'in') {
            const { zone, holds, state } = decisions[n] as AcceptedEntry
            expect(transition('none', 'enter', state), state).toBeDefined()
            // The runner gets the best zone that has a free place. If all zones are full, the runner gets no zone.
            if (holds)
              for (const better of one.zones.slice(0, zone === null ? undefined : one.zones.indexOf(zone)))
                expect(gone('zone', one, n, better)).toBe(true)
            else expect(zone).toBeNull()
            const { price, bought, by } = decisions[n] as AcceptedEntry
            expect(price, 'what was shown is charged').toBe(one.seen ?? price)
            if (!holds) expect(bought).toEqual([])
            if (by) expect(holds && about.taken + held(one.eventid, n) < 3, 'among the first').toBe(true)
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  const plain: PlaceRequest = {
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
    now,
    zone: 'Asia/Shanghai',
    age: 30,
    batch: ALONE,
    addons: {},
    seen: undefined,
  }
  const open: RaceInventory = {
    events: new Map([
      [
        1,
        {
          state: 'normal',
          places: 9,
          taken: 0,
          table: { fee: 100, rules: [] },
          addons: [],
          paystate: 'open',
          version: 1,
        },
      ],
      [
        2,
        {
          state: 'draw',
          places: 9,
          taken: 0,
          table: { fee: 100, rules: [] },
          addons: [],
          paystate: 'closed',
          version: 1,
        },
      ],
      [
        3,
        {
          state: 'audit',
          places: 9,
          taken: 0,
          table: { fee: 100, rules: [] },
          addons: [],
          paystate: 'open',
          version: 1,
        },
      ],
    ]),
    registered: new Set(),
    answered: new Set(),
    counters: [],
    invitations,
    unpaid: new Map(),
    unpaidMost: 20,
    now,
  }
  const decisionsOf = (changes: Partial<PlaceRequest>[], at: Partial<RaceInventory> = {}) =>
    fillPlaces(
      changes.map((change, n) => ({ ...plain, document: String(n), ...change })),
      { ...open, ...at },
    )
  test('goes by order of arrival', () => {
    const events = new Map([[1, { ...open.events.get(1)!, places: 2 }]])
    expect(
      decisionsOf([{ document: 'a' }, { document: 'b' }, { document: 'a' }, { document: 'c' }], { events }).map(
        ({ outcome }) => outcome,
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
    expect(decisionsOf([change])[0]).toMatchObject({ outcome: 'in', ...how })
  })
  test.each([
    ['a code that nobody gave', { invite: 'NONE' }, 'invite_unknown'],
    ['a code of another person', { invite: 'OWN', document: 'd' }, 'invite_of_another'],
    ['a code of another event', { invite: 'HALF', eventid: 3 }, 'invite_elsewhere'],
    ['an older event', { version: 0 }, 'event_changed'],
    ['an event that is gone', { eventid: 9 }, 'event_changed'],
  ] as const)('%s', (_, change, why) => {
    expect(decisionsOf([change])[0]).toEqual({ outcome: why })
  })
  test("the event's own counter and the race's counter are both limits, and a refused entry takes nothing", () => {
    const counter = { kind: 'clothes' as const, name: 'M', taken: 0 }
    const decisions = decisionsOf(
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
    expect(decisions.map(({ outcome }) => outcome)).toEqual(['in', 'clothes_gone', 'in', 'clothes_gone', 'in'])
  })
  test('unpaid registrations of one account have a limit; free registrations do not count', () => {
    const decisions = decisionsOf([{}, {}, { uid: 2 }, { invite: 'FREE' }, { eventid: 2 }, {}], { unpaidMost: 2 })
    expect(decisions.map(({ outcome }) => outcome)).toEqual(['in', 'in', 'in', 'in', 'in', 'too_many_unpaid'])
  })
})
