import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleOrdersShow } from '#features/orders/contract.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { addCounter, counterTaken, placesTaken, registrationRow } from '#test/scenes/rows.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationDel, registrationDelay } from './changes.contract.ts'
import { registrationPay, registrationQuery, registrationShow } from '../contract.ts'
import { registrationFriends, registrationSave } from '../signup/signup.contract.ts'

let world: World
let runner: Awaited<ReturnType<typeof runnerSession>>
beforeAll(async () => {
  world = await makeWorld()
  const now = world.clock.now()
  await openRace(world, {
    settings: {
      delay: {
        until: new Date(now.getTime() + 20 * 86_400_000).toISOString(),
        tag: { 'zh-cn': '保留至2027', en: 'Reserved for 2027' },
        description: { 'zh-cn': '2027年优先报名', en: 'You enter first in 2027' },
      },
    },
  })
  await openEvent(world, {
    form: {
      ask: { email: 'optional', enname: 'optional', emername: 'required', emertel: 'required', clothes: 'required' },
      questions: [{ name: 'club', kind: 'text', says: { 'zh-cn': '跑团' } }],
    } as never,
  })
  runner = await runnerSession(world)
})
afterAll(() => world.close())

let people = 700_000
const somebody = () => people++
const signUp = async (change: Parameters<typeof entrant>[1] = {}, n = somebody()) => ({
  n,
  ...(await world.ask(registrationSave, entrant(n, change), runner)),
})
const rowOf = (key: string) => registrationRow(world, key)
const takenOf = (id = 1) => placesTaken(world, id)
const counter = (kind: string, name: string, most: number, eventid = 1) => addCounter(world, kind, name, most, eventid)
const countedOf = (kind: string, name: string, eventid = 1) => counterTaken(world, kind, name, eventid)
const unbalanced = () => world.db.selectFrom('order_books').selectAll().where('balanced', '=', false).execute()
const startPaying = async (key: string) => {
  await world.ask(registrationPay, { id: key, payment: 'wechat', way: 'native' }, runner)
  return (
    await world.db
      .selectFrom('payments')
      .select('tradeno')
      .where('raceid', '=', RACE)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).tradeno
}
const pay = async (key: string) => {
  const tradeno = await startPaying(key)
  world.parts.integrations.sandbox.wechatpay!.pay(tradeno)
  await world.parts.integrations.sandbox.wechatpay!.deliver('all')
}

describe('registrationDel', () => {
  test('refuses a paid registration, a registration after the sign-up has ended, and a second deletion of the document', async () => {
    const paid = await signUp()
    await pay(paid._key)
    expect(await world.call(registrationDel, { id: paid._key }, { ...runner, lang: 'en' })).toMatchObject({
      code: '409',
      refusal: 'not_deletable',
      msg: "This entry can't be deleted now: It has been paid",
    })
    const once = await signUp()
    await world.ask(registrationDel, { id: once._key }, runner)
    const again = await signUp({}, once.n)
    expect(await world.call(registrationDel, { id: again._key }, runner)).toMatchObject({
      refusal: 'not_deletable',
      msg: '现在不能删除报名：每个证件号码仅可删除一次报名',
    })
    expect((await rowOf(again._key)).deleted_at).toBeNull()
    await openEvent(world, { id: 13, signup_until: new Date(world.clock.now().getTime() + 60_000) })
    const late = await signUp({ eventid: 13 })
    world.clock.advance(60_000)
    expect((await world.call(registrationDel, { id: late._key }, runner)).refusal).toBe('not_deletable')
  })
  test('refuses with a clear sentence if the money has arrived already, and if the gateway does not answer', async () => {
    const { _key } = await signUp()
    const tradeno = await startPaying(_key)
    world.parts.integrations.sandbox.wechatpay!.weather.down = true
    expect((await world.call(registrationDel, { id: _key }, runner)).refusal).toBe('gateway_down')
    world.parts.integrations.sandbox.wechatpay!.weather.down = false
    world.parts.integrations.sandbox.wechatpay!.weather.holdNotices = true
    world.parts.integrations.sandbox.wechatpay!.pay(tradeno)
    expect(await world.call(registrationDel, { id: _key }, { ...runner, lang: 'en' })).toMatchObject({
      code: '409',
      refusal: 'paid_meanwhile',
      msg: expect.stringContaining('just been paid') as string,
    })
    world.parts.integrations.sandbox.wechatpay!.weather.holdNotices = false
    expect((await world.ask(registrationShow, { id: _key }, runner)).status.paid).toBe('1')
  })
  test(
    "deletes in the specification's words: order closed, place, shirt and document free; a new registration is " +
      'possible',
    async () => {
      await openEvent(world, { id: 14, places: 1 })
      await counter('clothes', 'S', 1, 14)
      const { _key, n, orderid } = await signUp({ eventid: 14, clothes: 'S' })
      expect(
        await world.call(registrationDel, { id: _key, idnum: idnumOf(n) }, { ...runner, lang: 'en' }),
      ).toMatchObject({ code: '200', msg: 'Deleted successfully', data: { _key, orderid: null } })
      expect([await takenOf(14), await countedOf('clothes', 'S', 14)]).toEqual([0, 0])
      const staff = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
      expect((await world.ask(consoleOrdersShow, { raceid: RACE, id: orderid! }, staff)).order).toMatchObject({
        state: 'closed',
        close_reason: 'deleted',
        balanced: true,
      })
      expect((await world.ask(registrationShow, { id: _key }, runner)).status).toMatchObject({
        title_key: 'deleted',
        can: { again: { ok: true } },
      })
      await signUp({ eventid: 14, clothes: 'S' }, n)
      expect([await takenOf(14), await countedOf('clothes', 'S', 14)]).toEqual([1, 1])
    },
  )
  test(
    'repeated with its key, one after the other or at once, it gets its first answer; the key of another account ' +
      'gets nothing',
    async () => {
      const { _key } = await signUp()
      await startPaying(_key)
      const del = { id: _key, _once: `gone ${_key}` }
      const [first, second] = await Promise.all([
        world.call(registrationDel, del, runner),
        world.call(registrationDel, del, runner),
      ])
      const third = await world.call(registrationDel, del, runner)
      expect([first, second, third].map(({ code, msg }) => `${code} ${msg}`)).toEqual(
        Array.from({ length: 3 }, () => '200 删除成功'),
      )
      expect([second!.data, third.data]).toEqual([first!.data, first!.data])
      expect(await world.call(registrationDel, { id: _key }, runner)).toMatchObject({ refusal: 'not_deletable' })
      expect(await world.call(registrationDel, del, await runnerSession(world))).toMatchObject({ code: '403' })
    },
  )
  test('of twenty simultaneous deletions of one registration one wins, and everything becomes free once', async () => {
    await openEvent(world, { id: 15 })
    const { _key } = await signUp({ eventid: 15 })
    await signUp({ eventid: 15 })
    const all = await Promise.all(Array.from({ length: 20 }, () => world.call(registrationDel, { id: _key }, runner)))
    expect(all.filter(({ code }) => code === '200')).toHaveLength(1)
    expect(all.filter(({ refusal }) => refusal === 'not_deletable')).toHaveLength(19)
    expect(await takenOf(15)).toBe(1)
    expect(await unbalanced()).toEqual([])
  })
  test('friends who share the order continue under a new order with the same end', async () => {
    const [a, b, c] = [somebody(), somebody(), somebody()]
    const friends = [a, b, c].map((n) => {
      const { raceid: _, ...one } = entrant(n)
      return one
    })
    const saved = await world.ask(registrationFriends, { raceid: RACE, friends }, runner)
    const before = await takenOf()
    world.clock.advance(60_000)
    const deleted = await world.ask(registrationDel, { id: saved.items[1]!._key }, runner)
    expect(deleted.orderid).not.toBe(saved.orderid)
    expect(await takenOf()).toBe(before - 1)
    const order = await world.db
      .selectFrom('orders')
      .selectAll()
      .where('raceid', '=', RACE)
      .where('id', '=', deleted.orderid!)
      .executeTakeFirstOrThrow()
    expect({ amount: order.amount, end: order.pay_end.toISOString(), state: order.state }).toEqual({
      amount: 24_000,
      end: saved.pay_end,
      state: 'open',
    })
    await pay(saved.items[2]!._key)
    for (const at of [0, 2]) expect((await rowOf(saved.items[at]!._key)).pay_at).not.toBeNull()
    expect((await rowOf(saved.items[1]!._key)).pay_at).toBeNull()
    expect(await unbalanced()).toEqual([])
  })
})

describe('registrationDelay', () => {
  test(
    'refuses an unpaid one, and reserves a paid one once: the place free, the bib gone, the words kept, nothing ' +
      'refunded',
    async () => {
      await openEvent(world, { id: 16 })
      const { _key, n } = await signUp({ eventid: 16 })
      expect(await world.call(registrationDelay, { id: _key }, { ...runner, lang: 'en' })).toMatchObject({
        refusal: 'not_delayable',
        msg: "This place can't be deferred now: It has not been paid yet",
      })
      await pay(_key)
      await world.db
        .updateTable('registrations')
        .set({ bib: '16001' })
        .where('raceid', '=', RACE)
        .where('_key', '=', _key)
        .execute()
      const both = await Promise.all(
        [0, 1].map(() => world.call(registrationDelay, { id: _key }, { ...runner, lang: 'en' })),
      )
      expect(both.map(({ code }) => code).sort()).toEqual(['200', '409'])
      expect(await takenOf(16)).toBe(0)
      expect(await rowOf(_key)).toMatchObject({
        state: 'delay',
        tag: 'Reserved for 2027',
        bib: null,
        refundid: 0,
        place_held: false,
      })
      for (const [lang, title, description] of [
        ['en', 'Reserved for 2027', 'You enter first in 2027'],
        ['zh-cn', '保留至2027', '2027年优先报名'],
        ['zh-tw', '保留至2027', '2027年优先报名'],
      ] as const) {
        const shown = await world.ask(registrationShow, { id: _key }, { ...runner, lang })
        expect(shown.status).toMatchObject({ title, description, paid: '1' })
        expect(shown).toMatchObject({ tag: title, description })
        expect(shown.status.chips.map(({ says }) => says)).toContain(title)
        const cards = await world.ask(registrationQuery, { raceid: RACE, idnum: idnumOf(n) }, { lang })
        expect(cards[0]!.status).toBe(title)
      }
    },
  )
})
