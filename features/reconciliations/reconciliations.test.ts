import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refundOrder } from '#features/payments/actions.ts'
import type { StatedPayment, StatedRefund } from '#server/outside/statement.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { staffSession } from '#test/people.ts'
import { reconcile } from './actions.ts'
import { consoleReconciliationsList, consoleReconciliationsRate, consoleReconciliationsRun, consoleReconciliationsSettle, consoleReconciliationsShow } from './contract.ts'
import { jobs } from './jobs.ts'
import { lastDay, noSums, paymentFound, refundFound, spanOf, totalsFound } from './rules.ts'

const shanghai = { zone: 'Asia/Shanghai', readyHour: 10 }

describe('rules', () => {
  const at = new Date('2026-03-01T04:00:00Z')
  const line: StatedPayment = { kind: 'payment', line: 2, at, tradeno: 't-1', number: '4200', amount: 10_000, currency: 'CNY', fee: 60_000, rate: 6000, state: 'paid' }
  const ours = { state: 'paid', gateway: 'wechat', amount: 10_000, currency: 'CNY', number: '4200' }
  const back: StatedRefund = { ...line, kind: 'refund', refundno: 't-1-r1', amount: 2500, fee: -15_000, state: 'done' }
  const ourBack = { state: 'done', gateway: 'wechat', amount: 2500, currency: 'CNY' }
  const kinds = (found: readonly { kind: string }[]) => found.map(({ kind }) => kind)
  test('a payment that agrees differs in nothing, and each way of differing has its name', () => {
    expect(paymentFound(line, ours, 'wechat', undefined)).toEqual([])
    expect(kinds(paymentFound(line, undefined, 'wechat', undefined))).toEqual(['unknown_number'])
    expect(kinds(paymentFound(line, { ...ours, gateway: 'alipay' }, 'wechat', undefined))).toEqual(['unknown_number'])
    expect(kinds(paymentFound(line, { ...ours, state: 'closed' }, 'wechat', undefined))).toEqual(['missing_here'])
    expect(kinds(paymentFound({ ...line, state: 'reversed' }, ours, 'wechat', undefined))).toEqual(['reversed'])
    expect(paymentFound({ ...line, state: 'reversed' }, { ...ours, state: 'closed' }, 'wechat', undefined)).toEqual([])
    expect(paymentFound(line, { ...ours, amount: 9999 }, 'wechat', undefined)).toEqual([{ kind: 'amount', ours: 'CNY 99.99', theirs: 'CNY 100.00' }])
    expect(kinds(paymentFound({ ...line, currency: 'USD' }, ours, 'wechat', undefined))).toEqual(['currency'])
    expect(kinds(paymentFound({ ...line, number: '4201' }, ours, 'wechat', undefined))).toEqual(['number'])
    expect(paymentFound(line, ours, 'wechat', 3800)).toEqual([{ kind: 'fee', ours: '0.38', theirs: '0.60' }])
    expect(paymentFound({ ...line, fee: 61_000 }, ours, 'wechat', undefined), 'a fen of rounding is no other rate').toEqual([])
    expect(paymentFound({ ...line, rate: undefined }, ours, 'wechat', undefined), 'without a rate there is nothing to compare with').toEqual([])
  })
  test('so with refunds; one that is still under way there is only told of', () => {
    expect(refundFound(back, ourBack, 'wechat', undefined)).toEqual([])
    expect(kinds(refundFound(back, undefined, 'wechat', undefined))).toEqual(['refund_missing_here'])
    expect(kinds(refundFound(back, { ...ourBack, amount: 2000 }, 'wechat', undefined))).toEqual(['refund_amount'])
    expect(kinds(refundFound(back, { ...ourBack, currency: 'USD' }, 'wechat', undefined))).toEqual(['refund_currency'])
    expect(kinds(refundFound(back, { ...ourBack, state: 'failed' }, 'wechat', undefined))).toEqual(['refund_state'])
    expect(kinds(refundFound({ ...back, state: 'failed' }, ourBack, 'wechat', undefined))).toEqual(['refund_state'])
    expect(refundFound({ ...back, state: 'under_way' }, { ...ourBack, state: 'sent' }, 'wechat', undefined)).toEqual([])
    expect(refundFound({ ...back, fee: 0 }, ourBack, 'wechat', undefined), 'a channel that keeps its fee').toEqual([])
    expect(kinds(refundFound({ ...back, fee: -99_000 }, ourBack, 'wechat', undefined))).toEqual(['fee'])
  })
  test("a statement's own sums, and only those it gives", () => {
    const sums = { ...noSums(), payments: 2, received: 300, refunds: 1, refunded: 50 }
    expect(totalsFound({ kind: 'totals', line: 9, count: 3, received: 300, refunded: 50 }, sums)).toEqual([])
    expect(totalsFound({ kind: 'totals', line: 9, payments: 3, received: 301 }, sums)).toEqual([{ kind: 'totals', ours: 'payments 2, received 300', theirs: 'payments 3, received 301' }])
  })
  test("a channel's day is one of its own zone, and can be had from ten in the next morning on", () => {
    expect(spanOf('2026-03-01', 'Asia/Shanghai')).toEqual({ from: new Date('2026-02-28T16:00:00Z'), until: new Date('2026-03-01T16:00:00Z') })
    expect(lastDay(new Date('2026-03-02T01:59:59Z'), shanghai)).toBe('2026-02-28')
    expect(lastDay(new Date('2026-03-02T02:00:00Z'), shanghai)).toBe('2026-03-01')
  })
})

let desk: Cashdesk
let cashier: { token: string }
beforeAll(async () => {
  desk = await openCashdesk()
}, 60_000)
afterAll(() => desk.close())

/** The day that each story plays on; the next story begins on the day after. */
let day = '2026-03-02'
const morning = () => desk.clock.set(`${day}T12:00:00+08:00`)
/** No session of staff lasts for a day. */
const logIn = async () => void (cashier = await staffSession(desk, [{ raceid: null, role: 'cashier' }]))
const nextMorning = async () => {
  desk.clock.set(new Date(Date.parse(`${day}T10:30:00+08:00`) + 86_400_000))
  await logIn()
}
beforeEach(async () => {
  day = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  morning()
  await desk.tidy()
  await logIn()
})
const paid = async (gateway: 'wechat' | 'alipay' = 'wechat') => {
  const { id } = await desk.order()
  await (gateway === 'wechat' ? desk.start(id) : desk.startAlipay(id))
  ;(gateway === 'wechat' ? desk.pretend : desk.alipay).pay(await desk.numberOf(id))
  await (gateway === 'wechat' ? desk.pretend : desk.alipay).deliver()
  return id
}
const refund = async (orderid: number, amount: number) => {
  await desk.db.transaction().execute((tx) => refundOrder(tx, 2026, orderid, amount, 'exit', desk.clock.now()))
  await desk.refundsRun()
  await desk.pretend.deliver('all')
}
const run = async (gateway: 'wechat' | 'alipay' = 'wechat', file?: string) => (await reconcile(desk.parts, { gateway, day, file }, desk.clock.now()))!
const found = (compared: { differences: readonly { kind: string; settled: boolean }[] }) => compared.differences.map(({ kind, settled }) => `${kind}${settled ? ' settled' : ''}`).sort()

test('a random day at both channels differs in nothing: payments, refunds whole and in part, late and doubled money', async () => {
  const random = (below: number) => Math.floor(Math.random() * below)
  for (let n = 0; n < 14; n++) {
    const id = await paid(random(2) ? 'alipay' : 'wechat')
    if (random(3) === 0) await refund(id, 1 + random(9000))
    desk.minutes(random(3))
  }
  for (const gateway of ['wechat', 'alipay'] as const) await refund(await paid(gateway), 10_000)
  // Paid at both: the second goes back by itself.
  const twice = await desk.order()
  await desk.start(twice.id)
  const first = await desk.numberOf(twice.id)
  await desk.startAlipay(twice.id)
  desk.pretend.pay(first)
  desk.alipay.pay(await desk.numberOf(twice.id))
  await desk.pretend.deliver()
  await desk.alipay.deliver()
  const late = await desk.order()
  await desk.start(late.id)
  const number = await desk.numberOf(late.id)
  desk.pretend.pay(number, { amount: 9999 })
  await desk.pretend.deliver()
  await desk.refundsRun()
  await nextMorning()
  for (const gateway of ['wechat', 'alipay'] as const) {
    const compared = await run(gateway)
    expect(found(compared), gateway).toEqual([])
    expect(compared).toMatchObject({ state: 'even', open: 0 })
    expect(compared.matched).toBe(compared.lines)
    expect(compared.lines).toBeGreaterThan(2)
  }
  expect(await run('wechat'), 'again: the same').toMatchObject({ state: 'even', open: 0 })
  expect(await desk.unbalanced()).toEqual([])
})

test('each kind of difference is named, whichever side it comes from', async () => {
  const ids = []
  for (let n = 0; n < 6; n++) ids.push(await paid())
  const back = await paid()
  await refund(back, 4000)
  const late = await paid()
  await refund(late, 3000)
  const set = (orderid: number, change: Record<string, unknown>) => desk.db.updateTable('payments').set(change).where('raceid', '=', 2026).where('orderid', '=', orderid).execute()
  await set(ids[0]!, { paid_amount: 9000 })
  await set(ids[1]!, { paid_currency: 'USD' })
  await set(ids[2]!, { gateway_number: '4200000000' })
  await set(ids[3]!, { tradeno: `${await desk.numberOf(ids[3]!)}23` })
  await desk.db.updateTable('refunds').set({ amount: 3500 }).where('raceid', '=', 2026).where('orderid', '=', back).execute()
  await desk.db.updateTable('refunds').set({ refundno: 'somebody-else-r1' }).where('raceid', '=', 2026).where('orderid', '=', late).execute()
  await nextMorning()
  const compared = await run()
  expect(found(compared)).toEqual(['amount', 'currency', 'missing_there', 'number', 'refund_amount', 'refund_missing_here', 'refund_missing_there', 'unknown_number'])
  expect(compared.differences.find(({ kind }) => kind === 'amount')).toMatchObject({ ours: 'CNY 90.00', theirs: 'CNY 100.00', orderid: ids[0], line: expect.any(Number) })
  expect(await desk.db.selectFrom('statement_lines').selectAll().where('day', '=', day).execute(), 'each line that is ours is noted').toHaveLength(8)
  await desk.db.updateTable('payments').set({ paid_amount: 10_000 }).where('orderid', '=', ids[0]!).execute()
  expect(found(await run()), 'mended: gone at the next run').not.toContain('amount')
})

test('money whose notice never came is asked for at the channel and booked, never believed of the statement', async () => {
  desk.pretend.weather.holdNotices = true
  const { id } = await desk.order()
  await desk.start(id)
  const number = await desk.numberOf(id)
  desk.pretend.pay(number)
  const other = await paid()
  await nextMorning()
  desk.pretend.weather.down = false
  const first = await run()
  expect(found(first)).toEqual(['missing_here settled', 'missing_here settled'])
  expect([first.state, first.asked, await desk.stateOf(id), await desk.stateOf(other)]).toEqual(['even', 2, 'paid', 'paid'])
  expect(found(await run()), 'and never again').toEqual([])

  // The same told by a file alone, while the channel itself knows of no payment: nothing is booked.
  const unpaid = await desk.order()
  await desk.start(unpaid.id)
  const file = join(desk.parts.folder, 'told.csv')
  const lineOf = (tradeno: string, amount: string) => `\`${day} 12:00:00,\`wx,\`1900000109,\`0,\`,\`4200001,\`${tradeno},\`o,\`NATIVE,\`SUCCESS,\`OTHERS,\`CNY,\`${amount},\`0.00,\`0,\`0,\`0.00,\`0.00,\`,\`,\`x,\`,\`0.60000,\`0.60%,\`${amount},\`0.00,\``
  const header = '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
  const told = lineOf(await desk.numberOf(unpaid.id), '100.00')
  writeFileSync(file, [header, told, told, 'what is this', '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额', '`2,`199.00,`0.00,`0.00,`1.2,`199.00,`0.00'].join('\r\n'))
  const compared = await run('wechat', file)
  expect(found(compared)).toEqual(['doubled', 'malformed', 'missing_here', 'missing_there', 'missing_there', 'totals'])
  expect(await desk.stateOf(unpaid.id)).toBe('open')
})

test('a fee that is not the agreed rate; a channel that is down or has nothing; a file that is none; two runs at once', async () => {
  await nextMorning()
  desk.pretend.weather.down = true
  expect(await run()).toMatchObject({ state: 'not_ready', open: 0 })
  desk.pretend.weather.down = false
  expect(await run(), 'no trades that day').toMatchObject({ state: 'even', lines: 0 })
  morning()
  await paid()
  expect(await run(), 'not over yet').toMatchObject({ state: 'not_ready' })
  await nextMorning()
  const both = await Promise.all([run(), run()])
  expect(both.filter((one) => one !== undefined)).toHaveLength(1)
  await desk.ask(consoleReconciliationsRate, { gateway: 'wechat', rate: 3800 }, cashier)
  expect(found(await run())).toEqual(['fee'])
  await desk.ask(consoleReconciliationsRate, { gateway: 'wechat' }, cashier)
  expect(found(await run())).toEqual([])
  const file = join(desk.parts.folder, 'other.csv')
  writeFileSync(file, 'a,b\n1,2\n')
  expect(await run('wechat', file)).toMatchObject({ state: 'failed', failure: expect.stringContaining('no statement of WeChat Pay') })
})

describe('the console', () => {
  test('is for staff of all races who may reconcile', async () => {
    expect(await desk.call(consoleReconciliationsList, {})).toMatchObject({ code: '401' })
    const ofOne = await staffSession(desk, [{ raceid: 2026, role: 'cashier' }])
    const registrar = await staffSession(desk, [{ raceid: null, role: 'registrar' }])
    for (const who of [ofOne, registrar])
      for (const refused of [desk.call(consoleReconciliationsList, {}, who), desk.call(consoleReconciliationsShow, { gateway: 'wechat', day }, who), desk.call(consoleReconciliationsRun, { gateway: 'wechat', day }, who), desk.call(consoleReconciliationsSettle, { gateway: 'wechat', day, id: 1, note: 'x' }, who), desk.call(consoleReconciliationsRate, { gateway: 'wechat', rate: 1 }, who)])
        expect(await refused).toMatchObject({ code: '403' })
    expect(await desk.call(consoleReconciliationsShow, { gateway: 'wechat', day: '2020-01-01' }, cashier)).toMatchObject({ refusal: 'reconciliation_none' })
    expect(await desk.call(consoleReconciliationsRun, { gateway: 'wechat', day }, cashier)).toMatchObject({ refusal: 'day_not_over' })
    expect(await desk.call(consoleReconciliationsSettle, { gateway: 'wechat', day, id: 999_999, note: 'x' }, cashier)).toMatchObject({ refusal: 'difference_none' })
  })
  test('lists the days, shows what differs, and marks it as settled with a note; a run again keeps that', async () => {
    const id = await paid()
    await desk.db.updateTable('payments').set({ paid_amount: 9000 }).where('raceid', '=', 2026).where('orderid', '=', id).execute()
    await nextMorning()
    const daily = jobs.find(({ cron }) => cron)!
    expect(daily.cron).toBe('30 2 * * *')
    await daily.run({}, { ...desk.parts, now: desk.clock.now() })
    const { rows } = await sql<{ payload: { gateway: string; day: string } }>`select payload from graphile_worker._private_jobs where payload->>'day' = ${day}`.execute(desk.db)
    expect(rows.map(({ payload }) => payload.gateway).sort()).toEqual(['alipay', 'wechat'])
    for (const { payload } of rows) await jobs.find(({ cron }) => !cron)!.run(payload, { ...desk.parts, now: desk.clock.now() })

    const list = await desk.ask(consoleReconciliationsList, { limit: 2 }, cashier)
    expect(list.channels.map(({ gateway, last }) => [gateway, last])).toEqual(expect.arrayContaining([['wechat', day], ['alipay', day]]))
    expect(list.items).toMatchObject([{ gateway: 'alipay', day, state: 'even', source: 'none' }, { gateway: 'wechat', day, state: 'differs', open: 1, received: 10_000 }])
    const second = await desk.ask(consoleReconciliationsList, { limit: 2, after: list.after! }, cashier)
    expect(second.items[0]!.day < day).toBe(true)
    const { items } = await desk.ask(consoleReconciliationsShow, { gateway: 'wechat', day }, cashier)
    expect(items).toMatchObject([{ kind: 'amount', raceid: 2026, orderid: id, ours: 'CNY 90.00', theirs: 'CNY 100.00' }])
    expect(await desk.call(consoleReconciliationsSettle, { gateway: 'wechat', day, id: items[0]!.id, note: ' ' }, cashier)).toMatchObject({ code: '422' })
    expect(await desk.ask(consoleReconciliationsSettle, { gateway: 'wechat', day, id: items[0]!.id, note: '手工更正' }, cashier)).toEqual({ open: 0 })
    expect(await desk.call(consoleReconciliationsSettle, { gateway: 'wechat', day, id: items[0]!.id, note: 'x' }, cashier)).toMatchObject({ refusal: 'difference_settled' })
    expect(await run()).toMatchObject({ state: 'even', open: 0 })
    const settled = await desk.ask(consoleReconciliationsShow, { gateway: 'wechat', day, settled: true }, cashier)
    expect([settled.day.state, settled.items[0]]).toMatchObject(['even', { note: '手工更正', staff: '工作人员', by_asking: false }])
    expect(await desk.ask(consoleReconciliationsRun, { gateway: 'wechat', day }, cashier)).toEqual({ queued: true })
    const log = await desk.db.selectFrom('log').select('what').where('target', '=', `reconciliation wechat ${day}`).execute()
    expect(log.map(({ what }) => what).sort()).toEqual(['difference settled', 'reconciliation asked'])
  })
})
