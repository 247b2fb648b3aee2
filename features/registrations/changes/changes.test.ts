import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDueOrders } from '#features/payments/jobs.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { addCounter, counterTaken, registrationRow } from '#test/scenes/rows.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  registrationDel,
  registrationDelay,
  registrationEdit,
  registrationFetch,
  registrationGetbykeys,
  userAuthEdit,
  userAuthRegitration,
} from './changes.contract.ts'
import { registrationSave } from '../signup/signup.contract.ts'

let world: World
let runner: Awaited<ReturnType<typeof runnerSession>>
let stranger: Awaited<ReturnType<typeof runnerSession>>
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
  stranger = await runnerSession(world)
})
afterAll(() => world.close())

let people = 700_000
const somebody = () => people++
const signUp = async (change: Parameters<typeof entrant>[1] = {}, n = somebody()) => ({
  n,
  ...(await world.ask(registrationSave, entrant(n, change), runner)),
})
const rowOf = (key: string) => registrationRow(world, key)
const counter = (kind: string, name: string, most: number, eventid = 1) => addCounter(world, kind, name, most, eventid)
const countedOf = (kind: string, name: string, eventid = 1) => counterTaken(world, kind, name, eventid)
const fieldsOf = (answered: { data: unknown }) => (answered.data as { fields?: Record<string, string> } | null)?.fields

describe("every call on one's own registration", () => {
  const calls = [registrationFetch, registrationEdit, registrationDel, registrationDelay] as const
  test('refuses callers without a log-in, an unknown key, another number, and another account', async () => {
    const { _key } = await signUp()
    for (const endpoint of calls) {
      expect((await world.call(endpoint, { id: _key })).refusal).toBe('not_logged_in')
      expect((await world.call(endpoint, { id: `${RACE.toString(36)}-1111111111111111111111` }, runner)).refusal).toBe(
        'registration_not_found',
      )
      expect((await world.call(endpoint, { id: _key, idnum: idnumOf(1) }, runner)).refusal).toBe('idnum_inconsistent')
      expect((await world.call(endpoint, { id: _key }, stranger)).refusal).toBe('no_permission')
    }
  })
  test("lets the holder of the registrant's mobile act, even if another account signed up", async () => {
    const { n, _key } = await signUp()
    const registrant = await runnerSession(world, entrant(n).mobile!)
    expect((await world.ask(registrationFetch, { id: _key, idnum: idnumOf(n) }, registrant)).registration.idnum).toBe(
      idnumOf(n),
    )
  })
})

describe('registrationEdit', () => {
  test('names every wrong field, and changes none', async () => {
    const { _key, n } = await signUp()
    const answered = await world.call(
      registrationEdit,
      { id: _key, email: 'nobody@nowhere', mobile: '1380013', emername: '', clothes: 'XXXXL', enname: '沈跑跑' },
      runner,
    )
    expect(fieldsOf(answered)).toEqual({
      email: '邮箱格式不对哦~',
      mobile: '手机号码格式不对哦~',
      emername: '必填哦',
      clothes: '请从选项中选择',
      enname: '请输入正确的英文姓名',
    })
    expect(fieldsOf(await world.call(registrationEdit, { id: _key, mobile: entrant(n).emertel }, runner))).toEqual({
      emertel: '本人联系电话不能与紧急联系人电话相同',
    })
    expect((await rowOf(_key)).edited_at).toBeNull()
  })
  test('refuses a field that the event does not ask, at that field, unless its value stays', async () => {
    const { _key } = await signUp()
    const change = async (given: object) => {
      const answered = await world.call(registrationEdit, { id: _key, ...given } as never, { ...runner, lang: 'en' })
      return fieldsOf(answered) ?? answered.code
    }
    const not = "This event doesn't ask for this"
    expect(await change({ address: '西湖区', packagebus: 'A', province: '浙江省', email: 'a@example.com' })).toEqual({
      address: not,
      packagebus: not,
      area: not,
    })
    expect(await change({ qualifying: { race: 'x', day: '2025-01-01', time: '3:00:00' } })).toEqual({ qualifying: not })
    expect(await change({ answers: { club: '夜跑团', shoe: '42' } })).toEqual({ answers: not })
    expect((await rowOf(_key)).edited_at).toBeNull()
    expect(await change({ address: '', answers: { club: '夜跑团' } })).toBe('200')
  })
  test('refuses another name or document at its field; an unchanged value is no change', async () => {
    const { _key } = await signUp()
    const { name, idtype, gender: own } = await rowOf(_key)
    const gender = own === 'male' ? 'female' : 'male'
    const change = async (given: object) => {
      const answered = await world.call(registrationEdit, { id: _key, ...given } as never, { ...runner, lang: 'en' })
      return fieldsOf(answered) ?? answered.refusal ?? answered.code
    }
    const not = "This can't be changed after you enter"
    expect(await change({ name: '王小明', idtype: 'passport', gender, birth: '1999-09-09', country: 'FR' })).toEqual({
      name: not,
      idtype: not,
      gender: not,
      birth: not,
      country: not,
    })
    expect(await change({ idnum: '110101199003070038' })).toBe('idnum_inconsistent')
    expect((await rowOf(_key)).edited_at).toBeNull()
    expect(await change({ name, idtype, mobile: '13900000078' })).toBe('200')
    expect((await rowOf(_key)).name).toBe(name)
  })
  test('refuses after its window, and a registration whose time to pay ran out, with the reason', async () => {
    const now = world.clock.now()
    await openEvent(world, { id: 11, signup_until: new Date(now.getTime() + 10 * 60_000) })
    const { _key } = await signUp({ eventid: 11 })
    world.clock.advance(11 * 60_000)
    expect(
      await world.call(registrationEdit, { id: _key, mobile: '13900000077' }, { ...runner, lang: 'en' }),
    ).toMatchObject({
      refusal: 'not_editable',
      msg: "This entry can't be edited now: The deadline for changes has passed",
    })
    const other = await signUp()
    world.clock.advance(61 * 60_000)
    await closeDueOrders(world.parts, world.clock.now())
    expect((await world.call(registrationEdit, { id: other._key, mobile: '13900000077' }, runner)).refusal).toBe(
      'not_editable',
    )
  })
  test('writes only the changed fields, sealed; the event cannot change', async () => {
    const { _key, n } = await signUp()
    const before = await rowOf(_key)
    const answered = await world.call(
      registrationEdit,
      {
        id: _key,
        mobile: '139 0000 0078',
        email: 'New@Example.org',
        answers: { club: '晨跑团' },
        emername: '陆家人',
        eventid: 2,
      },
      runner,
    )
    expect(answered).toMatchObject({
      code: '200',
      data: { changed: ['mobile', 'email', 'answers'], state: 'normal', edited_at: world.clock.now().toISOString() },
    })
    const after = await rowOf(_key)
    expect({
      name: after.name,
      eventid: after.eventid,
      emername: after.emername,
      mask: after.mobile_mask,
      answers: after.answers,
    }).toEqual({
      name: before.name,
      eventid: 1,
      emername: before.emername,
      mask: '139****0078',
      answers: { club: '晨跑团' },
    })
    expect(world.parts.seal.open(`race:${RACE}`, 'mobile', after.mobile!)).toBe('13900000078')
    expect(after.mobile_ix).not.toEqual(before.mobile_ix)
    const fetched = await world.ask(registrationFetch, { id: _key }, runner)
    expect(fetched).toMatchObject({
      registration: { mobile: '13900000078', email: 'new@example.org', idnum: idnumOf(n), answers: { club: '晨跑团' } },
      changeable: ['mobile', 'enname', 'email', 'emername', 'emertel', 'clothes', 'answers'],
    })
    const log = await world.db
      .selectFrom('log')
      .selectAll()
      .where('raceid', '=', RACE)
      .where('target', '=', `registration ${after.id}`)
      .execute()
    expect(JSON.stringify(log)).not.toMatch(/13900000078|example/)
    expect(log).toMatchObject([{ what: 'registration edited', after: { mobile: 'changed', email: 'changed' } }])
  })
  test('says once, in the words of the specification, that the English name was changed', async () => {
    const { _key } = await signUp()
    expect(
      await world.call(registrationEdit, { id: _key, enname: 'Shen  Pao' }, { ...runner, lang: 'en' }),
    ).toMatchObject({ code: '200', msg: 'Name altered successfully' })
    expect((await rowOf(_key)).enname).toBe('Shen Pao')
    expect((await world.ask(registrationEdit, { id: _key, enname: 'Shen Pao' }, runner)).changed).toEqual([])
  })
  test("changes a size exactly: a sold-out size is refused, the former size is free again, and one's own size is never sold out for oneself", async () => {
    await openEvent(world, { id: 12 })
    await counter('clothes', 'M', 2, 12)
    await counter('clothes', 'L', 1, 12)
    const [first, second] = [await signUp({ eventid: 12 }), await signUp({ eventid: 12 })]
    const both = await Promise.all(
      [first, second].map(({ _key }) => world.call(registrationEdit, { id: _key, clothes: 'L' }, runner)),
    )
    expect(both.map(({ refusal }) => refusal ?? 'in').sort()).toEqual(['clothes_gone', 'in'])
    expect([await countedOf('clothes', 'M', 12), await countedOf('clothes', 'L', 12)]).toEqual([1, 1])
    const holder = both[0]!.code === '200' ? first : second
    const sizes = (await world.ask(registrationFetch, { id: holder._key }, runner)).event.form.fields.find(
      ({ name }) => name === 'clothes',
    )!.options
    expect(sizes.filter(({ left }) => left !== null)).toEqual([
      { value: 'M', label: 'M', left: 1 },
      { value: 'L', label: 'L', left: 1 },
    ])
  })
})

describe('registrationGetbykeys', () => {
  test('refuses no key and too many keys', async () => {
    expect((await world.call(registrationGetbykeys, { keys: [] })).refusal).toBe('field_wrong')
    expect((await world.call(registrationGetbykeys, { keys: Array.from({ length: 51 }, () => 'x') })).refusal).toBe(
      'field_wrong',
    )
  })
  test('answers cards in the given order, leaves out unknown keys, and shows nothing sealed', async () => {
    const [first, second] = [await signUp(), await signUp()]
    const cards = await world.ask(registrationGetbykeys, {
      keys: [second._key, 'nonsense', `zz-1111111111111111111111`, first._key],
    })
    expect(cards.map(({ _key }) => _key)).toEqual([second._key, first._key])
    expect(JSON.stringify(cards)).not.toMatch(/idnum|mobile/)
  })
})

describe("the partner's shop asks", () => {
  test('userAuthRegitration and userAuthEdit refuse a call without a session, an unknown key and a wrong number', async () => {
    const { _key } = await signUp()
    for (const endpoint of [userAuthRegitration, userAuthEdit]) {
      expect((await world.call(endpoint, { id: _key, idnum: idnumOf(1) })).refusal).toBe('not_logged_in')
      expect(
        (await world.call(endpoint, { id: `${RACE.toString(36)}-1111111111111111111111`, idnum: idnumOf(1) }, runner))
          .refusal,
      ).toBe('registration_not_found')
      expect((await world.call(endpoint, { id: _key, idnum: idnumOf(1) }, runner)).refusal).toBe('idnum_inconsistent')
    }
  })
  test('the registrant may pay and edit; another account reads only that it must log in with the mobile of the entry', async () => {
    const { _key, n } = await signUp()
    expect(await world.ask(userAuthRegitration, { id: _key, idnum: idnumOf(n) }, runner)).toMatchObject({
      auth: true,
      why: null,
      registration: { _key },
      can: { pay: { ok: true }, edit: { ok: true } },
    })
    expect(await world.ask(userAuthRegitration, { id: _key, idnum: idnumOf(n) }, { ...stranger, lang: 'en' })).toEqual({
      auth: false,
      why: 'Please log in with the mobile number on the entry',
      _key,
      registration: null,
      can: null,
    })
    await world.ask(registrationDel, { id: _key }, runner)
    expect(await world.ask(userAuthEdit, { id: _key, idnum: idnumOf(n) }, { ...runner, lang: 'en' })).toMatchObject({
      auth: false,
      why: 'This entry has been deleted',
    })
  })
})
