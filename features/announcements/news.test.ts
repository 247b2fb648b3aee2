import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageList } from '#features/messages/contract.ts'
import { mydataConsent } from '#features/privacy/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { versionsOf } from '#features/registrations/signup/wording.rules.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleAnnouncementsPreview, consoleAnnouncementsReaders, consoleAnnouncementsSend } from './contract.ts'
import { announce } from './jobs.ts'

let world: World
let editor: { token: string }
let runners: { token: string }[]
let keys: string[]
const news = { raceid: RACE, audience: 'news' as const }
const written = {
  title: { 'zh-cn': '明年的赛事', 'zh-tw': '', en: '' },
  body: { 'zh-cn': '三月开放报名', 'zh-tw': '', en: '' },
}
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  editor = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const { marketing } = versionsOf()
  runners = []
  keys = []
  for (const n of [1, 2, 3]) {
    const runner = await runnerSession(world)
    const { consents } = entrant(n)
    const given = n === 3 ? consents : { ...consents, marketing }
    keys.push((await world.ask(registrationSave, entrant(n, { consents: given }), runner))._key)
    runners.push(runner)
  }
}, 60_000)
afterAll(() => world?.close())

const count = async () => (await world.ask(consoleAnnouncementsPreview, news, editor)).registrations
const consent = (at: number, given: boolean) =>
  world.ask(mydataConsent, { id: keys[at]!, name: 'marketing', given }, runners[at]!)
const titlesOf = async (at: number) =>
  (await world.ask(messageList, {}, runners[at]!)).items
    .map(({ title }) => title)
    .filter((title) => title === '明年的赛事')

test('news of other races go to people who agreed, and to nobody who withdrew before the sending', async () => {
  expect(await count()).toBe(2)
  await consent(0, false)
  expect(await count()).toBe(1)
  await consent(0, true)
  expect(await count()).toBe(2)
  const { id } = await world.ask(consoleAnnouncementsSend, { ...news, ...written, by_mail: false }, editor)
  await consent(1, false)
  await announce({ raceid: RACE, id }, { ...world.parts, now: world.clock.now() })
  expect(await Promise.all([0, 1, 2].map(titlesOf))).toEqual([['明年的赛事'], [], []])
  const { items } = await world.ask(consoleAnnouncementsReaders, { raceid: RACE, id }, editor)
  expect(items.map(({ outcome }) => outcome).sort()).toEqual(['left', 'sent'])
})
