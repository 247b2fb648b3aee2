import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPretendAlipay } from './pretendalipay.ts'
import { alipay } from './alipay.ts'
import { readAlipayStatement } from './alipaystatement.ts'
import type { Gateway } from './gateway.ts'
import { startPretendPay } from './pretendpay.ts'
import { gbkBytes, zipOf } from './pretendstatement.ts'
import { type StatementPart, StatementUnreadable } from './statement.ts'
import { wechatPay } from './wechatpay.ts'
import { readWechatStatement } from './wechatstatement.ts'

const folder = mkdtempSync(join(tmpdir(), 'startline-statements-'))
const file = (bytes: Uint8Array | string, name = 'statement') => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
const all = async (parts: AsyncIterable<StatementPart>): Promise<StatementPart[]> => Array.fromAsync(parts)

const HEADER = '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const TOTALS = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'
const paid = "`2021-01-28 17:07:11,`wx81be3101902f7cb2,`1601959334,`0,`,`4200000925202101284997714292,`S20210128170702357723,`ofyak5qR,`NATIVE,`SUCCESS,`OTHERS,`CNY,`0.01,`0.00,`0,`0,`0.00,`0.00,`,`,`for testing, with a comma,`cipher code,`0.05940,`0.60%,`9.90,`0.00,`"
const back = '`2021-01-28 18:00:00,`wx81be3101902f7cb2,`1601959334,`0,`,`4200000925202101284997714292,`S20210128170702357723,`ofyak5qR,`NATIVE,`REFUND,`OTHERS,`CNY,`0.00,`0.00,`50300001,`S1-r1,`2.50,`0.00,`ORIGINAL,`PROCESSING,`for testing,`,`-0.01500,`0.60%,`0.00,`2.50,`'
const wechatFile = (...lines: string[]) => `\ufeff${[HEADER, ...lines].join('\r\n')}\r\n`
const totals = '`2,`9.90,`2.50,`0.00,`0.04440,`9.90,`2.50'

test("WeChat Pay's published form: backticks, commas in names, five decimals of fees, totals; plain, packed, or saved by a spreadsheet", async () => {
  const text = wechatFile(paid, back, TOTALS, totals)
  const expected = [
    { kind: 'payment', line: 2, at: new Date('2021-01-28T09:07:11Z'), tradeno: 'S20210128170702357723', number: '4200000925202101284997714292', amount: 990, currency: 'CNY', fee: 5940, rate: 6000, state: 'paid' },
    { kind: 'refund', line: 3, refundno: 'S1-r1', refundNumber: '50300001', amount: 250, fee: -1500, state: 'under_way' },
    { kind: 'totals', line: 5, count: 2, received: 990, refunded: 250, fees: 4440 },
  ]
  for (const [name, bytes] of [['plain', text], ['packed', gzipSync(text)], ['gbk', gbkBytes(text.slice(1))]] as const) expect(await all(readWechatStatement(file(bytes, name), '1601959334')), name).toMatchObject(expected)
})

test('what cannot be read is named by its line, and never ends the reading', async () => {
  const lines = [
    paid.replace('2021-01-28 17:07:11', 'yesterday'),
    paid.replace('1601959334', '1900000000'),
    paid.replace('`9.90', '`9.905'),
    paid.replace('`SUCCESS', '`NOTPAY'),
    paid.replace('S20210128170702357723', ''),
    'a line of something else',
    '`2021-01-28 17:07:11,`wx',
    `\`${'x'.repeat(70_000)}`,
    back.replace('PROCESSING', 'SOMETHING'),
    paid,
  ]
  const parts = await all(readWechatStatement(file(wechatFile(...lines)), '1601959334'))
  expect(parts.map((part) => (part.kind === 'malformed' ? `${part.line} ${part.why}` : part.kind))).toEqual(['2 time', '3 merchant', '4 amount', '5 kind', '6 number', '7 columns', '8 columns', '9 too_long', '10 kind', 'payment', '11 no_end'])
  for (const bytes of ['', 'a,b,c\n1,2,3\n', gzipSync(wechatFile(paid)).subarray(0, 60)]) await expect(all(readWechatStatement(file(bytes), '1601959334')), String(bytes.slice(0, 9))).rejects.toThrow(StatementUnreadable)
  await expect(all(readWechatStatement(join(folder, 'none'), '1601959334'))).rejects.toThrow(StatementUnreadable)
})

const ALIPAY = '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'
const sold = (change: Partial<Record<'name' | 'kind' | 'amount' | 'refund' | 'fee', string>> = {}) =>
  ['2026100322001400000000000001\t', '1k8_abc_1\t', change.kind ?? '交易', change.name ?? '半程马拉松', '2026-10-03 10:00:00', '2026-10-03 10:00:30', '', '', '', '', 'buy***@example.com', change.amount ?? '35.80', '35.80', '0.00', '0.00', '0.00', '0.00', '0.00', '', '0.00', '0.00', change.refund ?? '', change.fee ?? '-0.21', '0.00', ''].join(',')
const alipayFile = (lines: string[], account = '20881234567890120156') =>
  zipOf([
    { name: '20881234567890120156_20261003_业务明细(汇总).csv', bytes: gbkBytes('#支付宝业务汇总查询\r\n') },
    { name: '20881234567890120156_20261003_业务明细.csv', bytes: gbkBytes(['#支付宝业务明细查询', `#账号：[${account}]`, '#----业务明细列表----', ALIPAY, ...lines, '#----业务明细列表结束----', '#交易合计：1笔，商家实收共35.80元，商家优惠共0.00元', '#退款合计：1笔，商家实收退款共-5.00元，商家优惠退款共0.00元'].join('\r\n')) },
  ])
const here = (number: string) => number.replaceAll('_', '-')

test("Alipay's published form: a zip of GBK, signs of refunds and fees, names with commas, both totals", async () => {
  const parts = await all(readAlipayStatement(file(alipayFile([sold({ name: '半程, 2026' }), sold({ kind: '退款', amount: '-5.00', refund: '1k8_abc_1_r1\t', fee: '0.03' })])), '2088123456789012', here))
  expect(parts).toMatchObject([
    { kind: 'payment', line: 5, at: new Date('2026-10-03T02:00:30Z'), tradeno: '1k8-abc-1', number: '2026100322001400000000000001', amount: 3580, currency: 'CNY', fee: 21_000, state: 'paid' },
    { kind: 'refund', line: 6, refundno: '1k8-abc-1-r1', amount: 500, fee: -3000, state: 'done' },
    { kind: 'totals', payments: 1, refunds: 1, received: 3580, refunded: 500 },
  ])
  const wrong = await all(readAlipayStatement(file(alipayFile([sold({ kind: '其它' }), sold({ amount: '-1.00' }), sold({ kind: '退款', amount: '-1.00' })], '2088999999999999')), '2088123456789012', here))
  expect(wrong.map((part) => (part.kind === 'malformed' ? `${part.line} ${part.why}` : part.kind))).toEqual(['2 merchant', '5 kind', '6 amount', '7 number', 'totals'])
  const altered = alipayFile([sold()])
  altered[altered.indexOf(gbkBytes('业务明细.csv')) + 20]! ^= 0xff
  for (const bytes of [altered, altered.subarray(0, 300), Buffer.from('#支付宝\r\n')]) await expect(all(readAlipayStatement(file(bytes), '2088123456789012', here))).rejects.toThrow(StatementUnreadable)
})

let now = new Date('2026-03-01T15:59:00Z')
const clock = () => now
const settings = { folder: join(folder, 'pretend'), origin: () => 'http://localhost:3000', clock, byItself: false, carry: async () => ({ status: 200, body: '' }) }
let wechatpay: Awaited<ReturnType<typeof startPretendPay>>
let ali: Awaited<ReturnType<typeof startPretendAlipay>>
let gateways: { wechat: Gateway; alipay: Gateway }
beforeAll(async () => {
  wechatpay = await startPretendPay(settings)
  ali = await startPretendAlipay(settings)
  gateways = {
    wechat: wechatPay(wechatpay.credentials, { base: wechatpay.base, pretend: true, clock }),
    alipay: alipay(ali.credentials, { api: `${ali.base}/gateway.do`, pages: () => 'http://localhost:3000/pretend/alipay/gateway.do', pretend: true, clock }),
  }
})
afterAll(() => Promise.all([wechatpay.close(), ali.close()]))

test('the pretend gateways state a day over the protocol, from ten in the next morning on, and nothing of another day', async () => {
  const purchase = { amount: 10_000, currency: 'CNY', description: '半程, 2026', begunAt: now, expireAt: new Date('2026-03-01T16:30:00Z'), notifyUrl: 'http://localhost:3000/n', returnUrl: 'http://localhost:3000/pay', payerAddress: '203.0.113.9' }
  for (const tradeno of ['1k8-aaaaaaaa-1', '1k8-bbbbbbbb-1']) await gateways.wechat.prepare({ ...purchase, way: 'h5', tradeno })
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
    return (await gateways[name].statement!.fetch(day, path)) === 'none' ? 'none' : all(gateways[name].statement!.read(path))
  }
  await expect(fetched('wechat', '2026-03-01')).rejects.toThrow('still being made')
  now = new Date('2026-03-02T02:30:00Z')
  expect(await fetched('wechat', '2026-03-01')).toMatchObject([
    { kind: 'payment', tradeno: '1k8-aaaaaaaa-1', amount: 10_000, fee: 60_000, rate: 6000, at: new Date('2026-03-01T15:59:00Z') },
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
