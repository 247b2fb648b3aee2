import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { wechatAppAuth, wechatAppRegister } from '#features/accounts/app.contract.ts'
import { userAccounts, userCurrent, userSmsSend2 } from '#features/accounts/contract.ts'
import { codeFor, codeSentTo, pictureFor, runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { userBind, userIdnum, wechatBindGet, wechatBindIdnum } from './binding.contract.ts'
import { documentsMy } from './contract.ts'
import { checkCharacter } from './rules.ts'

let world: World
let count = 0
const newMobile = () => `136${String(40_000_000 + ++count).padStart(8, '0')}`
const minutes = (n: number) => world.clock.advance(n * 60_000)
const app = () => world.parts.integrations.sandbox.messagingapp!
const webCode = (user: string) => app().newCode('oauth', { user: { user, name: '晨跑的风' }, scope: 'snsapi_userinfo' })

beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(() => minutes(24 * 60))
afterAll(() => world?.close())

type Session = Awaited<ReturnType<typeof runnerSession>>
const idcard = (n: number) => {
  const digits = `33010419900307${String(100 + n).padStart(3, '0')}`
  return digits + checkCharacter(digits)
}
const me = (n: number, name = '沈小跑') => ({ idnum: idcard(n), name })
const ownCode = async (session: Session) => {
  await world.ask(userSmsSend2, { own: true, ...(await pictureFor(world)) }, session)
  return codeSentTo(world.parts, session.mobile)
}
const masked = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
const maskOfMessage = async (template: 'mobile_changed' | 'mobile_unbound') =>
  (
    await world.db
      .selectFrom('messages')
      .select('mobile_mask')
      .where('template', '=', template)
      .orderBy('id', 'desc')
      .execute()
  ).map(({ mobile_mask }) => mobile_mask)

describe('/user/idnum', () => {
  test('the document is checked as at sign-up, with the words of the specification', async () => {
    const runner = await runnerSession(world, newMobile())
    const en = { ...runner, lang: 'en' as const }
    expect(await world.call(userIdnum, me(1))).toMatchObject({ code: '401' })
    const said = async (input: InputOf<typeof userIdnum>) => (await world.call(userIdnum, input, en)).data as unknown
    expect(await said({})).toEqual({ fields: { idnum: 'ID number can not be empty' } })
    expect(await said({ idnum: ' ', name: '沈小跑' })).toEqual({ fields: { idnum: 'ID number can not be empty' } })
    for (const idnum of ['330104199003071234', '1', 'x'.repeat(60), '🏃', '330104199013071230'])
      expect(await said({ idnum, name: '沈小跑' }), idnum).toEqual({
        fields: { idnum: 'Please enter the correct ID number' },
      })
    expect(await said({ idnum: 'x'.repeat(10_000) })).toMatchObject({ fields: { idnum: expect.any(String) as string } })
    expect(await said({ idnum: idcard(1) })).toEqual({ fields: { name: 'Please enter the name' } })
    expect(await said({ idnum: idcard(1), name: 'Shen Pao' })).toEqual({
      fields: { name: 'Please enter the correct name' },
    })
    expect(await said({ idtype: 'passport', idnum: 'E12345678', name: 'Shen Pao' })).toEqual({
      fields: { country: 'Please choose the country that issued the passport' },
    })
    expect(await said({ idtype: 'passport', idnum: 'E12345678', country: 'KE', name: 'Shen Pao' })).toEqual({
      fields: { birth: 'Please enter the correct date of birth' },
    })
    expect(
      await said({
        idtype: 'passport',
        idnum: 'E12345678',
        country: 'KE',
        name: 'Shen Pao',
        birth: '1990-02-30',
        gender: 'male',
      }),
    ).toEqual({ fields: { birth: 'Please enter the correct date of birth' } })
    expect(
      await said({ idtype: 'passport', idnum: 'E12345678', country: 'KE', name: 'Shen Pao', birth: '1990-02-03' }),
    ).toEqual({ fields: { gender: 'Please select a gender' } })
    expect(await world.call(wechatBindGet, {}, en)).toMatchObject({
      code: '422',
      refusal: 'player_unbound',
      msg: 'Please first bind the player information',
    })
    expect(await world.call(userIdnum, { unbind: true, idnum: idcard(1) }, en)).toMatchObject({
      refusal: 'player_unbound',
    })
  })

  test("one document is one's own: stored sealed, answered masked; another document is refused until it is unbound by its number", async () => {
    const runner = await runnerSession(world, newMobile())
    const en = { ...runner, lang: 'en' as const }
    const wide = idcard(2).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
    const { player } = await world.ask(userIdnum, { idnum: ` ${wide} `, name: '沈小跑' }, runner)
    expect(player).toMatchObject({ name: '沈小跑', idtype: 'idcard', idnum: `3301**********${idcard(2).slice(-4)}` })
    expect(await world.ask(wechatBindGet, {}, runner)).toEqual(player)
    expect(await world.ask(wechatBindIdnum, me(2), runner), 'again').toEqual({ player })
    const kept = await world.db.selectFrom('people').selectAll().where('uid', '=', runner.uid).execute()
    expect(JSON.stringify(kept.map((row) => ({ ...row, sealed: row.sealed.toString('latin1') })))).not.toContain(
      idcard(2).slice(4, 14),
    )
    for (const wrong of [me(3), me(2, '沈大跑')])
      expect((await world.call(wechatBindIdnum, wrong, en)).data).toEqual({
        fields: { idnum: 'ID number is inconsistent' },
      })
    expect(await world.ask(documentsMy, {}, runner), 'nobody can be signed up with a document alone').toEqual([])
    expect((await world.call(userIdnum, { unbind: true }, en)).data).toEqual({
      fields: { idnum: 'ID number can not be empty' },
    })
    expect((await world.call(userIdnum, { unbind: true, idnum: idcard(3) }, en)).data).toEqual({
      fields: { idnum: 'ID number is inconsistent' },
    })
    expect(await world.ask(userIdnum, { unbind: true, idnum: idcard(2).toLowerCase() }, runner)).toEqual({
      player: null,
    })
    expect((await world.ask(userIdnum, me(3), runner)).player!.idnum).toContain(idcard(3).slice(-4))
  })
  test('two simultaneous calls bind one document', async () => {
    const runner = await runnerSession(world, newMobile())
    const both = await Promise.all([world.call(userIdnum, me(4), runner), world.call(userIdnum, me(5), runner)])
    expect(both.map(({ code }) => code).sort()).toEqual(['200', '422'])
    expect(
      await world.db.selectFrom('people').selectAll().where('uid', '=', runner.uid).where('is_me', '=', true).execute(),
    ).toHaveLength(1)
  })
})

describe('another mobile', () => {
  test('needs the code of the new number and a proof; a fault is named at its field, and nothing changes', async () => {
    const runner = await runnerSession(world, newMobile())
    const fresh = newMobile()
    expect(await world.call(userBind, { mobile: fresh })).toMatchObject({ code: '401' })
    expect(await world.call(userBind, {}, runner)).toMatchObject({ data: { fields: { mobile: '必填哦' } } })
    for (const mobile of ['1', '1380000123🏃', 'x'.repeat(40), '+86'])
      expect(await world.call(userBind, { mobile, code: '1' }, runner), mobile).toMatchObject({
        data: { fields: { mobile: '手机号码格式不对哦~' } },
      })
    expect(await world.call(userBind, { mobile: `+86 ${runner.mobile}`, code: '1' }, runner)).toMatchObject({
      code: '422',
      refusal: 'mobile_same',
    })
    expect(await world.call(userBind, { mobile: fresh }, runner)).toMatchObject({
      data: { fields: { code: '必填哦' } },
    })
    const code = await codeFor(world, fresh)
    expect(await world.call(userBind, { mobile: fresh, code }, runner)).toMatchObject({
      code: '422',
      refusal: 'proof_needed',
    })
    expect(
      await world.call(userBind, { mobile: fresh, code, idnum: idcard(9) }, { ...runner, lang: 'en' }),
    ).toMatchObject({ refusal: 'player_unbound', msg: 'Please first bind the player information' })
    expect(await world.call(userBind, { mobile: fresh, code, app_code: webCode('nobody') }, runner)).toMatchObject({
      refusal: 'person_other',
    })
    expect(await world.call(userBind, { mobile: fresh, code, app_code: 'x' }, runner)).toMatchObject({
      refusal: 'app_code_wrong',
    })
    const old_code = await ownCode(runner)
    expect(await world.call(userBind, { mobile: fresh, code, old_code: '000000' }, runner)).toMatchObject({
      refusal: 'code_wrong',
      data: { fields: { old_code: '验证码不正确' } },
    })
    expect(await world.call(userBind, { mobile: fresh, code: '000000', old_code }, runner)).toMatchObject({
      refusal: 'code_wrong',
      data: { fields: { code: '验证码不正确' } },
    })
    expect(
      await world.call(userBind, { mobile: fresh, code, old_code }, runner),
      'the right codes were not used up by the wrong ones',
    ).toMatchObject({ code: '200', msg: '手机号已绑定', data: { mobile: masked(fresh) } })
    expect(
      await world.call(userBind, { mobile: newMobile(), code, old_code }, runner),
      'codes count once',
    ).toMatchObject({ code: '422' })
  })

  test('every other session ends, and the old number gets a message and begins again as an account of its own', async () => {
    const mobile = newMobile()
    const [here, there] = [await runnerSession(world, mobile), await runnerSession(world, mobile)]
    const fresh = newMobile()
    await world.ask(
      userBind,
      {
        mobile: ` ${fresh.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))}`,
        code: await codeFor(world, fresh),
        old_code: await ownCode(here),
      },
      here,
    )
    expect(await world.ask(userCurrent, {}, here)).toMatchObject({ uid: here.uid, mobile: masked(fresh) })
    expect(await world.call(userCurrent, {}, there)).toMatchObject({ code: '10001' })
    expect((await maskOfMessage('mobile_changed'))[0]).toBe(masked(mobile))
    expect((await runnerSession(world, fresh)).uid).toBe(here.uid)
    expect((await runnerSession(world, mobile)).uid).not.toBe(here.uid)
  })

  test('the bound document is a proof for an owner without the old number; five wrong ones a day', async () => {
    const runner = await runnerSession(world, newMobile())
    await world.ask(userIdnum, me(10), runner)
    const fresh = newMobile()
    const code = await codeFor(world, fresh)
    for (let at = 0; at < 5; at++)
      expect(await world.call(userBind, { mobile: fresh, code, idnum: idcard(11) }, runner)).toMatchObject({
        refusal: 'idnum_differs',
        msg: '证件号码不一致',
      })
    expect(
      await world.call(userBind, { mobile: fresh, code, idnum: idcard(10) }, runner),
      'the right one comes too late today',
    ).toMatchObject({ code: '429' })
    minutes(24 * 60)
    expect(
      await world.call(userBind, { mobile: fresh, code: await codeFor(world, fresh), idnum: idcard(10) }, runner),
    ).toMatchObject({ code: '200' })
  })

  test('a number whose account has data is refused; an empty account gives its number up', async () => {
    const [runner, other] = [await runnerSession(world, newMobile()), await runnerSession(world, newMobile())]
    await world.ask(userIdnum, me(20), other)
    const code = await codeFor(world, other.mobile)
    expect(
      await world.call(
        userBind,
        { mobile: other.mobile, code, old_code: await ownCode(runner) },
        { ...runner, lang: 'en' },
      ),
    ).toMatchObject({
      code: '409',
      refusal: 'mobile_taken',
      msg: expect.stringContaining("can't be merged here") as string,
    })
    expect(await world.call(userCurrent, {}, other)).toMatchObject({ code: '200' })
    minutes(1)
    const empty = await runnerSession(world, newMobile())
    expect(
      await world.call(
        userBind,
        { mobile: empty.mobile, code: await codeFor(world, empty.mobile), old_code: await ownCode(runner) },
        runner,
      ),
    ).toMatchObject({ code: '200' })
    expect(await world.call(userCurrent, {}, empty)).toMatchObject({ code: '10001' })
    expect((await runnerSession(world, empty.mobile)).uid).toBe(runner.uid)
  })

  test('two simultaneous tabs change it once; of two accounts that want one number one gets it', async () => {
    const runner = await runnerSession(world, newMobile())
    const [a, b] = [newMobile(), newMobile()]
    const old_code = await ownCode(runner)
    const codes = [await codeFor(world, a), await codeFor(world, b)]
    const both = await Promise.all(
      [a, b].map((mobile, at) => world.call(userBind, { mobile, code: codes[at]!, old_code }, runner)),
    )
    expect(both.map(({ code }) => code).sort()).toEqual(['200', '422'])
    const [one, two] = [await runnerSession(world, newMobile()), await runnerSession(world, newMobile())]
    const newNumber = newMobile()
    const [first, second, code] = [await ownCode(one), await ownCode(two), await codeFor(world, newNumber)]
    const rush = await Promise.all([
      world.call(userBind, { mobile: newNumber, code, old_code: first }, one),
      world.call(userBind, { mobile: newNumber, code, old_code: second }, two),
    ])
    expect(rush.map((answer) => answer.code).sort()).toEqual(['200', '422'])
  })
})

describe('the messaging app', () => {
  test('is bound at once after a log-in, later with a proof; one person for each account', async () => {
    const runner = await runnerSession(world, newMobile())
    expect(await world.call(userBind, { kind: 'app' }, runner)).toMatchObject({
      data: { fields: { app_code: '必填哦' } },
    })
    expect(await world.call(userBind, { kind: 'app', app_code: 'x' }, runner)).toMatchObject({
      refusal: 'app_code_wrong',
    })
    expect(await world.call(userBind, { kind: 'app', unbind: true }, runner)).toMatchObject({
      code: '422',
      refusal: 'nothing_bound',
    })
    expect(await world.ask(userBind, { kind: 'app', app_code: webCode('w1') }, runner)).toEqual({
      mobile: masked(runner.mobile),
      app: true,
    })
    expect(await world.call(userBind, { kind: 'app', app_code: webCode('w2') }, runner)).toMatchObject({
      code: '409',
      refusal: 'person_other',
    })
    expect((await world.ask(wechatAppAuth, { code: webCode('w1'), app: 'web' })).login!.uid).toBe(runner.uid)
    await world.ask(userBind, { kind: 'app', unbind: true }, runner)
    minutes(16)
    const code = webCode('w2')
    expect(await world.call(userBind, { kind: 'app', app_code: code }, runner)).toMatchObject({
      refusal: 'proof_needed',
    })
    expect(
      await world.call(userBind, { kind: 'app', app_code: code, old_code: await ownCode(runner) }, runner),
      'a refusal before it used nothing up',
    ).toMatchObject({ code: '200' })
  })

  test('the last way to log in stays; with the app bound the mobile can be removed, with its proof', async () => {
    const runner = await runnerSession(world, newMobile())
    expect(await world.call(userBind, { unbind: true }, runner)).toMatchObject({ code: '409', refusal: 'last_way' })
    await world.ask(userBind, { kind: 'app', app_code: webCode('x1') }, runner)
    expect(await world.call(userBind, { unbind: true }, runner)).toMatchObject({ refusal: 'proof_needed' })
    expect(await world.ask(userBind, { unbind: true, app_code: webCode('x1') }, runner)).toEqual({
      mobile: null,
      app: true,
    })
    expect((await maskOfMessage('mobile_unbound'))[0]).toBe(masked(runner.mobile))
    expect(await world.call(userBind, { kind: 'app', unbind: true }, runner)).toMatchObject({ refusal: 'last_way' })
    expect(await world.call(userBind, { unbind: true }, runner)).toMatchObject({ refusal: 'nothing_bound' })
    const fresh = newMobile()
    expect(
      await world.call(userBind, { mobile: fresh, code: await codeFor(world, fresh) }, runner),
      'a first number wants no other proof',
    ).toMatchObject({ code: '200', data: { mobile: masked(fresh) } })
  })

  test('an unbound person does not reach the other accounts any more', async () => {
    const user = 'shared'
    const [one, two] = [await runnerSession(world, newMobile()), await runnerSession(world, newMobile())]
    for (const session of [one, two]) await world.ask(userBind, { kind: 'app', app_code: webCode(user) }, session)
    const login = (await world.ask(wechatAppAuth, { code: webCode(user), app: 'web' })).login!
    expect((await world.ask(userAccounts, {}, login)).accounts.map(({ uid }) => uid).sort()).toEqual(
      [one.uid, two.uid].sort(),
    )
    await world.ask(userBind, { kind: 'app', unbind: true }, login)
    expect((await world.ask(userAccounts, {}, login)).accounts).toHaveLength(1)
    expect((await world.ask(wechatAppAuth, { code: webCode(user), app: 'web' })).login!.uid).not.toBe(login.uid)
    expect(await world.call(wechatAppRegister, { ticket: 'x' })).toMatchObject({ refusal: 'ticket_spent' })
  })
})
