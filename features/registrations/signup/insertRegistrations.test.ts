import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { eventShow } from '#features/events/contract.ts'
import { keepPrivateFile } from '#features/files/service.ts'
import { closeDueOrders } from '#features/payments/jobs.ts'
import { readRace } from '#features/races/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { secondProcess } from '#test/second.ts'
import { placesTaken, registrationRow } from '#test/scenes/rows.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationPay, registrationShow } from '../contract.ts'
import { SignupInput, registrationDocuments, registrationSave } from './signup.contract.ts'
import { signUpFriends } from './friends.service.ts'
import { changeHeld, holdPlace, releaseHeld } from '../inventory/inventory.service.ts'
import { type SignedUp, signUp } from './signup.service.ts'

let world: World
let runner: Awaited<ReturnType<typeof runnerSession>>
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  runner = await runnerSession(world)
})
afterAll(() => world?.close())

let people = 5000
let nextEvent = 1
const somebody = () => people++
const anEvent = async (change: Parameters<typeof openEvent>[1] = {}) => {
  const id = nextEvent++
  await openEvent(world, { id, ...change })
  return id
}
const save = (change: Partial<InputOf<typeof registrationSave>>, as: { token: string } = runner) =>
  world.call(registrationSave, entrant(somebody(), change), as)
const counter = async (kind: 'clothes' | 'packagebus' | 'zone', eventid: number, name: string, most: number) => {
  const updated_at = world.clock.now()
  await world.db.insertInto('counters').values({ raceid: RACE, kind, eventid, name, most, updated_at }).execute()
}
const countOf = async (eventid: number, name: string) =>
  (
    await world.db
      .selectFrom('counters')
      .select('taken')
      .where('raceid', '=', RACE)
      .where('eventid', '=', eventid)
      .where('name', '=', name)
      .executeTakeFirst()
  )?.taken
const takenOf = (id: number) => placesTaken(world, id)
const invitation = async (code: string, change: object = {}) => {
  const now = world.clock.now()
  await world.db
    .insertInto('invitations')
    .values({ raceid: RACE, code, label: '', created_at: now, updated_at: now, ...change })
    .execute()
}
const usedOf = async (code: string) =>
  (
    await world.db
      .selectFrom('invitations')
      .select('used')
      .where('raceid', '=', RACE)
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).used
const rowOf = (key: string) => registrationRow(world, key)
const hourLater = async () => {
  world.clock.advance(60 * 60_000)
  await closeDueOrders(world.parts, world.clock.now())
}
const unbalanced = () => world.db.selectFrom('order_books').selectAll().where('balanced', '=', false).execute()

describe('registrationSave refuses', () => {
  test('sold-out shirts and bus seats, shows the rest before, and frees them with the order', async () => {
    const eventid = await anEvent({
      form: { ask: { clothes: 'required', packagebus: 'optional' }, packagebus: ['火车站', '机场'] },
    })
    await counter('clothes', eventid, 'XS', 1)
    await counter('packagebus', 0, '火车站', 1)
    const options = async (name: string) =>
      (await world.ask(registrationDocuments, { raceid: RACE, eventid })).event.form.fields.find(
        (field) => field.name === name,
      )!.options
    expect((await options('clothes')).slice(0, 2)).toMatchObject([
      { value: 'XS', left: 1 },
      { value: 'S', left: null },
    ])
    expect((await save({ eventid, clothes: 'XS', packagebus: '火车站' })).code).toBe('200')
    expect(await save({ eventid, clothes: 'XS' })).toMatchObject({
      code: '409',
      refusal: 'clothes_gone',
      msg: '该尺码已无库存，请换一个尺码',
    })
    expect(await save({ eventid, clothes: 'M', packagebus: '火车站' })).toMatchObject({
      code: '409',
      refusal: 'bus_full',
    })
    expect((await save({ eventid, clothes: 'M', packagebus: '机场' })).code).toBe('200')
    expect((await world.ask(eventShow, { raceid: RACE, id: eventid })).form.fields.at(-1)!.options).toMatchObject([
      { value: '火车站', left: 0 },
      { value: '机场', left: null },
    ])
    await hourLater()
    expect([await takenOf(eventid), await countOf(eventid, 'XS'), await countOf(0, '火车站')]).toEqual([0, 0, 0])
    expect((await save({ eventid, clothes: 'XS', packagebus: '火车站' })).code).toBe('200')
  })
  test('more unpaid registrations than an account may have, until some are paid or closed', async () => {
    await openRace(world, { id: 2040, settings: { unpaid_most: 2 } })
    for (const id of [1, 2]) await openEvent(world, { raceid: 2040, id })
    await openEvent(world, { raceid: 2040, id: 3, price: 0 })
    const other = await runnerSession(world)
    const enter = (eventid: number) => save({ raceid: 2040, eventid }, other)
    expect([(await enter(1)).code, (await enter(2)).code]).toEqual(['200', '200'])
    expect(await enter(1)).toMatchObject({
      code: '409',
      refusal: 'too_many_unpaid',
      msg: '您还有较多报名未支付，请先完成支付',
    })
    expect((await enter(3)).code, 'what costs nothing is not owed').toBe('200')
    expect((await save({ raceid: 2040, eventid: 1 })).code, 'each account for itself').toBe('200')
    await hourLater()
    expect((await enter(1)).code).toBe('200')
  })
  test('codes that are unknown, ended, stopped, for another event or used up', async () => {
    const [eventid, elsewhere] = [await anEvent(), await anEvent()]
    const now = world.clock.now()
    await invitation('OVER', { expires_at: now })
    await invitation('STOPPED', { stopped_at: now })
    await invitation('OTHER', { eventid: elsewhere })
    await invitation('TWICE', { uses: 1 })
    const why = async (invite: string) => (await save({ eventid, invite })).refusal
    expect([
      await why('nobody'),
      await why('over'),
      await why('stop-ped'),
      await why('other'),
      await why(' twice '),
      await why('TWICE'),
    ]).toEqual(['invite_unknown', 'invite_over', 'invite_over', 'invite_elsewhere', undefined, 'invite_used_up'])
    expect([await usedOf('TWICE'), await takenOf(eventid)]).toEqual([1, 1])
    await hourLater()
    expect(await usedOf('TWICE'), 'an order that is not paid gives its use back').toBe(0)
    expect(await why('TWICE')).toBeUndefined()
  })
  test('callers who guess codes', async () => {
    const eventid = await anEvent()
    const other = await runnerSession(world)
    for (let n = 0; n < 20; n++)
      expect(await save({ eventid, invite: `GUESS${n}` }, other)).toMatchObject({ refusal: 'invite_unknown' })
    await invitation('REAL')
    expect(await save({ eventid, invite: 'REAL' }, other)).toMatchObject({ code: '429', refusal: 'too_often' })
    expect((await save({ eventid }, other)).code, 'signing up without a code goes on').toBe('200')
  })
  test('a proof of another account', async () => {
    const eventid = await anEvent({
      state: 'draw',
      form: {
        qualifying: {
          ask: 'optional',
          direct: true,
          standards: [
            { gender: 'male', age_from: 0, age_to: 99, seconds: 9999 },
            { gender: 'female', age_from: 0, age_to: 99, seconds: 9999 },
          ],
        },
      },
    })
    const proof = await theirProof((await runnerSession(world)).uid)
    expect(
      await save({ eventid, qualifying: { race: '江城马拉松', day: '2025-11-02', time: '2:40:00', proof } }),
    ).toMatchObject({ code: '422', data: { fields: { 'qualifying.proof': '请上传成绩证明' } } })
  })
})

/** Stores a one-pixel picture for an account, as a proof. */
const theirProof = async (uid: number): Promise<string> => {
  const bytes = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const kept = await keepPrivateFile(world.parts, { raceid: RACE, uid, bytes, name: 'proof.gif' }, world.clock.now())
  if (typeof kept === 'string') throw new Error(kept)
  return kept.path
}

describe('an invitation', () => {
  test('a free invitation is paid at once with itself, past the lottery, and its code is only its own', async () => {
    const eventid = await anEvent({ state: 'draw', paystate: 'closed', places: 1 })
    await invitation('GUEST', { price: 0, direct: true })
    const { data } = await save({ eventid, invite: 'gu est' })
    expect(data).toMatchObject({ state: 'normal', amount: 0, payable: 0, pay_end: null })
    const mine = await world.ask(registrationShow, { id: data._key }, { ...runner, lang: 'en' })
    expect(mine).toMatchObject({
      invite: 'GUEST',
      price: 0,
      pay_at: world.clock.now().toISOString(),
      status: { title: "You're in!", payment: 'invite', payable: 1 },
      meta: { order: { state: 'paid', payment: 'invite', fee: 12_000, discount: 12_000, amount: 0 } },
    })
    const stranger = await world.ask(registrationShow, { id: data._key }, { lang: 'en' })
    expect([stranger.invite, stranger.status.payment, stranger.status.chips.map(({ says }) => says)]).toEqual([
      null,
      'invite',
      ['Free', 'Invited'],
    ])
    expect(await save({ eventid, invite: 'GUEST' })).toMatchObject({ refusal: 'sold_out' })
    expect([await takenOf(eventid), await usedOf('GUEST'), await unbalanced()]).toEqual([1, 1, []])
  })
  test('reduces the price, in an event with a review after the approval', async () => {
    const eventid = await anEvent({ state: 'audit' })
    await invitation('LESS', { price: 7000 })
    const { data } = await save({ eventid, invite: 'LESS' })
    expect(data).toMatchObject({ state: 'audit', orderid: null, amount: 7000 })
    await world.db
      .updateTable('registrations')
      .set({ state: 'normal' })
      .where('raceid', '=', RACE)
      .where('_key', '=', data._key)
      .execute()
    expect(await world.ask(registrationPay, { id: data._key, payment: 'wechat', way: 'native' }, runner)).toMatchObject(
      { amount: 7000 },
    )
    expect((await world.ask(registrationShow, { id: data._key }, runner)).meta.order).toMatchObject({
      fee: 12_000,
      discount: 5000,
      amount: 7000,
    })
    const reduced = await save({ eventid: await anEvent(), invite: 'LESS' })
    expect((await world.ask(registrationShow, { id: reduced.data._key }, runner)).meta.order).toMatchObject({
      fee: 12_000,
      discount: 5000,
      amount: 7000,
      state: 'open',
    })
  })
})

describe('zones and qualifying times', () => {
  const form = { zones: [{ name: 'A', faster_than: 10_000 }, { name: 'B' }], qualifying: { ask: 'optional' } }
  test('the best zone with places is given, by the time', async () => {
    const eventid = await anEvent({ form })
    await counter('zone', eventid, 'A', 1)
    await counter('zone', eventid, 'B', 2)
    const enter = async (time?: string) =>
      (
        await rowOf(
          (await save({ eventid, ...(time ? { qualifying: { race: '江城马拉松', day: '2025-11-02', time } } : {}) }))
            .data._key,
        )
      ).runnerzone
    expect([await enter(), await enter('2:46:40'), await enter('2:46:40'), await enter()]).toEqual([
      'B',
      'A',
      'B',
      null,
    ])
    expect((await rowOf((await save({ eventid: await anEvent({ type: 'fun_run' }) })).data._key)).runnerzone).toBe('F')
    await hourLater()
    expect([await countOf(eventid, 'A'), await countOf(eventid, 'B')]).toEqual([0, 0])
  })
  test('a runner who meets the standard of a draw waits for a person, not for the lot', async () => {
    const standards = ['male' as const, 'female' as const].map((gender) => ({
      gender,
      age_from: 0,
      age_to: 99,
      seconds: 10_000,
    }))
    const eventid = await anEvent({ state: 'draw', form: { qualifying: { ask: 'optional', direct: true, standards } } })
    const proof = await theirProof(runner.uid)
    const enter = (time: string) =>
      save({ eventid, qualifying: { race: '江城马拉松', day: '2025-11-02', time, proof } })
    const fast = await enter('2:46:40')
    expect(fast.data).toMatchObject({ state: 'audit', orderid: null })
    expect(await rowOf(fast.data._key)).toMatchObject({
      qualifying: { race: '江城马拉松', day: '2025-11-02', seconds: 10_000, proof, meets: true },
      place_held: false,
    })
    expect((await enter('2:46:41')).data).toMatchObject({ state: 'draw' })
  })
})

describe('the things of a registration', () => {
  test('are given back once, taken again once, and changed with the former one free', async () => {
    const eventid = await anEvent({ places: 2, form: { ask: { clothes: 'required' } } })
    await counter('clothes', eventid, 'L', 2)
    await counter('clothes', eventid, '2XL', 1)
    const key = (await save({ eventid, clothes: 'L' })).data._key
    const { id } = await rowOf(key)
    const now = world.clock.now()
    const both = async (work: (tx: Parameters<typeof releaseHeld>[0]) => Promise<unknown>) =>
      Promise.all([1, 2].map(() => world.db.transaction().execute(work)))
    await both((tx) => releaseHeld(tx, RACE, [id], now, { uses: true }))
    expect([await takenOf(eventid), await countOf(eventid, 'L'), (await rowOf(key)).place_held]).toEqual([0, 0, false])
    expect(await both((tx) => holdPlace(tx, RACE, id, now))).toEqual([undefined, undefined])
    expect([await takenOf(eventid), await countOf(eventid, 'L')]).toEqual([1, 1])
    await both((tx) => changeHeld(tx, RACE, id, { clothes: '2XL' }, now))
    expect([await countOf(eventid, 'L'), await countOf(eventid, '2XL'), (await rowOf(key)).clothes]).toEqual([
      0,
      1,
      '2XL',
    ])
    const next = await rowOf((await save({ eventid, clothes: 'L' })).data._key)
    await world.db.transaction().execute(async (tx) => {
      expect(await changeHeld(tx, RACE, next.id, { clothes: '2XL' }, now)).toBe('clothes_gone')
      await releaseHeld(tx, RACE, [next.id], now)
    })
    await save({ eventid, clothes: 'L' })
    expect(await world.db.transaction().execute((tx) => holdPlace(tx, RACE, next.id, now))).toBe('sold_out')
  })
})

describe('two processes at once', () => {
  test("race-wide shirts, uses of a code and an account's debts are exact over several events, with friends among them", async () => {
    await openRace(world, { id: RACE, settings: { unpaid_most: 4 } })
    const events = [await anEvent({ places: 60 }), await anEvent({ places: 60 })]
    for (const eventid of [0, ...events]) await counter('clothes', eventid, '3XL', eventid === 0 ? 20 : 15)
    await invitation('MANY', { uses: 8, price: 100 })
    const other = await secondProcess(world)
    const row = (await readRace(world.db, RACE, world.clock.now()))!
    const race = { ...row, settings: settingsOf(row) }
    const input = (n: number) =>
      SignupInput.parse(
        entrant(60_000 + n, {
          eventid: events[n % 2]!,
          clothes: n % 3 ? '3XL' : 'M',
          ...(n % 4 ? {} : { invite: 'MANY' }),
        }),
      )
    const one = (n: number): Promise<SignedUp> =>
      signUp(
        n % 5 ? world.parts : other,
        { input: input(n), race, uid: 9000 + (n % 16), lang: 'en' },
        world.clock.now(),
      )
    const three = (n: number) =>
      signUpFriends(
        n % 2 ? world.parts : other,
        { friends: [0, 1, 2].map((m) => input(1000 + 3 * n + m)), race, uid: 9000 + (n % 16), lang: 'en' },
        world.clock.now(),
        (writes) => (n % 2 ? world.db : other.db).transaction().execute(writes),
      )
    const outcomes = await Promise.all([
      ...Array.from({ length: 160 }, (_, n) => one(n)),
      ...Array.from({ length: 12 }, (_, n) => three(n)),
    ])
    await other.db.destroy()
    const rows = await world.db
      .selectFrom('registrations')
      .select(['eventid', 'uid', 'clothes', 'inviteid', 'orderid', 'document_ix'])
      .where('raceid', '=', RACE)
      .where('eventid', 'in', events)
      .execute()
    const by = (test: (row: (typeof rows)[number]) => boolean) => rows.filter(test).length
    const saved = outcomes.flatMap((outcome): { _key: string }[] =>
      'saved' in outcome ? ('items' in outcome.saved ? outcome.saved.items : [outcome.saved]) : [],
    )
    expect(rows).toHaveLength(saved.length)
    expect(new Set(rows.map(({ document_ix }) => document_ix.toString('hex'))).size).toBe(rows.length)
    for (const eventid of events)
      expect([await takenOf(eventid), await countOf(eventid, '3XL')]).toEqual([
        by((r) => r.eventid === eventid),
        by((r) => r.eventid === eventid && r.clothes === '3XL'),
      ])
    expect([await countOf(0, '3XL'), await usedOf('MANY')]).toEqual([
      by((r) => r.clothes === '3XL'),
      by((r) => r.inviteid !== null),
    ])
    // More calls came than each limit allows: each limit was reached and none was exceeded.
    expect([await countOf(0, '3XL'), await usedOf('MANY')]).toEqual([20, 8])
    const debts = Array.from({ length: 16 }, (_, n) => by((r) => r.uid === 9000 + n))
    expect(Math.max(...debts)).toBe(4)
    for (const outcome of outcomes)
      if ('saved' in outcome && 'items' in outcome.saved) expect(outcome.saved.items).toHaveLength(3)
    expect(await unbalanced()).toEqual([])
  })
})
