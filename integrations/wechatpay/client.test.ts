import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Gateway, GatewayDown, GatewayRefused, NoticeWrong, type Purchase } from '../payment/gateway.ts'
import { sandboxKeys } from '../sandbox/wechatpay/keys.ts'
import { type SandboxPay, WECHATPAY_RETRIES, startSandboxPay } from '../sandbox/wechatpay/gateway.ts'
import { wechatPay } from './client.ts'
import { openIntegrations } from '../integrations.ts'

const origin = 'http://localhost:3000'
let folder: string
let now: Date
let sandbox: SandboxPay
let gateway: Gateway
/** Notices as they arrived, and the answers to them. */
const arrived: { url: string; headers: Record<string, string>; body: string }[] = []
let answers: { status: number; body: string }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'startline-pay-'))
  now = new Date('2026-03-01T04:00:00Z')
  sandbox = await startSandboxPay({
    folder,
    origin: () => origin,
    clock: () => now,
    byItself: false,
    carry: async (url, headers, body) => {
      arrived.push({ url, headers, body })
      return answers
    },
  })
  gateway = wechatPay(sandbox.credentials, { base: sandbox.base, sandbox: true, clock: () => now, timeoutMs: 500 })
})
beforeEach(async () => {
  answers = { status: 200, body: '{"code":"SUCCESS","message":"成功"}' }
  await sandbox.deliver('all')
  arrived.length = 0
  Object.assign(sandbox.weather, { down: false, slow: 0, errors: 0 })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const purchase = (change: Partial<Purchase> = {}): Purchase => ({
  way: 'native',
  tradeno: `1k8-${randomBytes(8).toString('hex')}-1`,
  amount: 100,
  currency: 'CNY',
  description: '2026 城市马拉松 · 半程',
  begunAt: now,
  expireAt: new Date(now.getTime() + 3_600_000),
  notifyUrl: `${origin}/pay/wechat/notify`,
  returnUrl: `${origin}/pay`,
  payerAddress: '203.0.113.9',
  ...change,
})

describe('over HTTP, signed on both sides', () => {
  test('a try is prepared, asked for, closed', async () => {
    const given = purchase()
    expect(await gateway.query(given.tradeno)).toEqual({ state: 'absent', tradeno: given.tradeno })
    expect((await gateway.prepare(given)).code).toMatch(
      /^http:\/\/localhost:3000\/pretend\/wechatpay\/scan\?prepay_id=wx/,
    )
    expect(await gateway.query(given.tradeno)).toEqual({ state: 'open', tradeno: given.tradeno })
    expect(await gateway.close(given.tradeno)).toEqual({ state: 'closed', tradeno: given.tradeno })
    expect(sandbox.pay(given.tradeno)).toBe(false)
    await expect(gateway.prepare(given)).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
  })
  test('a paid try cannot be closed; its refund is made once, however often it is sent', async () => {
    const given = purchase()
    await gateway.prepare(given)
    sandbox.pay(given.tradeno)
    expect(await gateway.close(given.tradeno)).toMatchObject({
      state: 'paid',
      amount: 100,
      currency: 'CNY',
      number: expect.stringMatching(/^4200\d{24}$/),
      paidAt: now,
      merchant: sandbox.credentials.mchid,
    })
    const ask = {
      tradeno: given.tradeno,
      refundno: `${given.tradeno}-r0`,
      amount: 60,
      total: 100,
      currency: 'CNY',
      reason: '退款',
      notifyUrl: given.notifyUrl,
    }
    expect(await gateway.queryRefund(ask.refundno, ask.tradeno)).toEqual({ state: 'absent', refundno: ask.refundno })
    expect(await gateway.refund(ask)).toEqual({ state: 'sent', refundno: ask.refundno })
    expect(await gateway.refund(ask)).toEqual({ state: 'sent', refundno: ask.refundno })
    await expect(gateway.refund({ ...ask, refundno: `${ask.refundno}1`, amount: 41 })).rejects.toMatchObject({
      code: 'NOT_ENOUGH',
    })
    await expect(gateway.refund({ ...ask, amount: 61 })).rejects.toBeInstanceOf(GatewayRefused)
    now = new Date(now.getTime() + 4000)
    expect(await gateway.queryRefund(ask.refundno, ask.tradeno)).toMatchObject({
      state: 'done',
      amount: 60,
      currency: 'CNY',
    })
    await sandbox.deliver()
    const notice = arrived.find(({ body }) => body.includes('REFUND.SUCCESS'))!
    expect(await gateway.readNotice(notice.headers, notice.body)).toMatchObject({
      kind: 'refund',
      refund: { state: 'done', refundno: ask.refundno, amount: 60 },
    })
  })
  test('the refusals of the vendor: another amount, a wrong openid, too little time, a number too long', async () => {
    const given = purchase()
    await gateway.prepare(given)
    await expect(gateway.prepare({ ...given, amount: 101 })).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    await expect(gateway.prepare(purchase({ way: 'jsapi' }))).rejects.toMatchObject({ code: 'PARAM_ERROR' })
    await expect(gateway.prepare(purchase({ expireAt: new Date(now.getTime() + 30_000) }))).rejects.toMatchObject({
      code: 'PARAM_ERROR',
    })
    await expect(gateway.prepare(purchase({ tradeno: 'x'.repeat(33) }))).rejects.toMatchObject({ code: 'PARAM_ERROR' })
    await expect(gateway.prepare(purchase({ currency: 'USD' }))).rejects.toMatchObject({ code: 'PARAM_ERROR' })
    const long = purchase({ description: '马'.repeat(60) })
    expect((await gateway.prepare(long)).code, 'a long description is cut at a whole character').toBeDefined()
  })
  test('a request signed with another key, another serial or another hour is not answered', async () => {
    const other = await startSandboxPay({
      folder: mkdtempSync(join(folder, 'other-')),
      origin: () => origin,
      clock: () => now,
      byItself: false,
    })
    const wrong = (change: object, at = () => now) =>
      wechatPay({ ...sandbox.credentials, ...change }, { base: sandbox.base, sandbox: true, clock: at, timeoutMs: 500 })
    await expect(wrong({ privateKeyPem: other.credentials.privateKeyPem }).query('1k8-none')).rejects.toThrow('401')
    await expect(wrong({ serial: other.credentials.serial }).query('1k8-none')).rejects.toThrow('401')
    await expect(wrong({}, () => new Date(now.getTime() + 400_000)).query('1k8-none')).rejects.toThrow()
    await other.close()
  })
  test('silence and errors differ from a refusal', async () => {
    sandbox.weather.slow = 800
    await expect(gateway.query('1k8-none')).rejects.toBeInstanceOf(GatewayDown)
    Object.assign(sandbox.weather, { slow: 0, down: true })
    await expect(gateway.query('1k8-none')).rejects.toBeInstanceOf(GatewayDown)
    Object.assign(sandbox.weather, { down: false, errors: 1 })
    await expect(gateway.query('1k8-none')).rejects.toBeInstanceOf(GatewayDown)
  })
})

describe('an attacker between us and the gateway', () => {
  let server: Server
  let change: (
    status: number,
    headers: Headers,
    body: string,
  ) => { status: number; headers: Record<string, string>; body: string }
  let through: Gateway
  beforeAll(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', async () => {
        const { host: _, connection: __, ...headers } = request.headers as Record<string, string>
        const answer = await fetch(`${sandbox.base}${request.url}`, {
          method: request.method!,
          headers,
          ...(request.method === 'POST' ? { body: Buffer.concat(parts) } : {}),
        })
        const changed = change(answer.status, answer.headers, await answer.text())
        response.writeHead(changed.status, changed.headers).end(changed.body)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    through = wechatPay(sandbox.credentials, {
      base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      sandbox: true,
      clock: () => now,
      timeoutMs: 2000,
    })
  })
  afterAll(() => server.close())
  const as = (headers: Headers) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('wechatpay-') || name === 'content-type'))

  test('an answer that the attacker altered, signed or delayed does not count', async () => {
    const given = purchase()
    await gateway.prepare(given)
    change = (status, headers, body) => ({ status, headers: as(headers), body })
    expect((await through.query(given.tradeno)).state).toBe('open')
    change = (status, headers, body) => ({ status, headers: as(headers), body: body.replace('NOTPAY', 'CLOSED') })
    await expect(through.query(given.tradeno)).rejects.toBeInstanceOf(GatewayDown)
    change = (status, headers, body) => ({
      status,
      headers: { ...as(headers), 'wechatpay-timestamp': String(Math.floor(now.getTime() / 1000) - 400) },
      body,
    })
    await expect(through.query(given.tradeno)).rejects.toBeInstanceOf(GatewayDown)
    change = () => ({ status: 404, headers: {}, body: '{"code":"ORDER_NOT_EXIST"}' })
    await expect(
      through.query(given.tradeno),
      'an unsigned answer does not count, even if it says that there is no such order',
    ).rejects.toBeInstanceOf(GatewayDown)
  })
  test('certificates are accepted only if one of them signed their list', async () => {
    const own = wechatPay(
      { ...sandbox.credentials, apiV3Key: 'x'.repeat(32) },
      { base: sandbox.base, sandbox: true, clock: () => now, timeoutMs: 2000 },
    )
    await expect(own.query('1k8-none')).rejects.toBeInstanceOf(GatewayDown)
  })
  test("with the platform's public key the client fetches no certificate and accepts only that key", async () => {
    const { platformSerial, platformCertificatePem, merchantKeyPem } = sandboxKeys(folder)
    const fixed = (id: string, pem: string) =>
      wechatPay(
        { ...sandbox.credentials, publicKey: { id, pem } },
        { base: sandbox.base, sandbox: true, clock: () => now, timeoutMs: 2000 },
      )
    expect((await fixed(platformSerial, platformCertificatePem).query('1k8-none')).state).toBe('absent')
    await expect(fixed(platformSerial, merchantKeyPem).query('1k8-none')).rejects.toBeInstanceOf(GatewayDown)
    await expect(fixed('PUB_KEY_ID_01', platformCertificatePem).query('1k8-none')).rejects.toBeInstanceOf(GatewayDown)
  })
})

describe('notices', () => {
  test("are sent again on the vendor's schedule until they are answered with SUCCESS", async () => {
    const given = purchase()
    await gateway.prepare(given)
    answers = { status: 500, body: '{"code":"FAIL"}' }
    sandbox.pay(given.tradeno)
    await sandbox.deliver()
    for (const seconds of WECHATPAY_RETRIES.slice(0, 4)) {
      const before = arrived.length
      now = new Date(now.getTime() + (seconds - 1) * 1000)
      await sandbox.deliver()
      expect(arrived).toHaveLength(before)
      now = new Date(now.getTime() + 1000)
      await sandbox.deliver()
      expect(arrived).toHaveLength(before + 1)
    }
    answers = { status: 200, body: '{"code":"FAIL"}' }
    now = new Date(now.getTime() + WECHATPAY_RETRIES[4]! * 1000)
    await sandbox.deliver()
    expect(sandbox.noticesWaiting(), '200 with FAIL is no success').toBe(1)
    answers = { status: 204, body: '' }
    now = new Date(now.getTime() + WECHATPAY_RETRIES[5]! * 1000)
    await sandbox.deliver()
    expect(sandbox.noticesWaiting()).toBe(0)
    const { headers, body } = arrived.at(-1)!
    expect(await gateway.readNotice(headers, body)).toMatchObject({
      kind: 'trade',
      trade: { state: 'paid', tradeno: given.tradeno, amount: 100 },
    })
    await expect(gateway.readNotice(headers, body.replace('"id"', '"di"'))).rejects.toBeInstanceOf(NoticeWrong)
  })
  test('are answered as the vendor demands', () => {
    expect(gateway.answerNotice('taken')).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      body: '{"code":"SUCCESS","message":"成功"}',
    })
    expect(gateway.answerNotice('wrong').status).toBe(401)
    expect(gateway.answerNotice('failed').status).toBe(500)
  })
})

test('payments survive a restart of the sandbox gateway, with the same keys and books', async () => {
  const place = mkdtempSync(join(tmpdir(), 'startline-pay-'))
  const open = () => openIntegrations({ folder: place, origin, clock: () => now, byItself: false })
  const given = purchase()
  const first = await open()
  await first.gateways.wechat!.prepare(given)
  await first.close()
  const second = await open()
  expect((await second.gateways.wechat!.query(given.tradeno)).state).toBe('open')
  await second.close()
  rmSync(place, { recursive: true })
})
