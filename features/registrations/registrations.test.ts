import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDueOrders } from '#features/payments/jobs.ts'
import { WORK_BITS } from '#features/checks/human.rules.ts'
import { RACE, entrant, idnumOf, neighbourOf, openEvent, openRace } from '#test/entrants.ts'
import { pictureFor, runnerSession, workFor } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationMy, registrationOrders, registrationPay, registrationQuery, registrationShow } from './contract.ts'
import { registrationFetch } from './changes/changes.contract.ts'
import { registrationDocuments, registrationExist, registrationSave } from './signup/signup.contract.ts'

let world: World
let runner: Awaited<ReturnType<typeof runnerSession>>
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  runner = await runnerSession(world)
})
afterAll(() => world.close())

let people = 100
/** Returns the number of a person whom no other test signs up. */
const somebody = () => people++
const fieldsOf = (answered: { data: unknown }) => (answered.data as { fields?: Record<string, string> } | null)?.fields
/** Pays at the sandbox's gateway, as a person would. */
const pay = async (key: string, token: string) => {
  await world.ask(registrationPay, { id: key, payment: 'wechat', way: 'native' }, { token })
  const sandbox = world.parts.integrations.sandbox.wechatpay!
  const { tradeno } = await world.db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', RACE)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  sandbox.pay(tradeno)
  await sandbox.deliver('all')
}

describe('registrationShow', () => {
  test('refuses an invalid key, and another document', async () => {
    expect(await world.call(registrationShow, { id: 'nonsense' })).toMatchObject({
      code: '404',
      refusal: 'registration_not_found',
    })
    expect(await world.call(registrationShow, { id: '1k6-1111111111111111111111' })).toMatchObject({
      msg: '未找到相应的报名信息',
    })
    const n = somebody()
    const { _key } = await world.ask(registrationSave, entrant(n), runner)
    expect(await world.call(registrationShow, { id: _key, idnum: idnumOf(n + 1) })).toMatchObject({
      refusal: 'idnum_inconsistent',
    })
    expect((await world.call(registrationShow, { id: _key, idnum: idnumOf(n).toLowerCase() })).code).toBe('200')
    for (let tried = 1; tried < 60; tried++) {
      if (tried % 15 === 0) world.clock.advance(61_000)
      expect(await world.call(registrationShow, { id: _key, idnum: idnumOf(n + 1) })).toMatchObject({
        refusal: 'idnum_inconsistent',
      })
    }
    world.clock.advance(61_000)
    expect(
      await world.call(registrationShow, { id: _key, idnum: idnumOf(n) }),
      'the number is not found by trying',
    ).toMatchObject({ code: '429', refusal: 'too_often' })
    expect(await world.call(registrationShow, { id: _key }), 'the link itself goes on').toMatchObject({ code: '200' })
    const own = { id: _key, idnum: idnumOf(n) }
    expect((await world.call(registrationShow, own, runner)).code, 'the registrant is not locked out').toBe('200')
    expect((await world.call(registrationFetch, own, runner)).code).toBe('200')
    const other = await runnerSession(world)
    expect((await world.call(registrationShow, own, other)).refusal, 'another account').toBe('too_often')
    for (let tried = 0; tried < 60; tried++) {
      if (tried % 15 === 0) world.clock.advance(61_000)
      await world.call(registrationShow, { id: _key, idnum: idnumOf(n + 1) }, runner)
    }
    world.clock.advance(61_000)
    expect((await world.call(registrationShow, own, runner)).refusal, 'own tries').toBe('too_often')
  })
  test('shows masked cards to everybody with the key, everything to its own account and to the holder of its mobile', async () => {
    const n = somebody()
    const { _key } = await world.ask(registrationSave, entrant(n), runner)
    const stranger = await world.ask(registrationShow, { id: _key })
    expect(stranger).toMatchObject({
      mine: false,
      name: '沈跑跑',
      birth: null,
      emername: null,
      emertel: null,
      bib: null,
    })
    expect(stranger.idnum).toMatch(/\*{10}/)
    expect(stranger.mobile).toMatch(/\*{4}/)
    expect(JSON.stringify(stranger)).not.toContain(idnumOf(n))
    const mine = await world.ask(registrationShow, { id: _key }, runner)
    expect(mine).toMatchObject({
      mine: true,
      idnum: idnumOf(n),
      mobile: entrant(n).mobile,
      emername: '陆家人',
      refundid: 0,
    })
    const holder = await runnerSession(world, entrant(n).mobile)
    expect((await world.ask(registrationShow, { id: _key }, holder)).mine).toBe(true)
  })
  test('answers every field of the specification under its name', async () => {
    const { _key } = await world.ask(registrationSave, entrant(somebody()), runner)
    const shown = await world.ask(registrationShow, { id: _key }, runner)
    const names =
      '_key, _id, id, eventid, raceid, name, gender, bib, idtype, idnum, birth, mobile, email, emername, emertel, ' +
      'emerrelationship, national, province, city, area, address, state, tag, description, wait_pos, refusemsg, ' +
      'refundid, orderid, pay_at, invite, price, clothes, runnerzone, window, packagebus, enname, prefix_bib, ' +
      'teamid, payable, cashback_at, deleted_at, created_at, updated_at, bindqrcode, meta'
    expect(Object.keys(shown)).toEqual(expect.arrayContaining(names.split(', ')))
    expect(Object.keys(shown.meta.order!)).toEqual(
      expect.arrayContaining(
        'pay_at, refundid, payment, amount, fee, discount, tradeno, paydata, state, pay_end, draw_at'.split(', '),
      ),
    )
  })
  test('leads to the external order list if the race sells through one', async () => {
    await openRace(world, { id: 2028, settings: { orders_url: 'https://shop.example/orders' } })
    await openEvent(world, { raceid: 2028 })
    const { _key } = await world.ask(registrationSave, entrant(somebody(), { raceid: 2028 }), runner)
    expect(await world.call(registrationShow, { id: _key })).toMatchObject({
      code: '206',
      data: { url: 'https://shop.example/orders' },
    })
  })
})

describe('registrationPay', () => {
  test('refuses strangers, other methods and paid registrations', async () => {
    const { _key } = await world.ask(registrationSave, entrant(somebody()), runner)
    expect(await world.call(registrationPay, { id: _key })).toMatchObject({ refusal: 'not_logged_in' })
    expect(await world.call(registrationPay, { id: _key }, await runnerSession(world))).toMatchObject({ code: '403' })
    expect(await world.call(registrationPay, { id: _key, payment: 'paypal' }, runner)).toMatchObject({
      refusal: 'payment_unavailable',
    })
    expect(await world.call(registrationPay, { id: _key, payment: 'invite' }, runner)).toMatchObject({
      refusal: 'pay_with_code',
      msg: '请在支付页点“使用邀请码”，输入邀请码后即可抵扣报名费',
    })
    await pay(_key, runner.token)
    expect(await world.ask(registrationPay, { id: _key }, runner)).toMatchObject({
      state: 'paid',
      payment: 'wechat',
      methods: [],
      next: null,
    })
  })
  test('gives a code to scan, is polled, and a paid place stays', async () => {
    const { _key } = await world.ask(registrationSave, entrant(somebody()), runner)
    expect(await world.ask(registrationPay, { id: _key }, runner)).toMatchObject({
      state: 'open',
      methods: ['wechat', 'alipay', 'cmb'],
      next: null,
    })
    const begun = await world.ask(registrationPay, { id: _key, payment: 'wechat', way: 'native' }, runner)
    expect(begun).toMatchObject({
      state: 'open',
      amount: 12_000,
      next: { way: 'native', code_url: expect.any(String) },
    })
    await pay(_key, runner.token)
    world.clock.advance(2 * 3_600_000)
    await closeDueOrders(world.parts, world.clock.now())
    expect((await world.ask(registrationShow, { id: _key }, { lang: 'en' })).status).toMatchObject({
      icon: 'success',
      title: "You're in!",
      paid_label: 'Paid',
    })
  })
})

describe('registrationQuery', () => {
  test('finds only by the exact number and shows no contact data', async () => {
    const n = somebody()
    const { _key } = await world.ask(registrationSave, entrant(n), runner)
    const cards = await world.ask(registrationQuery, { raceid: RACE, idnum: idnumOf(n).toLowerCase() }, { lang: 'en' })
    expect(cards).toEqual([
      {
        _key,
        raceid: RACE,
        eventid: 1,
        event: 'Half marathon',
        bib: null,
        name: '沈跑跑',
        state: 'normal',
        icon: 'waiting',
        status: 'Place reserved. Pay to confirm',
        paid_label: 'Payment due',
        fee_label: 'Payment due',
        bib_due: false,
      },
    ])
    expect(await world.ask(registrationQuery, { raceid: RACE, idnum: '沈跑跑' })).toEqual([])
    expect(await world.call(registrationQuery, { idnum: '沈跑跑' } as never, { lang: 'en' })).toMatchObject({
      refusal: 'race_missing',
      msg: 'Please choose a race first',
      data: { fields: { raceid: 'Please choose a race first' } },
    })
  })
  test('promises a bib and asks for a fee only by the rule of the status page', async () => {
    const of = async (n: number) => {
      const [card] = await world.ask(registrationQuery, { raceid: RACE, idnum: idnumOf(n) })
      const { status } = await world.ask(registrationShow, { id: card!._key })
      expect(card).toMatchObject({ fee_label: status.fee_label, bib_due: status.shows.bib })
      return [card!.fee_label, card!.bib_due]
    }
    await openEvent(world, { id: 61, state: 'audit' })
    await openEvent(world, { id: 62, price: 0, state: 'audit' })
    await openEvent(world, { id: 63, price: 0 })
    const [paid, reviewed, freeReviewed, free] = [somebody(), somebody(), somebody(), somebody()]
    const { _key } = await world.ask(registrationSave, entrant(paid), runner)
    await world.ask(registrationSave, entrant(reviewed, { eventid: 61 }), runner)
    await world.ask(registrationSave, entrant(freeReviewed, { eventid: 62 }), runner)
    await world.ask(registrationSave, entrant(free, { eventid: 63 }), runner)
    expect(await of(paid)).toEqual(['待支付', false])
    await pay(_key, runner.token)
    expect(await of(paid)).toEqual(['已支付', true])
    expect(await of(reviewed)).toEqual([null, false])
    expect(await of(freeReviewed)).toEqual(['免费', false])
    const [owes] = await world.ask(registrationQuery, { raceid: RACE, idnum: idnumOf(freeReviewed) })
    expect(owes!.paid_label, 'a free entry under review owes nothing').toBe('免费')
    expect(await of(free)).toEqual(['免费', true])
    const [waits] = await world.ask(registrationQuery, { raceid: RACE, idnum: idnumOf(reviewed) })
    expect(waits!.paid_label, 'an entry under review pays later').toBe('审核通过后支付')
    await world.db
      .updateTable('registrations')
      .set({ state: 'auditfail', refusemsg: '资料不全' })
      .where('raceid', '=', RACE)
      .where('eventid', '=', 61)
      .execute()
    expect(await of(reviewed)).toEqual([null, false])
  })
  test('asks for work after ten misses of a network, and never says whether a number was known', async () => {
    world.clock.advance(24 * 3_600_000)
    const n = somebody()
    await world.ask(registrationSave, entrant(n), runner)
    for (let miss = 0; miss < 10; miss++)
      await world.call(registrationQuery, { raceid: RACE, idnum: idnumOf(900_000 + miss * 1000) })
    for (const one of [n, 899_999])
      expect(await world.call(registrationQuery, { raceid: RACE, idnum: idnumOf(one) }, { lang: 'en' })).toMatchObject({
        refusal: 'picture_needed',
        msg: 'Please verify the graph first',
        data: { check: 'work', bits: WORK_BITS },
      })
    expect(
      await world.call(registrationQuery, { raceid: RACE, idnum: idnumOf(n), captchaid: 'x', captcha: 'ABCD' }),
    ).toMatchObject({ refusal: 'picture_wrong' })
    const input = { raceid: RACE, idnum: idnumOf(n) }
    expect((await world.call(registrationQuery, { ...input, ...(await workFor(world)) })).data).toHaveLength(1)
    expect((await world.call(registrationQuery, input, runner)).data, 'a session has its own').toHaveLength(1)
    world.clock.advance(25 * 3_600_000)
    expect((await world.call(registrationQuery, input)).data).toHaveLength(1)
  })
  test('for a county and a birthday a second fact is asked after two guesses, whoever makes them', async () => {
    world.clock.advance(24 * 3_600_000)
    const own = neighbourOf(700)
    const registered = entrant(somebody(), { idnum: own })
    await world.ask(registrationSave, registered, runner)
    const lastFour = registered.mobile!.slice(-4)
    const near = neighbourOf
    const ask = (idnum: string, more: Record<string, string> = {}, as = {}) =>
      world.call(registrationQuery, { raceid: RACE, idnum, ...more }, as)
    for (let guess = 0; guess < 2; guess++) await ask(near(100 + guess))
    await ask(near(100))
    for (const idnum of [own, near(200)])
      expect(await ask(idnum)).toMatchObject({ refusal: 'picture_needed', data: { check: 'fact' } })
    expect(await ask(own, await pictureFor(world)), 'a picture is no second fact').toMatchObject({
      data: { check: 'fact' },
    })
    expect((await ask(own, { fact: '沈跑跑' })).data).toHaveLength(1)
    expect((await ask(own, { fact: lastFour })).data).toHaveLength(1)
    for (const [idnum, fact] of [
      [own, '别人'],
      [near(300), '沈跑跑'],
      [near(301), '沈跑跑'],
    ] as const)
      expect(await ask(idnum, { fact }, { lang: 'en' })).toMatchObject({ code: '422', refusal: 'fact_wrong' })
    expect(await ask(own, { fact: '沈跑跑' }), 'who knows the name too').toMatchObject({
      refusal: 'fact_wrong',
      data: { check: 'mobile' },
    })
    expect((await ask(own, { fact: lastFour })).data).toHaveLength(1)
    expect((await ask(idnumOf(50_000))).data, 'others are asked for nothing').toEqual([])
  })
  test('a typing error is no guess: a number with a wrong check character belongs to nobody', async () => {
    world.clock.advance(24 * 3_600_000)
    const right = idnumOf(710_000)
    for (let at = 0; at < 9; at++)
      await world.call(registrationQuery, {
        raceid: RACE,
        idnum: right.slice(0, -1) + String((Number(right.at(-1)) + 1) % 9),
      })
    expect(await world.call(registrationQuery, { raceid: RACE, idnum: right })).toMatchObject({ code: '200' })
  })
  test('asks a stranger for a picture beyond the limit of a number', async () => {
    const refusals = []
    for (let call = 0; call < 25; call++)
      refusals.push((await world.call(registrationQuery, { raceid: RACE, idnum: idnumOf(950_000) })).refusal)
    expect(refusals.slice(-5)).toEqual(Array(5).fill('picture_needed'))
  })
})

describe('around a registration', () => {
  test('registrationDocuments names document types, fields and consents', async () => {
    expect(await world.call(registrationDocuments, { raceid: RACE, eventid: 99 })).toMatchObject({
      refusal: 'event_not_found',
    })
    const documents = await world.ask(registrationDocuments, { raceid: RACE, eventid: 1 }, { lang: 'en' })
    expect(documents.documents.map(({ idtype }) => idtype)).toEqual(['idcard', 'hkpass', 'other', 'passport'])
    expect(documents.event.form.fields.map(({ name, required }) => [name, required])).toEqual([
      ['email', false],
      ['emername', true],
      ['emertel', true],
      ['emerrelationship', false],
      ['clothes', true],
    ])
    expect(documents.consents.map(({ name, asked: when }) => [name, when])).toEqual([
      ['terms', 'always'],
      ['sensitive', 'always'],
      ['guardian', 'under_age'],
      ['publication', 'optional'],
      ['photos', 'optional'],
      ['marketing', 'optional'],
    ])
  })
  test('registrationExist says whether a document is entered, and names the owner only to the own account', async () => {
    const n = somebody()
    expect(await world.call(registrationExist, { raceid: RACE, idtype: 'idcard', idnum: idnumOf(n) })).toMatchObject({
      refusal: 'not_logged_in',
    })
    expect(
      fieldsOf(await world.call(registrationExist, { raceid: RACE, idtype: 'idcard', idnum: '1' }, runner)),
    ).toEqual({ idnum: '请输入正确的证件号码' })
    expect(await world.ask(registrationExist, { raceid: RACE, idtype: 'idcard', idnum: idnumOf(n) }, runner)).toEqual({
      exist: false,
      mine: null,
      deleted_once: false,
    })
    const { _key } = await world.ask(registrationSave, entrant(n), runner)
    expect(
      await world.ask(
        registrationExist,
        { raceid: RACE, idtype: 'idcard', idnum: idnumOf(n) },
        { ...runner, lang: 'en' },
      ),
    ).toEqual({ exist: true, mine: { _key, eventid: 1, event: 'Half marathon' }, deleted_once: false })
    expect(
      await world.ask(
        registrationExist,
        { raceid: RACE, idtype: 'idcard', idnum: idnumOf(n) },
        await runnerSession(world),
      ),
    ).toEqual({ exist: true, mine: null, deleted_once: false })
  })
  test('registrationMy and registrationOrders list only the data of an account, page by page', async () => {
    expect(await world.call(registrationMy, {})).toMatchObject({ refusal: 'not_logged_in' })
    expect(await world.call(registrationOrders, {})).toMatchObject({ refusal: 'not_logged_in' })
    const other = await runnerSession(world)
    const keys: string[] = []
    for (let at = 0; at < 3; at++) {
      keys.unshift((await world.ask(registrationSave, entrant(somebody()), other))._key)
      if (at === 0) world.clock.advance(1000)
    }
    const first = await world.ask(registrationMy, { limit: 2 }, other)
    const rest = await world.ask(registrationMy, { limit: 2, after: first.after! }, other)
    expect([...first.items, ...rest.items].map(({ _key }) => _key)).toEqual(keys)
    expect(rest.after).toBeNull()
    const orders = await world.ask(registrationOrders, {}, other)
    expect(orders.items.map(({ order, registrations }) => [order.state, order.amount, registrations.length])).toEqual([
      ['open', 12_000, 1],
      ['open', 12_000, 1],
      ['open', 12_000, 1],
    ])
  })
})
