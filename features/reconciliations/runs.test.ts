import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { staffSession } from '#test/people.ts'
import { consoleReconciliationsSettle, consoleReconciliationsShow } from './contract.ts'
import { reconcile } from './service.ts'

const day = '2026-03-03'
let desk: Cashdesk
let cashier: { token: string }
beforeAll(async () => {
  desk = await openCashdesk()
  desk.clock.set('2026-03-04T10:30:00+08:00')
  cashier = await staffSession(desk, [{ raceid: null, role: 'cashier' }])
})
afterAll(() => desk.close())

const run = async (file?: string) => (await reconcile(desk.parts, { gateway: 'wechat', day, file }, desk.clock.now()))!
const found = ({ differences }: { differences: readonly { kind: string }[] }) => differences.map(({ kind }) => kind)

test('an empty fetch leaves open what a file told of, and every run is kept', async () => {
  const file = join(desk.parts.folder, 'eighty-eight.csv')
  const header =
    '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
  const stranger = `\`${day} 12:00:00,\`wx,\`1900000109,\`0,\`,\`4200088,\`by-hand-88,\`o,\`NATIVE,\`SUCCESS,\`OTHERS,\`CNY,\`88.00,\`0.00,\`0,\`0,\`0.00,\`0.00,\`,\`,\`x,\`,\`0.00000,\`0.00%,\`88.00,\`0.00,\``
  const sums =
    '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\r\n`1,`88.00,`0.00,`0.00,`0,`88.00,`0.00'
  writeFileSync(file, [header, stranger, sums].join('\r\n'))
  expect(found(await run(file))).toEqual(['unknown_number'])
  expect(await run(), 'the channel has no trades of that day').toMatchObject({ state: 'differs', open: 1, lines: 0 })
  const shown = await desk.ask(consoleReconciliationsShow, { gateway: 'wechat', day }, cashier)
  expect(shown.day).toMatchObject({ state: 'differs', open: 1, source: 'file', lines: 1, received: 8800 })
  expect(shown.items).toMatchObject([{ kind: 'unknown_number', tradeno: 'by-hand-88' }])
  expect(shown.runs).toMatchObject([
    { source: 'none', state: 'differs', lines: 0 },
    { source: 'file', state: 'differs', lines: 1, differences: 1 },
  ])
  // Once staff settle the difference, the day balances.
  await desk.ask(
    consoleReconciliationsSettle,
    { gateway: 'wechat', day, id: shown.items[0]!.id, note: '线下收款' },
    cashier,
  )
  expect(await run()).toMatchObject({ state: 'even', open: 0 })
})
