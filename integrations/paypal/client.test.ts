import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Gateway, GatewayDown, type KnownTrade, NoticeWrong, type Purchase } from '../payment/gateway.ts'
import { paypal, paypalSigner } from './client.ts'
import { isCertUrl, maskedEmail, webhookText } from './crypto.ts'
import { PAYPAL_RETRIES, type SandboxPaypal, startSandboxPaypal } from '../sandbox/paypal/gateway.ts'
import { fair } from '../sandbox/payment/server.ts'

const origin = 'http://localhost:3000'
const folder = mkdtempSync(join(tmpdir(), 'startline-paypal-'))
let now = new Date('2026-03-01T04:00:00Z')
const arrived: { url: string; headers: Record<string, string>; body: string }[] = []
let answered = { status: 200, body: '' }
let sandbox: SandboxPaypal
let gateway: Gateway
const to = (place: Pick<SandboxPaypal, 'credentials' | 'base' | 'signer'>, timeoutMs = 500): Gateway =>
  paypal(place.credentials, { api: place.base, signer: place.signer, sandbox: true, clock: () => now, timeoutMs })

beforeAll(async () => {
  sandbox = await startSandboxPaypal({
    folder,
    origin: () => origin,
    clock: () => now,
    byItself: false,
    carry: async (url, headers, body) => (arrived.push({ url, headers, body }), answered),
  })
  gateway = to(sandbox)
})
afterEach(async () => {
  answered = { status: 200, body: '' }
  Object.assign(sandbox.weather, fair, { capture: 'COMPLETED', refund: 'SUCCESS', refundSeconds: 0 })
  await sandbox.deliver('all')
  arrived.length = 0
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const purchase = (change: Partial<Purchase> = {}): Purchase => ({
  way: 'approve',
  tradeno: `1k8-${randomBytes(8).toString('hex')}-1`,
  amount: 2310,
  currency: 'USD',
  description: '2026 City Marathon',
  begunAt: now,
  expireAt: new Date(now.getTime() + 3_600_000),
  notifyUrl: `${origin}/pay/paypal/notify`,
  returnUrl: `${origin}/pay?_key=x`,
  payerAddress: '203.0.113.9',
  ...change,
})
const begun = async (change: Partial<Purchase> = {}) => {
  const given = purchase(change)
  const { handle, page } = await gateway.prepare(given)
  return { ...given, page: page!, known: { begunAt: now, handle } satisfies KnownTrade as KnownTrade }
}
const paid = async () => {
  const given = await begun()
  sandbox.pay(given.tradeno)
  const trade = await gateway.query(given.tradeno, given.known)
  return { ...given, known: { ...given.known, number: trade.state === 'paid' ? trade.number : undefined } }
}
const whyNot = (headers: Record<string, string>, body: string, reader = gateway) =>
  reader.readNotice(headers, body).then(
    () => 'believed',
    (error: unknown) => (error instanceof NoticeWrong || error instanceof GatewayDown ? error.message : error),
  )

test("the signature of a webhook covers exactly the text of PayPal's own test", () => {
  const link = (rel: string, path: string, method = 'GET') => ({
    href: `https://api.sandbox.paypal.com/v1/${path}`,
    rel,
    method,
  })
  const event = {
    id: 'WH-0G2756385H040842W-5Y612302CV158622M',
    create_time: '2015-05-18T15:45:13Z',
    resource_type: 'sale',
    event_type: 'PAYMENT.SALE.COMPLETED',
    summary: 'Payment completed for $ 20.0 USD',
    resource: {
      id: '4EU7004268015634R',
      create_time: '2015-05-18T15:44:02Z',
      update_time: '2015-05-18T15:44:21Z',
      amount: { total: '20.00', currency: 'USD' },
      payment_mode: 'INSTANT_TRANSFER',
      state: 'completed',
      protection_eligibility: 'ELIGIBLE',
      protection_eligibility_type: 'ITEM_NOT_RECEIVED_ELIGIBLE,UNAUTHORIZED_PAYMENT_ELIGIBLE',
      parent_payment: 'PAY-86C81811X5228590KKVNARQQ',
      transaction_fee: { value: '0.88', currency: 'USD' },
      links: [
        link('self', 'payments/sale/4EU7004268015634R'),
        link('refund', 'payments/sale/4EU7004268015634R/refund', 'POST'),
        link('parent_payment', 'payments/payment/PAY-86C81811X5228590KKVNARQQ'),
      ],
    },
    links: [
      link('self', 'notifications/webhooks-events/WH-0G2756385H040842W-5Y612302CV158622M'),
      link('resend', 'notifications/webhooks-events/WH-0G2756385H040842W-5Y612302CV158622M/resend', 'POST'),
    ],
  }
  expect(
    webhookText(
      'dfb3be50-fd74-11e4-8bf3-77339302725b',
      '2015-05-18T15:45:13Z',
      '4JH86294D6297924G',
      JSON.stringify(event),
    ),
  ).toBe('dfb3be50-fd74-11e4-8bf3-77339302725b|2015-05-18T15:45:13Z|4JH86294D6297924G|2771810304')
})

test('only certificates of PayPal are accepted', () => {
  const { hosts, name } = paypalSigner('https://api-m.paypal.com')
  expect(name).toBe('messageverificationcerts.paypal.com')
  expect(
    isCertUrl('https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77', hosts, 'https:'),
  ).toBe(true)
  for (const wrong of [
    'http://api.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com.example/v1/notifications/certs/CERT-1',
    'https://api.paypal.com@elsewhere.example/v1/notifications/certs/CERT-1',
    'https://api.paypal.com/v1/other/CERT-1',
    'https://api.paypal.com/v1/notifications/certs/../CERT-1?x',
    'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'x',
  ])
    expect(isCertUrl(wrong, hosts, 'https:'), wrong).toBe(false)
  expect(paypalSigner('https://api-m.sandbox.paypal.com').hosts).toContain('api.sandbox.paypal.com')
  expect([maskedEmail('runner@example.com'), maskedEmail('nobody')]).toEqual(['r***@example.com', undefined])
})

describe('a payment', () => {
  test('is approved by its payer, and our own call takes the money once', async () => {
    const given = await begun()
    expect(given.page).toContain(`${origin}/pretend/paypal/checkoutnow?token=`)
    expect(await gateway.query(given.tradeno, given.known)).toEqual({ state: 'open', tradeno: given.tradeno })
    expect(sandbox.pay(given.tradeno)).toBe(true)
    const trade = {
      state: 'paid',
      tradeno: given.tradeno,
      amount: 2310,
      currency: 'USD',
      buyer: 's***@example.com',
      merchant: sandbox.credentials.merchantid,
    }
    expect(await gateway.query(given.tradeno, given.known)).toMatchObject(trade)
    expect(await gateway.query(given.tradeno, given.known)).toMatchObject(trade)
    expect(sandbox.pay(given.tradeno), 'paid is paid').toBe(false)
  })
  test('is the same if it is prepared again under its number; in yuan or by another way it is refused', async () => {
    const given = await begun()
    const again = purchase({ tradeno: given.tradeno })
    expect((await gateway.prepare(again)).handle).toBe(given.known.handle)
    await expect(gateway.prepare({ ...again, currency: 'CNY' })).rejects.toMatchObject({ code: 'CURRENCY' })
    await expect(gateway.prepare({ ...again, way: 'wap' })).rejects.toMatchObject({ code: 'UNKNOWN_WAY' })
    expect(await gateway.query(given.tradeno, { begunAt: now })).toEqual({ state: 'absent', tradeno: given.tradeno })
    sandbox.pay(given.tradeno)
    await expect(gateway.prepare(again), 'a payer who has approved does not go there again').rejects.toMatchObject({
      spoilt: true,
    })
  })
  test('lets its payer choose another card after a decline, and stays open during a review', async () => {
    const given = await begun()
    sandbox.pay(given.tradeno)
    sandbox.weather.capture = 'DECLINED'
    expect((await gateway.query(given.tradeno, given.known)).state).toBe('open')
    sandbox.weather.capture = 'PENDING'
    expect((await gateway.query(given.tradeno, given.known)).state).toBe('open')
    expect((await gateway.close(given.tradeno, given.known)).state).toBe('open')
    sandbox.review(given.tradeno)
    expect((await gateway.close(given.tradeno, given.known)).state).toBe('paid')
  })
  test('is never taken after its close, approved or not; after some hours PayPal forgets it', async () => {
    const given = await begun()
    expect((await gateway.close(given.tradeno, given.known)).state).toBe('closed')
    sandbox.pay(given.tradeno)
    expect((await gateway.close(given.tradeno, given.known)).state).toBe('closed')
    const other = await begun()
    now = new Date(now.getTime() + 4 * 3600_000)
    expect((await gateway.query(other.tradeno, other.known)).state).toBe('absent')
  })
})

describe('a refund', () => {
  test('is made in parts, each under its own number, never above the payment', async () => {
    const given = await paid()
    const ask = (amount: number, nth: number) =>
      gateway.refund({
        tradeno: given.tradeno,
        refundno: `${given.tradeno}-r${nth}`,
        amount,
        total: 2310,
        currency: 'USD',
        reason: '退赛',
        notifyUrl: '',
        known: given.known,
      })
    expect(await ask(1000, 1)).toMatchObject({ state: 'done', amount: 1000, currency: 'USD' })
    expect(await ask(1000, 1), 'twice is once').toMatchObject({ state: 'done', amount: 1000 })
    sandbox.weather.refundSeconds = 60
    expect(await ask(1310, 2)).toMatchObject({ state: 'sent' })
    expect(await gateway.queryRefund(`${given.tradeno}-r2`, given.tradeno, given.known)).toMatchObject({
      state: 'sent',
    })
    await expect(ask(1, 3)).rejects.toMatchObject({ code: 'REFUND_AMOUNT_EXCEEDED' })
    now = new Date(now.getTime() + 61_000)
    await sandbox.deliver()
    expect(await gateway.queryRefund(`${given.tradeno}-r2`, given.tradeno, given.known)).toMatchObject({
      state: 'done',
      amount: 1310,
    })
    expect(await gateway.queryRefund(`${given.tradeno}-r9`, given.tradeno, given.known)).toMatchObject({
      state: 'absent',
    })
    const last = arrived.findLast(({ body }) => body.includes('REFUNDED'))!
    expect(await gateway.readNotice(last.headers, last.body)).toMatchObject({
      kind: 'refund',
      refund: { state: 'done', refundno: `${given.tradeno}-r2`, amount: 1310 },
    })
  })
  test('is refused from an empty account, in another currency, or for an unknown payment', async () => {
    const given = await paid()
    const ask = {
      tradeno: given.tradeno,
      refundno: `${given.tradeno}-r1`,
      amount: 1,
      total: 2310,
      currency: 'USD',
      reason: 'x',
      notifyUrl: '',
      known: given.known,
    }
    sandbox.weather.refund = 'NO_BALANCE'
    await expect(gateway.refund(ask)).rejects.toMatchObject({ code: 'REFUND_FAILED_INSUFFICIENT_FUNDS' })
    sandbox.weather.refund = 'SUCCESS'
    await expect(gateway.refund({ ...ask, currency: 'EUR' })).rejects.toMatchObject({
      code: 'REFUND_CAPTURE_CURRENCY_MISMATCH',
    })
    await expect(gateway.refund({ ...ask, known: { begunAt: now } })).rejects.toMatchObject({ code: 'NO_CAPTURE' })
  })
})

describe('a webhook', () => {
  test('of an approval makes the server ask; of a payment reports the payment; it is repeated until it is accepted', async () => {
    const given = await begun()
    sandbox.pay(given.tradeno)
    await sandbox.deliver()
    expect(await gateway.readNotice(arrived[0]!.headers, arrived[0]!.body)).toMatchObject({
      kind: 'ask',
      tradeno: given.tradeno,
    })
    await gateway.query(given.tradeno, given.known)
    answered = { status: 500, body: '' }
    const from = arrived.length
    let seconds = 0
    for (const [nth, wait] of [0, ...PAYPAL_RETRIES.slice(0, 3)].entries()) {
      now = new Date(now.getTime() + wait * 1000)
      seconds += wait
      await sandbox.deliver()
      expect(arrived.length - from, `after ${seconds} s`).toBe(nth + 1)
    }
    expect(arrived.at(-1)!.url).toBe(`${origin}/pay/paypal/notify`)
    expect(await gateway.readNotice(arrived.at(-1)!.headers, arrived.at(-1)!.body)).toMatchObject({
      kind: 'trade',
      trade: { state: 'paid', tradeno: given.tradeno, amount: 2310, currency: 'USD' },
    })
  })
  test('is refused if it is forged, altered, replayed late, or of another webhook, merchant or certificate', async () => {
    const given = await paid()
    const notice = sandbox.noticeOf(given.tradeno)
    const { headers, body } = sandbox.notice('PAYMENT.CAPTURE.COMPLETED', notice)
    const by = (change: Record<string, string>) => whyNot({ ...headers, ...change }, body)
    expect(await whyNot(headers, body)).toBe('believed')
    expect(await whyNot({}, body)).toBe('unsigned')
    expect(await whyNot(headers, body.replace('23.10', '23.11'))).toBe('bad_signature')
    expect(await by({ 'paypal-transmission-id': 'other' })).toBe('bad_signature')
    expect(await by({ 'paypal-transmission-sig': 'AAAA' })).toBe('bad_signature')
    expect(await by({ 'paypal-auth-algo': 'SHA1withRSA' })).toBe('another_signature_type')
    expect(await by({ 'paypal-cert-url': 'http://127.0.0.1:1/v1/notifications/certs/CERT-1' })).toBe(
      'foreign_certificate',
    )
    expect(
      await by({ 'paypal-cert-url': headers['paypal-cert-url']!.replace('CERT-', 'CERT-0') }),
      'one that is not there',
    ).toContain('no certificate')
    const { credentials, base, signer } = sandbox
    expect(await whyNot(headers, body, to({ credentials: { ...credentials, webhookid: 'OTHER' }, base, signer }))).toBe(
      'bad_signature',
    )
    expect(
      await whyNot(headers, body, to({ credentials: { ...credentials, merchantid: 'OTHER' }, base, signer })),
    ).toBe('another_merchant')
    expect(
      await whyNot(
        headers,
        body,
        to({ credentials, base, signer: { ...signer, name: 'messageverificationcerts.paypal.com' } }),
      ),
    ).toBe('unknown_certificate')
    for (const broken of [
      { ...notice, amount: 'none' },
      { ...notice, amount: { currency_code: 'USD', value: '1.234' } },
    ]) {
      const sent = sandbox.notice('PAYMENT.CAPTURE.COMPLETED', broken)
      expect(await whyNot(sent.headers, sent.body)).toBe('malformed')
    }
    const other = sandbox.notice('CUSTOMER.DISPUTE.CREATED', {})
    expect(await gateway.readNotice(other.headers, other.body)).toMatchObject({
      kind: 'other',
      event: 'CUSTOMER.DISPUTE.CREATED',
    })
    now = new Date(now.getTime() + 301_000)
    expect(await whyNot(headers, body)).toBe('stale')
    expect(gateway.answerNotice('taken').status).toBe(200)
    for (const outcome of ['wrong', 'failed'] as const)
      expect(gateway.answerNotice(outcome).status).toBeGreaterThanOrEqual(400)
  })
})

describe('an invalid answer leaves the outcome unknown', () => {
  test('if PayPal is down, is slow, answers with an error, or ended the token', async () => {
    const given = await begun()
    for (const weather of [{ down: true }, { down: false, slow: 700 }, { slow: 0, errors: 1 }]) {
      Object.assign(sandbox.weather, weather)
      await expect(gateway.query(given.tradeno, given.known)).rejects.toBeInstanceOf(GatewayDown)
    }
    Object.assign(sandbox.weather, fair)
    now = new Date(now.getTime() + 8 * 3600_000 + 59 * 60_000)
    expect((await gateway.query(given.tradeno, given.known)).state, 'with a new token').toBe('absent')
    await expect(
      to({ ...sandbox, credentials: { ...sandbox.credentials, secret: 'x' } }).query(given.tradeno, given.known),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
  test('if the answer is about another trade or merchant, or in another form', async () => {
    let said = ''
    const server = createServer(
      (request, response) =>
        void response.end(request.url === '/v1/oauth2/token' ? '{"access_token":"a","expires_in":3600}' : said),
    )
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    const client = to({ ...sandbox, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
    const capture = {
      id: '1',
      status: 'COMPLETED',
      amount: { currency_code: 'USD', value: '1.00' },
      create_time: '2026-03-01T04:00:00Z',
    }
    const order = {
      id: 'o',
      status: 'COMPLETED',
      purchase_units: [
        { custom_id: 'a', payee: { merchant_id: sandbox.credentials.merchantid }, payments: { captures: [capture] } },
      ],
    }
    const unit = order.purchase_units[0]!
    const wrong = [
      '<html>busy</html>',
      { ...order, purchase_units: [{ ...unit, custom_id: 'b' }] },
      { ...order, purchase_units: [{ ...unit, payee: { merchant_id: 'other' } }] },
      {
        ...order,
        purchase_units: [
          {
            ...unit,
            payments: {
              captures: [
                { ...capture, amount: { currency_code: 'USD', value: '1' } },
                { ...capture, create_time: '' },
              ].slice(1),
            },
          },
        ],
      },
    ]
    for (const given of wrong) {
      said = typeof given === 'string' ? given : JSON.stringify(given)
      await expect(client.query('a', { begunAt: now, handle: 'o' }), said.slice(0, 60)).rejects.toBeInstanceOf(
        GatewayDown,
      )
    }
    said = JSON.stringify(order)
    expect((await client.query('a', { begunAt: now, handle: 'o' })).state).toBe('paid')
    await new Promise((done) => server.close(done))
  })
})
