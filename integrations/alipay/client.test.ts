import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alipay } from './client.ts'
import { type Gateway, GatewayDown, GatewayRefused, NoticeWrong, type Purchase } from '../payment/gateway.ts'
import { ALIPAY_RETRIES, type SandboxAlipay, startSandboxAlipay } from '../sandbox/alipay/gateway.ts'
import { openIntegrations } from '../integrations.ts'
import { shared, testShared } from '#test/beside.ts'

const origin = 'http://localhost:3000'
const pages = () => `${origin}/pretend/alipay/gateway.do`
let folder: string
let now: Date
let sandbox: SandboxAlipay
let gateway: Gateway
const arrived: { url: string; headers: Record<string, string>; body: string }[] = []
let answered: { status: number; body: string }

const carry = async (url: string, headers: Record<string, string>, body: string) => {
  arrived.push({ url, headers, body })
  return answered
}
const to = (place: SandboxAlipay) =>
  alipay(place.credentials, { api: `${place.base}/gateway.do`, pages, sandbox: true, clock: () => now, timeoutMs: 500 })
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'startline-alipay-'))
  now = new Date('2026-03-01T04:00:00Z')
  sandbox = await startSandboxAlipay({ folder, origin: () => origin, clock: () => now, byItself: false, carry })
  gateway = to(sandbox)
})
beforeEach(async () => {
  answered = { status: 200, body: 'success' }
  await sandbox.deliver('all')
  arrived.length = 0
  Object.assign(sandbox.weather, { down: false, slow: 0, errors: 0, refund: 'SUCCESS', refundSeconds: 0 })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const purchase = (change: Partial<Purchase> = {}): Purchase => ({
  way: 'wap',
  tradeno: `1k8-${randomBytes(8).toString('hex')}-1`,
  amount: 16_020,
  currency: 'CNY',
  description: '2026 城市马拉松 / 半程 & "A=B"',
  begunAt: now,
  expireAt: new Date(now.getTime() + 3_600_000),
  notifyUrl: `${origin}/pay/alipay/notify`,
  returnUrl: `${origin}/pay?_key=x`,
  payerAddress: '203.0.113.9',
  ...change,
})
/** Returns a purchase whose payer has opened the page. */
const begun = async (change: Partial<Purchase> = {}) => {
  const given = purchase(change)
  sandbox.visit((await gateway.prepare(given)).page!)
  return given
}
const paid = async () => {
  const given = await begun()
  sandbox.pay(given.tradeno)
  return given
}

describe('a payment', () => {
  test('is a signed address; Alipay makes the trade when the payer opens the address', async () => {
    const given = purchase({ way: 'page' })
    const prepared = await gateway.prepare(given)
    const { searchParams } = new URL(prepared.page!)
    expect(searchParams.get('method')).toBe('alipay.trade.page.pay')
    expect(JSON.parse(searchParams.get('biz_content')!)).toMatchObject({
      out_trade_no: given.tradeno.replaceAll('-', '_'),
      total_amount: '160.20',
      product_code: 'FAST_INSTANT_TRADE_PAY',
      time_expire: '2026-03-01 13:00:00',
    })
    expect((await gateway.query(given.tradeno)).state).toBe('absent')
    sandbox.visit(prepared.page!)
    expect(await gateway.query(given.tradeno)).toEqual({ state: 'open', tradeno: given.tradeno })
    expect(sandbox.pay(given.tradeno)).toBe(true)
    expect(await gateway.query(given.tradeno)).toMatchObject({
      state: 'paid',
      tradeno: given.tradeno,
      amount: 16_020,
      currency: 'CNY',
      paidAt: now,
      buyer: 'pre***@example.com',
    })
    const closing = await gateway.close(given.tradeno)
    expect(closing.state, 'too late to close').toBe('paid')
  })
  test('does not begin with an altered address, for another app, or by a way that Alipay does not have', async () => {
    const { page } = await gateway.prepare(purchase())
    expect(() => sandbox.visit(page!.replace('160.20', '0.01'))).toThrow('无效签名')
    expect(() => sandbox.visit(page!.replace(/app_id=\d+/, 'app_id=2021'))).toThrow('AppID')
    await expect(gateway.prepare(purchase({ way: 'native' }))).rejects.toBeInstanceOf(GatewayRefused)
    await expect(gateway.prepare(purchase({ currency: 'HKD' }))).rejects.toBeInstanceOf(GatewayRefused)
  })
  test('takes no money after its close or its end', async () => {
    const { tradeno } = await begun()
    expect(await gateway.close(tradeno)).toEqual({ state: 'closed', tradeno })
    expect(sandbox.pay(tradeno)).toBe(false)
    const late = await begun()
    now = new Date(now.getTime() + 3_600_000)
    expect(sandbox.pay(late.tradeno)).toBe(false)
    expect((await gateway.query(late.tradeno)).state).toBe('closed')
    expect((await gateway.close('1k8-never-1')).state).toBe('absent')
  })
})

describe('a refund', () => {
  const ask = ({ tradeno }: Purchase, amount: number, nth = 1) => ({
    tradeno,
    refundno: `${tradeno}-r${nth}`,
    amount,
    total: 16_020,
    currency: 'CNY',
    reason: '退赛',
    notifyUrl: `${origin}/pay/alipay/notify`,
  })
  test('is made in parts, each once under its number, never above the payment', async () => {
    const given = await paid()
    const first = ask(given, 6000)
    expect(await gateway.queryRefund(first.refundno, given.tradeno)).toEqual({
      state: 'absent',
      refundno: first.refundno,
    })
    for (let twice = 0; twice < 2; twice++)
      expect(await gateway.refund(first)).toEqual({ state: 'sent', refundno: first.refundno })
    expect(await gateway.queryRefund(first.refundno, given.tradeno)).toEqual({
      state: 'done',
      refundno: first.refundno,
      amount: 6000,
      currency: 'CNY',
      doneAt: now,
    })
    await expect(gateway.refund({ ...first, amount: 6001 })).rejects.toMatchObject({
      code: 'ACQ.DISCORDANT_REPEAT_REQUEST',
    })
    await expect(gateway.refund(ask(given, 10_021, 2))).rejects.toMatchObject({
      code: 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
    })
    expect((await gateway.query(given.tradeno)).state, 'refunded in part it is still paid').toBe('paid')
    await gateway.refund(ask(given, 10_020, 2))
    expect(await gateway.queryRefund(`${given.tradeno}-r2`, given.tradeno)).toMatchObject({
      state: 'done',
      amount: 10_020,
    })
    expect((await gateway.query(given.tradeno)).state).toBe('closed')
  })
  test('is reported by a notice with the sum of all refunds, so the client asks for the named refund', async () => {
    const given = await paid()
    await gateway.refund(ask(given, 20))
    await gateway.refund(ask(given, 50, 2))
    arrived.length = 0
    await sandbox.deliver('all')
    const refunds = await Promise.all(
      arrived
        .filter(({ body }) => body.includes('refund_fee'))
        .map(({ headers, body }) => gateway.readNotice(headers, body)),
    )
    expect(refunds).toMatchObject([
      { kind: 'refund', refund: { state: 'done', amount: 20 } },
      { kind: 'refund', refund: { state: 'done', amount: 50 } },
    ])
  })
  test('is refused for an unpaid trade and for an empty account', async () => {
    await expect(gateway.refund(ask(await begun(), 1))).rejects.toMatchObject({ code: 'ACQ.TRADE_STATUS_ERROR' })
    const given = await paid()
    sandbox.weather.refund = 'NO_BALANCE'
    await expect(gateway.refund(ask(given, 1))).rejects.toMatchObject({ code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH' })
  })
})

describe('a notice', () => {
  test('reports the payment; after any answer but success it is sent again on the schedule', async () => {
    answered = { status: 200, body: 'failure' }
    const given = await paid()
    const began = now.getTime()
    const sentAt: number[] = []
    for (let minute = 0; minute <= 26 * 60; minute++) {
      if ((await sandbox.deliver()) > 0) sentAt.push((now.getTime() - began) / 1000)
      now = new Date(now.getTime() + 60_000)
    }
    let sum = 0
    expect(sentAt).toEqual([0, ...ALIPAY_RETRIES.map((seconds) => (sum += seconds))])
    const last = arrived.at(-1)!
    now = new Date(began + sum * 1000)
    expect(last.url).toBe(`${origin}/pay/alipay/notify`)
    expect(await gateway.readNotice(last.headers, last.body)).toMatchObject({
      kind: 'trade',
      trade: { state: 'paid', tradeno: given.tradeno, amount: 16_020 },
    })
  })
  test('is refused if it is forged, altered, stale, or for another app or seller', async () => {
    const given = await paid()
    const notice = sandbox.noticeOf(given.tradeno)
    const { headers, body } = sandbox.notice(notice)
    const why = (text: string) =>
      gateway.readNotice(headers, text).then(
        () => 'believed',
        (error: unknown) => (error instanceof NoticeWrong ? error.message : error),
      )
    expect(await why(body)).toBe('believed')
    expect(await why(body.replace('160.20', '160.21'))).toBe('bad_signature')
    expect(await why(body.replace(/&sign=[^&]+/, ''))).toBe('unsigned')
    expect(await why(body.replace('RSA2', 'RSA'))).toBe('another_signature_type')
    expect(await why(`${body}&total_amount=0.01`)).toBe('malformed')
    expect(await why(sandbox.notice({ ...notice, seller_id: '2088000000000000' }).body)).toBe('another_merchant')
    expect(await why(sandbox.notice({ ...notice, app_id: '2021' }).body)).toBe('another_merchant')
    expect(await why(sandbox.notice({ ...notice, total_amount: '1.234' }).body)).toBe('malformed')
    now = new Date(now.getTime() + 301_000)
    expect(await why(body)).toBe('stale')
  })
  type Made = { public_key_base64_spki: string; trade_notify: Record<string, unknown> }
  const vectorsIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Made
  const formOf = (fields: Record<string, unknown>) =>
    new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ).toString()
  const readerOf = (mine: { appid: string; sellerid: string; publicKey: string }, at: string) =>
    alipay({ ...sandbox.credentials, ...mine }, { api: '', pages, sandbox: false, clock: () => new Date(at) })
  const vendors = 'data/pay/alipay_notify_vectors.json'
  testShared(vendors, "the vendor's own is read by who it was for, and by nobody else", async () => {
    const vectors = vectorsIn(shared(vendors))
    const body = formOf(vectors.trade_notify)
    const mine = {
      appid: '2019073166072302',
      sellerid: '2088531891668739',
      publicKey: vectors.public_key_base64_spki,
    }
    const reader = (more: Partial<typeof mine> = {}) => readerOf({ ...mine, ...more }, '2019-08-15T07:58:00Z')
    expect(await reader().readNotice({}, body)).toEqual({
      id: '2019081500222155624068450559358070',
      kind: 'trade',
      trade: {
        state: 'paid',
        tradeno: '20190815155618536-564-57',
        number: '2019081522001468450512505578',
        amount: 10,
        currency: 'CNY',
        paidAt: new Date('2019-08-15T07:56:24Z'),
        merchant: '2088531891668739',
        buyer: 'xud***@126.com',
      },
    })
    for (const other of [{ appid: '2019073166072303' }, { sellerid: '2088531891668738' }])
      await expect(reader(other).readNotice({}, body)).rejects.toThrow('another_merchant')
  })
  test('that OpenSSL signed is accepted only by its recipient', async () => {
    const vectors = vectorsIn(join(import.meta.dirname, '../../test/vectors/alipay/vectors.json'))
    const mine = {
      appid: '2021000000000001',
      sellerid: '2088000000000002',
      publicKey: vectors.public_key_base64_spki,
    }
    const reader = (more: Partial<typeof mine> = {}) => readerOf({ ...mine, ...more }, '2026-06-01T00:02:00Z')
    const paidNotice = formOf(vectors.trade_notify)
    expect(await reader().readNotice({}, paidNotice)).toMatchObject({
      id: '2026060100222080000000000000000001',
      kind: 'trade',
      trade: { state: 'paid', amount: 16_020, paidAt: new Date('2026-05-31T23:59:58Z'), merchant: '2088000000000002' },
    })
    for (const other of [{ appid: '2021000000000003' }, { sellerid: '2088000000000003' }])
      await expect(reader(other).readNotice({}, paidNotice)).rejects.toThrow('another_merchant')
  })
  test('is answered with the word success, otherwise it is sent again', () => {
    expect(gateway.answerNotice('taken')).toEqual({ status: 200, type: 'text/plain; charset=utf-8', body: 'success' })
    for (const outcome of ['wrong', 'failed'] as const) expect(gateway.answerNotice(outcome).body).toBe('failure')
  })
})

describe('an invalid answer leaves the outcome unknown', () => {
  test('if Alipay is down, is slow, or answers with an error', async () => {
    const { tradeno } = await begun()
    for (const weather of [{ down: true }, { down: false, slow: 700 }, { slow: 0, errors: 1 }]) {
      Object.assign(sandbox.weather, weather)
      await expect(gateway.query(tradeno)).rejects.toBeInstanceOf(GatewayDown)
    }
  })
  test('if the answer is unsigned, has another key, is about another trade, or states an unknown outcome', async () => {
    const answers: string[] = [
      '{"alipay_trade_query_response":{"code":"10000","msg":"Success","out_trade_no":"a","trade_no":"1",' +
        '"trade_status":"TRADE_SUCCESS","total_amount":"1.00","send_pay_date":"2026-03-01 12:00:00"}}',
      '{"alipay_trade_query_response":{"code":"40004","sub_code":"ACQ.TRADE_NOT_EXIST"}}',
      '{"alipay_trade_query_response":{"code":"40004","sub_code":"ACQ.TRADE_NOT_EXIST"},"sign":"AAAA"}',
      '{"error_response":{"code":"20000","sub_code":"isp.unknow-error"}}',
      '<html>busy</html>',
    ]
    let said = ''
    const server = createServer((_request, response) => void response.end(said))
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    const client = alipay(sandbox.credentials, {
      api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway.do`,
      pages,
      sandbox: true,
      clock: () => now,
    })
    for (said of answers) await expect(client.query('a'), said).rejects.toBeInstanceOf(GatewayDown)
    said = '{"error_response":{"code":"40002","sub_code":"isv.invalid-signature"}}'
    await expect(client.query('a'), 'only that it could not read us may come unsigned').rejects.toMatchObject({
      code: 'isv.invalid-signature',
    })
    await new Promise((done) => server.close(done))
  })
})

test('with certificates, requests contain their numbers, and an answer of another certificate is refused', async () => {
  const place = await startSandboxAlipay({
    folder: join(folder, 'certified'),
    origin: () => origin,
    clock: () => now,
    byItself: false,
    carry,
    certified: true,
  })
  const certified = to(place)
  const given = purchase()
  place.visit((await certified.prepare(given)).page!)
  place.pay(given.tradeno)
  expect((await certified.query(given.tradeno)).state).toBe('paid')
  arrived.length = 0
  await place.deliver()
  expect(await certified.readNotice(arrived[0]!.headers, arrived[0]!.body)).toMatchObject({
    kind: 'trade',
    trade: { state: 'paid' },
  })
  await expect(certified.readNotice({}, sandbox.notice(sandbox.noticeOf((await paid()).tradeno)).body)).rejects.toThrow(
    'unknown_serial',
  )
  await expect(
    to({ ...place, credentials: sandbox.credentials }).query(given.tradeno),
    'another app',
  ).rejects.toMatchObject({ code: 'isv.invalid-app-id' })
  await place.close()
})

test('if one gateway is real, no sandbox gateway runs beside it', async () => {
  const { credentials } = sandbox
  const integrations = await openIntegrations({
    folder: join(folder, 'real'),
    origin,
    clock: () => now,
    alipay: { credentials, address: 'https://openapi.alipay.com/gateway.do' },
  })
  expect(Object.keys(integrations.gateways)).toEqual(['alipay'])
  expect([integrations.gateways.alipay!.sandbox, integrations.sandbox.payPage]).toEqual([false, undefined])
  expect((await integrations.gateways.alipay!.prepare(purchase())).page).toMatch(
    /^https:\/\/openapi\.alipay\.com\/gateway\.do\?/,
  )
  await integrations.close()
})
