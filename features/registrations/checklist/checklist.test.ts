import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  appointmentAppointment,
  consoleAppointmentsCreate,
  consoleAppointmentsSlots,
} from '#features/appointments/contract.ts'
import { consoleCheckinPackagesSave } from '#features/checkin/contract.ts'
import { RACE, declare, desk, enter, key, openCheckin, runner, say, sign, world } from '#test/scenes/checkinDesk.ts'
import { runnerSession } from '#test/people.ts'
import { registrationChecklist } from './checklist.contract.ts'

beforeAll(openCheckin)
afterAll(() => world?.close())

const listOf = async (id: string, as: { token?: string; lang?: 'en' } = runner) =>
  (await world.ask(registrationChecklist, { id }, as)).items
const lineOf = async (step: string, as?: { token?: string; lang?: 'en' }) =>
  (await listOf(key, as)).find((line) => line.step === step)

test('an unknown key is refused', async () => {
  for (const id of ['nonsense', '', '1k6-1111111111111111111111', '号'.repeat(60)])
    expect(await world.call(registrationChecklist, { id })).toMatchObject({ refusal: 'registration_not_found' })
  expect((await world.call(registrationChecklist, { id: 'x'.repeat(10_000) })).code).toBe('422')
})

test('a declaration waits for a signature, and is done after it; a stranger sees neither', async () => {
  expect(await lineOf('sign')).toBeUndefined()
  await declare()
  expect(await lineOf('sign', { ...runner, lang: 'en' })).toMatchObject({
    state: 'todo',
    says: 'Sign the health declaration',
    page: `/healthsign?raceid=${RACE}&_key=${key}&kind=health`,
  })
  expect((await sign(key)).code).toBe('200')
  expect(await lineOf('sign')).toMatchObject({ state: 'done' })
  expect(await lineOf('sign', {}), 'by the link alone').toMatchObject({ state: 'later' })
  expect(await lineOf('sign', await runnerSession(world)), 'another account').toMatchObject({ state: 'later' })
})

test('one line says where to collect the pack: by the hand-out, then by the own appointment', async () => {
  await world.ask(
    consoleCheckinPackagesSave,
    {
      raceid: RACE,
      name: say('参赛包', 'Race pack'),
      place: say('体育馆', 'Gym'),
      from_at: new Date(world.clock.now().getTime() + 86_400_000).toISOString(),
      until_at: new Date(world.clock.now().getTime() + 3 * 86_400_000).toISOString(),
    },
    desk,
  )
  expect(await lineOf('collect', { ...runner, lang: 'en' })).toMatchObject({ state: 'later', beside: 'Gym' })
  const day = new Date(world.clock.now().getTime() + 2 * 86_400_000)
  await world.ask(
    consoleAppointmentsCreate,
    {
      raceid: RACE,
      service: 'pickup',
      name: say('领物', 'Race pack'),
      place: say('会展中心', 'Expo'),
      from_at: day.toISOString(),
      until_at: new Date(day.getTime() + 3_600_000).toISOString(),
      minutes: 60,
      places: 1,
    },
    desk,
  )
  expect(await lineOf('book')).toMatchObject({ state: 'todo', until: day.toISOString() })
  const [slot] = (await world.ask(consoleAppointmentsSlots, { raceid: RACE }, desk)).items
  expect((await world.call(appointmentAppointment, { id: key, slotid: slot!.id }, runner)).code).toBe('200')
  expect(await lineOf('book')).toMatchObject({ state: 'done' })
  const collect = (await listOf(key, { ...runner, lang: 'en' })).filter(({ step }) => step === 'collect')
  expect(collect).toMatchObject([{ beside: 'Expo', from: day.toISOString(), state: 'later' }])
  expect(await lineOf('collect', { lang: 'en' }), 'a stranger sees the hand-out of the race').toMatchObject({
    beside: 'Gym',
  })
  expect(await lineOf('book', {}), 'the full slot is offered to nobody').toBeUndefined()
})

test('an unpaid entry has only the line of its payment, and only lines of its own race', async () => {
  const unpaid = await enter(40, { eventid: 2 })
  const lines = await listOf(unpaid)
  expect(lines[0]).toMatchObject({ step: 'pay', state: 'todo', page: `/pay?_key=${unpaid}` })
  expect(lines[0]!.until).not.toBeNull()
  expect(lines.map(({ step }) => step)).not.toContain('sign')
  for (const { page } of lines) expect(page).toMatch(/^\/[a-zA-Z/]+\?/)
})
