import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleAppointmentsCreate } from '#features/appointments/contract.ts'
import { consoleCheckinPackagesSave } from '#features/checkin/contract.ts'
import { registrationChecklist } from '#features/registrations/checklist/checklist.contract.ts'
import { RACE } from '#test/entrants.ts'
import { say } from '#test/scenes/checkinDesk.ts'
import { type HandoutDesk, openHandoutDesk } from '#test/scenes/handoutDesk.ts'

let at: HandoutDesk
beforeAll(async () => {
  at = await openHandoutDesk()
}, 60_000)
afterAll(() => at?.world.close())

test('a runner who holds the race pack is not asked to book a time for it, and may still book a massage', async () => {
  const { world, director, runner } = at
  const now = world.clock.now().getTime()
  const hours = (n: number) => new Date(now + n * 3_600_000).toISOString()
  const texts = { name: say('参赛包', 'Race pack'), place: say('体育馆', 'Gym') }
  const until = { raceid: RACE, ...texts, until_at: hours(30) }
  await world.ask(consoleCheckinPackagesSave, { ...until, from_at: hours(-1) }, director)
  for (const service of ['pickup', 'massage'] as const)
    await world.ask(
      consoleAppointmentsCreate,
      { ...until, service, from_at: hours(24), until_at: hours(25), minutes: 60, places: 5 },
      director,
    )
  const mine = await at.enter(1)
  const linesOf = async () => {
    const { items } = await world.ask(registrationChecklist, { id: mine.key }, { ...runner, lang: 'en' })
    return items.map(({ step, state, says }) => `${step} ${state} ${says}`)
  }
  const [book, massage] = ['book todo Book a pick-up time', expect.stringMatching(/^book later/)]
  expect(await linesOf()).toEqual(expect.arrayContaining([book, massage, 'collect todo Pick up your race pack']))
  expect((await at.sign({ id: mine.id, desk: await at.addDesk() })).code).toBe('200')
  const lines = await linesOf()
  expect(lines).toEqual(expect.arrayContaining([massage, expect.stringMatching(/^collect done/)]))
  expect(lines).not.toContain(book)
})
