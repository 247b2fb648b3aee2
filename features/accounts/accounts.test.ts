import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listFailures } from '#db/errors/failures.ts'
import { codesToday } from '#features/messages/service.ts'
import { codeSentTo, workFor } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { captchaGenerate } from '#features/checks/contract.ts'
import { userAuth, userCurrent, userSmsSend2 } from './contract.ts'
import { findWork } from '#features/checks/rules.ts'
import { removeAllEnded } from './ended.service.ts'

let world: World
let count = 0
const newMobile = () => `139${String(10_000_000 + ++count).padStart(8, '0')}`
const minutes = (n: number) => world.clock.advance(n * 60_000)

beforeAll(async () => {
  world = await makeWorld()
})
// Each test begins a day later, so that the limits of one test do not stop another test.
beforeEach(() => minutes(24 * 60))
afterAll(() => world?.close())

/** Makes a picture check and its answer, which a person would read from the picture. */
const picture = async () => {
  const { captchaid } = await world.ask(captchaGenerate, {})
  const { answer } = await world.db
    .selectFrom('picture_checks')
    .select('answer')
    .where('captchaid', '=', captchaid)
    .executeTakeFirstOrThrow()
  return { captchaid, captcha: answer }
}
const send = async (mobile: string, lang?: 'en') =>
  world.call(userSmsSend2, { mobile, ...(await picture()) }, lang ? { lang } : {})
const codeFor = async (mobile: string) => {
  expect(await send(mobile)).toMatchObject({ code: '200' })
  return codeSentTo(world.parts, mobile)
}
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const rows = async (table: 'accounts' | 'sessions' | 'messages') =>
  (
    await world.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

describe('/user/sms/send2', () => {
  test('a number in a wrong form is named at its field, and the check stays unused', async () => {
    const check = await picture()
    for (const mobile of [
      '12',
      '23800001234',
      '1380000123',
      '138000012345',
      '+861380000123',
      '+85212',
      '+1 555 555 5555',
      'runner@example.org',
    ])
      expect(await world.call(userSmsSend2, { mobile, ...check }), mobile).toMatchObject({
        code: '422',
        data: { fields: { mobile: '手机号码格式不对哦~' } },
      })
    expect(await world.call(userSmsSend2, { mobile: newMobile(), ...check })).toMatchObject({ code: '200' })
  })

  test('without a picture check nothing is sent, in the words of the specification', async () => {
    const before = await rows('messages')
    expect(await world.call(userSmsSend2, { mobile: newMobile() }, { lang: 'en' })).toMatchObject({
      code: '422',
      refusal: 'picture_needed',
      msg: 'Please verify the graph first',
    })
    const { captchaid } = await picture()
    expect(await world.call(userSmsSend2, { mobile: newMobile(), captchaid, captcha: '' })).toMatchObject({
      refusal: 'picture_needed',
    })
    expect(await rows('messages')).toBe(before)
  })

  test('a check counts once, passed or not, and not after five minutes', async () => {
    const [wrong, right, late] = [await picture(), await picture(), await picture()]
    expect(await world.call(userSmsSend2, { mobile: newMobile(), ...wrong, captcha: 'XXXX?' })).toMatchObject({
      code: '422',
      refusal: 'picture_wrong',
    })
    expect(await world.call(userSmsSend2, { mobile: newMobile(), ...wrong }), 'a second try').toMatchObject({
      refusal: 'picture_wrong',
    })
    expect(
      await world.call(userSmsSend2, { mobile: newMobile(), ...right, captcha: ` ${right.captcha.toLowerCase()} ` }),
    ).toMatchObject({ code: '200' })
    expect(await world.call(userSmsSend2, { mobile: newMobile(), ...right }), 'used again').toMatchObject({
      refusal: 'picture_wrong',
    })
    minutes(5)
    expect(await world.call(userSmsSend2, { mobile: newMobile(), ...late })).toMatchObject({ refusal: 'picture_wrong' })
  })

  test('of two simultaneous calls with one check, one is sent', async () => {
    const check = await picture()
    const envelopes = await Promise.all(
      [1, 2, 3, 4].map(() => world.call(userSmsSend2, { mobile: newMobile(), ...check })),
    )
    expect(envelopes.filter(({ code }) => code === '200')).toHaveLength(1)
  })

  test('the device may do the check, but cannot guess it', async () => {
    const { captchaid, bits } = await world.ask(captchaGenerate, { kind: 'work' })
    const right = findWork(captchaid, 0, 10_000_000, bits!)!
    expect(await world.call(userSmsSend2, { mobile: newMobile(), captchaid, captcha: right })).toMatchObject({
      code: '200',
    })
    const other = await world.ask(captchaGenerate, { kind: 'work' })
    expect(
      await world.call(userSmsSend2, {
        mobile: newMobile(),
        captchaid: other.captchaid,
        captcha: right === '1' ? '2' : '1',
      }),
    ).toMatchObject({ refusal: 'picture_wrong' })
  })

  test('a number gets one code a minute, five an hour, ten a day, in every spelling', async () => {
    const mobile = newMobile()
    const written = [
      mobile,
      `+86 ${mobile}`,
      `86${mobile}`,
      `0086-${mobile}`,
      mobile.replace(/(...)(....)(....)/, '$1 $2 $3'),
    ]
    expect(await send(mobile)).toMatchObject({
      code: '200',
      data: { expires_in: 300, resend_in: 60, mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` },
    })
    for (const same of written) expect(await send(same), same).toMatchObject({ code: '429', data: { retry_after: 60 } })
    let sent = 1
    const sendFor = async (tries: number) => {
      for (let at = 0; at < tries; at++) {
        minutes(1)
        if ((await send(mobile)).code === '200') sent++
      }
    }
    await sendFor(8)
    expect(sent, 'in the first hour').toBe(5)
    for (let hour = 0; hour < 4; hour++) {
      minutes(60)
      await sendFor(3)
    }
    expect(sent, 'in the first day').toBe(10)
    minutes(24 * 60)
    await sendFor(1)
    expect(sent, 'on the next day').toBe(11)
  })

  test('a hall may ask for hundreds of codes; its strangers then read a picture, and known browsers continue', async () => {
    const withWork = async () => world.call(userSmsSend2, { mobile: newMobile(), ...(await workFor(world)) })
    for (let at = 0; at < 200; at++) await send(newMobile())
    expect(await withWork()).toMatchObject({ refusal: 'picture_needed', data: { check: 'picture' } })
    expect(await send(newMobile())).toMatchObject({ code: '200' })
  })

  test('codes go only to the countries in the settings', async () => {
    for (const mobile of ['+1 (202) 555-0143', '+44 7911 123456'])
      expect(await send(mobile, 'en'), mobile).toMatchObject({
        code: '422',
        data: {
          fields: {
            mobile:
              "We can't send codes to mobile numbers in this country or region. They can go to Mainland China; Hong Kong, China; Macao, China; Taiwan, China",
          },
        },
      })
  })

  test('the codes of a day have a limit of their own; when it is reached, the answer says so and the server counts it', async () => {
    const { integrations } = world.parts
    const options = integrations.smsOptions
    const { sent } = await codesToday(world.parts, world.clock.now())
    integrations.smsOptions = { ...options, codesPerDay: sent + 1 }
    expect(await send(newMobile())).toMatchObject({ code: '200' })
    expect(await send(newMobile(), 'en')).toMatchObject({
      refusal: 'codes_used_up',
      msg: "Today's verification codes have run out. Please log in with WeChat, or try again tomorrow",
    })
    expect(await codesToday(world.parts, world.clock.now())).toMatchObject({ alarm: true })
    expect(await listFailures(world.db, new Date(0))).toMatchObject([{ what: 'codes_budget', failed: 1 }])
    integrations.smsOptions = options
  })

  test('six digits are sent in the language of the reader; the stored code is sealed', async () => {
    const mobile = newMobile()
    expect(await send(mobile, 'en')).toMatchObject({ code: '200', msg: 'Verification code sent successfully' })
    const code = await codeSentTo(world.parts, mobile)
    expect(code).toMatch(/^\d{6}$/)
    const kept = await world.db
      .selectFrom('messages')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const codes = await world.db.selectFrom('mobile_codes').selectAll().execute()
    const whole = Buffer.concat([kept.mobile!, kept.content, ...codes.flatMap((row) => [row.mobile_ix, row.code_ix])])
    expect(kept).toMatchObject({
      lang: 'en',
      state: 'queued',
      mobile_mask: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
    })
    expect(whole.includes(mobile)).toBe(false)
    expect(whole.includes(code)).toBe(false)
    expect(JSON.stringify(kept)).not.toContain(mobile)
  })
})

describe('/user/auth', () => {
  test('a code that was never sent, is wrong or is for another number logs nobody in', async () => {
    const [mobile, other] = [newMobile(), newMobile()]
    const before = [await rows('accounts'), await rows('sessions')]
    expect(await world.call(userAuth, { mobile, code: '000000' })).toMatchObject({
      code: '422',
      refusal: 'code_wrong',
      data: { fields: { code: '验证码不正确' } },
    })
    const code = await codeFor(mobile)
    expect(await world.call(userAuth, { mobile, code: otherThan(code) })).toMatchObject({ refusal: 'code_wrong' })
    expect(await world.call(userAuth, { mobile: other, code })).toMatchObject({ refusal: 'code_wrong' })
    expect(await world.call(userAuth, { mobile, code: '' })).toMatchObject({
      refusal: 'field_wrong',
      data: { fields: { code: '必填哦' } },
    })
    expect(await world.call(userAuth, { mobile: '1', code })).toMatchObject({
      data: { fields: { mobile: '手机号码格式不对哦~' } },
    })
    expect([await rows('accounts'), await rows('sessions')]).toEqual(before)
  })

  test('after five minutes a code has expired, and stays expired', async () => {
    const mobile = newMobile()
    const code = await codeFor(mobile)
    minutes(5)
    expect(await world.call(userAuth, { mobile, code })).toMatchObject({ code: '422', refusal: 'code_expired' })
    expect(await world.call(userAuth, { mobile, code })).toMatchObject({ refusal: 'code_expired' })
  })

  test('five tries are counted, although each is refused; then the right code comes too late, and a new code begins again', async () => {
    const mobile = newMobile()
    const code = await codeFor(mobile)
    for (let at = 0; at < 5; at++)
      expect(await world.call(userAuth, { mobile, code: otherThan(code) })).toMatchObject({ refusal: 'code_wrong' })
    expect(await world.call(userAuth, { mobile, code })).toMatchObject({ code: '422', refusal: 'code_spent' })
    minutes(1)
    const fresh = await codeFor(mobile)
    expect(await world.call(userAuth, { mobile, code: fresh })).toMatchObject({ code: '200' })
  })

  test('a number without a code is answered like one with a code', async () => {
    const silent = newMobile()
    const answers = []
    for (let at = 0; at < 6; at++)
      answers.push((await world.call(userAuth, { mobile: silent, code: '123456' })).refusal)
    expect(answers).toEqual(['code_wrong', 'code_wrong', 'code_wrong', 'code_wrong', 'code_wrong', 'code_spent'])
  })

  test('many wrong codes at once count each', async () => {
    const mobile = newMobile()
    const code = await codeFor(mobile)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => world.call(userAuth, { mobile, code: otherThan(code) })),
    )
    expect(answers.filter(({ refusal }) => refusal === 'code_wrong')).toHaveLength(5)
    expect(answers.filter(({ refusal }) => refusal === 'code_spent')).toHaveLength(7)
  })

  test('a code counts once: of many simultaneous calls one logs in', async () => {
    const mobile = newMobile()
    const code = await codeFor(mobile)
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.call(userAuth, { mobile, code })))
    expect(answers.filter((answer) => answer.code === '200')).toHaveLength(1)
    expect(await world.call(userAuth, { mobile, code }), 'repeated').toMatchObject({ refusal: 'code_wrong' })
  })

  test('a later code replaces the earlier code', async () => {
    const mobile = newMobile()
    const first = await codeFor(mobile)
    minutes(1)
    const second = await codeFor(mobile)
    if (first !== second)
      expect(await world.call(userAuth, { mobile, code: first })).toMatchObject({ refusal: 'code_wrong' })
    expect(await world.call(userAuth, { mobile, code: ` ${second.slice(0, 3)} ${second.slice(3)}` })).toMatchObject({
      code: '200',
    })
  })

  test('the first log-in makes the account, the next log-in finds it, in every spelling of the number', async () => {
    const mobile = newMobile()
    const first = await world.call(userAuth, { mobile, code: await codeFor(mobile) }, { lang: 'en' })
    expect(first).toMatchObject({
      code: '200',
      msg: 'Login successful',
      data: { mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` },
    })
    minutes(1)
    const second = await world.ask(userAuth, { mobile: `+86${mobile}`, code: await codeFor(mobile) })
    expect(second.uid).toBe(first.data.uid)
    expect(second.token).not.toBe(first.data.token)
    expect(await world.ask(userCurrent, {}, { token: second.token })).toEqual({
      uid: second.uid,
      mobile: second.mobile,
      name: null,
      avatar: null,
      app: false,
    })
  })

  test('a number from abroad logs in by its E.164 form', async () => {
    const options = world.parts.integrations.smsOptions
    world.parts.integrations.smsOptions = { ...options, countries: [] }
    for (const mobile of ['+852 5123 4567', '+1 (202) 555-0143', '+44 7911 123456']) {
      minutes(5)
      expect(await send(mobile), mobile).toMatchObject({ code: '200' })
      expect(await world.call(userAuth, { mobile, code: await codeSentTo(world.parts, mobile) }), mobile).toMatchObject(
        { code: '200' },
      )
    }
    world.parts.integrations.smsOptions = options
  })

  test('strangers cannot use up a code, cannot remove it, and cannot stop a known browser from asking', async () => {
    const mobile = newMobile()
    const by = (cookie: string) => async (path: string, fields: Record<string, string>) =>
      world.app.inject({ method: 'POST', url: path, payload: fields, headers: cookie ? { cookie } : {} })
    const cookieOf = (answered: { headers: Record<string, unknown> }) =>
      /startline_device=[^;]+/.exec(String(answered.headers['set-cookie']))![0]
    const code = await codeFor(mobile)
    const mine = by(cookieOf(await by('')('/user/auth', { mobile, code })))
    minutes(2)
    await mine('/user/sms/send2', { mobile, ...(await picture()) })
    const fresh = await codeSentTo(world.parts, mobile)
    for (let at = 0; at < 30; at++) await world.call(userAuth, { mobile, code: otherThan(fresh) })
    expect(await world.call(userAuth, { mobile, code: fresh }), 'from elsewhere').toMatchObject({
      refusal: 'code_spent',
    })
    expect(await send(mobile), 'a stranger asks for one too').toMatchObject({ code: '200' })
    expect((await mine('/user/auth', { mobile, code: fresh })).json()).toMatchObject({ code: '200' })
    for (let at = 0; at < 12; at++) {
      minutes(2)
      await send(mobile)
    }
    expect(await send(mobile)).toMatchObject({ code: '429' })
    expect((await mine('/user/sms/send2', { mobile, ...(await picture()) })).json()).toMatchObject({ code: '200' })
  })

  test('expired rows are removed', async () => {
    await codeFor(newMobile())
    await picture()
    minutes(400 * 24 * 60)
    await removeAllEnded(world.db, world.clock.now())
    for (const table of ['picture_checks', 'mobile_codes', 'limits', 'sessions'] as const)
      expect(await world.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  })
})
