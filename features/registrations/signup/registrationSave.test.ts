import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentsMy } from '#features/people/contract.ts'
import { checkCharacter } from '#features/people/rules.ts'
import { closeDueOrders } from '#features/payments/jobs.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { placesTaken } from '#test/scenes/rows.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationPay, registrationShow } from '../contract.ts'
import { registrationSave } from './signup.contract.ts'

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
const takenOf = (id = 1) => placesTaken(world, id)
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

describe('registrationSave refuses', () => {
  test('callers without a log-in', async () => {
    expect(await world.call(registrationSave, entrant(1))).toMatchObject({ code: '401', refusal: 'not_logged_in' })
  })
  test('an unknown race or event', async () => {
    expect(await world.call(registrationSave, entrant(1, { raceid: 9 }), runner)).toMatchObject({
      refusal: 'race_not_found',
    })
    expect(await world.call(registrationSave, entrant(1, { eventid: 9 }), runner)).toMatchObject({
      refusal: 'event_not_found',
    })
  })
  test('before sign-up opens and after it ends, to the second', async () => {
    const now = world.clock.now()
    await openEvent(world, {
      id: 2,
      signup_from: new Date(now.getTime() + 1000),
      signup_until: new Date(now.getTime() + 2000),
    })
    expect(await world.call(registrationSave, entrant(1, { eventid: 2 }), runner)).toMatchObject({
      code: '409',
      refusal: 'signup_soon',
    })
    world.clock.advance(2000)
    expect(await world.call(registrationSave, entrant(1, { eventid: 2 }), { ...runner, lang: 'en' })).toMatchObject({
      refusal: 'signup_over',
      msg: 'Sign-up has closed',
    })
  })
  test('an empty form, field by field, in the language asked for', async () => {
    const answered = await world.call(registrationSave, { raceid: RACE, eventid: 1 }, { ...runner, lang: 'zh-tw' })
    expect(answered).toMatchObject({ code: '422', refusal: 'field_wrong' })
    expect(fieldsOf(answered)).toMatchObject({
      idtype: '必填哦',
      name: '必填哦',
      mobile: '必填哦',
      emername: '必填哦',
      emertel: '必填哦',
      clothes: '必填哦',
      'consents.terms': '請閱讀並同意',
      'consents.sensitive': '請閱讀並同意',
    })
  })
  test.each([
    ['a wrong number', { idnum: '330106199003071230' }, { idnum: '请输入正确的证件号码' }],
    ['no number', { idnum: '' }, { idnum: '证件号码不能为空' }],
    ['a 15-digit number', { idnum: '610104620927690' }, { idnum: '15 位旧身份证号码不能用于报名，请使用 18 位号码' }],
    [
      'a passport without its country',
      { idtype: 'passport', idnum: 'E12345678', birth: '1990-01-01', gender: 'male' },
      { country: '请选择护照签发国家或地区' },
    ],
    [
      'a document without birth and gender',
      { idtype: 'hkpass', idnum: 'H12345678' },
      { birth: '必填哦', gender: '必填哦' },
    ],
    ['a name in digits', { name: '张3' }, { name: '中文姓名格式不对哦~' }],
    ['a short mobile', { mobile: '1380013' }, { mobile: '手机号码格式不对哦~' }],
    [
      'the same number twice',
      { mobile: '13800138000', emertel: '138 0013 8000' },
      { emertel: '本人联系电话不能与紧急联系人电话相同' },
    ],
    ['a wrong address', { email: 'nobody@nowhere' }, { email: '邮箱格式不对哦~' }],
    ['a shirt that is not offered', { clothes: 'XXXXL' }, { clothes: '请从选项中选择' }],
    [
      'consent to an older wording',
      { consents: { terms: '2020-01-01', sensitive: '2026-11-27' } },
      { 'consents.terms': '内容已更新，请重新阅读并同意' },
    ],
    [
      'a number abroad that cannot be rung',
      { idtype: 'hkpass', idnum: 'H87654321', birth: '1990-01-01', gender: 'male', mobile: '+85211111111' },
      { mobile: '手机号码格式不对哦~' },
    ],
  ] as const)('%s', async (_, change, fields) => {
    const answered = await world.call(registrationSave, entrant(2, change), runner)
    expect([answered.refusal, fieldsOf(answered)]).toEqual(['field_wrong', fields])
  })
  test('a child without its guardian, and accepts the child with the guardian', async () => {
    // A person born on 2 November 2008 is 17 on the day of the race, 1 November 2026 in Shanghai.
    const digits = '33010620081102001'
    const child = { idnum: digits + checkCharacter(digits) }
    expect(fieldsOf(await world.call(registrationSave, entrant(3, child), runner))).toEqual({
      'consents.guardian': '未满 18 周岁须由监护人同意',
      guardian_name: '必填哦',
      guardian_mobile: '必填哦',
      guardian_relationship: '必填哦',
    })
    const given = {
      ...child,
      guardian_name: '沈家长',
      guardian_mobile: '13700000001',
      guardian_relationship: 'parent' as const,
      consents: { terms: '2026-11-27', sensitive: '2026-11-27', guardian: '2026-11-27' },
    }
    const { _key } = await world.ask(registrationSave, entrant(3, given), runner)
    const row = await world.db
      .selectFrom('registrations')
      .select(['guardian', 'consents', 'age_on_race_day'])
      .where('raceid', '=', RACE)
      .where('_key', '=', _key)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(world.parts.seal.open(`race:${RACE}`, 'guardian', row.guardian!))).toEqual({
      name: '沈家长',
      mobile: '13700000001',
      relationship: 'parent',
    })
    expect(row.age_on_race_day).toBe(17)
    // The database keeps the exact wording of the agreement, and the hash finds it.
    const { hash } = (row.consents as { guardian: { hash: string } }).guardian
    const kept = await world.db
      .selectFrom('consent_texts')
      .selectAll()
      .where('raceid', '=', RACE)
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow()
    expect(kept).toMatchObject({
      name: 'guardian',
      version: '2026-11-27',
      lang: 'zh-cn',
      body: expect.stringContaining('本人是选手的监护人'),
    })
    expect(row.consents).toMatchObject({ guardian: { version: '2026-11-27', at: world.clock.now().toISOString() } })
    // A person born on 1 November 2008 is of full age on race day. The start at 07:30 in Shanghai is still 31 October
    // in UTC, so a day by UTC would be wrong.
    const older = '33010620081101001'
    expect(
      (await world.call(registrationSave, entrant(4, { idnum: older + checkCharacter(older) }), runner)).code,
    ).toBe('200')
  })
  test('people who are too young or too old for the event', async () => {
    await openEvent(world, { id: 3, form: { min_age: 30, max_age: 35 } })
    const answered = await world.call(registrationSave, entrant(5, { eventid: 3 }), { ...runner, lang: 'en' })
    expect(fieldsOf(answered)).toEqual({ idnum: 'You must be no older than 35 on race day' })
  })
  test('a document that is entered already, in any event of the race, also after a reissue', async () => {
    const permit = { idtype: 'hkpass', idnum: 'H11223344', birth: '1990-01-01', gender: 'female' } as const
    await world.ask(registrationSave, entrant(somebody(), permit), runner)
    expect(
      await world.call(registrationSave, entrant(somebody(), { ...permit, idnum: 'h1122334402', eventid: 3 }), runner),
    ).toMatchObject({ refusal: 'field_wrong' })
    await openEvent(world, { id: 4 })
    expect(
      await world.call(registrationSave, entrant(somebody(), { ...permit, idnum: 'h1122334402', eventid: 4 }), runner),
    ).toMatchObject({ code: '409', refusal: 'already_registered', msg: '该证件号码已报名本赛事' })
  })
  test('if no place is left, and accepts a place that an unpaid order frees', async () => {
    await openEvent(world, { id: 5, places: 1 })
    const first = somebody()
    const saved = await world.ask(registrationSave, entrant(first, { eventid: 5 }), runner)
    expect(await world.call(registrationSave, entrant(somebody(), { eventid: 5 }), runner)).toMatchObject({
      code: '409',
      refusal: 'sold_out',
      msg: '名额已满',
    })
    world.clock.advance(60 * 60_000)
    await closeDueOrders(world.parts, world.clock.now())
    expect(await takenOf(5)).toBe(0)
    expect((await world.ask(registrationShow, { id: saved._key }, { ...runner, lang: 'en' })).status).toMatchObject({
      title_key: 'closed',
      paid: 'closed',
      payable: 0,
      can: { again: { ok: true } },
    })
    expect(
      (await world.call(registrationSave, entrant(first, { eventid: 5 }), runner)).code,
      'the document is free as well',
    ).toBe('200')
    expect(await takenOf(5)).toBe(1)
  })
})

describe('registrationSave', () => {
  test('seals sensitive values and keeps the consents', async () => {
    const n = somebody()
    const saved = await world.ask(registrationSave, entrant(n, { email: 'Runner@Example.org' }), runner)
    expect(saved).toMatchObject({
      raceid: RACE,
      eventid: 1,
      state: 'normal',
      amount: 12_000,
      payable: 1,
      pay_end: new Date(world.clock.now().getTime() + 3_600_000).toISOString(),
    })
    const row = await world.db
      .selectFrom('registrations')
      .selectAll()
      .where('raceid', '=', RACE)
      .where('_key', '=', saved._key)
      .executeTakeFirstOrThrow()
    const written = JSON.stringify(row, (_, value: unknown) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : value,
    )
    for (const secret of [idnumOf(n), entrant(n).mobile!, 'runner@example.org', '陆家人'])
      expect(written).not.toContain(secret)
    expect(world.parts.seal.open(`race:${RACE}`, 'idnum', row.idnum)).toBe(idnumOf(n))
    expect(row).toMatchObject({
      national: '001',
      gender: n % 2 ? 'male' : 'female',
      consents: { terms: { version: '2026-11-27' }, sensitive: { version: '2026-11-27' } },
    })
  })
  test('answers a repeated call with its first answer, even after the sign-up is over', async () => {
    await openEvent(world, { id: 6, signup_until: new Date(world.clock.now().getTime() + 1000) })
    const input = entrant(somebody(), { eventid: 6, _once: 'again' } as object)
    const both = await Promise.all([
      world.ask(registrationSave, input, runner),
      world.ask(registrationSave, input, runner),
    ])
    expect(both[0]).toEqual(both[1])
    world.clock.advance(5000)
    expect(await world.ask(registrationSave, input, runner)).toEqual(both[0])
    expect(await takenOf(6)).toBe(1)
  })
  test('of a free event is registered and paid at once', async () => {
    await openEvent(world, { id: 7, price: 0 })
    const saved = await world.ask(registrationSave, entrant(somebody(), { eventid: 7 }), runner)
    expect(saved).toMatchObject({ amount: 0, payable: 0, pay_end: null })
    expect((await world.ask(registrationShow, { id: saved._key }, { lang: 'en' })).status).toMatchObject({
      title: "You're in!",
      paid: '1',
    })
  })
  test('of a draw takes no place and needs none', async () => {
    await openEvent(world, {
      id: 8,
      state: 'draw',
      places: 0,
      paystate: 'closed',
      draw_at: new Date(world.clock.now().getTime() + 9e8),
    })
    const saved = await world.ask(registrationSave, entrant(somebody(), { eventid: 8 }), runner)
    expect(saved).toMatchObject({ state: 'draw', orderid: null, payable: 0 })
    expect(await world.call(registrationPay, { id: saved._key, payment: 'wechat' }, runner)).toMatchObject({
      refusal: 'not_payable',
    })
    // The runner won the draw. Payment opens, and the server makes the order when the page asks for it.
    await world.db
      .updateTable('registrations')
      .set({ state: 'normal', drawn_at: world.clock.now() })
      .where('raceid', '=', RACE)
      .where('_key', '=', saved._key)
      .execute()
    await world.db
      .updateTable('events')
      .set({ paystate: 'open', updated_at: world.clock.now() })
      .where('raceid', '=', RACE)
      .where('id', '=', 8)
      .execute()
    expect((await world.ask(registrationShow, { id: saved._key }, { lang: 'en' })).status.title).toBe(
      "You're in! Pay to confirm",
    )
    await pay(saved._key, runner.token)
    expect((await world.ask(registrationShow, { id: saved._key }, { lang: 'en' })).status.title).toBe("You're in!")
  })
  test('is checked again if the event changed meanwhile', async () => {
    await openEvent(world, { id: 9 })
    await world.ask(registrationSave, entrant(somebody(), { eventid: 9 }), runner)
    await world.db
      .updateTable('events')
      .set({ price: 5000, updated_at: new Date(world.clock.now().getTime() + 7) })
      .where('raceid', '=', RACE)
      .where('id', '=', 9)
      .execute()
    expect(await world.ask(registrationSave, entrant(somebody(), { eventid: 9 }), runner)).toMatchObject({
      amount: 5000,
    })
  })
  test('saves a person for the next time, masked, and signs up by that key', async () => {
    const n = somebody()
    const other = await runnerSession(world)
    await world.ask(registrationSave, entrant(n, { keep: true }), other)
    const [person] = await world.ask(documentsMy, {}, other)
    expect(person).toMatchObject({
      name: '沈跑跑',
      idtype: 'idcard',
      idnum: expect.stringMatching(/^\d{4}\*{10}\w{4}$/),
      mobile: expect.stringMatching(/^139\*{4}\d{4}$/),
    })
    await openRace(world, { id: 2027, name: '另一场' })
    await openEvent(world, { raceid: 2027 })
    const { consents, clothes } = entrant(n)
    const again = await world.ask(
      registrationSave,
      { raceid: 2027, eventid: 1, person: person!._key, consents, clothes },
      other,
    )
    expect((await world.ask(registrationShow, { id: again._key }, other)).idnum).toBe(idnumOf(n))
    expect(
      await world.call(registrationSave, { raceid: 2027, eventid: 1, person: person!._key, consents, clothes }, runner),
      "nobody uses another account's people",
    ).toMatchObject({ refusal: 'person_not_found' })
    expect(await world.ask(documentsMy, { forget: person!._key }, other)).toEqual([])
    expect(await world.call(documentsMy, {})).toMatchObject({ refusal: 'not_logged_in' })
  })
})
