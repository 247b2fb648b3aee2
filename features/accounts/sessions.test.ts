import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeSentTo, runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { captchaGenerate } from '#features/checks/contract.ts'
import { userClearlogin, userCurrent, userSmsSend2 } from './contract.ts'

let world: World
let count = 0
const minutes = (n: number) => world.clock.advance(n * 60_000)

beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(() => minutes(24 * 60))
afterAll(() => world?.close())

const codeFor = async (mobile: string) => {
  const { captchaid } = await world.ask(captchaGenerate, {})
  const { answer } = await world.db
    .selectFrom('picture_checks')
    .select('answer')
    .where('captchaid', '=', captchaid)
    .executeTakeFirstOrThrow()
  await world.ask(userSmsSend2, { mobile, captchaid, captcha: answer })
  return codeSentTo(world.parts, mobile)
}
const newMobile = () => `139${String(20_000_000 + ++count).padStart(8, '0')}`

type Headers = Record<string, string>
const raw = (path: string, fields: Record<string, string>, headers: Headers = {}) =>
  world.app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'run.example', ...headers },
  })
const current = async (headers: Headers, fields: Record<string, string> = {}) =>
  (await raw('/user/current', fields, headers)).json<{ code: string; refusal?: string }>()
const ours = { origin: 'http://run.example' }
const logIn = async (headers: Headers = ours) => {
  const mobile = newMobile()
  return raw('/user/auth', { mobile, code: await codeFor(mobile) }, headers)
}

test('/user/current asks for a log-in, and reports an invalid token', async () => {
  expect(await world.call(userCurrent, {})).toMatchObject({ code: '401', refusal: 'not_logged_in' })
  expect(await world.call(userCurrent, {}, { token: 'guessed' })).toMatchObject({
    code: '10001',
    refusal: 'session_expired',
  })
  expect(await world.call(userCurrent, {}, { token: 'x'.repeat(5000) })).toMatchObject({ code: '10001' })
})

test('the cookie is HttpOnly and SameSite=Lax, and logs in from our own pages only', async () => {
  const answered = await logIn()
  const [set = '', device] = answered.headers['set-cookie'] as unknown as string[]
  expect(device, 'the browser is known from now on').toMatch(
    /^startline_device=[\w-]{16}\.1\.[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/,
  )
  expect(set).toMatch(/^startline=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/)
  const cookie = set.split(';')[0]!
  expect(await current({ cookie, ...ours })).toMatchObject({ code: '200' })
  expect(await current({ cookie }), 'no browser').toMatchObject({ code: '200' })
  for (const origin of ['https://evil.example', 'null', 'http://run.example.evil.example', 'http://run.example:81'])
    expect(await current({ cookie, origin }), origin).toMatchObject({ code: '401' })
  expect(await current({ cookie, 'sec-fetch-site': 'cross-site' })).toMatchObject({ code: '401' })
  const token = cookie.replace('startline=', '')
  expect(
    await current({ authorization: `Bearer ${token}`, origin: 'https://partner.example' }),
    'a token is meant',
  ).toMatchObject({ code: '200' })
  expect(await current({ origin: 'https://partner.example' }, { _token: token })).toMatchObject({ code: '200' })
  expect(await current({ cookie: `startline_console=${token}`, ...ours }), "the console's cookie").toMatchObject({
    code: '401',
  })
})

test('another site cannot log a visitor in to an account of its own', async () => {
  const answered = await logIn({ origin: 'https://evil.example' })
  expect(answered.json()).toMatchObject({ code: '200' })
  expect(answered.headers['set-cookie']).toBeUndefined()
})

test('a token set beforehand is useless after the log-in, and so is the former token', async () => {
  const planted = 'planted-by-somebody-else-0123456789abcdefghi'
  const first = await logIn({ ...ours, cookie: `startline=${planted}` })
  const old = String(first.headers['set-cookie']).split(';')[0]!
  expect(old).not.toContain(planted)
  expect(await current({ ...ours, cookie: `startline=${planted}` })).toMatchObject({ code: '10001' })
  const second = await logIn({ ...ours, cookie: old })
  expect(await current({ ...ours, cookie: old })).toMatchObject({ code: '10001' })
  expect(await current({ ...ours, cookie: String(second.headers['set-cookie']).split(';')[0]! })).toMatchObject({
    code: '200',
  })
})

test('only the hash of a token and only the network of the address are kept', async () => {
  const { token } = (await logIn()).json<{ data: { token: string } }>().data
  const kept = await world.db
    .selectFrom('sessions')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(kept.token_hash).toHaveLength(32)
  expect(JSON.stringify(kept)).not.toContain(token)
  expect(kept.address).toBe('127.0.0.0/24')
})

test('/user/clearlogin ends this session at once, or with everywhere all sessions of the account', async () => {
  const [one, two] = [await runnerSession(world, '13700000001'), await runnerSession(world, '13700000001')]
  expect(two.uid).toBe(one.uid)
  expect(await world.call(userCurrent, {}, one)).toMatchObject({ code: '200' })
  expect(await world.call(userClearlogin, {}, { ...one, lang: 'en' })).toMatchObject({
    code: '200',
    msg: 'Log out successfully!',
  })
  expect(await world.call(userCurrent, {}, one)).toMatchObject({ code: '10001' })
  expect(await world.call(userCurrent, {}, two)).toMatchObject({ code: '200' })
  const three = await runnerSession(world, '13700000001')
  expect(await world.call(userClearlogin, { everywhere: true }, three)).toMatchObject({ code: '200' })
  expect(await world.call(userCurrent, {}, two)).toMatchObject({ code: '10001' })
  expect(await world.call(userClearlogin, {}), 'nobody is logged in').toMatchObject({ code: '200' })
  const cleared = await raw('/user/clearlogin', {}, { ...ours, cookie: 'startline=anything' })
  expect(String(cleared.headers['set-cookie'])).toMatch(/^startline=; .*Max-Age=0/)
})

test('thirty days without use end a session; use keeps it', async () => {
  const session = await runnerSession(world)
  for (let week = 0; week < 8; week++) {
    minutes(7 * 24 * 60)
    expect(await world.call(userCurrent, {}, session)).toMatchObject({ code: '200' })
  }
  minutes(30 * 24 * 60)
  expect(await world.call(userCurrent, {}, session)).toMatchObject({ code: '10001' })
})
