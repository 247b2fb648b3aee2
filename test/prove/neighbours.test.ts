import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { userAuth, userSmsSend2 } from '#features/accounts/contract.ts'
import { certificateSearchbyidnum } from '#features/certificates/contract.ts'
import { captchaGenerate } from '#features/checks/contract.ts'
import { storBase64 } from '#features/codes/contract.ts'
import { findWork } from '#features/checks/rules.ts'
import { apiRunnerQueryIdnum, gameRunnerByidnum, simpleRegistrationByidnum } from '#features/lookups/contract.ts'
import { registrationPay, registrationQuery, registrationShow } from '#features/registrations/contract.ts'
import {
  registrationExist,
  registrationFriends,
  registrationSave,
} from '#features/registrations/signup/signup.contract.ts'
import { consoleLogin } from '#features/staff/contract.ts'
import { hashPassword } from '#features/staff/password.service.ts'
import { consoleWaitingroomsSave, waitingJoin } from '#features/waitingrooms/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { keyFrom } from '#contract/scalars.ts'
import { RACE, entrant, friendOf, idnumOf, neighbourOf, openEvent, openRace } from '#test/entrants.ts'
import { codeSentTo, deviceCookies, runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { counted } from './counted.ts'

/** `npm run prove -- guesses` lets the attackers try more often. The tests then expect the same limits. */
const FULL = Number(process.env.GUESSES ?? 0)
// The tests make hundreds of calls, and the devices must solve checks.
vi.setConfig({ testTimeout: FULL ? 900_000 : 120_000 })

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world, { settings: { unpaid_most: 1000 } })
  await openEvent(world, { price: 5000, places: 10_000, signup_until: new Date('2026-10-01T00:00:00Z') })
})
afterAll(() => world?.close())

type Facts = { check?: string; bits?: number; retry_after?: number }
type Answer = { code: string; refusal?: string; data: unknown }
/** One browser at one address. It keeps its cookie, and does the checks that the server demands. */
class Browser {
  pictures = 0
  workMs = 0
  waited = 0
  private readonly from: string
  private cookie: string
  token: string | undefined
  constructor(from: string, cookie: string, token?: string) {
    this.from = from
    this.cookie = cookie
    this.token = token
  }
  async once(endpoint: Endpoint, input: Record<string, unknown>): Promise<Answer> {
    const answered = await world.app.inject({
      method: 'POST',
      url: endpoint.path,
      payload: { ...input, ...(this.token ? { _token: this.token } : {}) },
      headers: { cookie: this.cookie, origin: world.parts.origin },
      remoteAddress: this.from,
    })
    const given = /startline_device=[^;]+/.exec([answered.headers['set-cookie'] ?? []].flat().join('\n'))
    if (given) this.cookie = given[0]
    return answered.json<Answer>()
  }
  /**
   * Requests the check that a refusal demands, and solves it. Returns undefined if a browser cannot solve the check.
   */
  async solved({ check, bits }: Facts): Promise<Record<string, unknown> | undefined> {
    if (check !== 'work' && check !== 'picture') return undefined
    const begun = await this.once(captchaGenerate, check === 'work' ? { kind: 'work', bits } : {})
    if (begun.code !== '200') return undefined
    const { captchaid } = begun.data as { captchaid: string }
    if (check === 'work') {
      const before = performance.now()
      const captcha = findWork(captchaid, 0, 100_000_000, bits!)!
      this.workMs += performance.now() - before
      return { captchaid, captcha }
    }
    this.pictures++
    const { answer: captcha } = await world.db
      .selectFrom('picture_checks')
      .select('answer')
      .where('captchaid', '=', captchaid)
      .executeTakeFirstOrThrow()
    return { captchaid, captcha }
  }
  /** Makes the call, with the check that the server demands. */
  async ask(endpoint: Endpoint, input: Record<string, unknown>): Promise<Answer> {
    const first = await this.once(endpoint, input)
    const facts = (first.data ?? {}) as Facts
    if (first.refusal === 'too_often') this.waited += facts.retry_after ?? 0
    if (first.refusal !== 'picture_needed') return first
    const given = await this.solved(facts)
    return given ? this.once(endpoint, { ...input, ...given }) : first
  }
}

test('eight addresses in a day learn at most one in fifty of the numbers of a county and a birthday', async () => {
  const victim = 137
  const runner = await runnerSession(world, '13700001111')
  await world.ask(registrationSave, entrant(victim, { idnum: neighbourOf(victim) }), runner)
  // An attacker who knows the county, the birthday and the gender has 500 numbers to try.
  const possible = Array.from({ length: 500 }, (_, n) => 2 * n + (victim % 2))
  const ways: [Endpoint, Record<string, unknown>][] = [
    [registrationQuery, {}],
    [apiRunnerQueryIdnum, { type: 'runner' }],
    [apiRunnerQueryIdnum, { type: 'score' }],
    [simpleRegistrationByidnum, {}],
    [gameRunnerByidnum, {}],
    [certificateSearchbyidnum, {}],
    [registrationExist, { idtype: 'idcard' }],
    [registrationSave, entrant(0)],
    [registrationFriends, {}],
  ]
  const answered = new Set<number>()
  let calls = 0
  const tries = FULL ? 60 : 20
  let next = 0
  for (let address = 0; address < 8; address++) {
    const cookies = await deviceCookies(world, 3, true)
    const from = `100.64.${address}.7`
    const browsers = [
      ...cookies.map((cookie) => new Browser(from, cookie)),
      new Browser(from, (await deviceCookies(world, 1))[0]!),
      new Browser(from, '', (await runnerSession(world)).token),
    ]
    for (let n = 0; n < tries; n++) {
      const [endpoint, more] = ways[n % ways.length]!
      const guessed = possible[next++ % possible.length]!
      const idnum = neighbourOf(guessed)
      const signsUp =
        endpoint === registrationExist || endpoint === registrationSave || endpoint === registrationFriends
      // A sign-up needs a session, and only one of the browsers has a session.
      const { code, data, refusal } = await browsers[signsUp ? 4 : n % browsers.length]!.ask(
        endpoint,
        endpoint === registrationFriends
          ? { raceid: RACE, friends: [friendOf(guessed, { idnum })] }
          : { ...more, raceid: RACE, idnum },
      )
      calls++
      // Every answer tells something, because each unregistered number leaves one number less to try.
      if ((code === '200' && data !== null) || refusal === 'already_registered') answered.add(guessed)
    }
  }
  counted({ calls, told: answered.size })
  expect(answered.size / possible.length, `${answered.size} of ${possible.length}`).toBeLessThanOrEqual(0.02)
  expect(answered.size, 'nothing is asked at first').toBeGreaterThan(0)
  // The person can still find the registration, by the number and the mobile's last four digits.
  const own = new Browser('100.65.0.9', (await deviceCookies(world, 1))[0]!)
  const { mobile } = entrant(victim)
  own.token = runner.token
  expect(
    await own.ask(registrationQuery, { raceid: RACE, idnum: neighbourOf(victim), fact: String(mobile).slice(-4) }),
  ).toMatchObject({ code: '200', data: [{}] })
})

test('an innocent browser behind an attacked address waits at most two seconds and solves one picture', async () => {
  const from = '100.66.1.1'
  const many = (n: number) => (FULL ? n : Math.ceil(n / 3))
  const attackers = (await deviceCookies(world, 20)).map((cookie) => new Browser(from, cookie))
  const random = () => crypto.getRandomValues(new Uint8Array(22))
  const attacks: [Endpoint, (n: number) => Record<string, unknown>, number][] = [
    [registrationShow, () => ({ id: keyFrom(RACE, random()) }), 900],
    [registrationShow, () => ({ id: keyFrom(RACE, random()), _token: 'made-up-token-of-nobody-at-all' }), 900],
    [userAuth, (n) => ({ mobile: `139${String(n).padStart(8, '0')}`, code: '123456' }), 900],
    [consoleLogin, (n) => ({ login: `chen${n}`, password: 'guess guess guess' }), 150],
  ]
  let calls = 0
  for (const [endpoint, input, count] of attacks)
    for (let n = 0; n < many(count); n += 20) {
      calls += 20
      await Promise.all(attackers.map((one, at) => one.once(endpoint, input(n + at))))
    }
  // From here on the devices of the attackers do the demanded work, so that each try counts for the network.
  const patient: [Endpoint, (n: number) => Record<string, unknown>, number][] = [
    [registrationQuery, (n) => ({ raceid: RACE, idnum: idnumOf(1000 * (n + 3)) }), 340],
    [userSmsSend2, (n) => ({ mobile: `139${String(n).padStart(8, '0')}` }), 240],
  ]
  for (const [endpoint, input, count] of patient)
    for (let n = 0; n < many(count); n += 20) {
      calls += 20
      await Promise.all(attackers.map((one, at) => one.ask(endpoint, input(n + at))))
    }
  const number = 400_001
  const mobile = '13655556666'
  const saver = await runnerSession(world, mobile)
  const { _key } = await world.ask(registrationSave, { ...entrant(number), mobile }, saver)
  const innocent = new Browser(from, (await deviceCookies(world, 1))[0]!)
  const did = (answer: Answer) => expect(answer, JSON.stringify(answer)).toMatchObject({ code: '200' })
  did(await innocent.ask(registrationQuery, { raceid: RACE, idnum: idnumOf(number) }))
  did(await innocent.ask(userSmsSend2, { mobile }))
  const code = await codeSentTo(world.parts, mobile)
  const auth = await innocent.ask(userAuth, { mobile, code })
  did(auth)
  innocent.token = (auth.data as { token: string }).token
  did(await innocent.ask(registrationPay, { id: _key, payment: 'wechat' }))
  did(await innocent.ask(registrationQuery, { raceid: RACE, idnum: idnumOf(number) }))
  const { pictures, workMs, waited } = innocent
  counted({ attacks: calls, pictures, waitedMs: Math.round(workMs) + waited * 1000 })
  expect(pictures).toBeLessThanOrEqual(1)
  expect(waited + workMs / 1000).toBeLessThanOrEqual(2)
})

test('the owners of an attacked mobile and of an attacked login get in, with one picture at most', async () => {
  const from = '100.70.1.1'
  const [mobile, password] = ['13655558888', '风吹过桥上的三万个跑者']
  const now = world.clock.now()
  await world.db
    .insertInto('staff')
    .values({ login: 'zhou', name: '周', password: await hashPassword(password), created_at: now, updated_at: now })
    .execute()
  const logIn = async (browser: Browser) => {
    const sent = await browser.ask(userSmsSend2, { mobile })
    expect(sent, JSON.stringify(sent)).toMatchObject({ code: '200' })
    return browser.ask(userAuth, { mobile, code: await codeSentTo(world.parts, mobile) })
  }
  const runner = new Browser(from, (await deviceCookies(world, 1))[0]!)
  expect(await logIn(runner)).toMatchObject({ code: '200' })
  // Strangers behind the same address ask for codes of this mobile until this mobile gets no more codes, and try codes
  // and passwords.
  const attackers = (await deviceCookies(world, 20)).map((cookie) => new Browser(from, cookie))
  const answers = new Map<string, number>()
  const count = ({ code, refusal }: Answer) => answers.set(refusal ?? code, (answers.get(refusal ?? code) ?? 0) + 1)
  for (let round = 0; round < 7; round++) {
    world.clock.advance(61_000)
    count(await attackers[round]!.ask(userSmsSend2, { mobile }))
    for (const one of attackers) count(await one.once(userAuth, { mobile, code: `00000${round}` }))
  }
  for (let n = 0; n < (FULL ? 400 : 100); n++)
    count(await attackers[n % 20]!.once(consoleLogin, { login: 'zhou', password: `guess guess ${n}` }))
  expect([...answers.keys()]).toEqual(expect.arrayContaining(['200', 'too_often', 'code_spent', 'picture_needed']))
  const [pictures, before] = [runner.pictures, runner.workMs]
  expect(await logIn(runner)).toMatchObject({ code: '200' })
  expect([runner.pictures - pictures, runner.waited]).toEqual([0, 0])
  expect(runner.workMs - before).toBeLessThanOrEqual(2000)
  const staff = new Browser(from, (await deviceCookies(world, 1))[0]!)
  expect(await staff.ask(consoleLogin, { login: 'zhou', password })).toMatchObject({ code: '200' })
  expect([staff.pictures, staff.waited]).toEqual([1, 0])
})

test('a person finds the own number although neighbours have asked for it without end', async () => {
  const from = '100.69.1.1'
  const number = 400_003
  await world.ask(registrationSave, entrant(number), await runnerSession(world, '13655557777'))
  const asked = { raceid: RACE, idnum: idnumOf(number) }
  const attackers = (await deviceCookies(world, 30)).map((cookie) => new Browser(from, cookie))
  const codes = new Set<string>()
  for (const attacker of attackers) codes.add((await attacker.once(registrationQuery, asked)).code)
  expect([...codes], 'the limit of the network').toEqual(['200', '422'])
  // A stranger without a picture learns nothing more. A person reads one picture, and then has a limit of their own.
  const innocent = new Browser(from, (await deviceCookies(world, 1))[0]!)
  expect(await innocent.ask(registrationQuery, asked)).toMatchObject({ code: '200', data: [{}] })
  expect(await innocent.once(registrationQuery, asked)).toMatchObject({ code: '200', data: [{}] })
  expect([innocent.pictures, innocent.waited]).toEqual([1, 0])
  // A known browser or a session that has used up its own limit must wait.
  for (let n = 0; n < 25; n++) codes.add((await innocent.once(registrationQuery, asked)).code)
  expect(codes).toContain('429')
})

test('a waiting room that strangers filled for an address still takes a neighbour who reads one picture', async () => {
  const from = '100.67.1.1'
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const hour = new Date(world.clock.now().getTime() + 600_000).toISOString()
  await world.ask(
    consoleWaitingroomsSave,
    { raceid: RACE, gathers_at: world.clock.now().toISOString(), opens_at: hour, per_second: 10, per_house: 12 },
    owner,
  )
  const join = async (browser: Browser, check: 'work' | 'picture') =>
    browser.once(waitingJoin, { raceid: RACE, ...(await browser.solved({ check, bits: 15 })) })
  const attacker = new Browser(from, (await deviceCookies(world, 1))[0]!)
  let inside = 0
  for (let n = 0; n < 20; n++) {
    attacker.token = (await runnerSession(world)).token
    if ((await join(attacker, n % 2 ? 'work' : 'picture')).code === '200') inside++
  }
  expect(inside, 'one browser gets three beyond what the network has').toBe(15)
  for (const check of ['work', 'picture'] as const) {
    const innocent = new Browser(from, (await deviceCookies(world, 1))[0]!, (await runnerSession(world)).token)
    expect(await join(innocent, check), check).toMatchObject(
      check === 'picture' ? { code: '200' } : { refusal: 'house_full' },
    )
  }
})

test('pictures that one browser sends without end leave room for a neighbour behind the same address', async () => {
  const from = '100.68.1.1'
  const pictureOf = async (side: number) =>
    (
      await sharp({ create: { width: side, height: side, channels: 3, background: '#09bb07' } })
        .png()
        .toBuffer()
    ).toString('base64')
  const [huge, own] = [await pictureOf(4_800), await pictureOf(64)]
  const send = (browser: Browser, file: string) => browser.ask(storBase64, { raceid: RACE, key: 'own', file })
  expect(await send(new Browser(from, ''), own), 'a stranger without a page').toMatchObject({ refusal: 'page_needed' })
  const attacker = new Browser(from, (await deviceCookies(world, 1))[0]!)
  let kept = 0
  const tries = FULL ? 200 : 30
  for (let n = 0; n < tries; n += 5) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(attacker, huge)))
    kept += answers.filter(({ code }) => code === '200').length
  }
  const innocent = new Browser(from, (await deviceCookies(world, 1))[0]!)
  expect(await send(innocent, own)).toMatchObject({ code: '200', data: { width: 64 } })
  counted({ sent: tries, kept, pictures: innocent.pictures, workMs: Math.round(innocent.workMs) })
  // The limit is 400 megapixels in ten minutes, and each picture counts as 24.
  expect(kept).toBe(16)
  expect(innocent.pictures).toBeLessThanOrEqual(1)
  expect(innocent.waited + innocent.workMs / 1000).toBeLessThanOrEqual(2)
})
