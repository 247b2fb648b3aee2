import { describe, expect, test } from 'vitest'
import { groundOf } from './ground.js'
import { askForNotices } from './notices.js'
import { pay, payableOf } from './payment.js'
import { langOf } from './platform.js'
import { Refused } from './server.js'
import { inSession, keptSession, logIn, logInWithPhone } from './session.js'
import { ok, refusal, standIn } from './standIn.js'
import { wordsIn } from './words.js'

const origin = 'https://race.example'
const login = { uid: 7, token: 'fresh', mobile: null }
const known = ok({ bound: true, login, ticket: null })
const stranger = ok({ bound: false, login: null, ticket: 'a-ticket' })
const soon = () => Promise.resolve()

describe('the server', () => {
  test('gets the session in a header, and a refusal is an error with its sentence', async () => {
    const stage = standIn({ answers: { '/a': refusal('409', '名额已满') } })
    stage.stored.set('startline-session', { token: 'mine', uid: 1 })
    const { server } = groundOf(stage.platform, origin)
    await expect(server.call('/a', { x: 1 })).rejects.toMatchObject({ code: '409', message: '名额已满' })
    expect(stage.calls).toEqual([
      { path: '/a', input: { x: 1, _lang: 'zh-cn', _channel: 'miniprogram' }, token: 'mine' },
    ])
    await expect(server.call('/gone', {})).rejects.toMatchObject({ code: '502' })
    stage.acting.online = false
    await expect(server.call('/a', {})).rejects.toMatchObject({ code: 'network' })
  })

  test('is spoken to in the language of the phone', () => {
    const lang = (language: string) => langOf(standIn({ language }).platform)
    expect(['zh_CN', 'zh_HK', 'zh_TW', 'en', 'fr'].map(lang)).toEqual(['zh-cn', 'zh-tw', 'zh-tw', 'en', 'en'])
    for (const one of ['zh-cn', 'zh-tw', 'en'] as const)
      for (const said of Object.values(wordsIn(one))) expect(said.length).toBeGreaterThan(0)
  })
})

describe('logging in', () => {
  test('keeps the session of a known person, and gives the ticket of a new one to the phone button', async () => {
    const stage = standIn({ answers: { '/wechat/app/auth': known } })
    const { platform, server } = groundOf(stage.platform, origin)
    expect(await logIn(platform, server)).toEqual({ session: { token: 'fresh', uid: 7 } })
    expect(keptSession(platform)).toEqual({ token: 'fresh', uid: 7 })
    stage.acting.answers = { '/wechat/app/auth': stranger, '/wechat/app/auth/getphone': ok(login) }
    stage.stored.clear()
    expect(await logIn(platform, server)).toEqual({ ticket: 'a-ticket' })
    expect(keptSession(platform)).toBeUndefined()
    await logInWithPhone(platform, server, { code: 'phone-code', ticket: 'a-ticket' })
    expect(stage.calls.at(-1)!.input).toMatchObject({ code: 'phone-code', ticket: 'a-ticket' })
    expect(keptSession(platform)).toEqual({ token: 'fresh', uid: 7 })
  })

  test('happens once more where the session has ended, and not for another refusal', async () => {
    const stage = standIn({ answers: { '/wechat/app/auth': known } })
    stage.stored.set('startline-session', { token: 'old', uid: 7 })
    const { platform, server } = groundOf(stage.platform, origin)
    let tries = 0
    const run = async () => {
      tries++
      if (keptSession(platform)?.token !== 'fresh') throw new Refused({ code: '10001', msg: '' })
      return 'done'
    }
    expect(await inSession(platform, server, run)).toBe('done')
    expect(tries).toBe(2)
    const full = async () => Promise.reject(new Refused({ code: '409', msg: 'full' }))
    await expect(inSession(platform, server, full)).rejects.toMatchObject({ message: 'full' })
    stage.acting.answers = { '/wechat/app/auth': stranger }
    stage.stored.clear()
    await expect(inSession(platform, server, run)).rejects.toMatchObject({ code: '10001' })
  })
})

describe('paying', () => {
  const parameters = {
    appId: 'a',
    timeStamp: '1',
    nonceStr: 'n',
    package: 'prepay_id=1',
    signType: 'RSA',
    paySign: 's',
  }
  const stageWith = (states: string[]) => {
    const stage = standIn({
      answers: {
        '/api/miniprogram/pay': ok({ ...parameters, amount: 100, pay_end: null }),
        '/registration/pay': () => ok({ state: states.length > 1 ? states.shift() : states[0] }),
      },
    })
    return { ...stage, ...groundOf(stage.platform, origin) }
  }

  test('is done when the server says so, not when the sheet closes', async () => {
    const { platform, server, calls } = stageWith(['open', 'open', 'paid'])
    expect(await pay(platform, server, payableOf({ id: 'key' }), soon)).toBe('paid')
    expect(calls[0]).toMatchObject({ path: '/api/miniprogram/pay', input: { id: 'key', code: 'login-code' } })
    expect(calls.filter(({ path }) => path === '/registration/pay')).toHaveLength(3)
  })

  test('of an order asks the call of its room, and never a call of another form', async () => {
    const { platform, server, calls, acting } = stageWith(['open'])
    acting.answers['/hotels/order/payurl'] = ok({ state: 'paid' })
    expect(await pay(platform, server, payableOf({ id: 'key', ask: '/hotels/order/payurl' }), soon)).toBe('paid')
    expect(calls.map(({ path }) => path)).toEqual(['/api/miniprogram/pay', '/hotels/order/payurl'])
    for (const ask of ['', '//else.example/x', 'https://else.example', '/sales/pay?x=1', '/a/../b', '/A/b'])
      expect(payableOf({ id: 'key', ask }), ask).toEqual({
        id: 'key',
        of: 'key',
        ask: '/registration/pay',
      })
  })

  test('of postage asks with the key of the registration', async () => {
    const { platform, server, calls, acting } = stageWith(['open'])
    acting.answers['/postage/pay'] = ok({ state: 'paid' })
    const postage = payableOf({ id: 'order', ask: '/postage/pay', of: 'entry' })
    expect(await pay(platform, server, postage, soon)).toBe('paid')
    expect(calls).toMatchObject([
      { path: '/api/miniprogram/pay', input: { id: 'order' } },
      { path: '/postage/pay', input: { id: 'entry' } },
    ])
  })

  test('tells a cancelled sheet, a lost notice, an order that ended and a broken sheet apart', async () => {
    const cancelled = stageWith(['open'])
    cancelled.acting.payment = 'cancel'
    expect(await pay(cancelled.platform, cancelled.server, payableOf({ id: 'key' }), soon)).toBe('cancelled')
    expect(cancelled.calls).toHaveLength(1)
    const lost = stageWith(['open'])
    expect(await pay(lost.platform, lost.server, payableOf({ id: 'key' }), soon)).toBe('waiting')
    const ended = stageWith(['closed'])
    expect(await pay(ended.platform, ended.server, payableOf({ id: 'key' }), soon)).toBe('failed')
    const broken = stageWith(['open'])
    broken.acting.payment = 'broken'
    expect(await pay(broken.platform, broken.server, payableOf({ id: 'key' }), soon)).toBe('failed')
    const brokenButPaid = stageWith(['paid'])
    brokenButPaid.acting.payment = 'broken'
    expect(await pay(brokenButPaid.platform, brokenButPaid.server, payableOf({ id: 'key' }), soon)).toBe('paid')
  })
})

test('at most three notices are asked for at once, and only accepted ones count', async () => {
  const stage = standIn({ notices: { a: 'accept', b: 'reject', c: 'ban', d: 'accept' } })
  expect(await askForNotices(stage.platform, ['a', 'b', 'c', 'd'])).toEqual({ accepted: ['a'], refused: ['b', 'c'] })
  expect(await askForNotices(stage.platform, [])).toEqual({ accepted: [], refused: [] })
})
