import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CmbCredentials } from './account.ts'
import { cmb } from './client.ts'
import { orderNoOf, rowsOf, refundSerialOf, signShared, sortedText, tradenoOf } from './crypto.ts'
import { type Gateway, GatewayDown, NoticeWrong, type Purchase } from '../payment/gateway.ts'
import { CMB_RETRIES, type SandboxCmb, startSandboxCmb } from '../sandbox/cmb/gateway.ts'
import { fair } from '../sandbox/payment/server.ts'

const origin = 'http://localhost:3000'
const folder = mkdtempSync(join(tmpdir(), 'startline-cmb-'))
const began = new Date('2026-03-01T04:00:00Z')
let now = began
const arrived: { url: string; headers: Record<string, string>; body: string }[] = []
let answered = { status: 200, body: '' }
let sandbox: SandboxCmb
let gateway: Gateway
const to = (credentials: CmbCredentials, timeoutMs = 500): Gateway =>
  cmb(credentials, {
    pay: () => `${origin}/pretend/cmb/pay`,
    services: `${sandbox.base}/merchserv/BaseHttp.dll`,
    keys: `${sandbox.base}/CmbBank_B2B/UI/NetPay/DoBusiness.ashx`,
    sandbox: true,
    clock: () => now,
    timeoutMs,
  })

beforeAll(async () => {
  sandbox = await startSandboxCmb({
    folder,
    origin: () => origin,
    clock: () => now,
    byItself: false,
    carry: async (url, headers, body) => (arrived.push({ url, headers, body }), answered),
  })
  gateway = to(sandbox.credentials)
})
afterEach(async () => {
  answered = { status: 200, body: '' }
  Object.assign(sandbox.weather, fair, { refund: 'SUCCESS', refundSeconds: 0 })
  await sandbox.deliver('all')
  arrived.length = 0
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const purchase = (change: Partial<Purchase> = {}): Purchase => ({
  way: 'card',
  tradeno: `1k8-${randomBytes(8).toString('hex')}-1`,
  amount: 16_020,
  currency: 'CNY',
  description: '2026 城市马拉松',
  begunAt: now,
  expireAt: new Date(now.getTime() + 3_600_000),
  notifyUrl: `${origin}/pay/cmb/notify`,
  returnUrl: `${origin}/pay?_key=x`,
  payerAddress: '203.0.113.9',
  ...change,
})
const begun = async (change: Partial<Purchase> = {}) => {
  const given = purchase(change)
  sandbox.visit((await gateway.prepare(given)).form!.fields)
  return { ...given, known: { begunAt: given.begunAt } }
}
const paid = async (change: Partial<Purchase> = {}) => {
  const given = await begun(change)
  sandbox.pay(given.tradeno)
  return given
}
const whyNot = (body: string, reader = gateway) =>
  reader.readNotice({}, body).then(
    () => 'believed',
    (error: unknown) => (error instanceof NoticeWrong ? error.message : error),
  )

test("numbers and signatures have the bank's form", () => {
  for (const tradeno of ['1k8-AbCdEfGhJkLmNpQr-1', 'zik0zj-AbCdEfGhJkLmNpQr-999']) {
    expect(orderNoOf(tradeno)).toMatch(/^[0-9A-Za-z]{6,32}$/)
    expect(tradenoOf(orderNoOf(tradeno))).toBe(tradeno)
    expect(refundSerialOf(`${tradeno}-r10001`, tradeno)).toBe('r10001')
  }
  expect(sortedText({ merchantNo: '1', date: '20260301', dateTime: '2', amount: '0.01' })).toBe(
    'amount=0.01&date=20260301&dateTime=2&merchantNo=1',
  )
  expect(signShared({ a: '1' }, 'k')).toMatch(/^[0-9A-F]{64}$/)
  expect(rowsOf('h,h\r\n`0755,`000001,` x \r\n')).toEqual([['0755', '000001', 'x']])
})

describe('a payment', () => {
  test('is a form that the browser posts; the bank reports the payment once it is paid', async () => {
    const given = purchase()
    const { form, way } = await gateway.prepare(given)
    expect([way, form!.action]).toEqual(['card', `${origin}/pretend/cmb/pay`])
    const { reqData } = JSON.parse(form!.fields.jsonRequestData!) as { reqData: Record<string, string> }
    expect(reqData).toMatchObject({
      amount: '160.20',
      expireTimeSpan: '60',
      date: '20260301',
      orderNo: orderNoOf(given.tradeno),
      payNoticeUrl: `${origin}/pay/cmb/notify`,
    })
    const known = { begunAt: given.begunAt }
    expect(await gateway.query(given.tradeno, known), 'nobody came').toEqual({
      state: 'absent',
      tradeno: given.tradeno,
    })
    expect(sandbox.pay(given.tradeno)).toBe(false)
    sandbox.visit(form!.fields)
    expect((await gateway.query(given.tradeno, known)).state, 'the bank tells of paid orders alone').toBe('absent')
    expect(sandbox.pay(given.tradeno)).toBe(true)
    expect(await gateway.query(given.tradeno, known)).toMatchObject({
      state: 'paid',
      amount: 16_020,
      currency: 'CNY',
      paidAt: now,
      merchant: `${sandbox.credentials.branchNo}${sandbox.credentials.merchantNo}`,
    })
    expect(sandbox.pay(given.tradeno)).toBe(false)
  })
  test('is the same order if the payer continues on the next day; after its end nobody can pay it', async () => {
    const given = await begun()
    const day = now
    now = new Date(day.getTime() + 30 * 60_000)
    const again = await gateway.prepare({ ...given, begunAt: day })
    expect(JSON.parse(again.form!.fields.jsonRequestData!)).toMatchObject({
      reqData: { date: '20260301', expireTimeSpan: '30' },
    })
    now = new Date(day.getTime() + 61 * 60_000)
    expect(sandbox.pay(given.tradeno)).toBe(false)
    now = day
  })
  test('is refused in another way or currency, and from a form that was altered or is of another shop', async () => {
    await expect(gateway.prepare(purchase({ way: 'wap' }))).rejects.toMatchObject({ code: 'UNKNOWN_WAY' })
    await expect(gateway.prepare(purchase({ currency: 'USD' }))).rejects.toMatchObject({ code: 'CURRENCY' })
    const { form } = await gateway.prepare(purchase())
    expect(() => sandbox.visit({ jsonRequestData: form!.fields.jsonRequestData!.replace('160.20', '0.01') })).toThrow(
      '签名错误',
    )
    const { form: foreign } = await to({ ...sandbox.credentials, merchantNo: '999999' }).prepare(purchase())
    expect(() => sandbox.visit(foreign!.fields)).toThrow('商户不存在')
  })
})

test('the page may post a form only to the bank, and only if the bank is real', () => {
  expect([
    gateway.postsTo,
    cmb(sandbox.credentials, { pay: () => '', services: '', keys: '', sandbox: false, clock: () => now }).postsTo,
  ]).toEqual([undefined, 'https://*.cmbchina.com'])
})

test('a partial refund is accepted, and the server then asks for its outcome; its number is used once', async () => {
  const given = await paid()
  const ask = (amount: number, nth: number) =>
    gateway.refund({
      tradeno: given.tradeno,
      refundno: `${given.tradeno}-r${nth}`,
      amount,
      total: 16_020,
      currency: 'CNY',
      reason: '退赛',
      notifyUrl: '',
      known: given.known,
    })
  const refundOf = (nth: number) => gateway.queryRefund(`${given.tradeno}-r${nth}`, given.tradeno, given.known)
  sandbox.weather.refundSeconds = 60
  expect(await refundOf(1)).toMatchObject({ state: 'absent' })
  expect(await ask(6000, 1)).toMatchObject({ state: 'sent' })
  expect(await ask(6000, 1), 'refused as repeated, so it is there').toMatchObject({ state: 'sent' })
  expect(await refundOf(1)).toMatchObject({ state: 'sent' })
  now = new Date(now.getTime() + 61_000)
  expect(await refundOf(1)).toMatchObject({ state: 'done', amount: 6000, currency: 'CNY' })
  await expect(ask(10_021, 2)).rejects.toMatchObject({ code: 'MSS3804' })
  sandbox.weather.refund = 'NO_BALANCE'
  await expect(ask(1, 3)).rejects.toMatchObject({ code: 'MSS3804' })
})

describe('a notice', () => {
  test('reports the payment, and is sent again on its schedule until it is accepted', async () => {
    answered = { status: 500, body: '' }
    const given = await paid()
    let sent = 0
    for (const wait of [0, ...CMB_RETRIES]) {
      now = new Date(now.getTime() + wait * 1000)
      await sandbox.deliver()
      expect(arrived.length).toBe(++sent)
    }
    expect(arrived.at(-1)!.url).toBe(`${origin}/pay/cmb/notify`)
    expect(await gateway.readNotice({}, arrived.at(-1)!.body)).toMatchObject({
      kind: 'trade',
      trade: { state: 'paid', tradeno: given.tradeno, amount: 16_020 },
    })
  })
  test('is refused if it is forged, altered, replayed late, or of another merchant or kind', async () => {
    const notice = sandbox.noticeOf((await paid()).tradeno)
    const { body } = sandbox.notice(notice)
    const altered = (from: string, into: string) =>
      new URLSearchParams({
        jsonRequestData: new URLSearchParams(body).get('jsonRequestData')!.replace(from, into),
      }).toString()
    expect(await whyNot(body)).toBe('believed')
    expect(await whyNot(altered('160.20', '160.21'))).toBe('bad_signature')
    expect(await whyNot(altered('"RSA"', '"SHA-256"'))).toBe('another_signature_type')
    for (const text of ['', 'jsonRequestData=', 'jsonRequestData=x', altered('"sign"', '"sogn"')])
      expect(await whyNot(text)).toBe('malformed')
    expect(await whyNot(sandbox.notice({ ...notice, merchantNo: '999999' }).body)).toBe('another_merchant')
    expect(await whyNot(sandbox.notice({ ...notice, amount: '1.234' }).body)).toBe('malformed')
    expect(await gateway.readNotice({}, sandbox.notice({ ...notice, noticeType: 'BKQY' }).body)).toMatchObject({
      kind: 'other',
      event: 'BKQY',
    })
    now = new Date(now.getTime() + 301_000)
    expect(await whyNot(body)).toBe('stale')
    expect([
      gateway.answerNotice('taken').status,
      gateway.answerNotice('wrong').status,
      gateway.answerNotice('failed').status,
    ]).toEqual([200, 400, 500])
  })
})

test('if the bank is down, is slow, answers with an error or cannot read us, the outcome is unknown', async () => {
  const given = await paid()
  for (const weather of [{ down: true }, { down: false, slow: 700 }, { slow: 0, errors: 1 }]) {
    Object.assign(sandbox.weather, weather)
    await expect(gateway.query(given.tradeno, given.known)).rejects.toBeInstanceOf(GatewayDown)
  }
  Object.assign(sandbox.weather, fair)
  await expect(
    to({ ...sandbox.credentials, key: 'another' }).query(given.tradeno, given.known),
    'not "nobody paid"',
  ).rejects.toMatchObject({ code: 'MSS3411' })
  await expect(gateway.query(given.tradeno), 'an order there is known by its day').rejects.toBeInstanceOf(GatewayDown)
})
