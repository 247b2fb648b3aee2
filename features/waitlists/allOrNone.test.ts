import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { registrationFriends } from '#features/registrations/signup/signup.contract.ts'
import { RACE, friendOf, type openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { openWaitlist } from '#test/waiters.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleWaitlistsEntries,
  consoleWaitlistsPromote,
  waitlistLeave,
  waitlistMine,
  waitlistTogether,
} from './contract.ts'
import { workWaitlists } from './service.ts'

/** Tests docs/behaviour/waitlist.md, Groups: friends of one order who ask for places for all of them or for none. */
let world: World
let next = 1
let person = 0
const n = () => ++person
const fresh = async (
  settings: Parameters<typeof openWaitlist>[2] = {},
  event: Parameters<typeof openEvent>[1] = {},
) => {
  const waiters = await openWaitlist(world, { id: ++next, places: 0, ...event }, settings)
  const eventid = next
  const group = async (size: number): Promise<string[]> => {
    world.clock.advance(1_000)
    const friends = Array.from({ length: size }, () => friendOf(n(), { eventid }))
    const { items } = await world.ask(registrationFriends, { raceid: RACE, friends }, waiters.runner)
    await waiters.pay(items[0]!._key)
    return items.map(({ _key }) => _key)
  }
  const ask = (id: string, together = true, as = waiters.runner) => world.call(waitlistTogether, { id, together }, as)
  const states = (keys: readonly string[]) => Promise.all(keys.map((key) => waiters.stateOf(key)))
  return { ...waiters, eventid, group, ask, states }
}

beforeAll(async () => {
  world = await makeWorld()
  await openRace(world, { settings: { unpaid_most: 1000, friends_most: 8 } })
})
afterAll(() => world.close())
beforeEach(() => world.clock.set('2026-03-01T04:00:00Z'))

test('refused to strangers, to a single runner, to runners without a place in line, and if the waitlist keeps groups whole', async () => {
  const waiters = await fresh()
  const [key] = await waiters.group(2)
  const alone = await waiters.join(n())
  const unpaid = (await waiters.enter(n()))._key
  const said = async (call: ReturnType<typeof waiters.ask>) => (await call).refusal
  expect(await said(world.call(waitlistTogether, { id: key!, together: true }))).toBe('not_logged_in')
  expect(await said(waiters.ask(key!, true, await runnerSession(world)))).toBe('no_permission')
  expect(await said(waiters.ask(alone))).toBe('waitlist_no_group')
  expect(await said(waiters.ask(unpaid))).toBe('not_waiting')
  const whole = await fresh({ groups: 'skip' })
  const [one] = await whole.group(2)
  expect(await said(whole.ask(one!))).toBe('waitlist_no_group')
  expect(await world.ask(waitlistMine, { id: one! })).toMatchObject({ may_ask: false, all_or_none: true, together: 2 })
})

test('their turn comes with the turn of the last of them; later runners pass while places are too few', async () => {
  const waiters = await fresh()
  const group = await waiters.group(3)
  const single = [await waiters.join(n()), await waiters.join(n())]
  expect(await world.ask(waitlistMine, { id: group[1]! })).toMatchObject({
    may_ask: true,
    all_or_none: false,
    together: 3,
  })
  expect(await waiters.ask(group[1]!)).toMatchObject({ code: '200', data: { all_or_none: true } })
  expect(await world.ask(waitlistMine, { id: group[0]! })).toMatchObject({ all_or_none: true })
  await waiters.addPlaces(2)
  await waiters.tomorrow()
  expect(await waiters.states([...group, ...single])).toEqual(['wait', 'wait', 'wait', 'normal', 'normal'])
  const staff = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const { items } = await world.ask(consoleWaitlistsEntries, { raceid: RACE, eventid: waiters.eventid }, staff)
  expect(items.map(({ all_or_none }) => all_or_none)).toEqual([true, true, true])
  await waiters.addPlaces(2)
  await waiters.tomorrow()
  expect(await waiters.states(group)).toEqual(['wait', 'wait', 'wait'])
  await waiters.addPlaces(1)
  await waiters.tomorrow()
  expect(await waiters.states(group)).toEqual(['normal', 'normal', 'normal'])
})

test('after it is undone each runner waits alone again; if one leaves, all means the others', async () => {
  const waiters = await fresh()
  const [first, second] = [await waiters.group(2), await waiters.group(3)]
  await waiters.ask(first[0]!)
  await waiters.ask(second[0]!)
  await waiters.ask(first[1]!, false)
  await waiters.addPlaces(1)
  await waiters.tomorrow()
  expect(await waiters.states([...first, ...second])).toEqual(['normal', 'wait', 'wait', 'wait', 'wait'])
  await world.ask(waitlistLeave, { id: second[2]! }, waiters.runner)
  await waiters.addPlaces(3)
  await waiters.tomorrow()
  expect(await waiters.states([...first, ...second.slice(0, 2)])).toEqual(['normal', 'normal', 'normal', 'normal'])
})

test('staff who give a place to one of them give places to all of them or to none', async () => {
  const waiters = await fresh()
  const group = await waiters.group(2)
  await waiters.ask(group[0]!)
  await waiters.addPlaces(1)
  const staff = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const input = { raceid: RACE, eventid: waiters.eventid, id: (await waiters.row(group[1]!)).id, reason: '组委会决定' }
  expect((await world.call(consoleWaitlistsPromote, input, staff)).refusal).toBe('waitlist_no_place')
  await waiters.addPlaces(1)
  expect(await world.ask(consoleWaitlistsPromote, input, staff)).toEqual({ given: 2, offered: 0, free: 0 })
})

test('two simultaneous refreshes, while groups ask and undo: never half a group, never more places than are free', async () => {
  const waiters = await fresh({ at_once: true })
  const groups = []
  for (const size of [3, 2, 4, 2, 3]) groups.push(await waiters.group(size))
  for (const group of groups) await waiters.ask(group[0]!)
  for (const places of [1, 3, 4, 2, 4]) {
    await waiters.addPlaces(places)
    const now = world.clock.now()
    await Promise.all([
      workWaitlists(world.parts, now),
      workWaitlists(world.parts, now),
      ...groups.map((group) => waiters.ask(group[1]!)),
    ])
    const event = await waiters.event()
    expect(event.taken).toBeLessThanOrEqual(event.places)
    const all = await Promise.all(groups.map((group) => waiters.states(group)))
    for (const states of all) expect(new Set(states).size).toBe(1)
    expect(all.flat().filter((state) => state === 'normal')).toHaveLength(event.taken)
  }
  expect((await Promise.all(groups.map((group) => waiters.states(group)))).flat()).toEqual(Array(14).fill('normal'))
})

test('a runner who has paid sees a likely place before the first 10:00', async () => {
  const waiters = await fresh()
  const [one, two] = [await waiters.join(n()), await waiters.join(n())]
  expect(await world.ask(waitlistMine, { id: one })).toMatchObject({ standing: 'joining', rank: null, foreseen: 1 })
  expect(await world.ask(waitlistMine, { id: two })).toMatchObject({ foreseen: 2 })
  await waiters.tomorrow()
  expect(await world.ask(waitlistMine, { id: two })).toMatchObject({ standing: 'line', rank: 2, foreseen: null })
})
