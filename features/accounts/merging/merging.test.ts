import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleAccountsMerge, consoleAccountsShow } from './merging.contract.ts'
import { followMerge } from './merging.service.ts'
import { userAuth, userCurrent } from '../contract.ts'
import { mydataShow } from '#features/privacy/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { codeFor, runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'

let world: World
let owner: { token: string; staffid: number }
let count = 0
type Runner = Awaited<ReturnType<typeof runnerSession>>
const newMobile = () => `1380000${String(1000 + ++count)}`
const pair = async (): Promise<[Runner, Runner]> => [
  await runnerSession(world, newMobile()),
  await runnerSession(world, newMobile()),
]
const signUp = async (n: number, who: Runner, change: Parameters<typeof entrant>[1] = {}) =>
  (await world.ask(registrationSave, entrant(n, { mobile: who.mobile, keep: true, ...change }), who))._key
const merge = (keep: number, gone: number, by = owner) =>
  world.call(consoleAccountsMerge, { keep, gone, reason: '同一位选手' }, by)
const rowOf = (uid: number) =>
  world.db.selectFrom('accounts').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()

beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => world?.close())

test('only an owner of all races may compare and merge accounts', async () => {
  const [one, two] = await pair()
  const director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  for (const by of [undefined, one, director]) {
    expect((await world.call(consoleAccountsShow, { first: one.mobile, second: two.mobile }, by)).code).not.toBe('200')
    expect((await world.call(consoleAccountsMerge, { keep: one.uid, gone: two.uid, reason: 'x' }, by)).code).not.toBe(
      '200',
    )
  }
  expect((await rowOf(two.uid)).merged_into).toBeNull()
})

test('an unknown account, the same account, and hostile texts are refused with a sentence', async () => {
  const [one] = await pair()
  const show = (first: string, second: string) => world.call(consoleAccountsShow, { first, second }, owner)
  for (const typed of ['13999999999', '9999999999', '0', "1' or '1'='1", '䶮😀', '+'])
    expect(await show(one.mobile, typed), typed).toMatchObject({ refusal: 'account_unknown' })
  expect(await show('x'.repeat(10_000), one.mobile)).toMatchObject({ code: '422' })
  expect(await show(one.mobile, String(one.uid))).toMatchObject({ refusal: 'accounts_same' })
  expect(await merge(one.uid, one.uid)).toMatchObject({ refusal: 'accounts_same' })
  expect(await merge(one.uid, 987_654_321_012)).toMatchObject({ refusal: 'account_unknown' })
  expect(await world.call(consoleAccountsMerge, { keep: one.uid, gone: 1, reason: '  ' }, owner)).toMatchObject({
    code: '422',
  })
})

test('a merge moves everything: registrations, people, messages, the way to log in; log and message report it', async () => {
  const [stays, gone] = await pair()
  await signUp(1, stays)
  const moved = await signUp(2, gone)
  const { accounts, obstacle } = await world.ask(
    consoleAccountsShow,
    { first: stays.mobile, second: String(gone.uid) },
    owner,
  )
  expect(obstacle).toBeNull()
  expect(accounts).toMatchObject([
    { uid: stays.uid, held: { registrations: 1 } },
    { uid: gone.uid, held: { registrations: 1, orders: 1, people: 1, sessions: 1 } },
  ])
  expect(JSON.stringify(accounts)).not.toContain(gone.mobile)
  expect(await merge(stays.uid, gone.uid)).toMatchObject({
    code: '200',
    data: { uid: stays.uid, held: { registrations: 2, orders: 2, people: 2 } },
  })
  expect(await world.call(userCurrent, {}, gone), 'its sessions ended').toMatchObject({ code: '10001' })
  expect(await world.call(userCurrent, {}, stays)).toMatchObject({ code: '200' })
  const data = await world.ask(mydataShow, {}, stays)
  expect(data.registrations.map(({ _key }) => _key)).toContain(moved)
  expect(data.people).toHaveLength(2)

  const back = await world.ask(userAuth, { mobile: gone.mobile, code: await codeFor(world, gone.mobile) })
  expect(back.uid, 'the former mobile leads to the account that stays').toBe(stays.uid)
  const again = await world.ask(userAuth, { mobile: stays.mobile, code: await codeFor(world, stays.mobile) })
  expect(again.uid).toBe(stays.uid)

  const log = await world.db.selectFrom('log').selectAll().where('what', '=', 'accounts merged').execute()
  expect(log).toHaveLength(1)
  expect(log[0]).toMatchObject({ staffid: owner.staffid, target: `account ${stays.uid}`, before: { uid: gone.uid } })
  expect(log[0]!.after).toMatchObject({ reason: '同一位选手', registrations: 1 })
  const messages = await world.db.selectFrom('messages').selectAll().where('template', '=', 'accounts_merged').execute()
  expect(messages.map(({ uid }) => uid)).toEqual([stays.uid, null])
  expect(await merge(stays.uid, gone.uid), 'a repetition').toMatchObject({ refusal: 'account_gone' })
})

test('no row of any table names the merged account', async () => {
  const [stays, gone] = await pair()
  const key = await signUp(10, gone)
  const registration = await world.db
    .selectFrom('registrations')
    .select('id')
    .where('_key', '=', key)
    .executeTakeFirstOrThrow()
  const now = world.clock.now()
  await world.db
    .insertInto('consent_changes')
    .values({
      raceid: RACE,
      registrationid: registration.id,
      name: 'photo',
      given: true,
      version: '1',
      uid: gone.uid,
      at: now,
    })
    .execute()
  for (const { uid } of [stays, gone])
    await world.db
      .insertInto('photo_subscriptions')
      .values({ raceid: RACE, bib: '7', uid, lang: 'en', created_at: now, notified_at: now })
      .execute()
  expect(await merge(stays.uid, gone.uid)).toMatchObject({ code: '200' })
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.columns
      where column_name = 'uid' and table_schema = 'public' and table_name <> 'accounts'
        and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`.execute(
    world.db,
  )
  expect(tables.length).toBeGreaterThan(15)
  for (const { name } of tables) {
    const left = await world.db
      .selectFrom(name as 'orders')
      .select('uid')
      .where('uid', '=', gone.uid)
      .execute()
    expect(left, name).toEqual([])
  }
})

test('saved people with one document become one person, and an account has one document of its own', async () => {
  const [stays, gone] = await pair()
  await signUp(20, stays)
  await world.db
    .updateTable('registrations')
    .set({ deleted_at: world.clock.now() })
    .where('uid', '=', stays.uid)
    .execute()
  await signUp(20, gone)
  await world.db.updateTable('people').set({ is_me: true }).where('uid', 'in', [stays.uid, gone.uid]).execute()
  await signUp(21, gone)
  expect(await merge(stays.uid, gone.uid)).toMatchObject({ data: { held: { people: 2, registrations: 3 } } })
  const own = await world.db
    .selectFrom('people')
    .select('uid')
    .where('uid', '=', stays.uid)
    .where('is_me', '=', true)
    .execute()
  expect(own).toHaveLength(1)
})

test('an account without a mobile gets the mobile of the other', async () => {
  const [stays, gone] = await pair()
  await world.db
    .updateTable('accounts')
    .set({ mobile: null, mobile_ix: null, mobile_mask: null, name: null, hide_name: false })
    .where('uid', '=', stays.uid)
    .execute()
  await world.db.updateTable('accounts').set({ name: '跑友', hide_name: true }).where('uid', '=', gone.uid).execute()
  expect(await merge(stays.uid, gone.uid)).toMatchObject({ code: '200' })
  expect(await rowOf(stays.uid)).toMatchObject({ name: '跑友', hide_name: true, mobile_mask: expect.any(String) })
  expect(await rowOf(gone.uid)).toMatchObject({ name: null, mobile: null, merged_into: stays.uid })
})

test('a payment under way, an erasure, and two WeChat users stop a merge', async () => {
  const [stays, gone] = await pair()
  const key = await signUp(30, gone)
  const { orderid } = await world.db
    .selectFrom('registrations')
    .select('orderid')
    .where('_key', '=', key)
    .executeTakeFirstOrThrow()
  const now = world.clock.now()
  await world.db
    .insertInto('payments')
    .values({
      raceid: RACE,
      orderid: orderid!,
      gateway: 'wechat',
      way: 'h5',
      tradeno: 'merge-1',
      amount: 1,
      ask_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  expect(await merge(stays.uid, gone.uid)).toMatchObject({ refusal: 'account_paying' })
  expect(
    (await world.ask(consoleAccountsShow, { first: stays.mobile, second: gone.mobile }, { ...owner, lang: 'en' }))
      .obstacle,
  ).toContain('payment in progress')
  await world.db.updateTable('payments').set({ state: 'closed' }).where('tradeno', '=', 'merge-1').execute()

  const { id } = await world.db
    .insertInto('erasures')
    .values({ uid: stays.uid, scope: 'account', asked_at: now, due_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await merge(stays.uid, gone.uid)).toMatchObject({ refusal: 'account_erasing' })
  await world.db.updateTable('erasures').set({ withdrawn_at: now }).where('id', '=', id).execute()

  for (const { uid } of [stays, gone])
    await world.db
      .insertInto('app_ids')
      .values({ uid, kind: 'union', id_ix: Buffer.from(`person ${uid}`), used_at: now, created_at: now })
      .execute()
  expect(await merge(stays.uid, gone.uid)).toMatchObject({ refusal: 'accounts_two_apps' })
  await world.db
    .updateTable('app_ids')
    .set({ id_ix: Buffer.from('one person') })
    .where('kind', '=', 'union')
    .execute()
  expect(await merge(stays.uid, gone.uid)).toMatchObject({ code: '200', data: { app: true } })
})

test('of two merges in opposite directions one succeeds, and a chain of merges leads to the last account', async () => {
  const [one, two] = await pair()
  const answers = await Promise.all([merge(one.uid, two.uid), merge(two.uid, one.uid)])
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['200', '409'])
  const [a, b] = await Promise.all([rowOf(one.uid), rowOf(two.uid)])
  expect([a.merged_into, b.merged_into].filter((into) => into !== null)).toHaveLength(1)
  const kept = a.merged_into === null ? one : two
  const last = await runnerSession(world, newMobile())
  expect(await merge(last.uid, kept.uid)).toMatchObject({ code: '200' })
  for (const mobile of [one.mobile, two.mobile]) expect((await runnerSession(world, mobile)).uid).toBe(last.uid)
})

test('a sign-up and a log-in during the merge are not lost', async () => {
  const [stays, gone] = await pair()
  const [merged, ...signed] = await Promise.all([
    merge(stays.uid, gone.uid),
    ...[40, 41, 42, 43].map((n) => world.call(registrationSave, entrant(n, { mobile: gone.mobile }), gone)),
  ])
  expect(merged.code).toBe('200')
  await followMerge(world.parts, gone.uid)
  const uids = await world.db
    .selectFrom('registrations')
    .select('uid')
    .where('uid', 'in', [stays.uid, gone.uid])
    .execute()
  expect(uids).toEqual(signed.filter(({ code }) => code === '200').map(() => ({ uid: stays.uid })))
  await followMerge(world.parts, gone.uid)
  expect((await world.ask(userCurrent, {}, stays)).uid).toBe(stays.uid)
})
