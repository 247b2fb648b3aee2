import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  type HealthQuestion,
  checkinDisclaimerSave,
  consoleCheckinDeclarationsSave,
} from '#features/checkin/contract.ts'
import { HEALTH_CONSENT } from '#features/checkin/words.ts'

export const RACE = 2026
export const stroke = 'M20 100L120 40L220 150L380 60'
export const say = (cn: string, en = '') => ({ 'zh-cn': cn, 'zh-tw': '', en })
export const question = (name: string, change: Partial<HealthQuestion> = {}): HealthQuestion => ({
  name,
  kind: 'yesno',
  says: say(`题目${name}`, `Question ${name}`),
  required: true,
  doctor_on: null,
  note_on: null,
  ...change,
})
export const questions = [
  question('heart', { doctor_on: 'yes' }),
  question('drugs', { note_on: 'yes' }),
  question('blood', { kind: 'text', required: false }),
]

export let world: World
export let desk: { token: string; staffid: number }
export let runner: Awaited<ReturnType<typeof runnerSession>>
export let key: string

export const enter = async (n: number, change: Parameters<typeof entrant>[1] = {}, as = runner) =>
  (await world.ask(registrationSave, entrant(n, change), as))._key
export const declare = (change: Partial<Parameters<typeof world.ask<typeof consoleCheckinDeclarationsSave>>[1]> = {}) =>
  world.ask(
    consoleCheckinDeclarationsSave,
    {
      raceid: RACE,
      kind: 'health',
      title: say('健康声明', 'Health declaration'),
      body: say('本人身体健康。', 'I am in good health.'),
      questions,
      signature: true,
      ...change,
    },
    desk,
  )
export const sign = (id: string, change: object = {}, as: { token?: string; lang?: 'en' } = runner) =>
  world.call(
    checkinDisclaimerSave,
    { id, version: 1, answers: { heart: 'no', drugs: 'no' }, consent: HEALTH_CONSENT, strokes: stroke, ...change },
    as,
  )

export const openCheckin = async (): Promise<void> => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { price: 0 })
  await openEvent(world, { id: 2, name: '欢乐跑', type: 'fun_run', price: 5_000 })
  desk = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
  runner = await runnerSession(world)
  key = await enter(1)
}
