import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hour, openStaff, password, raw, sessionOf, tokenIn, world } from '#test/scenes/staffDesk.ts'
import { softPasskey } from '#test/people/passkey.ts'
import { staffSession } from '#test/people.ts'
import { hashPassword } from '../password.service.ts'
import {
  consoleClaim,
  consoleLogList,
  consoleLogin,
  consoleMe,
  consoleStaffList,
  consoleStaffRemove,
  consoleStaffSave,
} from '../contract.ts'
import {
  consolePasskeyBegin,
  consolePasskeyLogin,
  consoleProfilePasskeyAdd,
  consoleProfilePasskeyBegin,
  consoleProfilePasskeyRemove,
  consoleProfilePassword,
  consoleProfileRecovery,
  consoleProfileSave,
  consoleProfileSessionEnd,
  consoleProfileShow,
  consoleProfileTotpBegin,
  consoleProfileTotpConfirm,
  consoleProfileTotpRemove,
  consoleStaffPolicySave,
  consoleStaffPolicyShow,
  consoleStaffSecondReset,
} from './contract.ts'

let hashed: string
beforeAll(async () => {
  await openStaff()
  hashed = await hashPassword(password)
})
afterAll(() => world?.close())
beforeEach(() => world.clock.advance(24 * hour))

type Role = Parameters<typeof staffSession>[1]
const person = async (roles: Role = []) => {
  const made = await staffSession(world, roles)
  const login = `p${made.staffid}`
  await world.db.updateTable('staff').set({ login, password: hashed }).where('staffid', '=', made.staffid).execute()
  return { ...made, login }
}
const codeNow = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() + ahead })
const step = () => world.clock.advance(30_000)
const withApp = async (who: { token: string }) => {
  const { secret } = await world.ask(consoleProfileTotpBegin, { password }, who)
  const { recovery } = await world.ask(consoleProfileTotpConfirm, { code: codeNow(secret) }, who)
  step()
  return { secret, recovery: recovery! }
}
const withPasskey = async (who: { token: string }, name = '手机') => {
  const key = softPasskey(world.parts.origin)
  const { options } = await world.ask(consoleProfilePasskeyBegin, { password }, who)
  const { recovery } = await world.ask(consoleProfilePasskeyAdd, { name, response: key.make(options) }, who)
  return { key, recovery }
}
const signed = async (key: ReturnType<typeof softPasskey>) =>
  key.signIn((await world.ask(consolePasskeyBegin, {})).options)

describe('codes of an app', () => {
  test('a wrong password, a wrong code and an old secret switch nothing on', async () => {
    const who = await person()
    expect(await world.call(consoleProfileTotpBegin, { password: 'wrong' }, who)).toMatchObject({
      code: '422',
      data: { fields: { password: '密码不对' } },
    })
    expect(await world.call(consoleProfileTotpConfirm, { code: '123456' }, who)).toMatchObject({
      refusal: 'totp_not_begun',
    })
    const { secret, address } = await world.ask(consoleProfileTotpBegin, { password }, who)
    expect(address).toMatch(/^otpauth:\/\/totp\/[^:]+:p\d+\?issuer=[^&]+&secret=[A-Z2-7]{32}&/)
    const wrong = codeNow(secret) === '000000' ? '000001' : '000000'
    expect(await world.call(consoleProfileTotpConfirm, { code: wrong }, who)).toMatchObject({ code: '422' })
    expect(await world.call(consoleLogin, { login: who.login, password }), 'not on yet').toMatchObject({ code: '200' })
    world.clock.advance(31 * 60_000)
    expect(await world.call(consoleProfileTotpConfirm, { code: codeNow(secret) }, who)).toMatchObject({
      refusal: 'totp_not_begun',
    })
    const kept = await world.db.selectFrom('staff_totp').select('secret').execute()
    expect(JSON.stringify(kept.map((row) => row.secret.toString('latin1'))), 'sealed').not.toContain(secret)
  })

  test('a log-in then needs the code, each code once, and no earlier code', async () => {
    const who = await person()
    const { secret, recovery } = await withApp(who)
    expect(recovery).toHaveLength(10)
    expect(await world.call(consoleLogin, { login: who.login, password: 'wrong' })).toMatchObject({
      refusal: 'login_wrong',
    })
    expect(await world.call(consoleLogin, { login: who.login, password })).toMatchObject({
      code: '422',
      refusal: 'second_needed',
      data: { ways: ['app', 'recovery'] },
    })
    const code = codeNow(secret)
    const second = `${code.slice(0, 3)} ${code.slice(3)}`
    expect(await world.ask(consoleLogin, { login: who.login, password, second })).toMatchObject({ second: 'set' })
    for (const replayed of [code, codeNow(secret, -30_000)])
      expect(await world.call(consoleLogin, { login: who.login, password, second: replayed })).toMatchObject({
        refusal: 'second_wrong',
      })
    step()
    const next = codeNow(secret)
    const both = await Promise.all(
      [1, 2, 3].map(() => world.call(consoleLogin, { login: who.login, password, second: next })),
    )
    expect(
      both.filter(({ code: answered }) => answered === '200'),
      'of three at once one',
    ).toHaveLength(1)
  })

  test('ten wrong codes stop the account for strangers, whatever the address, and not a known browser', async () => {
    const who = await person()
    const { secret } = await withApp(who)
    const cookie = String(
      (await raw('/console/login', { login: who.login, password, second: codeNow(secret) }, { host: 'localhost' }))
        .headers['set-cookie'],
    )
      .split(/,(?=startline)/)[1]!
      .split(';')[0]!
    for (let at = 0; at < 10; at++)
      expect(
        await world.call(consoleLogin, { login: who.login, password, second: '12345' }),
        `try ${at}`,
      ).toMatchObject({ refusal: 'second_wrong' })
    step()
    const second = codeNow(secret)
    expect(await world.call(consoleLogin, { login: who.login, password, second })).toMatchObject({ code: '429' })
    expect(
      (await raw('/console/login', { login: who.login, password, second }, { host: 'localhost', cookie })).json(),
    ).toMatchObject({ code: '200' })
    const other = await person()
    const theirs = await withApp(other)
    expect(
      await world.call(consoleLogin, { login: other.login, password, second: codeNow(theirs.secret) }),
    ).toMatchObject({ code: '200' })
  })

  test('a recovery code works once, for its own person, and new codes end the old ones', async () => {
    const [who, other] = [await person(), await person()]
    const { recovery } = await withApp(who)
    await withApp(other)
    const login = (second: string, as = who) => world.call(consoleLogin, { login: as.login, password, second })
    expect(await login(recovery[0]!, other)).toMatchObject({ refusal: 'second_wrong' })
    expect(await login(recovery[0]!.toLowerCase().replaceAll('-', ''))).toMatchObject({ code: '200' })
    expect(await login(recovery[0]!)).toMatchObject({ refusal: 'second_wrong' })
    const again = sessionOf(
      (await raw('/console/login', { login: who.login, password, second: recovery[1]! }, { host: 'localhost' }))
        .headers['set-cookie'],
    )
    expect((await world.ask(consoleProfileShow, {}, again)).second).toMatchObject({ recovery: 8 })
    const fresh = await world.ask(consoleProfileRecovery, { password }, again)
    expect(await login(recovery[2]!)).toMatchObject({ refusal: 'second_wrong' })
    expect(await login(fresh.recovery[9]!)).toMatchObject({ code: '200' })
    const rows = await world.db.selectFrom('staff_recovery').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(fresh.recovery[3]!.replaceAll('-', ''))
    expect(await world.call(consoleProfileRecovery, { password }, await person())).toMatchObject({
      refusal: 'second_missing',
    })
  })
})

describe('passkeys', () => {
  test('a passkey logs in without login and password, each challenge once, and its counter only rises', async () => {
    const who = await person()
    const { key, recovery } = await withPasskey(who)
    expect(recovery).toHaveLength(10)
    const response = await signed(key)
    expect(await world.ask(consolePasskeyLogin, { response })).toMatchObject({ login: who.login, second: 'set' })
    expect(await world.call(consolePasskeyLogin, { response }), 'the same answer again').toMatchObject({
      refusal: 'passkey_wrong',
    })
    key.rewind(0)
    expect(await world.call(consolePasskeyLogin, { response: await signed(key) }), 'a copy').toMatchObject({
      refusal: 'passkey_wrong',
    })
    key.rewind(5)
    expect(await world.call(consolePasskeyLogin, { response: await signed(key) })).toMatchObject({ code: '200' })
    expect(await world.call(consoleLogin, { login: who.login, password })).toMatchObject({
      refusal: 'second_needed',
      data: { ways: ['passkey', 'recovery'] },
    })
  })

  test('an unproved person, another site, an old or invented challenge and another account are refused', async () => {
    const who = await person()
    const { key } = await withPasskey(who)
    const { options } = await world.ask(consolePasskeyBegin, {})
    const refusedFor = async (response: ReturnType<typeof key.signIn>, why: string) =>
      expect(await world.call(consolePasskeyLogin, { response }), why).toMatchObject({ refusal: 'passkey_wrong' })
    await refusedFor(key.signIn(options, { verified: false }), 'no finger, face or lock')
    await refusedFor(key.signIn(options, { handle: 'c29tZWJvZHk' }), 'the name of somebody else')
    await refusedFor(key.signIn({ challenge: 'bWFkZSB1cA' }), 'a challenge that we did not make')
    await refusedFor(softPasskey('http://evil.example').signIn(options), 'a passkey that nobody has')
    const adding = await world.ask(consoleProfilePasskeyBegin, { password }, who)
    await refusedFor(key.signIn(adding.options), 'a challenge for adding')
    world.clock.advance(6 * 60_000)
    await refusedFor(key.signIn(options), 'too late')
    const elsewhere = softPasskey('http://evil.example', 'localhost')
    const begun = await world.ask(consoleProfilePasskeyBegin, { password }, who)
    expect(
      await world.call(consoleProfilePasskeyAdd, { name: 'x', response: elsewhere.make(begun.options) }, who),
      'another origin',
    ).toMatchObject({ refusal: 'passkey_wrong' })
    const other = await person()
    expect(
      await world.call(
        consoleProfilePasskeyAdd,
        { name: 'x', response: softPasskey(world.parts.origin).make(begun.options) },
        other,
      ),
      'the challenge of somebody else',
    ).toMatchObject({ refusal: 'passkey_wrong' })
  })

  test('a person removes only own passkeys, and a removed passkey logs nobody in', async () => {
    const [who, other] = [await person(), await person()]
    const { key } = await withPasskey(who)
    const { second } = await world.ask(consoleProfileShow, {}, who)
    const id = second.passkeys[0]!.id
    expect(await world.call(consoleProfilePasskeyRemove, { id, password }, other)).toMatchObject({
      refusal: 'passkey_unknown',
    })
    expect(await world.call(consoleProfilePasskeyRemove, { id, password: 'wrong' }, who)).toMatchObject({ code: '422' })
    await world.ask(consoleProfilePasskeyRemove, { id, password }, who)
    expect(await world.call(consolePasskeyLogin, { response: await signed(key) })).toMatchObject({
      refusal: 'passkey_wrong',
    })
    expect((await world.ask(consoleProfileShow, {}, who)).second).toMatchObject({ state: 'none', recovery: 0 })
  })
})

describe('the rule of the platform', () => {
  const off = async (boss: { token: string }) => world.ask(consoleStaffPolicySave, { roles: [], grace_days: 14 }, boss)

  test('owners and cashiers work until the days of grace end, then only with a second factor', async () => {
    const boss = await person([{ raceid: null, role: 'owner' }])
    const cashier = await person([{ raceid: 7, role: 'cashier' }])
    const timer = await person([{ raceid: 7, role: 'timer' }])
    expect(await world.call(consoleStaffPolicySave, { roles: ['owner'], grace_days: 3 }, cashier)).toMatchObject({
      code: '403',
    })
    for (const wrong of [-1, 91, 1.5, 1e12])
      expect(
        await world.call(consoleStaffPolicySave, { roles: ['owner'], grace_days: wrong }, boss),
        String(wrong),
      ).toMatchObject({ code: '422' })
    await world.ask(consoleStaffPolicySave, { roles: ['cashier', 'owner'], grace_days: 1 }, boss)
    expect(await world.ask(consoleStaffPolicyShow, {}, boss)).toEqual({ roles: ['owner', 'cashier'], grace_days: 1 })
    expect(await world.ask(consoleMe, { raceid: 7 }, cashier)).toMatchObject({ second: 'due', races: [7] })
    expect(await world.ask(consoleMe, { raceid: 7 }, timer)).toMatchObject({ second: 'none', second_due_at: null })
    world.clock.advance(24 * hour)
    const late = sessionOf(
      (await raw('/console/login', { login: cashier.login, password }, { host: 'localhost' })).headers['set-cookie'],
    )
    expect(await world.ask(consoleMe, { raceid: 7 }, late)).toMatchObject({ second: 'locked', rights: [], races: [] })
    const chief = sessionOf(
      (await raw('/console/login', { login: boss.login, password }, { host: 'localhost' })).headers['set-cookie'],
    )
    expect(await world.call(consoleStaffList, {}, chief)).toMatchObject({ code: '403' })
    await withApp(chief)
    expect(await world.call(consoleStaffList, {}, chief), 'at once').toMatchObject({ code: '200' })
    expect(await world.call(consoleProfileTotpRemove, { password }, chief), 'the last one stays').toMatchObject({
      refusal: 'second_required',
    })
    await off(chief)
    expect(await world.ask(consoleMe, { raceid: 7 }, late)).toMatchObject({ second: 'none', races: [7] })
  })

  test('an owner without a factor is asked before a rule without grace locks the owner out', async () => {
    const boss = await person([{ raceid: null, role: 'owner' }])
    const rule = { roles: ['owner' as const], grace_days: 0 }
    expect(await world.call(consoleStaffPolicySave, rule, boss)).toMatchObject({ refusal: 'policy_locks_out' })
    expect(await world.call(consoleStaffList, {}, boss)).toMatchObject({ code: '200' })
    await withPasskey(boss)
    await world.ask(consoleStaffPolicySave, rule, boss)
    expect(await world.call(consoleStaffList, {}, boss)).toMatchObject({ code: '200' })
    const { staff } = await world.ask(
      consoleStaffSave,
      { login: 'newcashier', name: '新财务', roles: [{ raceid: null, role: 'owner' }] },
      boss,
    )
    expect(staff.second_due_at, 'due from the first moment').not.toBeNull()
    await off(boss)
  })

  test('another owner resets a lost factor, which the log keeps; nobody resets an own one', async () => {
    const [boss, lost] = [await person([{ raceid: null, role: 'owner' }]), await person()]
    await withApp(lost)
    await withPasskey(lost)
    expect(await world.call(consoleStaffSecondReset, { staffid: boss.staffid }, boss)).toMatchObject({
      refusal: 'second_own',
    })
    expect(await world.call(consoleStaffSecondReset, { staffid: lost.staffid }, lost)).toMatchObject({ code: '403' })
    expect(await world.call(consoleStaffSecondReset, { staffid: 999_999 }, boss)).toMatchObject({
      refusal: 'staff_not_found',
    })
    await world.ask(consoleStaffSecondReset, { staffid: lost.staffid }, boss)
    expect(await world.call(consoleMe, {}, lost), 'logged out').toMatchObject({ code: '10001' })
    expect(await world.call(consoleLogin, { login: lost.login, password })).toMatchObject({ code: '200' })
    expect(await world.call(consoleStaffSecondReset, { staffid: lost.staffid }, boss)).toMatchObject({
      refusal: 'second_missing',
    })
    const { items } = await world.ask(consoleLogList, { what: 'second factor reset' }, boss)
    expect(items[0]).toMatchObject({ staffid: boss.staffid, target: `staff ${lost.staffid}`, after: { passkeys: 0 } })
  })

  test('a link from an owner does not replace a second factor', async () => {
    const [boss, who] = [await person([{ raceid: null, role: 'owner' }]), await person()]
    const { secret } = await withApp(who)
    const { link } = await world.ask(
      consoleStaffSave,
      { staffid: who.staffid, login: who.login, name: '计时', roles: [], link: true },
      boss,
    )
    const token = tokenIn(link)
    const fresh = `${password}新`
    expect(await world.call(consoleClaim, { token, password: fresh })).toMatchObject({ refusal: 'second_needed' })
    expect(await world.call(consoleClaim, { token, password: fresh, second: '12' })).toMatchObject({
      refusal: 'second_wrong',
    })
    expect(await world.call(consoleClaim, { token, password: fresh, second: codeNow(secret) })).toMatchObject({
      code: '200',
    })
    await world.ask(consoleStaffRemove, { staffid: who.staffid }, boss)
    expect(
      await world.db.selectFrom('staff_totp').select('staffid').where('staffid', '=', who.staffid).execute(),
    ).toEqual([])
  })
})

describe('the own profile', () => {
  test('nobody reads a profile without a session', async () => {
    expect(await world.call(consoleProfileShow, {})).toMatchObject({ code: '401' })
  })

  test('name, password and sessions belong to the own account', async () => {
    const [who, other] = [await person(), await person()]
    expect((await world.ask(consoleProfileSave, { name: ' 林 ' }, who)).name).toBe('林')
    for (const wrong of ['', 'x'.repeat(61), 'a\u0007b'])
      expect(await world.call(consoleProfileSave, { name: wrong }, who), wrong).toMatchObject({ code: '422' })
    const second = sessionOf(
      (
        await raw(
          '/console/login',
          { login: who.login, password },
          { host: 'localhost', 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1' },
        )
      ).headers['set-cookie'],
    )
    const shown = await world.ask(consoleProfileShow, {}, who)
    expect(shown).toMatchObject({ login: who.login, name: '林' })
    expect(shown.sessions.map(({ device, here }) => [device, here])).toEqual([
      ['iPhone', false],
      ['', true],
    ])
    expect(JSON.stringify(shown), 'the network is all that is said of a place').not.toMatch(/\d+\.\d+\.\d+\.[1-9]/)
    const phone = shown.sessions[0]!.id
    expect(await world.call(consoleProfileSessionEnd, { id: phone }, other)).toMatchObject({
      refusal: 'session_unknown',
    })
    const change = (given: { password: string; fresh: string }) => world.call(consoleProfilePassword, given, who)
    expect(await change({ password: 'wrong', fresh: 'eight horses run past' })).toMatchObject({ code: '422' })
    for (const fresh of ['short', 'aaaaaaaaaaaaaaa', `my ${who.login} has a login`, password])
      expect(await change({ password, fresh }), fresh).toMatchObject({ code: '422' })
    expect(await world.call(consoleMe, {}, second)).toMatchObject({ code: '200' })
    expect(await change({ password, fresh: 'eight horses run past' })).toMatchObject({ code: '200' })
    expect(await world.call(consoleMe, {}, second), 'other sessions end').toMatchObject({ code: '10001' })
    expect(await world.call(consoleMe, {}, who)).toMatchObject({ code: '200' })
    expect(await world.call(consoleLogin, { login: who.login, password })).toMatchObject({ refusal: 'login_wrong' })
    expect(await world.call(consoleLogin, { login: who.login, password: 'eight horses run past' })).toMatchObject({
      code: '200',
    })
  })

  test('after eleven wrong passwords an open page must wait', async () => {
    const who = await person()
    for (let at = 0; at < 10; at++) await world.call(consoleProfileTotpBegin, { password: `wrong ${at}` }, who)
    expect(await world.call(consoleProfileTotpBegin, { password }, who)).toMatchObject({ code: '429' })
  })
})
