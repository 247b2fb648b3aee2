import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alipay } from '../alipay/client.ts'
import { cmb } from '../cmb/client.ts'
import { paypal } from '../paypal/client.ts'
import { startSandboxAlipay } from '../sandbox/alipay/gateway.ts'
import { startSandboxCmb } from '../sandbox/cmb/gateway.ts'
import { startSandboxPaypal } from '../sandbox/paypal/gateway.ts'
import { startSandboxPay } from '../sandbox/wechatpay/gateway.ts'
import { wechatPay } from '../wechatpay/client.ts'
import type { Gateway } from './gateway.ts'
import type { StatementPart } from './statement.ts'

const folder = mkdtempSync(join(tmpdir(), 'startline-statements-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const all = async (parts: AsyncIterable<StatementPart>): Promise<StatementPart[]> => Array.fromAsync(parts)

let now = new Date('2026-03-01T15:59:00Z')
const clock = () => now
const settings = {
  folder: join(folder, 'pretend'),
  origin: () => 'http://localhost:3000',
  clock,
  byItself: false,
  carry: async () => ({ status: 200, body: '' }),
}
let wechatpay: Awaited<ReturnType<typeof startSandboxPay>>
let ali: Awaited<ReturnType<typeof startSandboxAlipay>>
let pal: Awaited<ReturnType<typeof startSandboxPaypal>>
let bank: Awaited<ReturnType<typeof startSandboxCmb>>
let gateways: { wechat: Gateway; alipay: Gateway; paypal: Gateway; cmb: Gateway }
beforeAll(async () => {
  wechatpay = await startSandboxPay(settings)
  ali = await startSandboxAlipay(settings)
  pal = await startSandboxPaypal(settings)
  bank = await startSandboxCmb(settings)
  gateways = {
    wechat: wechatPay(wechatpay.credentials, { base: wechatpay.base, sandbox: true, clock }),
    alipay: alipay(ali.credentials, {
      api: `${ali.base}/gateway.do`,
      pages: () => 'http://localhost:3000/pretend/alipay/gateway.do',
      sandbox: true,
      clock,
    }),
    paypal: paypal(pal.credentials, { api: pal.base, signer: pal.signer, sandbox: true, clock }),
    cmb: cmb(bank.credentials, {
      pay: () => 'http://localhost:3000/pretend/cmb/pay',
      services: `${bank.base}/merchserv/BaseHttp.dll`,
      keys: `${bank.base}/CmbBank_B2B/UI/NetPay/DoBusiness.ashx`,
      sandbox: true,
      clock,
    }),
  }
})
afterAll(() => Promise.all([wechatpay.close(), ali.close(), pal.close(), bank.close()]))

test("the statements of WeChat Pay and Alipay hold one day, and are ready at ten o'clock of the next morning", async () => {
  const purchase = {
    amount: 10_000,
    currency: 'CNY',
    description: '半程, 2026',
    begunAt: now,
    expireAt: new Date('2026-03-01T16:30:00Z'),
    notifyUrl: 'http://localhost:3000/n',
    returnUrl: 'http://localhost:3000/pay',
    payerAddress: '203.0.113.9',
  }
  for (const tradeno of ['1k8-aaaaaaaa-1', '1k8-bbbbbbbb-1'])
    await gateways.wechat.prepare({ ...purchase, way: 'h5', tradeno })
  const { page } = await gateways.alipay.prepare({ ...purchase, way: 'wap', tradeno: '1k8-cccccccc-1' })
  ali.visit(page!)
  wechatpay.pay('1k8-aaaaaaaa-1')
  ali.pay('1k8-cccccccc-1')
  const ask = { amount: 2500, total: 10_000, currency: 'CNY', reason: 'exit', notifyUrl: 'http://localhost:3000/n' }
  await gateways.wechat.refund({ ...ask, tradeno: '1k8-aaaaaaaa-1', refundno: '1k8-aaaaaaaa-1-r1' })
  await gateways.alipay.refund({ ...ask, tradeno: '1k8-cccccccc-1', refundno: '1k8-cccccccc-1-r1' })
  now = new Date('2026-03-01T16:01:00Z')
  wechatpay.pay('1k8-bbbbbbbb-1')

  const fetched = async (name: 'wechat' | 'alipay', day: string) => {
    const path = join(folder, `${name} ${day}`)
    return (await gateways[name].statement!.fetch(day, path)) === 'none'
      ? 'none'
      : all(gateways[name].statement!.read(path))
  }
  await expect(fetched('wechat', '2026-03-01')).rejects.toThrow('still being made')
  now = new Date('2026-03-02T02:30:00Z')
  expect(await fetched('wechat', '2026-03-01')).toMatchObject([
    {
      kind: 'payment',
      tradeno: '1k8-aaaaaaaa-1',
      amount: 10_000,
      fee: 60_000,
      rate: 6000,
      at: new Date('2026-03-01T15:59:00Z'),
    },
    { kind: 'refund', refundno: '1k8-aaaaaaaa-1-r1', amount: 2500, state: 'done' },
    { kind: 'totals', count: 2, received: 10_000, refunded: 2500 },
  ])
  expect(await fetched('alipay', '2026-03-01')).toMatchObject([
    { kind: 'payment', tradeno: '1k8-cccccccc-1', amount: 10_000, fee: 60_000 },
    { kind: 'refund', refundno: '1k8-cccccccc-1-r1', amount: 2500 },
    { kind: 'totals', payments: 1, refunds: 1 },
  ])
  for (const name of ['wechat', 'alipay'] as const) expect(await fetched(name, '2026-02-27')).toBe('none')
  wechatpay.weather.down = true
  await expect(fetched('wechat', '2026-03-01')).rejects.toThrow('did not answer')
})

test('PayPal and the bank list a whole day page by page and by halves, and nothing of another day', async () => {
  now = new Date('2026-04-01T12:00:00Z')
  const purchase = {
    amount: 1399,
    currency: 'USD',
    description: '半程',
    begunAt: now,
    expireAt: new Date('2026-04-01T15:00:00Z'),
    notifyUrl: 'http://localhost:3000/n',
    returnUrl: 'http://localhost:3000/pay',
    payerAddress: '203.0.113.9',
  }
  const numbers = ['1k8-aaaaaaaa-1', '1k8-bbbbbbbb-1', '1k8-cccccccc-1', '1k8-dddddddd-1', '1k8-eeeeeeee-1']
  for (const tradeno of numbers) {
    now = new Date(now.getTime() + 60_000)
    const { handle } = await gateways.paypal.prepare({ ...purchase, way: 'approve', tradeno })
    pal.pay(tradeno)
    const trade = await gateways.paypal.query(tradeno, { begunAt: now, handle })
    const { form } = await gateways.cmb.prepare({ ...purchase, amount: 10_000, currency: 'CNY', way: 'card', tradeno })
    bank.visit(form!.fields)
    bank.pay(tradeno)
    if (tradeno !== numbers[0] || trade.state !== 'paid') continue
    const ask = { tradeno, refundno: `${tradeno}-r0`, reason: 'exit', notifyUrl: '' }
    await gateways.paypal.refund({
      ...ask,
      amount: 399,
      total: 1399,
      currency: 'USD',
      known: { begunAt: now, handle, number: trade.number },
    })
    await gateways.cmb.refund({
      ...ask,
      amount: 2500,
      total: 10_000,
      currency: 'CNY',
      known: { begunAt: now, handle: undefined },
    })
  }
  const fetched = async (name: 'paypal' | 'cmb', day: string) => {
    const path = join(folder, `${name} ${day}`)
    return (await gateways[name].statement!.fetch(day, path)) === 'none'
      ? 'none'
      : all(gateways[name].statement!.read(path))
  }
  await expect(fetched('paypal', '2026-04-01')).rejects.toThrow('still being made')
  await expect(fetched('cmb', '2026-04-01')).rejects.toThrow('not over')
  now = new Date('2026-04-02T02:30:00Z')
  const whole = await fetched('paypal', '2026-04-01')
  // The refund happens at the very moment of its payment, so their order is not determined.
  pal.weather.results = 2
  const halves = (await fetched('paypal', '2026-04-01')) as StatementPart[]
  expect(halves).toEqual(whole)
  expect(halves.filter(({ kind }) => kind === 'payment').map((one) => 'tradeno' in one && one.tradeno)).toEqual(numbers)
  expect(halves.find(({ kind }) => kind === 'refund')).toMatchObject({
    refundno: '1k8-aaaaaaaa-1-r0',
    amount: 399,
    currency: 'USD',
    state: 'done',
  })
  expect(halves.at(-1)).toMatchObject({ kind: 'totals', count: 6 })
  pal.weather.results = 1
  await expect(fetched('paypal', '2026-04-01')).rejects.toThrow('RESULTSET_TOO_LARGE')

  bank.weather.rows = 2
  const cards = (await fetched('cmb', '2026-04-01')) as StatementPart[]
  expect(cards.filter(({ kind }) => kind === 'payment').map((one) => 'tradeno' in one && one.tradeno)).toEqual(numbers)
  expect(cards.find(({ kind }) => kind === 'refund')).toMatchObject({
    refundno: '1k8-aaaaaaaa-1-r0',
    amount: 2500,
    state: 'done',
  })
  expect(cards.at(-1)).toMatchObject({ kind: 'totals', count: 6 })
  for (const name of ['paypal', 'cmb'] as const) expect(await fetched(name, '2026-03-31'), name).toBe('none')
})
