import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleInvitationsList, inviteShow } from '#features/invitations/contract.ts'
import { consoleRacesSave, consoleRacesShow } from '#features/races/contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { goOnWithBulk } from '../bulk/bulk.jobs.ts'
import {
  consoleRegistrationsBulkActions,
  consoleRegistrationsBulkPreview,
  consoleRegistrationsBulkStart,
} from '../bulk/bulk.contract.ts'
import { consoleRegistrationsDelay, registrationDelay } from '../changes/changes.contract.ts'
import { invitePay } from '../payment/redeem.contract.ts'
import { registrationPay, registrationShow } from '../contract.ts'
import { eraseDeferral } from './deferral.service.ts'
import { registrationSave } from '../signup/signup.contract.ts'
import { registrationDeferral } from './deferral.contract.ts'

const NEXT = 2027
const OVER = 2025
let world: World
let both: { token: string }
let here: { token: string }
let people = 7_000
const day = 24 * 3_600_000

beforeAll(async () => {
  world = await makeWorld()
  const until = new Date(world.clock.now().getTime() + 20 * day).toISOString()
  await openRace(world, {
    settings: { delay: { until, tag: {}, description: {}, to: { race: NEXT, pays: 'nothing' } }, unpaid_most: 1000 },
  })
  await openRace(world, { id: NEXT, name: '江城马拉松 2027', names: { en: 'Riverside Marathon 2027' } })
  await openEvent(world)
  await openEvent(world, { raceid: NEXT, id: 1, state: 'draw' })
  both = await staffSession(world, [
    { raceid: RACE, role: 'director' },
    { raceid: NEXT, role: 'director' },
  ])
  here = await staffSession(world, [{ raceid: RACE, role: 'director' }])
})
afterAll(() => world?.close())

const enter = async () => {
  const session = await runnerSession(world)
  const n = ++people
  const { _key } = await world.ask(registrationSave, entrant(n), session)
  await world.ask(registrationPay, { id: _key, payment: 'wechat', way: 'native' }, session)
  const { tradeno } = await world.db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', RACE)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  world.parts.integrations.sandbox.wechatpay!.pay(tradeno)
  await world.parts.integrations.sandbox.wechatpay!.deliver('all')
  const { id } = await world.db
    .selectFrom('registrations')
    .select('id')
    .where('raceid', '=', RACE)
    .where('_key', '=', _key)
    .executeTakeFirstOrThrow()
  return { ...session, n, _key, id }
}
const deferralOf = async (runner: { token: string; _key: string }) =>
  (await world.ask(registrationDeferral, { id: runner._key }, runner)).deferral

test('a runner who defers gets a code of the next race: free, past its draw, and only for the same document', async () => {
  const runner = await enter()
  expect(await deferralOf(runner)).toBeNull()
  await world.ask(registrationDelay, { id: runner._key }, runner)
  const deferral = (await deferralOf(runner))!
  expect(deferral).toMatchObject({ raceid: NEXT, race: '江城马拉松 2027', state: 'open', expires_at: null })
  expect(await world.ask(inviteShow, { raceid: NEXT, code: deferral.code }, runner)).toMatchObject({
    personal: true,
    direct: true,
    pays: 'free',
    remaining: 1,
  })
  const there = (n: number) => entrant(n, { raceid: NEXT, invite: deferral.code })
  const stranger = await runnerSession(world)
  expect(await world.call(registrationSave, there(9_999), stranger)).toMatchObject({
    code: '409',
    refusal: 'invite_of_another',
    msg: '这个邀请码仅限延期的本人使用',
  })
  const saved = await world.ask(registrationSave, there(runner.n), runner)
  const shown = await world.ask(registrationShow, { id: saved._key, raceid: NEXT }, runner)
  expect(shown).toMatchObject({ state: 'normal', status: { paid: '1' } })
  expect((await deferralOf(runner))?.state).toBe('used')
})

test('the code of another runner pays for nobody else', async () => {
  const [runner, other] = [await enter(), await runnerSession(world)]
  await openEvent(world, { raceid: NEXT, id: 2 })
  await world.ask(registrationDelay, { id: runner._key }, runner)
  const { code } = (await deferralOf(runner))!
  const { _key } = await world.ask(registrationSave, entrant(9_500, { raceid: NEXT, eventid: 2 }), other)
  expect(await world.call(invitePay, { id: _key, code }, other)).toMatchObject({ refusal: 'invite_of_another' })
})

test('nobody else learns where a place leads', async () => {
  const [runner, other] = [await enter(), await runnerSession(world)]
  await world.ask(registrationDelay, { id: runner._key }, runner)
  expect(await world.call(registrationDeferral, { id: runner._key }, other)).toMatchObject({ code: '403' })
})

test('staff defer only to a race whose codes they may make', async () => {
  const runner = await enter()
  const to = { race: NEXT, event: 1, pays: 'full' as const }
  const defer = (who: { token: string }, change: object = {}) => ({
    input: { raceid: RACE, ids: [runner.id], to: { ...to, ...change } },
    who,
  })
  const refused = async ({ input, who }: ReturnType<typeof defer>) =>
    (await world.call(consoleRegistrationsDelay, input, who)).refusal
  expect(await refused(defer(here))).toBe('deferral_no_right')
  expect(await refused(defer(both, { event: 99 }))).toBe('deferral_race_unknown')
  const { input, who } = defer(both)
  expect((await world.ask(consoleRegistrationsDelay, input, who)).done).toBe(1)
  const { code } = (await deferralOf(runner))!
  expect(await world.ask(inviteShow, { raceid: NEXT, code }, runner)).toMatchObject({ pays: 'full', eventid: 1 })
  const { items } = await world.ask(consoleInvitationsList, { raceid: NEXT, q: code }, both)
  expect(items).toMatchObject([{ label: '江城马拉松 延期名额', personal: true, used: 0 }])
})

test('nobody is deferred to a race that has begun', async () => {
  const runner = await enter()
  await openRace(world, { id: OVER, time: new Date(world.clock.now().getTime() - day) })
  const who = await staffSession(
    world,
    [RACE, OVER].map((raceid) => ({ raceid, role: 'director' as const })),
  )
  const input = { raceid: RACE, ids: [runner.id], to: { race: OVER, pays: 'full' as const } }
  expect((await world.call(consoleRegistrationsDelay, input, who)).refusal).toBe('deferral_race_unknown')
  const { items } = await world.ask(consoleRegistrationsBulkActions, { raceid: RACE }, who)
  const offered = items.find(({ name }) => name === 'delay')!.fields.find(({ name }) => name === 'to')
  expect(offered?.options.map(({ value }) => value) ?? []).not.toContain(String(OVER))
})

test('many registrations are deferred at once, each with a code', async () => {
  const runners = [await enter(), await enter()]
  const { items } = await world.ask(consoleRegistrationsBulkActions, { raceid: RACE }, both)
  const fields = items.find(({ name }) => name === 'delay')!.fields
  expect(fields.find(({ name }) => name === 'to')?.options).toEqual([
    { value: '', label: '按赛事设置' },
    { value: String(NEXT), label: '江城马拉松 2027' },
  ])
  const without = await world.ask(consoleRegistrationsBulkActions, { raceid: RACE }, here)
  expect(without.items.find(({ name }) => name === 'delay')!.fields.map(({ name }) => name)).toEqual([
    'tag',
    'description',
  ])
  const filter = { ids: runners.map(({ id }) => id) }
  const { total, upto } = await world.ask(
    consoleRegistrationsBulkPreview,
    { raceid: RACE, action: 'delay', filter: filter as never },
    both,
  )
  const input = { to: String(NEXT), pays: 'full' }
  const { id } = await world.ask(
    consoleRegistrationsBulkStart,
    { raceid: RACE, action: 'delay', filter: filter as never, total, upto, input },
    both,
  )
  await goOnWithBulk({ raceid: RACE, id }, { ...world.parts, now: world.clock.now() })
  const codes = await Promise.all(runners.map(async (runner) => (await deferralOf(runner))?.code))
  expect(new Set(codes).size).toBe(2)
  expect(codes).not.toContain(undefined)
})

test('the settings name a race only to somebody who may let people in there', async () => {
  const shown = await world.ask(consoleRacesShow, { raceid: RACE }, both)
  const save = (to: object) => ({
    raceid: RACE,
    ...shown,
    settings: { ...shown.settings, delay: { ...shown.settings.delay!, to } },
  })
  const wrong = { code: '422', data: { fields: { 'settings.delay.to': expect.any(String) } } }
  expect(await world.call(consoleRacesSave, save({ race: RACE }) as never, both)).toMatchObject(wrong)
  expect(await world.call(consoleRacesSave, save({ race: NEXT, event: 1 }) as never, here)).toMatchObject(wrong)
  // A director without a right in the other race can still save the rest of the page.
  expect((await world.ask(consoleRacesSave, save({ race: NEXT }) as never, here)).settings.delay?.to?.race).toBe(NEXT)
})

test('once the runner is erased, the code lets nobody in', async () => {
  const runner = await enter()
  await world.ask(registrationDelay, { id: runner._key }, runner)
  const { code } = (await deferralOf(runner))!
  await world.db.transaction().execute((tx) => eraseDeferral(tx, RACE, runner.id, world.clock.now()))
  expect(await deferralOf(runner)).toBeNull()
  expect(await world.ask(inviteShow, { raceid: NEXT, code }, runner)).toMatchObject({ why: 'invite_over' })
})
