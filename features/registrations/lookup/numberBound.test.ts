import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RACE, entrant, friendOf, neighbourOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationExist, registrationFriends, registrationSave } from '../signup/signup.contract.ts'
import { registrationQuery } from '../contract.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world, { settings: { unpaid_most: 1000 } })
  await openEvent(world, { price: 0, places: 1000, signup_until: new Date('2027-01-01T00:00:00Z') })
})
afterAll(() => world?.close())
/** Moves the clock on by a day, because the limits forget the numbers of the day before. */
beforeEach(() => void world.clock.advance(24 * 3_600_000))

type Runner = Awaited<ReturnType<typeof runnerSession>>
const save = async (as: Runner, nth: number) =>
  (await world.call(registrationSave, entrant(nth, { idnum: neighbourOf(nth) }), as)).refusal ?? 'saved'
const exist = async (as: Runner, nth: number) =>
  (await world.call(registrationExist, { raceid: RACE, idtype: 'idcard', idnum: neighbourOf(nth) }, as)).refusal ??
  'told'

test('an account signs up one of the numbers that differ only in their last four; each further number counts as a guess', async () => {
  const [one, other, third] = [await runnerSession(world), await runnerSession(world), await runnerSession(world)]
  expect([await exist(one, 1), await save(one, 1)]).toEqual(['told', 'saved'])
  // Two further numbers with the same birthday count as guesses. The account may still sign these people up.
  expect([await save(one, 3), await save(one, 5)]).toEqual(['saved', 'saved'])
  expect([await exist(one, 7), await save(one, 7)]).toEqual(['too_often', 'too_often'])
  expect(
    await world.call(
      registrationFriends,
      { raceid: RACE, friends: [friendOf(20), friendOf(9, { idnum: neighbourOf(9) })] },
      one,
    ),
  ).toMatchObject({ code: '429', refusal: 'too_often', data: { person: 1 } })
  // Another account may still sign up a number of its own, and every account learns that a runner is already
  // registered.
  expect([await exist(other, 11), await save(other, 11)]).toEqual(['told', 'saved'])
  expect(await save(third, 1)).toBe('already_registered')
  expect(await save(third, 13), 'that was its one').toBe('too_often')
})

test('a sign-up is no miss of a look-up: nothing is asked of a runner who looks up the own number', async () => {
  for (let nth = 101; nth < 131; nth += 2) expect(await save(await runnerSession(world), nth)).toBe('saved')
  expect(await world.call(registrationQuery, { raceid: RACE, idnum: neighbourOf(101) })).toMatchObject({
    code: '200',
    data: [{}],
  })
})
