import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { wechatAppAuth, wechatAppAuthGetphone, wechatAppRegister } from '#features/accounts/app.contract.ts'
import { userAuth, userCurrent, userSmsSend2 } from '#features/accounts/contract.ts'
import { certificateQuery, certificateSearchbyidnum } from '#features/certificates/contract.ts'
import { inviteShow } from '#features/invitations/contract.ts'
import {
  apiRunnerDetail,
  apiRunnerQueryIdnum,
  apiRunnerShow,
  gameRunnerByidnum,
  simpleRegistrationByidnum,
} from '#features/lookups/contract.ts'
import { registrationQuery, registrationShow } from '#features/registrations/contract.ts'
import { registrationExist, registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { refundShow } from '#features/refunds/contract.ts'
import { hashPassword } from '#features/staff/password.service.ts'
import { consoleClaimShow, consoleLogin } from '#features/staff/contract.ts'
import { teamMembers } from '#features/teams/contract.ts'
import { UNKNOWN_TOKENS } from '#server/calls/guesses.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { keyFrom } from '#contract/scalars.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { codeSentTo, deviceCookies, pictureFor, runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { counted } from './counted.ts'

/**
 * `npm run prove -- guesses` tries ten thousand guesses of each kind. The normal run of the tests tries only a few more
 * than the limit. One in a hundred guessed identity numbers and invitation codes is right.
 */
const FULL = Number(process.env.GUESSES ?? 0)
const REAL_EVERY = 100
// Ten thousand guesses of each kind go over HTTP, which takes long.
if (FULL) vi.setConfig({ testTimeout: 900_000 })

let world: World
let runner: Awaited<ReturnType<typeof runnerSession>>
let key: string
let teamid: number
const password = '风吹过桥上的三万个跑者'
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world, { settings: { unpaid_most: 1000, teams: true, team_least: 2, team_most: 10 } })
  await openEvent(world, { price: 0, places: 10_000, signup_until: new Date('2026-10-01T00:00:00Z') })
  runner = await runnerSession(world, '13800001234')
  for (let n = 0; n < (FULL ? 1000 : 200); n += REAL_EVERY)
    key = (await world.ask(registrationSave, entrant(n), runner))._key
  const now = world.clock.now()
  await world.db
    .insertInto('staff')
    .values({ login: 'chen', name: '陈', password: await hashPassword(password), created_at: now, updated_at: now })
    .execute()
  await world.db
    .insertInto('invitations')
    .values({ raceid: RACE, label: '', code: 'RUN100', created_at: now, updated_at: now })
    .execute()
  const { id: captain } = await world.db
    .selectFrom('registrations')
    .select('id')
    .where('_key', '=', key)
    .executeTakeFirstOrThrow()
  teamid = (
    await world.db
      .insertInto('teams')
      .values({
        raceid: RACE,
        name: '西湖跑团',
        name_norm: '西湖跑团',
        profile: '',
        cover: '',
        password: await hashPassword('run-together'),
        captain,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  await world.db
    .updateTable('registrations')
    .set({ teamid })
    .where('raceid', '=', RACE)
    .where('id', '=', captain)
    .execute()
})
afterAll(() => world?.close())

type Answer = { code: string; refusal?: string; data: unknown }
type Found = { hits: number; asked: number; stoppedAfter: number | undefined; last: Answer }
const hitsNothing = (answer: Answer) =>
  answer.code !== '200' || (Array.isArray(answer.data) && answer.data.length === 0)
/**
 * Makes guesses from one network, up to 20 at the same time. Each guess names a forged address in `x-forwarded-for`,
 * which changes nothing, because the server does not trust this header.
 */
const guess = async (
  endpoint: Endpoint,
  input: (n: number) => Record<string, unknown>,
  {
    token,
    cookie,
    count = 80,
    most = Infinity,
    isMiss = hitsNothing,
  }: { token?: string; cookie?: string; count?: number; most?: number; isMiss?: (answer: Answer) => boolean } = {},
): Promise<Found> => {
  const found: Found = { hits: 0, asked: 0, stoppedAfter: undefined, last: { code: '', data: null } }
  const tries = Math.min(most, Math.max(FULL, count))
  for (let from = 0; from < tries; from += 20) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(20, tries - from) }, async (_, at) => {
        const fields = { ...input(from + at), ...(token ? { _token: token } : {}) }
        const answered = await world.app.inject({
          method: 'POST',
          url: endpoint.path,
          payload: fields,
          headers: { 'x-forwarded-for': `10.${(from + at) % 250}.7.7`, ...(cookie ? { cookie } : {}) },
        })
        return answered.json<Answer>()
      }),
    )
    for (const answer of answers) {
      found.asked++
      if (!isMiss(answer)) found.hits++
      if (
        found.stoppedAfter === undefined &&
        (answer.code === '429' || answer.refusal === 'picture_needed' || answer.refusal === 'code_spent')
      )
        found.stoppedAfter = found.asked
      found.last = answer
    }
  }
  counted({ calls: 1, guesses: found.asked, hits: found.hits })
  return found
}
const stopped = (found: Found, within: number) => {
  expect(found.hits, 'hits').toBe(0)
  expect(found.stoppedAfter ?? Infinity, `stopped after (${JSON.stringify(found.last)})`).toBeLessThanOrEqual(within)
  expect(['429', '422']).toContain(found.last.code)
}
/** Gives a registered number at every hundredth try, but not among the first tries. */
const numbers = (n: number) => idnumOf((n + 50) % 1000)
let seed = 1
const random = (length: number) => Uint8Array.from({ length }, () => (seed = (seed * 48271) % 2147483647) & 255)
/** Moves the clock by a day, because the longest limit lasts a day and each test needs fresh limits. */
const later = () => world.clock.advance(24 * 3_600_000)

describe('identity numbers', () => {
  test.each([
    ['/registration/query', registrationQuery, {}],
    ['/api/runner/query/idnum', apiRunnerQueryIdnum, { type: 'runner' }],
    ['/api/runner/query/idnum score', apiRunnerQueryIdnum, { type: 'score' }],
    ['/api/runner/query/idnum volunteers', apiRunnerQueryIdnum, { type: 'volunteers' }],
    ['/simple/registration/byidnum', simpleRegistrationByidnum, {}],
    ['/game/runner/byidnum', gameRunnerByidnum, {}],
    ['/certificate/searchbyidnum', certificateSearchbyidnum, {}],
  ] as const)(
    '%s: nothing is found, and soon a picture is required, for known and unknown numbers',
    async (_, endpoint, more) => {
      later()
      stopped(await guess(endpoint, (n) => ({ raceid: RACE, idnum: numbers(n), ...more })), 40)
      const [known, unknown] = await Promise.all(
        [0, 7].map((n) =>
          world.call(endpoint as typeof registrationQuery, { raceid: RACE, idnum: idnumOf(n), ...more }),
        ),
      )
      expect(known).toEqual(unknown)
    },
  )
  test('a guesser with a log-in is stopped by account; a known key shows no number', async () => {
    later()
    stopped(
      await guess(registrationExist, (n) => ({ raceid: RACE, idtype: 'idcard', idnum: idnumOf(n + 1001) }), {
        token: runner.token,
        isMiss: ({ code, data }) => code !== '200' || !(data as { exist: boolean }).exist,
      }),
      62,
    )
    stopped(await guess(registrationShow, (n) => ({ id: key, idnum: idnumOf(n + 1001) })), 62)
    const detail = await guess(apiRunnerDetail, (n) => ({ id: key, idnum: idnumOf(n + 1001) }), {
      isMiss: ({ code, data }) => code !== '200' || !JSON.stringify(data).includes('"mine":true'),
    })
    expect([detail.hits, detail.stoppedAfter! <= 40]).toEqual([0, true])
  })
})

describe('keys, links and tokens', () => {
  test('invented keys are stopped, call by call', async () => {
    later()
    for (const endpoint of FULL ? [registrationShow, apiRunnerShow, apiRunnerDetail, refundShow] : [registrationShow])
      stopped(await guess(endpoint, () => ({ id: keyFrom(RACE, random(22)) }), { count: 330 }), 330)
  })
  // The people of a hall share one address and check their certificates there too, so the limit for certificates is
  // higher.
  if (FULL)
    test('certificate numbers', async () => {
      later()
      stopped(await guess(certificateQuery, (n) => ({ n: `${RACE}T${n}` })), 330)
    })
  test('links of the console', async () => {
    later()
    stopped(await guess(consoleClaimShow, () => ({ token: Buffer.from(random(32)).toString('base64url') })), 50)
  })
  if (FULL)
    test('tickets and codes of the messaging app', async () => {
      later()
      stopped(await guess(wechatAppRegister, () => ({ ticket: Buffer.from(random(32)).toString('base64url') })), 330)
      later()
      stopped(await guess(wechatAppAuth, (n) => ({ code: `guess${n}`, app: 'mini' })), 330)
      later()
      stopped(await guess(wechatAppAuthGetphone, (n) => ({ code: `guess${n}` })), 330)
    })
  test("session tokens: a guessed token is nobody's, and a caller who tries many is stopped or slowed", async () => {
    later()
    const guessed = () => ({ _token: Buffer.from(random(32)).toString('base64url') })
    const [cookie] = await deviceCookies(world, 1)
    const found = await guess(userCurrent, guessed, { cookie: cookie!, count: 340 })
    expect([found.hits, found.last.code]).toEqual([0, '429'])
    expect(found.stoppedAfter).toBeLessThanOrEqual(UNKNOWN_TOKENS.own + 20)
    // A page of the partner has no cookie of ours, and the server must tell the page that its log-in has ended. So the
    // server refuses no caller without a cookie. After the network has reached its limit, each answer is delayed.
    if (FULL) {
      later()
      const { hits } = await guess(userCurrent, guessed, { most: UNKNOWN_TOKENS.network })
      const began = performance.now()
      const delayed = await guess(userCurrent, guessed, { most: 100 })
      expect([hits, delayed.hits]).toEqual([0, 0])
      expect(performance.now() - began).toBeGreaterThan(5 * 1400)
    }
    expect(await world.call(userCurrent, {}, runner), 'whoever is logged in is not').toMatchObject({ code: '200' })
  })
})

describe('codes and passwords', () => {
  test('codes of one mobile, and of many new mobiles', async () => {
    later()
    await world.ask(userSmsSend2, { mobile: runner.mobile, ...(await pictureFor(world)) })
    const right = await codeSentTo(world.parts, runner.mobile)
    const wrongOnes = (n: number) => String((Number(right) + 1 + n) % 1_000_000).padStart(6, '0')
    stopped(await guess(userAuth, (n) => ({ mobile: runner.mobile, code: wrongOnes(n) })), 20)
    expect(
      await world.call(userAuth, { mobile: runner.mobile, code: right }),
      'the right one comes too late',
    ).not.toMatchObject({ code: '200' })
    later()
    stopped(
      await guess(userAuth, (n) => ({ mobile: `139${String(n).padStart(8, '0')}`, code: '123456' }), { count: 140 }),
      140,
    )
  })
  test('a number with an account gets the same answers as a number without: when a code is sent, and when it is wrong', async () => {
    later()
    const [known, unknown] = [runner.mobile, '13011112222']
    const sent = []
    for (const mobile of [known, unknown])
      sent.push(await world.call(userSmsSend2, { mobile, ...(await pictureFor(world)) }))
    expect({ ...sent[0], data: { ...sent[0]!.data, mobile: '' } }).toEqual({
      ...sent[1],
      data: { ...sent[1]!.data, mobile: '' },
    })
    const tried = await Promise.all([known, unknown].map((mobile) => world.call(userAuth, { mobile, code: 'x' })))
    expect(tried[0]).toEqual(tried[1])
  })
  test('invitation codes, team passwords, log-ins of staff', async () => {
    later()
    stopped(await guess(inviteShow, (n) => ({ raceid: RACE, code: n % REAL_EVERY === 50 ? 'RUN100' : `RUN${n}X` })), 40)
    const stranger = await runnerSession(world)
    const { _key: id } = await world.ask(registrationSave, entrant(2001), stranger)
    stopped(
      await guess(teamMembers, (n) => ({ raceid: RACE, teamid, act: 'join', id, password: `guess ${n}` }), {
        token: stranger.token,
      }),
      40,
    )
    stopped(await guess(consoleLogin, (n) => ({ login: 'chen', password: `guess ${n}` })), 20)
    later()
    const staff = []
    for (const login of ['chen', 'nobody']) staff.push(await world.call(consoleLogin, { login, password: 'guess' }))
    expect(staff[0]).toEqual(staff[1])
    later()
    stopped(await guess(consoleLogin, (n) => ({ login: `chen${n}`, password })), 50)
  })
})

/**
 * This part runs only in the long form. It compares the medians of two kinds of calls. The kinds alternate, so a busy
 * machine slows both alike.
 */
if (FULL)
  test('the time of an answer does not distinguish a known value from an unknown one', async () => {
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
    const compare = async (
      rounds: number,
      one: (n: number) => Promise<unknown>,
      other: (n: number) => Promise<unknown>,
    ) => {
      const [a, b]: [number[], number[]] = [[], []]
      for (let n = 0; n < rounds; n++) {
        for (const [into, ask] of n % 2
          ? ([
              [a, one],
              [b, other],
            ] as const)
          : ([
              [b, other],
              [a, one],
            ] as const)) {
          const began = performance.now()
          await ask(n)
          into.push(performance.now() - began)
        }
      }
      return median(a) / median(b)
    }
    const within = (ratio: number) => {
      expect(ratio).toBeGreaterThan(0.75)
      expect(ratio).toBeLessThan(1.33)
    }
    within(
      await compare(
        40,
        () => (later(), world.call(consoleLogin, { login: 'chen', password: 'guess' })),
        () => (later(), world.call(consoleLogin, { login: 'nobody', password: 'guess' })),
      ),
    )
    within(
      await compare(
        200,
        () => (later(), world.call(userAuth, { mobile: runner.mobile, code: '000000' })),
        () => (later(), world.call(userAuth, { mobile: '13011112222', code: '000000' })),
      ),
    )
    // Once a picture is demanded, a known number is answered as fast as an unknown number.
    later()
    for (let n = 0; n < 6; n++) await world.call(registrationQuery, { raceid: RACE, idnum: idnumOf(7 + n) })
    within(
      await compare(
        150,
        (n) => world.call(registrationQuery, { raceid: RACE, idnum: idnumOf((n % 10) * REAL_EVERY) }),
        (n) => world.call(registrationQuery, { raceid: RACE, idnum: idnumOf(57 + (n % 10) * REAL_EVERY) }),
      ),
    )
  })
