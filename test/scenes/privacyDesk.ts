import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { userSmsSend2 } from '#features/accounts/contract.ts'
import { captchaGenerate } from '#features/checks/contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { codeSentTo, runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { mydataShow } from '#features/privacy/contract.ts'

export type RunnerSession = Awaited<ReturnType<typeof runnerSession>>
export let world: World
export let runner: RunnerSession
export let stranger: RunnerSession
export const OVER = RACE - 10
export const DAY = 24 * 3_600_000

export const openPrivacy = async (): Promise<void> => {
  world = await makeWorld()
  await openRace(world)
  // The person signs up before the day of this race. The test then moves the clock past that day.
  await openRace(world, { id: OVER, name: '湖滨十公里', time: new Date('2026-03-20T00:00:00Z') })
  for (const raceid of [RACE, OVER])
    await openEvent(world, {
      raceid,
      form: {
        ask: { emername: 'required', emertel: 'required', email: 'optional', address: 'optional' },
        clothes: ['M'],
      },
    })
  runner = await runnerSession(world, '13900001111')
  stranger = await runnerSession(world, '13900002222')
}

export const signUp = async (n: number, change: Parameters<typeof entrant>[1] = {}, who: RunnerSession = runner) =>
  (
    await world.ask(
      registrationSave,
      entrant(n, { mobile: '13900001111', email: `p${n}@example.org`, address: '湖滨路8号', ...change }),
      who,
    )
  )._key
export const rowOf = (raceid: number, key: string) =>
  world.db
    .selectFrom('registrations')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('_key', '=', key)
    .executeTakeFirstOrThrow()
export const mine = async (key: string, who = runner) =>
  (await world.ask(mydataShow, { limit: 50 }, { ...who, lang: 'en' })).registrations.find(({ _key }) => _key === key)!
export const codeFor = async (session: RunnerSession) => {
  world.clock.advance(120_000)
  const { captchaid } = await world.ask(captchaGenerate, {})
  const { answer } = await world.db
    .selectFrom('picture_checks')
    .select('answer')
    .where('captchaid', '=', captchaid)
    .executeTakeFirstOrThrow()
  await world.ask(userSmsSend2, { mobile: session.mobile, captchaid, captcha: answer })
  return codeSentTo(world.parts, session.mobile)
}
