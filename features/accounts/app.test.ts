import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeFor, codeSentTo, pictureFor, runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { wechatAppAuth, wechatAppAuthGetphone, wechatAppRegister } from './app.contract.ts'
import {
  userAccounts,
  userAuth,
  userCurrent,
  userModify,
  userSessions,
  userSessionsEnd,
  userSmsSend2,
} from './contract.ts'
import { deviceNameOf } from '#features/checks/device.rules.ts'
import { removeAllEnded } from './ended.service.ts'

let world: World
let count = 0
const newMobile = () => `137${String(30_000_000 + ++count).padStart(8, '0')}`
const minutes = (n: number) => world.clock.advance(n * 60_000)
const app = () => world.parts.integrations.sandbox.messagingapp!

beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(() => minutes(24 * 60))
afterAll(() => world?.close())

type User = { user: string; name: string }
const someone = (name = '江边小步'): User => ({ user: `user ${++count}`, name })
const mini = (user: User) => app().newCode('login', { user })
const web = (user: User) => app().newCode('oauth', { user, scope: 'snsapi_userinfo' })
const ticketOf = async (user: User) => (await world.ask(wechatAppAuth, { code: mini(user) })).ticket!
const current = (token: string) => world.ask(userCurrent, {}, { token })

describe('/wechat/app/auth', () => {
  test('an invented, used, old or foreign code logs nobody in', async () => {
    const user = someone()
    expect(await world.call(wechatAppAuth, { code: '' })).toMatchObject({ refusal: 'field_wrong' })
    expect(await world.call(wechatAppAuth, { code: 'x'.repeat(201) })).toMatchObject({ refusal: 'field_wrong' })
    expect(await world.call(wechatAppAuth, { code: '🏃made up' })).toMatchObject({
      code: '422',
      refusal: 'app_code_wrong',
    })
    const code = mini(user)
    expect(await world.call(wechatAppAuth, { code })).toMatchObject({ code: '200' })
    expect(await world.call(wechatAppAuth, { code })).toMatchObject({ refusal: 'app_code_wrong' })
    expect(await world.call(wechatAppAuth, { code: web(user) })).toMatchObject({ refusal: 'app_code_wrong' })
    expect(await world.call(wechatAppAuth, { code: mini(user), app: 'web' })).toMatchObject({
      refusal: 'app_code_wrong',
    })
    expect(
      await world.call(wechatAppAuth, {
        code: app().newCode('oauth', { user, scope: 'snsapi_userinfo', snapshot: true }),
        app: 'web',
      }),
      'a mere snapshot',
    ).toMatchObject({ refusal: 'app_code_wrong' })
    const old = mini(user)
    minutes(6)
    expect(await world.call(wechatAppAuth, { code: old })).toMatchObject({ refusal: 'app_code_wrong' })
  })

  test('without a mini-program, or while the app does not answer, the mobile number works', async () => {
    const { integrations } = world.parts
    const [known, real] = [integrations.miniProgram, integrations.messagingApp]
    integrations.miniProgram = undefined
    expect(await world.call(wechatAppAuth, { code: '1' })).toMatchObject({ code: '422', refusal: 'app_off' })
    expect(await world.call(wechatAppAuthGetphone, { code: '1' })).toMatchObject({ refusal: 'app_off' })
    integrations.miniProgram = known
    integrations.messagingApp = { ...real, personOf: () => Promise.reject(new Error('silent')) }
    expect(await world.call(wechatAppAuth, { code: '1', app: 'web' })).toMatchObject({
      code: '500',
      refusal: 'app_down',
    })
    integrations.messagingApp = real
  })

  test('a person with a bound account is logged in, in mini-program and webview, under the name of the app', async () => {
    const user = someone('桥上慢慢跑')
    const first = await world.ask(wechatAppAuth, { code: web(user), app: 'web' })
    expect(first).toMatchObject({ bound: false, login: null, expires_in: 600, name: '桥上慢慢跑' })
    const made = await world.ask(wechatAppRegister, { ticket: first.ticket! })
    expect(made).toMatchObject({ mobile: null, bound: true })
    expect(await current(made.token)).toEqual({
      uid: made.uid,
      mobile: null,
      name: '桥上慢慢跑',
      avatar: null,
      app: true,
    })
    const again = await world.call(wechatAppAuth, { code: mini(user) }, { lang: 'en' })
    expect(again).toMatchObject({
      code: '200',
      msg: 'Login successful',
      data: { bound: true, ticket: null, login: { uid: made.uid } },
    })
    const kept = await world.db.selectFrom('app_ids').selectAll().where('uid', '=', made.uid).execute()
    expect(kept.map(({ kind }) => kind).sort(), 'the mini-program is known from now on too').toEqual([
      'mini',
      'union',
      'web',
    ])
    expect(Buffer.concat(kept.map(({ id_ix }) => id_ix)).length, 'indexes, never ids').toBe(48)
  })
})

describe('/wechat/app/register', () => {
  test('an invented, used or ten minutes old ticket binds nothing', async () => {
    expect(await world.call(wechatAppRegister, { ticket: 'made up' })).toMatchObject({
      code: '422',
      refusal: 'ticket_spent',
    })
    const ticket = await ticketOf(someone())
    const both = await Promise.all([1, 2].map(() => world.call(wechatAppRegister, { ticket })))
    expect(both.map(({ refusal }) => refusal ?? 'made').sort(), 'two at once: one account').toEqual([
      'made',
      'ticket_spent',
    ])
    const old = await ticketOf(someone())
    minutes(10)
    expect(await world.call(wechatAppRegister, { ticket: old })).toMatchObject({ refusal: 'ticket_spent' })
    await removeAllEnded(world.db, world.clock.now())
    expect(await world.db.selectFrom('app_tickets').selectAll().execute()).toEqual([])
  })

  test(`with a mobile the server asks for its code; a wrong code leaves the ticket, the right code binds the account of the number`, async () => {
    const [user, mobile] = [someone(), newMobile()]
    const known = await runnerSession(world, mobile)
    const ticket = await ticketOf(user)
    expect(await world.call(wechatAppRegister, { ticket, mobile: '12' })).toMatchObject({
      data: { fields: { mobile: '手机号码格式不对哦~' } },
    })
    expect(await world.call(wechatAppRegister, { ticket, mobile })).toMatchObject({
      data: { fields: { code: '必填哦' } },
    })
    expect(await world.call(wechatAppRegister, { ticket, mobile, code: '000000' })).toMatchObject({
      refusal: 'code_wrong',
      data: { fields: { code: '验证码不正确' } },
    })
    const bound = await world.ask(wechatAppRegister, { ticket, mobile, code: await codeFor(world, mobile) })
    expect(bound).toMatchObject({ uid: known.uid, bound: true })
    expect((await world.ask(wechatAppAuth, { code: mini(user) })).login!.uid).toBe(known.uid)
    const other = await world.ask(wechatAppRegister, {
      ticket: await ticketOf(someone()),
      mobile,
      code: await (minutes(1), codeFor(world, mobile)),
    })
    expect(other, 'somebody else stays bound; the number logs in all the same').toMatchObject({
      uid: known.uid,
      bound: false,
    })
    for (let at = 0; at < 5; at++) await world.call(wechatAppRegister, { ticket: 'x', mobile, code: '000000' })
    expect(await world.call(wechatAppRegister, { ticket: 'x', mobile, code: '000000' })).toMatchObject({
      refusal: 'code_spent',
    })
  })
})

describe('/wechat/app/auth/getphone', () => {
  const phone = (mobile: string) => app().newCode('phone', { mobile })
  test('an invalid code or a used ticket logs nobody in', async () => {
    expect(await world.call(wechatAppAuthGetphone, { code: 'x' })).toMatchObject({
      code: '422',
      refusal: 'app_code_wrong',
    })
    expect(await world.call(wechatAppAuthGetphone, { code: phone('+8613700000009'), ticket: 'x' })).toMatchObject({
      refusal: 'ticket_spent',
    })
  })
  test('the number that the app has verified logs in, and the person of the app is bound to it', async () => {
    const [user, mobile] = [someone(), newMobile()]
    const got = await world.ask(wechatAppAuthGetphone, { code: phone(`+86${mobile}`), ticket: await ticketOf(user) })
    expect(got).toMatchObject({ mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`, bound: true })
    expect((await world.ask(wechatAppAuth, { code: mini(user) })).login!.uid).toBe(got.uid)
    expect((await runnerSession(world, mobile)).uid, "it is the number's account").toBe(got.uid)
    expect(await world.ask(wechatAppAuthGetphone, { code: phone('+85251234567') })).toMatchObject({
      mobile: '+852****4567',
      bound: false,
    })
  })
})

describe('/user/accounts', () => {
  test('one person of the messaging app changes between the bound accounts, with a new session each time', async () => {
    const user = someone()
    const [one, two] = [newMobile(), newMobile()]
    const bind = async (mobile: string, ticket: string) =>
      world.ask(wechatAppRegister, { ticket, mobile, code: await codeFor(world, mobile) })
    const [early, late] = [await ticketOf(user), await ticketOf(user)]
    const first = await bind(one, early)
    const second = await bind(two, late)
    expect(second.uid).not.toBe(first.uid)
    const { accounts } = await world.ask(userAccounts, {}, second)
    expect(accounts.map(({ uid, here }) => [uid, here]).sort()).toEqual(
      [
        [first.uid, false],
        [second.uid, true],
      ].sort(),
    )
    const changed = await world.ask(userAccounts, { uid: first.uid }, second)
    expect(await current(changed.token!)).toMatchObject({ uid: first.uid })
    expect(await world.call(userCurrent, {}, second), 'the session that it was').toMatchObject({ code: '10001' })
  })
  test('a log-in by mobile reaches only its own account, whatever is bound, and no account of a stranger', async () => {
    const user = someone()
    const mobile = newMobile()
    const made = await world.ask(wechatAppRegister, {
      ticket: await ticketOf(user),
      mobile,
      code: await codeFor(world, mobile),
    })
    const stranger = await runnerSession(world)
    const byMobile = await runnerSession(world, mobile)
    expect((await world.ask(userAccounts, {}, byMobile)).accounts).toMatchObject([{ uid: made.uid, here: true }])
    for (const uid of [stranger.uid, 99_999_999, -1])
      expect(await world.call(userAccounts, { uid }, byMobile)).toMatchObject({
        code: '404',
        refusal: 'account_not_found',
      })
    expect(await world.call(userAccounts, {})).toMatchObject({ code: '401' })
  })
})

test('/user/modify changes what other people see, and takes only lines of text and our own pictures', async () => {
  const runner = await runnerSession(world)
  expect(await world.call(userModify, { name: 'x' })).toMatchObject({ code: '401' })
  for (const wrong of [
    { name: 'x'.repeat(21) },
    { name: 'a\nb' },
    { name: 'x'.repeat(10_000) },
    { avatar: 'https://elsewhere.example/x.png' },
    { avatar: '/private/1/00000000000000000000.jpg' },
  ])
    expect(await world.call(userModify, wrong, runner), JSON.stringify(wrong).slice(0, 40)).toMatchObject({
      code: '422',
      refusal: 'field_wrong',
    })
  expect(
    await world.call(
      userModify,
      { name: ' 慢跑的猫🐈 ', avatar: '/files/226/0123456789abcdef0123.jpg' },
      { ...runner, lang: 'en' },
    ),
  ).toMatchObject({
    msg: 'Name altered successfully',
    data: { name: '慢跑的猫🐈', avatar: '/files/226/0123456789abcdef0123.jpg' },
  })
  expect(await world.ask(userModify, { avatar: '' }, runner)).toMatchObject({ name: '慢跑的猫🐈', avatar: null })
  expect(await world.ask(userModify, { name: '' }, runner)).toMatchObject({ name: null })
})

test('log-ins are listed with facts by which their owner knows them, and each can be ended', async () => {
  const mobile = newMobile()
  const [here, there, stranger] = [
    await runnerSession(world, mobile),
    await runnerSession(world, mobile),
    await runnerSession(world),
  ]
  expect(await world.call(userSessions, {})).toMatchObject({ code: '401' })
  const listed = await world.ask(userSessions, {}, here)
  expect(listed.map((one) => one.here)).toEqual([false, true])
  expect(listed[0]).toMatchObject({ network: '127.0.0.0/24' })
  const [theirs] = await world.ask(userSessions, {}, stranger)
  for (const id of [theirs!.id, 0])
    expect(await world.call(userSessionsEnd, { id }, here), "a stranger's").toMatchObject({
      code: '404',
      refusal: 'session_not_found',
    })
  expect(await world.call(userSessionsEnd, { id: listed[0]!.id }, here)).toMatchObject({ code: '200' })
  expect(await world.call(userCurrent, {}, there)).toMatchObject({ code: '10001' })
  expect(await world.call(userCurrent, {}, stranger)).toMatchObject({ code: '200' })
  expect(await world.ask(userSessions, {}, here)).toHaveLength(1)
})

test('a device is named by its system and browser', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
    'Mobile/15E148 MicroMessenger/8.0.60'
  expect(deviceNameOf(iphone)).toEqual({ device: 'iPhone', browser: 'WeChat' })
  expect(
    deviceNameOf(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 ' +
        'Safari/537.36 Edg/140.0',
    ),
  ).toEqual({ device: 'Windows', browser: 'Edge' })
  expect(deviceNameOf('curl/8')).toEqual({ device: '', browser: '' })
})

test("a code may be sent to the account's own mobile without naming it", async () => {
  const runner = await runnerSession(world, newMobile())
  expect(await world.call(userSmsSend2, { own: true })).toMatchObject({ code: '401' })
  const check = await pictureFor(world)
  expect(await world.call(userSmsSend2, {}, runner)).toMatchObject({ data: { fields: { mobile: '必填哦' } } })
  expect(await world.call(userSmsSend2, { own: true, ...check }, runner)).toMatchObject({
    code: '200',
    data: { mobile: `137****${runner.mobile.slice(-4)}` },
  })
  expect(
    await world.call(userAuth, { mobile: runner.mobile, code: await codeSentTo(world.parts, runner.mobile) }),
  ).toMatchObject({ code: '200' })
  const nameless = await world.ask(wechatAppRegister, { ticket: await ticketOf(someone()) })
  expect(await world.call(userSmsSend2, { own: true }, nameless)).toMatchObject({
    code: '422',
    refusal: 'nothing_bound',
  })
})
