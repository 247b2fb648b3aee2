import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppScope, WECHAT, messagingApp } from './client.ts'
import { MessagingAppDown } from './api.ts'
import { miniProgram } from './miniProgram.ts'
import { type SandboxApp, startSandboxApp } from '../sandbox/wechat/server.ts'

const origin = 'http://localhost:3000'
let folder: string
let now = new Date('2026-03-01T04:00:00Z')
const clock = () => now
const later = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1000))
let sandbox: SandboxApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'startline-app-'))
  sandbox = await startSandboxApp({ folder, origin: () => origin, clock })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})
const places = () => ({
  authorize: `${origin}/pretend/messagingapp/authorize`,
  consent: `${origin}/pretend/messagingapp/subscribemsg`,
  api: sandbox.base,
})
const app = (change: { appid?: string; secret?: string } = {}) =>
  messagingApp({ ...sandbox.credentials, ...change }, places)
const mini = (change: { appid?: string; secret?: string } = {}) =>
  miniProgram({ ...sandbox.mini, ...change }, () => sandbox.base, { clock })
const backFrom = (scope?: AppScope, does?: string, cookie = '') => {
  const query = new URL(app().authorizeUrl(`${origin}/back?x=1`, 's1', scope)).searchParams
  if (does) query.set('do', does)
  const answer = sandbox.authorize(query, cookie)
  if (answer.status !== 302) throw new Error('not authorised')
  const back = new URL(answer.location)
  expect([back.pathname, back.searchParams.get('x'), back.searchParams.get('state')]).toEqual(['/back', '1', 's1'])
  return { code: back.searchParams.get('code'), cookie: answer.cookie.split(';')[0]! }
}
const codeFor = () => backFrom().code!
const callApi = async (path: string, query: Record<string, string>, body?: object) =>
  (
    await fetch(
      `${sandbox.base}${path}?${new URLSearchParams(query)}`,
      body ? { method: 'POST', body: JSON.stringify(body) } : {},
    )
  ).json() as Promise<Record<string, unknown>>

test("the address is the vendor's, its parameters in the vendor's order", () => {
  expect(
    messagingApp({ appid: 'wx1', secret: 's' }, () => WECHAT).authorizeUrl('https://run.example.org/a?b=1', 'st'),
  ).toBe(
    'https://open.weixin.qq.com/connect/oauth2/authorize?appid=wx1&' +
      'redirect_uri=https%3A%2F%2Frun.example.org%2Fa%3Fb%3D1&response_type=code&scope=snsapi_base&' +
      'state=st#wechat_redirect',
  )
})
test('a code gives the openid once, within five minutes', async () => {
  const code = codeFor()
  expect(await app().openidOf(code)).toMatch(/^o[0-9a-f]{27}$/)
  expect(await app().openidOf(code)).toBeUndefined()
  const old = codeFor()
  later(301)
  expect(await app().openidOf(old)).toBeUndefined()
  expect(
    await app().openidOf(sandbox.newCode('login', { user: { user: 'a', name: 'a' } })),
    "a mini-program's code",
  ).toBeUndefined()
})
test('a wrong secret or app is our fault and gives no answer about the payer', async () => {
  await expect(app({ secret: 'x' }).openidOf(codeFor())).rejects.toBeInstanceOf(MessagingAppDown)
  await expect(app({ appid: 'x' }).openidOf('0')).rejects.toBeInstanceOf(MessagingAppDown)
  await expect(mini({ secret: 'x' }).personOf('0')).rejects.toBeInstanceOf(MessagingAppDown)
  await expect(mini({ secret: 'x' }).mobileOf('0')).rejects.toBeInstanceOf(MessagingAppDown)
  await expect(
    messagingApp(sandbox.credentials, () => ({ ...places(), api: 'http://127.0.0.1:9' })).personOf('0'),
  ).rejects.toThrow('did not answer')
})
test('no code goes to another address, and a state that the vendor would refuse is refused', () => {
  for (const wrong of ['https://elsewhere.example/', 'nonsense', ''])
    expect(sandbox.authorize(new URL(app().authorizeUrl(wrong, 's')).searchParams, '')).toEqual({ status: 400 })
  for (const state of ['a b', 'x'.repeat(129), '<'])
    expect(sandbox.authorize(new URL(app().authorizeUrl(`${origin}/`, state)).searchParams, '')).toEqual({
      status: 400,
    })
})
test('a consent gives name and unionid, a refusal gives no code, and a snapshot is no person', async () => {
  const page = sandbox.authorize(
    new URL(app().authorizeUrl(`${origin}/back`, 's', 'snsapi_userinfo')).searchParams,
    '',
    'en',
  )
  expect(page).toMatchObject({ status: 200, body: expect.stringContaining('Log in with your name') as string })
  const { code, cookie } = backFrom('snsapi_userinfo', 'allow')
  const person = await app().personOf(code!)
  expect(person).toMatchObject({
    openid: expect.stringMatching(/^o/) as string,
    unionid: expect.stringMatching(/^u/) as string,
    name: expect.any(String) as string,
  })
  expect(await app().openidOf(backFrom(undefined, undefined, cookie).code!), 'the same browser is the same user').toBe(
    person!.openid,
  )
  expect(backFrom('snsapi_userinfo', 'deny').code).toBeNull()
  expect(await app().personOf(codeFor()), 'asked for nothing but the id').toEqual({
    openid: expect.any(String) as string,
    unionid: undefined,
  })
  expect(
    await app().personOf(
      sandbox.newCode('oauth', { user: { user: 'b', name: 'b' }, scope: 'snsapi_userinfo', snapshot: true }),
    ),
  ).toBeUndefined()
})
test('the mini-program knows the same person by another openid and the same unionid', async () => {
  const user = { user: 'one', name: '一' }
  const code = sandbox.newCode('login', { user })
  const person = await mini().personOf(code)
  expect(await mini().personOf(code), 'good once').toBeUndefined()
  const there = await app().personOf(sandbox.newCode('oauth', { user, scope: 'snsapi_userinfo' }))
  expect(person!.unionid).toBe(there!.unionid)
  expect(person!.openid).not.toBe(there!.openid)
})
test('a code of the button gives a mobile; its token is fetched once, and again after its end', async () => {
  const one = mini()
  const phone = (mobile: string) => sandbox.newCode('phone', { mobile })
  const code = phone('+8613800001234')
  expect(await one.mobileOf(code)).toBe('+8613800001234')
  expect(await one.mobileOf(code), 'good once').toBeUndefined()
  expect(await one.mobileOf(phone('+85251234567'))).toBe('+85251234567')
  const token = await one.accessToken()
  expect(await mini().accessToken(), 'every process gets the same').toBe(token)
  later(3000)
  expect(await one.accessToken()).toBe(token)
  sandbox.endTokens()
  expect(await one.mobileOf(phone('+8613800001234')), 'another made it end').toBe('+8613800001234')
  later(8000)
  expect(await one.accessToken()).not.toBe(token)
  const late = phone('+8613800001234')
  later(301)
  expect(await one.mobileOf(late)).toBeUndefined()
})
test("the sandbox app answers each mistake as the vendor's documents say", async () => {
  const { appid, secret } = sandbox.credentials
  const oauth = { appid, secret, grant_type: 'authorization_code' }
  expect(await callApi('/sns/oauth2/access_token', { ...oauth, code: 'x' })).toMatchObject({ errcode: 40029 })
  const code = codeFor()
  const token = await callApi('/sns/oauth2/access_token', { ...oauth, code })
  expect(token).toMatchObject({ expires_in: 7200, scope: 'snsapi_base' })
  expect(await callApi('/sns/oauth2/access_token', { ...oauth, code })).toMatchObject({ errcode: 40163 })
  expect(await callApi('/sns/oauth2/access_token', { ...oauth, secret: 'x', code })).toMatchObject({ errcode: 40125 })
  expect(
    await callApi('/sns/userinfo', { access_token: token.access_token as string, openid: token.openid as string }),
  ).toMatchObject({ errcode: 48001 })
  expect(await callApi('/sns/userinfo', { access_token: token.access_token as string, openid: 'o' })).toMatchObject({
    errcode: 40003,
  })
  expect(await callApi('/sns/userinfo', { access_token: 'x', openid: 'o' })).toMatchObject({ errcode: 40001 })
  expect(await callApi('/sns/jscode2session', { ...oauth, js_code: code })).toMatchObject({ errcode: 40013 })
  expect(await callApi('/cgi-bin/stable_token', {})).toMatchObject({ errcode: 43002 })
  expect(await callApi('/cgi-bin/stable_token', {}, { grant_type: 'x' })).toMatchObject({ errcode: 40002 })
  expect(await callApi('/wxa/business/getuserphonenumber', { access_token: 'x' }, {})).toMatchObject({ errcode: 40001 })
  expect(await callApi('/elsewhere', {})).toMatchObject({ errcode: 40066 })
})
test('a code of a mini-program is a picture, even if the token has ended; a missing page has no code', async () => {
  const one = mini()
  const page = 'pages/webview/webview'
  const picture = await one.codeOf({ scene: '7-abc', page })
  expect([...picture!.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  sandbox.endTokens()
  expect(await one.codeOf({ scene: '7-abc', page, width: 280 })).toBeInstanceOf(Buffer)
  for (const wrong of [
    { scene: 'x'.repeat(33), page },
    { scene: '', page },
    { scene: '中', page },
    { scene: 'a', page: 'pages/none' },
    { scene: 'a', page: '/pages/index/index' },
    { scene: 'a', page, width: 100 },
  ])
    expect(await one.codeOf(wrong), JSON.stringify(wrong)).toBeUndefined()
  await expect(mini({ secret: 'x' }).codeOf({ scene: 'a', page })).rejects.toBeInstanceOf(MessagingAppDown)
  const other = miniProgram(sandbox.minis.jd, () => sandbox.base, { clock })
  expect(await other.accessToken(), 'each has its own').not.toBe(await one.accessToken())
  expect(await other.codeOf({ scene: 'a', page })).toBeInstanceOf(Buffer)
})
test('only the official account gives the ticket of pages and codes of the account', async () => {
  const account = messagingApp(sandbox.credentials, places, { clock })
  const ticket = await account.pageTicket()
  expect(await account.pageTicket()).toBe(ticket)
  expect(await account.accountCode('7_race', 2_592_000)).toEqual({
    url: `${origin}/pretend/miniprogram?account=7_race`,
    seconds: 2_592_000,
  })
  await expect(account.accountCode('', 60)).rejects.toThrow('refused: 40053')
  await expect(messagingApp(sandbox.mini, places, { clock }).pageTicket(), 'a mini-program has none').rejects.toThrow(
    'refused: 48001',
  )
  await expect(
    messagingApp(sandbox.credentials, () => ({ ...places(), api: 'http://127.0.0.1:9' }), { clock }).pageTicket(),
  ).rejects.toThrow('did not answer')
})
