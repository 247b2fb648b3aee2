import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALONE } from '#features/events/prices.rules.ts'
import { RACE, entrant, openRace } from '#test/entrants.ts'
import { openWaitlist } from '#test/waiters.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationEdit } from '../changes/changes.contract.ts'
import { registrationSave } from '../signup/signup.contract.ts'
import { type PlaceRequest, type EventInventory, type RaceInventory, fillPlaces } from '../inventory/places.rules.ts'

const now = new Date('2026-03-01T04:00:00Z')
const asking = (n: number, change: Partial<PlaceRequest> = {}): PlaceRequest => ({
  eventid: 1,
  uid: n,
  document: `d${n}`,
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
  ...change,
})
const inventory = (event: Partial<EventInventory>): RaceInventory => ({
  events: new Map([
    [
      1,
      {
        state: 'normal',
        places: 10,
        taken: 6,
        table: { fee: 100, rules: [] },
        addons: [],
        paystate: 'open',
        version: 1,
        ...event,
      },
    ],
  ]),
  registered: new Set(),
  answered: new Set(),
  counters: [],
  invitations: new Map(),
  unpaid: new Map(),
  unpaidMost: 9,
  now,
})
const statesOf = (people: number, event: Partial<EventInventory>) =>
  fillPlaces(
    Array.from({ length: people }, (_, n) => asking(n)),
    inventory(event),
  ).map((one) => ('state' in one ? `${one.state}${one.holds ? '' : ' without'}` : one.outcome))

test('free places beyond the places for the line are for everybody; a runner who comes then joins the line', () => {
  expect(statesOf(3, {})).toEqual(['normal', 'normal', 'normal'])
  expect(statesOf(3, { owed: 2 })).toEqual(['normal', 'normal', 'wait without'])
  expect(statesOf(2, { owed: 9 })).toEqual(['wait without', 'wait without'])
  expect(statesOf(2, { taken: 10, owed: 0 })).toEqual(['wait without', 'wait without'])
  expect(statesOf(2, { taken: 10 })).toEqual(['sold_out', 'sold_out'])
  // If a review comes first, a full event refuses the sign-up. If a lottery comes first, the sign-up waits for
  // the draw and not in line.
  expect(statesOf(1, { state: 'audit', taken: 10, owed: 0 })).toEqual(['sold_out'])
  expect(statesOf(1, { state: 'draw', taken: 10, owed: 3 })).toEqual(['draw without'])
})

let world: World
beforeAll(async () => void (world = await makeWorld()), 60_000)
afterAll(() => world.close())

test('of forty simultaneous runners for four places, three of which are for the line, one gets a place and the others stand behind', async () => {
  await openRace(world)
  const waiters = await openWaitlist(world, { places: 0 })
  const first = [await waiters.join(1), await waiters.join(2), await waiters.join(3)]
  await waiters.addPlaces(4)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => world.call(registrationSave, entrant(100 + n), waiters.runner)),
  )
  expect(answers.map(({ code }) => code).filter((code) => code !== '200')).toEqual([])
  expect(answers.filter(({ data }) => data.state === 'normal')).toHaveLength(1)
  expect(await waiters.event()).toMatchObject({ taken: 1, places: 4 })
  await waiters.tomorrow()
  expect(await Promise.all(first.map(waiters.stateOf))).toEqual(['normal', 'normal', 'normal'])
  expect(await waiters.event()).toMatchObject({ taken: 4, places: 4, waiting: 0 })
})

test('a corrected review stands behind the line too', async () => {
  const waiters = await openWaitlist(world, { id: 2, places: 1 })
  const placed = await waiters.enter(10)
  await waiters.join(11)
  await world.db
    .updateTable('registrations')
    .set({ state: 'auditfail', place_held: false, orderid: null })
    .where('raceid', '=', RACE)
    .where('_key', '=', placed._key)
    .execute()
  await world.db.updateTable('events').set({ taken: 0 }).where('raceid', '=', RACE).where('id', '=', 2).execute()
  expect((await world.call(registrationEdit, { id: placed._key }, waiters.runner)).refusal).toBe('sold_out')
})
