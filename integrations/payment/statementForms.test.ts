import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { readAlipayStatement } from '../alipay/statement.ts'
import { readCmbStatement } from '../cmb/statement.ts'
import { readPaypalStatement } from '../paypal/statement.ts'
import { zipOf } from '../archives/zip.ts'
import { withWrongChecksum } from '#test/damage.ts'
import { gbkBytes } from '../sandbox/alipay/gbk.ts'
import { readWechatStatement } from '../wechatpay/statement.ts'
import { type StatementPart, StatementUnreadable } from './statement.ts'

const folder = mkdtempSync(join(tmpdir(), 'startline-statements-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (bytes: Uint8Array | string, name = 'statement') => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
const all = async (parts: AsyncIterable<StatementPart>): Promise<StatementPart[]> => Array.fromAsync(parts)

const HEADER =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,' +
  '退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const TOTALS = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'
const paid =
  '`2021-01-28 ' +
  '17:07:11,`wx81be3101902f7cb2,`1601959334,`0,`,`4200000925202101284997714292,`S20210128170702357723,' +
  '`ofyak5qR,`NATIVE,`SUCCESS,`OTHERS,`CNY,`0.01,`0.00,`0,`0,`0.00,`0.00,`,`,`for ' +
  'testing, with a comma,`cipher code,`0.05940,`0.60%,`9.90,`0.00,`'
const back =
  '`2021-01-28 18:00:00,`wx81be3101902f7cb2,`1601959334,`0,`,`4200000925202101284997714292,' +
  '`S20210128170702357723,`ofyak5qR,`NATIVE,`REFUND,`OTHERS,`CNY,`0.00,`0.00,`50300001,`S1-r1,`2.50,`0.00,' +
  '`ORIGINAL,`PROCESSING,`for testing,`,`-0.01500,`0.60%,`0.00,`2.50,`'
const wechatFile = (...lines: string[]) => `\ufeff${[HEADER, ...lines].join('\r\n')}\r\n`
const totals = '`2,`9.90,`2.50,`0.00,`0.04440,`9.90,`2.50'

test("WeChat Pay's form: backticks, commas in names, fees, totals; plain, packed, or from a spreadsheet", async () => {
  const text = wechatFile(paid, back, TOTALS, totals)
  const expected = [
    {
      kind: 'payment',
      line: 2,
      at: new Date('2021-01-28T09:07:11Z'),
      tradeno: 'S20210128170702357723',
      number: '4200000925202101284997714292',
      amount: 990,
      currency: 'CNY',
      fee: 5940,
      rate: 6000,
      state: 'paid',
    },
    {
      kind: 'refund',
      line: 3,
      refundno: 'S1-r1',
      refundNumber: '50300001',
      amount: 250,
      fee: -1500,
      state: 'under_way',
    },
    { kind: 'totals', line: 5, count: 2, received: 990, refunded: 250, fees: 4440 },
  ]
  for (const [name, bytes] of [
    ['plain', text],
    ['packed', gzipSync(text)],
    ['gbk', gbkBytes(text.slice(1))],
  ] as const)
    expect(await all(readWechatStatement(file(bytes, name), '1601959334')), name).toMatchObject(expected)
})

test('an unreadable line is reported by its number, and never ends the reading', async () => {
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
  expect(parts.map((part) => (part.kind === 'malformed' ? `${part.line} ${part.why}` : part.kind))).toEqual([
    '2 time',
    '3 merchant',
    '4 amount',
    '5 kind',
    '6 number',
    '7 columns',
    '8 columns',
    '9 too_long',
    '10 kind',
    'payment',
    '11 no_end',
  ])
  for (const bytes of ['', 'a,b,c\n1,2,3\n', gzipSync(wechatFile(paid)).subarray(0, 60)])
    await expect(all(readWechatStatement(file(bytes), '1601959334')), String(bytes.slice(0, 9))).rejects.toThrow(
      StatementUnreadable,
    )
  await expect(all(readWechatStatement(join(folder, 'none'), '1601959334'))).rejects.toThrow(StatementUnreadable)
})

const ALIPAY =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,' +
  '券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'
const sold = (change: Partial<Record<'name' | 'kind' | 'amount' | 'refund' | 'fee', string>> = {}) =>
  [
    '2026100322001400000000000001\t',
    '1k8_abc_1\t',
    change.kind ?? '交易',
    change.name ?? '半程马拉松',
    '2026-10-03 10:00:00',
    '2026-10-03 10:00:30',
    '',
    '',
    '',
    '',
    'buy***@example.com',
    change.amount ?? '35.80',
    '35.80',
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '',
    '0.00',
    '0.00',
    change.refund ?? '',
    change.fee ?? '-0.21',
    '0.00',
    '',
  ].join(',')
const alipayFile = (lines: string[], account = '20881234567890120156') =>
  zipOf(
    [
      {
        name: gbkBytes('20881234567890120156_20261003_业务明细(汇总).csv'),
        bytes: gbkBytes('#支付宝业务汇总查询\r\n'),
      },
      {
        name: gbkBytes('20881234567890120156_20261003_业务明细.csv'),
        bytes: gbkBytes(
          [
            '#支付宝业务明细查询',
            `#账号：[${account}]`,
            '#----业务明细列表----',
            ALIPAY,
            ...lines,
            '#----业务明细列表结束----',
            '#交易合计：1笔，商家实收共35.80元，商家优惠共0.00元',
            '#退款合计：1笔，商家实收退款共-5.00元，商家优惠退款共0.00元',
          ].join('\r\n'),
        ),
      },
    ],
    new Date('2026-10-04T02:00:00Z'),
  )
const here = (number: string) => number.replaceAll('_', '-')

test("Alipay's published form: a zip of GBK, signs of refunds and fees, names with commas, both totals", async () => {
  const parts = await all(
    readAlipayStatement(
      file(
        alipayFile([
          sold({ name: '半程, 2026' }),
          sold({ kind: '退款', amount: '-5.00', refund: '1k8_abc_1_r1\t', fee: '0.03' }),
        ]),
      ),
      '2088123456789012',
      here,
    ),
  )
  expect(parts).toMatchObject([
    {
      kind: 'payment',
      line: 5,
      at: new Date('2026-10-03T02:00:30Z'),
      tradeno: '1k8-abc-1',
      number: '2026100322001400000000000001',
      amount: 3580,
      currency: 'CNY',
      fee: 21_000,
      state: 'paid',
    },
    { kind: 'refund', line: 6, refundno: '1k8-abc-1-r1', amount: 500, fee: -3000, state: 'done' },
    { kind: 'totals', payments: 1, refunds: 1, received: 3580, refunded: 500 },
  ])
  const wrong = await all(
    readAlipayStatement(
      file(
        alipayFile(
          [sold({ kind: '其它' }), sold({ amount: '-1.00' }), sold({ kind: '退款', amount: '-1.00' })],
          '2088999999999999',
        ),
      ),
      '2088123456789012',
      here,
    ),
  )
  expect(wrong.map((part) => (part.kind === 'malformed' ? `${part.line} ${part.why}` : part.kind))).toEqual([
    '2 merchant',
    '5 kind',
    '6 amount',
    '7 number',
    'totals',
  ])
  const altered = alipayFile([sold()])
  altered[altered.indexOf(gbkBytes('业务明细.csv')) + 20]! ^= 0xff
  for (const bytes of [
    altered,
    withWrongChecksum(alipayFile([sold()])),
    altered.subarray(0, 300),
    Buffer.from('#支付宝\r\n'),
  ])
    await expect(all(readAlipayStatement(file(bytes), '2088123456789012', here))).rejects.toThrow(StatementUnreadable)
})

const moved = (change: Record<string, unknown> = {}) =>
  JSON.stringify({
    transaction_info: {
      transaction_id: '5TY05013RG002845M',
      transaction_event_code: 'T0006',
      transaction_initiation_date: '2026-11-20T08:31:36+0000',
      transaction_amount: { currency_code: 'USD', value: '465.00' },
      fee_amount: { currency_code: 'USD', value: '-13.79' },
      transaction_status: 'S',
      custom_field: '1k8-abc-1',
      invoice_id: '1k8-abc-1',
      ...change,
    },
  })
const dollars = (value: string) => ({ transaction_amount: { currency_code: 'USD', value }, fee_amount: undefined })
const searchFile = (lines: string[], total = lines.length, merchant = 'XZXSPECPDZHZU') =>
  [
    JSON.stringify({ account_number: merchant, start_date: '2026-11-19T16:00:00Z', end_date: '2026-11-20T15:59:59Z' }),
    ...lines,
    JSON.stringify({ total_items: total }),
  ].join('\n')

test("PayPal's answers: payments, refunds, and payments that were taken back; other transactions are only counted", async () => {
  const lines = [
    moved(),
    moved({
      transaction_id: '1REFUND',
      transaction_event_code: 'T1107',
      paypal_reference_id: '5TY05013RG002845M',
      custom_field: '1k8-abc-1-r0',
      ...dollars('-20.00'),
    }),
    moved({
      transaction_id: '1CASE',
      transaction_event_code: 'T1201',
      paypal_reference_id: '5TY05013RG002845M',
      ...dollars('-465.00'),
    }),
    moved({ transaction_event_code: 'T0400', ...dollars('-900.00') }),
    moved({ transaction_status: 'P' }),
    moved({
      transaction_status: 'V',
      transaction_id: 'GIFT',
      custom_field: undefined,
      invoice_id: 'no number of ours!',
    }),
  ]
  const parts = await all(readPaypalStatement(file(searchFile(lines)), 'XZXSPECPDZHZU'))
  expect(parts).toMatchObject([
    { kind: 'span', from: new Date('2026-11-19T16:00:00Z'), until: new Date('2026-11-20T16:00:00Z') },
    {
      kind: 'payment',
      line: 2,
      at: new Date('2026-11-20T08:31:36Z'),
      tradeno: '1k8-abc-1',
      number: '5TY05013RG002845M',
      amount: 46_500,
      currency: 'USD',
      fee: 1_379_000,
      state: 'paid',
    },
    {
      kind: 'refund',
      line: 3,
      tradeno: '1k8-abc-1',
      refundno: '1k8-abc-1-r0',
      refundNumber: '1REFUND',
      amount: 2000,
      state: 'done',
    },
    { kind: 'payment', line: 4, amount: 46_500, state: 'taken_back' },
    { kind: 'payment', line: 7, tradeno: 'GIFT', state: 'paid' },
    { kind: 'totals', count: 4 },
  ])
  const wrong = await all(
    readPaypalStatement(
      file(
        searchFile(
          [
            '{"transaction_info":{}}',
            'x',
            moved({ transaction_initiation_date: 'then' }),
            moved(dollars('4.655')),
            moved({ transaction_event_code: 'PAYMENT' }),
            moved({ transaction_id: 'ä' }),
          ],
          7,
          'SOMEBODY',
        ),
      ),
      'XZXSPECPDZHZU',
    ),
  )
  expect(wrong.map((part) => (part.kind === 'malformed' ? `${part.line} ${part.why}` : part.kind))).toEqual([
    'span',
    '1 merchant',
    '2 columns',
    '3 columns',
    '4 time',
    '5 amount',
    '6 kind',
    '7 number',
    'totals',
  ])
  expect(wrong.at(-1), 'one less than it says; what cannot be parsed is no transaction').toMatchObject({ count: 2 })
  expect(
    (
      await all(readPaypalStatement(file(searchFile([moved()]).split('\n').slice(0, 2).join('\n')), 'XZXSPECPDZHZU'))
    ).at(-1),
  ).toMatchObject({ why: 'no_end' })
  for (const bytes of ['', 'a,b\n', '"RH",x\n"CH","Transaction ID"\n'])
    await expect(all(readPaypalStatement(file(bytes), 'x')), bytes).rejects.toThrow(StatementUnreadable)
})

test("the bank's lists: two headings in one file, both names of columns; an unreadable line is reported by its number", async () => {
  const orders =
    '分行号,商户号,商户订单日期,商户订单号,银行订单流水号,币种,订单金额,优惠金额,结算金额,手续费,订单状态,卡类型,银行日期,银行时间'
  const order = (...change: [from: string, to: string][]) =>
    change.reduce(
      (row, [from, to]) => row.replace(from, to),
      '`0755,`000257,`20261119,`1k8OabcO1,`16250323300000000020,`10,`35.80,`0.00,`35.80,`0.21,`0,`02,' +
        '`20261120,`001500',
    )
  const text = [
    orders,
    order(),
    order(['`0,`02', '`1,`02']),
    order(['000257', '000258']),
    order(['35.80', 'much']),
    order(['`001500', '`']),
    order(['`0,`02', '`7,`02']),
    '`0755,`x',
    '退款流水号,商户定单号,定单参考号,商户定单日期,退款币种,退款金额,费用金额,银行受理日期,银行受理时间,退款状态',
    '`r0,`1k8OabcO1,`16250323300000000020,`20261119,`10,`5.00,`0.00,`20261120,`120000,`210',
    '`r1,`1k8OabcO1,`16250323300000000020,`20261119,`10,`5.00,`0.00,`20261120,`120000,`219',
    '共11笔',
  ].join('\r\n')
  const parts = await all(readCmbStatement(file(gbkBytes(text)), '000257'))
  expect(parts.map((part) => (part.kind === 'malformed' ? `${part.line} ${part.why}` : part.kind))).toEqual([
    'payment',
    'payment',
    '4 merchant',
    '5 amount',
    '6 time',
    '7 kind',
    '8 columns',
    'refund',
    'refund',
    'totals',
  ])
  expect(parts[0]).toMatchObject({
    line: 2,
    at: new Date('2026-11-19T16:15:00Z'),
    tradeno: '1k8-abc-1',
    number: '16250323300000000020',
    amount: 3580,
    fee: 21_000,
    state: 'paid',
  })
  expect([parts[1], parts[7], parts[8]]).toMatchObject([
    { state: 'reversed' },
    { refundno: '1k8-abc-1-r0', amount: 500, state: 'done' },
    { refundno: '1k8-abc-1-r1', state: 'under_way' },
  ])
  for (const bytes of ['', 'a,b\n'])
    await expect(all(readCmbStatement(file(bytes), 'x')), bytes).rejects.toThrow(StatementUnreadable)
})
