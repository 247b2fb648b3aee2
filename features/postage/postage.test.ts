import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { giveBack } from '#features/payments/byHand.service.ts'
import { workDueRefunds } from '#features/payments/jobs.ts'
import type { Tx } from '#db/db.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { meanwhile } from '#test/meanwhile.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleParcelsExport,
  consoleParcelsList,
  consoleParcelsSend,
  consoleParcelsSettings,
  postageOrder,
  postagePay,
  postageShow,
} from './contract.ts'
import { apiMiniprogramPay } from '#features/registrations/partner/miniProgram.contract.ts'
import { changeParcel } from './store.ts'
import { bestTimeOf, whyNoBest, whyNoPostage } from './rules.ts'

const phone = { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile' }
const now = new Date('2026-03-01T04:00:00Z')

describe('rules', () => {
  const open = { open: true, until: null, who: 'pb' } as const
  const ran = { seconds: 6600, declared: null }
  test('finishers of a race that offers it get a shirt, until the offer ends', () => {
    expect([
      whyNoPostage(undefined, ran, now),
      whyNoPostage({ ...open, open: false }, ran, now),
      whyNoPostage({ ...open, until: now }, ran, now),
      whyNoPostage(open, { ...ran, seconds: null }, now),
      whyNoPostage(open, ran, now),
    ]).toEqual(['postage_not_offered', 'postage_not_offered', 'postage_over', 'postage_no_result', undefined])
  })
  test('a best is faster than the former best, which fits the declared time', () => {
    expect([
      whyNoBest('finishers', ran, undefined),
      whyNoBest('pb', ran, undefined),
      whyNoBest('pb', ran, 6600),
      whyNoBest('pb', ran, 6601),
      whyNoBest('pb', { ...ran, declared: 6500 }, 6601),
      whyNoBest('pb', { ...ran, declared: 6700 }, 6650),
    ]).toEqual([undefined, 'former_missing', 'postage_no_best', undefined, 'former_contradicts', undefined])
    expect([bestTimeOf('01:50:00', '01:49:30'), bestTimeOf('01:50:00', null), bestTimeOf(null, 'x')]).toEqual([
      6570,
      6600,
      null,
    ])
  })
})

let world: World
let runner: { token: string; uid: number; mobile: string }
let key: string
let director: { token: string }
const contact = { name: '沈跑跑', mobile: '138 0000 0001', address: '浙江省杭州市西湖区某路1号' }
const order = () => ({ id: key, size: 'M', former: '1:55:00', ...contact })
const settings = { raceid: RACE, open: '1', fee: 100, who: 'pb' as const, sizes: ['S', 'M', 'L'] }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { price: 0 })
  runner = await runnerSession(world)
  key = (await world.ask(registrationSave, entrant(1), runner))._key
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
})
afterAll(() => world.close())

const finish = async () => {
  const at = world.clock.now()
  const { id } = await world.db
    .selectFrom('registrations')
    .select('id')
    .where('_key', '=', key)
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('result_sheets')
    .values({ raceid: RACE, eventid: 1, published_at: at, updated_at: at })
    .execute()
  await world.db
    .insertInto('results')
    .values({
      raceid: RACE,
      _key: `${RACE.toString(36)}-${'a'.repeat(22)}`,
      eventid: 1,
      bib: '7',
      registrationid: id,
      name: '沈跑跑',
      gender: 'F',
      age: 30,
      outcome: 'finished',
      gun_ms: 6_720_000,
      net_ms: 6_660_000,
      created_at: at,
      updated_at: at,
    })
    .execute()
}
const pay = (payment?: 'wechat') =>
  world.app.inject({
    method: 'POST',
    url: postagePay.path,
    headers: phone,
    payload: { id: key, _token: runner.token, ...(payment ? { payment } : {}) },
  })
const payInMiniProgram = async (as = runner) => {
  const { parcel } = await world.ask(postageShow, { id: key }, runner)
  return world.call(apiMiniprogramPay, { id: parcel!.order_key, openid: 'o-1' }, as)
}
const rowOf = () => world.db.selectFrom('parcels').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

test("is for the registration's own account, if the race offers it, once the result exists", async () => {
  expect(await world.call(postageShow, { id: key })).toMatchObject({ code: '401' })
  const stranger = await runnerSession(world)
  for (const refused of [
    world.call(postageShow, { id: key }, stranger),
    world.call(postageOrder, order(), stranger),
    world.call(postagePay, { id: key }, stranger),
  ])
    expect(await refused).toMatchObject({ refusal: 'postage_unknown' })
  expect(await world.ask(postageShow, { id: key }, runner)).toMatchObject({
    why: 'postage_not_offered',
    fee: 100,
    who: 'pb',
    parcel: null,
  })
  expect(await world.call(postageOrder, order(), runner)).toMatchObject({ refusal: 'postage_not_offered' })
  expect(await world.call(postagePay, { id: key }, runner)).toMatchObject({ refusal: 'parcel_none' })
  const registrar = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
  const timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  expect(await world.call(consoleParcelsSettings, settings, registrar)).toMatchObject({ code: '403' })
  for (const refused of [
    world.call(consoleParcelsList, { raceid: RACE }, timer),
    world.call(consoleParcelsSend, { raceid: RACE, id: 1, carrier: 'x', number: '1' }, timer),
    world.call(consoleParcelsExport, { raceid: RACE }, timer),
  ])
    expect(await refused).toMatchObject({ code: '403' })
  expect(await world.ask(consoleParcelsSettings, settings, director)).toMatchObject({
    open: true,
    fee: 100,
    sizes: ['S', 'M', 'L'],
  })
  expect(await world.call(postageOrder, order(), runner)).toMatchObject({ refusal: 'postage_no_result' })
  await finish()
  expect(await world.ask(postageShow, { id: key }, runner)).toMatchObject({ why: null, time: '01:51:00' })
  for (const [change, field] of [
    [{ size: 'XXL' }, 'size'],
    [{ former: '' }, 'former'],
    [{ former: 'fast' }, 'former'],
    [{ mobile: '12' }, 'mobile'],
    [{ address: ' ' }, 'address'],
  ] as const)
    expect(await world.call(postageOrder, { ...order(), ...change }, runner), field).toMatchObject({
      code: '422',
      data: { fields: { [field]: expect.any(String) } },
    })
  expect(await world.call(postageOrder, { ...order(), former: '1:45:00' }, runner)).toMatchObject({
    refusal: 'postage_no_best',
  })
})

test('one yuan is paid over the usual ways; address and size can change until the shirt is sent', async () => {
  const [first] = await Promise.all([
    world.ask(postageOrder, order(), runner),
    world.ask(postageOrder, order(), runner),
  ])
  expect(first.parcel).toMatchObject({
    state: 'open',
    size: 'M',
    fee: 100,
    former: '01:55:00',
    contact: { mobile: '13800000001' },
  })
  expect(await world.db.selectFrom('parcels').select('id').execute(), 'sent twice at once: one parcel').toHaveLength(1)
  const row = await rowOf()
  expect([row.contact.toString('latin1').includes('138'), row.contact_mask]).toEqual([
    false,
    '沈** · 138****0001 · 浙江省…',
  ])
  expect((await pay()).json()).toMatchObject({
    data: { state: 'open', amount: 100, methods: expect.arrayContaining(['wechat']) },
  })
  expect((await pay('wechat')).json()).toMatchObject({
    data: { next: { url: expect.stringContaining('/pretend/wechatpay/h5') } },
  })
  const { tradeno } = await world.db
    .selectFrom('payments')
    .select('tradeno')
    .where('orderid', '=', row.orderid)
    .executeTakeFirstOrThrow()
  expect(await payInMiniProgram(await runnerSession(world))).toMatchObject({ refusal: 'registration_not_found' })
  expect(await payInMiniProgram()).toMatchObject({ code: '200', data: { signType: 'RSA', amount: 100 } })
  expect(
    await world.call(consoleParcelsSend, { raceid: RACE, id: row.id, carrier: '顺丰', number: 'SF1' }, director),
  ).toMatchObject({ refusal: 'parcel_not_paid' })
  world.parts.integrations.sandbox.wechatpay!.pay(tradeno)
  await world.parts.integrations.sandbox.wechatpay!.deliver()
  expect((await pay()).json()).toMatchObject({ data: { state: 'paid' } })
  expect(
    await world.ask(postageOrder, { ...order(), former: '', size: 'L', address: '上海市某区某路2号' }, runner),
  ).toMatchObject({
    parcel: { state: 'paid', size: 'L', former: '01:55:00', contact: { address: '上海市某区某路2号' } },
  })
})

test('an address that is changed while the parcel is sent stays the address of the parcel', async () => {
  const { id, contact_mask } = await rowOf()
  const sent = (tx: Tx) => changeParcel(tx, RACE, id, { state: 'sent' }, now)
  const move = () => world.call(postageOrder, { ...order(), former: '', address: '北京市某区某路3号' }, runner)
  expect((await meanwhile(world, sent, move)).refusal).toBe('parcel_on_its_way')
  expect((await rowOf()).contact_mask).toBe(contact_mask)
  await world.db.transaction().execute((tx) => changeParcel(tx, RACE, id, { state: 'paid' }, now))
})

test('it is packed from a list whose addresses are opened with the right and logged, and its runner gets the number', async () => {
  await world.db
    .updateTable('registrations')
    .set({ prefix_bib: 'B', bib: '0007' })
    .where('raceid', '=', RACE)
    .where('_key', '=', key)
    .execute()
  const list = await world.ask(consoleParcelsList, { raceid: RACE, state: 'paid' }, director)
  expect(list).toMatchObject({
    items: [{ runner: '沈跑跑', bib: 'B0007', size: 'L', contact: '沈** · 138****0001 · 上海市…' }],
    counts: { open: 0, paid: 1, sent: 0 },
  })
  const { items } = await world.ask(consoleParcelsExport, { raceid: RACE }, director)
  expect(items).toMatchObject([{ bib: 'B0007', to: { mobile: '13800000001', address: '上海市某区某路2号' } }])
  expect(
    await world.call(consoleParcelsSend, { raceid: RACE, id: 999_999, carrier: 'x', number: '1' }, director),
  ).toMatchObject({ refusal: 'parcel_unknown' })
  expect(
    await world.ask(consoleParcelsSend, { raceid: RACE, id: items[0]!.id, carrier: '顺丰', number: 'SF1' }, director),
  ).toMatchObject({ state: 'sent', number: 'SF1' })
  expect(
    await world.ask(consoleParcelsSend, { raceid: RACE, id: items[0]!.id, carrier: '顺丰', number: 'SF2' }, director),
  ).toMatchObject({ number: 'SF2' })
  expect(await world.call(postageOrder, order(), runner)).toMatchObject({ refusal: 'parcel_on_its_way' })
  const messages = await world.db
    .selectFrom('messages')
    .select(['uid', 'path'])
    .where('template', '=', 'parcel_sent')
    .execute()
  expect(messages[0]).toEqual({ uid: runner.uid, path: `/postage?_key=${key}` })
  const log = await world.db.selectFrom('log').select('what').where('what', 'like', 'parcel%').orderBy('id').execute()
  expect(log.map(({ what }) => what)).toEqual(['parcels exported', 'parcel opened', 'parcel sent', 'parcel changed'])
})

test('postage that is refunded or not paid in time allows another order', async () => {
  await world.db.updateTable('parcels').set({ state: 'paid' }).execute()
  const row = await rowOf()
  await world.db
    .transaction()
    .execute((tx) =>
      giveBack(
        tx,
        { raceid: RACE, orderid: row.orderid, registrationid: 0, amount: 100, reason: 'other' },
        world.clock.now(),
      ),
    )
  for (let round = 0; round < 4; round++) {
    world.clock.advance(60_000)
    await workDueRefunds(world.parts, world.clock.now())
  }
  expect((await rowOf()).state).toBe('refunded')
  await world.ask(consoleParcelsSettings, { ...settings, fee: 0, who: 'finishers' }, director)
  expect(await world.ask(postageOrder, { ...order(), former: '' }, runner), 'free: nothing to pay').toMatchObject({
    parcel: { state: 'paid', fee: 0, former: null },
  })
})
