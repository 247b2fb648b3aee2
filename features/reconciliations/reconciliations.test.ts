import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { giveBack } from '#features/payments/byHand.service.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { staffSession } from '#test/people.ts'
import { reconcile } from './service.ts'
import {
  type ReconciledChannel,
  channels,
  consoleReconciliationsList,
  consoleReconciliationsRate,
  consoleReconciliationsRun,
  consoleReconciliationsSettle,
  consoleReconciliationsShow,
} from './contract.ts'
import { jobs } from './jobs.ts'

// The first test makes dozens of payments over HTTP at four channels.
vi.setConfig({ testTimeout: 180_000 })
let desk: Cashdesk
let cashier: { token: string }
beforeAll(async () => {
  desk = await openCashdesk()
})
afterAll(() => desk.close())

/** The day of the present test. The next test has the day after. */
let day = '2026-03-02'
const morning = () => desk.clock.set(`${day}T12:00:00+08:00`)
/** Logs in again, because a staff session lasts less than a day. */
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
const begin = async (id: number, gateway: ReconciledChannel) => {
  await (gateway === 'alipay'
    ? desk.startAlipay(id)
    : gateway === 'cmb'
      ? desk.startCmb(id)
      : desk.start(id, { gateway }))
  return desk.numberOf(id)
}
const paid = async (gateway: ReconciledChannel = 'wechat') => {
  const { id } = await desk.order()
  desk.sandboxes[gateway].pay(await begin(id, gateway))
  // PayPal's first notice reports the approval. The server then takes the money, and the second notice reports the
  // payment.
  for (let n = 0; n < (gateway === 'paypal' ? 2 : 1); n++) await desk.sandboxes[gateway].deliver()
  return id
}
const refund = async (orderid: number, amount: number) => {
  await desk.db
    .transaction()
    .execute((tx) =>
      giveBack(tx, { raceid: 2026, orderid, registrationid: 0, amount, reason: 'exit' }, desk.clock.now()),
    )
  await desk.refundsRun()
  await desk.deliver('all')
}
const run = async (gateway: ReconciledChannel = 'wechat', file?: string) =>
  (await reconcile(desk.parts, { gateway, day, file }, desk.clock.now()))!
const found = (compared: { differences: readonly { kind: string; settled: boolean }[] }) =>
  compared.differences.map(({ kind, settled }) => `${kind}${settled ? ' settled' : ''}`).sort()

/** Returns what the ledger has added to a channel since the beginning of this test's day. */
const heldAt = async (gateway: ReconciledChannel, currency: string): Promise<number> => {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(case when debit = ${`gateway:${gateway}`} then amount else -amount end), 0)::int as held from ledger
    where currency = ${currency} and (debit = ${`gateway:${gateway}`} or credit = ${`gateway:${gateway}`}) and at >= ${`${day}T00:00:00+08:00`}::timestamptz`.execute(
    desk.db,
  )
  return rows[0]!.held
}

test('a random day at all four channels has no difference: payments, refunds whole and in part, late and doubled money', async () => {
  const random = (below: number) => Math.floor(Math.random() * below)
  for (let n = 0; n < 14; n++) {
    const id = await paid(channels[random(4)])
    if (random(3) === 0) await refund(id, 100 + random(8900))
    desk.minutes(random(3))
  }
  // The refunds are large, because a fen or two are less than a cent at PayPal.
  for (const gateway of channels) await refund(await paid(gateway), 10_000)
  for (const gateway of ['paypal', 'cmb'] as const) await refund(await paid(gateway), 3333)
  // The runner pays one order at two channels. The server returns the second payment by itself.
  const twice = await desk.order()
  await desk.start(twice.id)
  const first = await desk.numberOf(twice.id)
  await desk.startAlipay(twice.id)
  desk.sandbox.pay(first)
  desk.alipay.pay(await desk.numberOf(twice.id))
  await desk.sandbox.deliver()
  await desk.alipay.deliver()
  const late = await desk.order()
  await desk.start(late.id)
  const number = await desk.numberOf(late.id)
  desk.sandbox.pay(number, { amount: 9999 })
  await desk.sandbox.deliver()
  await desk.refundsRun()
  await nextMorning()
  for (const gateway of channels) {
    const compared = await run(gateway)
    expect(found(compared), gateway).toEqual([])
    expect(compared).toMatchObject({ state: 'even', open: 0 })
    expect(compared.matched).toBe(compared.lines)
    expect(compared.lines, gateway).toBeGreaterThan(2)
    // The books hold the channel's amount, in the channel's currency.
    const currency = gateway === 'paypal' ? 'USD' : 'CNY'
    const { received, refunded } = compared.sums
    expect([compared.sums.currency, received - refunded], gateway).toEqual([currency, await heldAt(gateway, currency)])
  }
  const report = join(desk.parts.folder, 'STL-report.csv')
  // A file of PayPal covers a day of the zone that it names. The server compares it with our books of that span.
  const from = new Date(`${day}T00:00:00Z`)
  writeFileSync(report, desk.paypal.report(from, new Date(from.getTime() + 86_400_000)))
  const filed = await run('paypal', report)
  expect([found(filed), filed.matched]).toEqual([[], filed.lines])
  expect(filed.lines).toBeGreaterThan(2)
  expect(await run('wechat'), 'again: the same').toMatchObject({ state: 'even', open: 0 })
  expect(await desk.unbalanced()).toEqual([])
})

test('each kind of difference is named, whichever side has it', async () => {
  const ids = []
  for (let n = 0; n < 6; n++) ids.push(await paid())
  const back = await paid()
  await refund(back, 4000)
  const late = await paid()
  await refund(late, 3000)
  const set = (orderid: number, change: Record<string, unknown>) =>
    desk.db.updateTable('payments').set(change).where('raceid', '=', 2026).where('orderid', '=', orderid).execute()
  await set(ids[0]!, { paid_amount: 9000 })
  await set(ids[1]!, { paid_currency: 'USD' })
  await set(ids[2]!, { gateway_number: '4200000000' })
  await set(ids[3]!, { tradeno: `${await desk.numberOf(ids[3]!)}23` })
  await desk.db
    .updateTable('refunds')
    .set({ amount: 3500 })
    .where('raceid', '=', 2026)
    .where('orderid', '=', back)
    .execute()
  await desk.db
    .updateTable('refunds')
    .set({ refundno: 'somebody-else-r1' })
    .where('raceid', '=', 2026)
    .where('orderid', '=', late)
    .execute()
  await nextMorning()
  const compared = await run()
  expect(found(compared)).toEqual([
    'amount',
    'currency',
    'missing_there',
    'number',
    'refund_amount',
    'refund_missing_here',
    'refund_missing_there',
    'unknown_number',
  ])
  expect(compared.differences.find(({ kind }) => kind === 'amount')).toMatchObject({
    ours: 'CNY 90.00',
    theirs: 'CNY 100.00',
    orderid: ids[0],
    line: expect.any(Number),
  })
  expect(
    await desk.db.selectFrom('statement_lines').selectAll().where('day', '=', day).execute(),
    'each line that is ours is noted',
  ).toHaveLength(8)
  await desk.db.updateTable('payments').set({ paid_amount: 10_000 }).where('orderid', '=', ids[0]!).execute()
  expect(found(await run()), 'mended: gone at the next run').not.toContain('amount')
})

test('PayPal in cents and the bank by card: each difference is named, also a chargeback; a file of another day is refused', async () => {
  const [cents, dollars, back, taken] = [
    await paid('paypal'),
    await paid('paypal'),
    await paid('paypal'),
    await paid('paypal'),
  ]
  await refund(back!, 4000)
  const [card, cardBack] = [await paid('cmb'), await paid('cmb')]
  await refund(cardBack!, 4000)
  const set = (orderid: number, change: Record<string, unknown>) =>
    desk.db.updateTable('payments').set(change).where('raceid', '=', 2026).where('orderid', '=', orderid).execute()
  const sum = (await desk.tries(cents!))[0]!.paid_amount!
  await set(cents!, { paid_amount: sum + 1 })
  await set(dollars!, { paid_currency: 'EUR' })
  await set(card!, { gateway_number: 'another' })
  await desk.db
    .updateTable('refunds')
    .set({ amount: 1 })
    .where('raceid', '=', 2026)
    .where('orderid', 'in', [back!, cardBack!])
    .execute()
  await nextMorning()
  const compared = await run('paypal')
  expect(found(compared)).toEqual(['amount', 'currency', 'refund_amount'])
  expect(compared.differences.find(({ kind }) => kind === 'amount')).toMatchObject({
    orderid: cents,
    ours: `USD ${((sum + 1) / 100).toFixed(2)}`,
    theirs: `USD ${(sum / 100).toFixed(2)}`,
  })
  expect(found(await run('cmb'))).toEqual(['number', 'refund_amount'])

  const from = new Date(`${day}T00:00:00+08:00`)
  const until = new Date(from.getTime() + 86_400_000)
  const file = join(desk.parts.folder, 'STL-chargeback.csv')
  const [paidThere] = await desk.tries(taken!)
  const chargeback = `"SB","9CHARGEBACK","${paidThere!.tradeno}","${paidThere!.gateway_number}","TXN","T1201",${day.replaceAll('-', '/')} 09:00:00 +0000,${day.replaceAll('-', '/')} 09:00:00 +0000,"DR",${paidThere!.paid_amount},"USD","",,"","${paidThere!.tradeno}","","","","",,,`
  const withdrawal = chargeback.replace('T1201', 'T0400').replace('9CHARGEBACK', '9WITHDRAWN')
  writeFileSync(file, desk.paypal.report(from, until).replace('"SC",5', `${chargeback}\r\n${withdrawal}\r\n"SC",7`))
  expect(found(await run('paypal', file))).toEqual(['amount', 'currency', 'refund_amount', 'reversed'])
  writeFileSync(file, desk.paypal.report(from, until).replace('"SC",5', '"SC",6'))
  expect(found(await run('paypal', file)), 'a line that is missing').toEqual([
    'amount',
    'currency',
    'refund_amount',
    'totals',
  ])
  writeFileSync(file, desk.paypal.report(new Date(from.getTime() - 3 * 86_400_000), from))
  expect(await run('paypal', file)).toMatchObject({ state: 'failed', failure: 'a statement of another day' })
})

test('money without a notice is asked for at the channel and booked, never taken from the statement', async () => {
  desk.sandbox.weather.holdNotices = true
  const { id } = await desk.order()
  await desk.start(id)
  const number = await desk.numberOf(id)
  desk.sandbox.pay(number)
  const other = await paid()
  await nextMorning()
  desk.sandbox.weather.down = false
  const first = await run()
  expect(found(first)).toEqual(['missing_here settled', 'missing_here settled'])
  expect([first.state, first.asked, await desk.stateOf(id), await desk.stateOf(other)]).toEqual([
    'even',
    2,
    'paid',
    'paid',
  ])
  expect(found(await run()), 'and never again').toEqual([])

  // Only an uploaded file reports this payment, and the channel itself does not know it. The server books nothing.
  const unpaid = await desk.order()
  await desk.start(unpaid.id)
  const file = join(desk.parts.folder, 'told.csv')
  const lineOf = (tradeno: string, amount: string) =>
    `\`${day} 12:00:00,\`wx,\`1900000109,\`0,\`,\`4200001,\`${tradeno},\`o,\`NATIVE,\`SUCCESS,\`OTHERS,\`CNY,\`${amount},\`0.00,\`0,\`0,\`0.00,\`0.00,\`,\`,\`x,\`,\`0.60000,\`0.60%,\`${amount},\`0.00,\``
  const header =
    '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
  const line = lineOf(await desk.numberOf(unpaid.id), '100.00')
  writeFileSync(
    file,
    [
      header,
      line,
      line,
      'what is this',
      '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额',
      '`2,`199.00,`0.00,`0.00,`1.2,`199.00,`0.00',
    ].join('\r\n'),
  )
  const compared = await run('wechat', file)
  expect(found(compared)).toEqual(['doubled', 'malformed', 'missing_here', 'missing_there', 'missing_there', 'totals'])
  expect(await desk.stateOf(unpaid.id)).toBe('open')
})

test('a fee against the agreed rate; a channel that is down or has no statement; a file of another kind; two simultaneous runs', async () => {
  await nextMorning()
  desk.sandbox.weather.down = true
  expect(await run()).toMatchObject({ state: 'not_ready', open: 0 })
  desk.sandbox.weather.down = false
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
  expect(await run('wechat', file)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('no statement of WeChat Pay'),
  })
})

describe('the console', () => {
  test('is for staff of all races who may reconcile', async () => {
    expect(await desk.call(consoleReconciliationsList, {})).toMatchObject({ code: '401' })
    const ofOne = await staffSession(desk, [{ raceid: 2026, role: 'cashier' }])
    const registrar = await staffSession(desk, [{ raceid: null, role: 'registrar' }])
    // A cashier of one race gets no access by naming that race, because the books belong to all races.
    const named = { raceid: 2026 }
    for (const who of [ofOne, registrar])
      for (const refused of [
        desk.call(consoleReconciliationsList, { ...named }, who),
        desk.call(consoleReconciliationsShow, { ...named, gateway: 'wechat', day }, who),
        desk.call(consoleReconciliationsRun, { ...named, gateway: 'wechat', day }, who),
        desk.call(consoleReconciliationsSettle, { ...named, gateway: 'wechat', day, id: 1, note: 'x' }, who),
        desk.call(consoleReconciliationsRate, { ...named, gateway: 'wechat', rate: 1 }, who),
      ])
        expect(await refused).toMatchObject({ code: '403' })
    expect(
      await desk.call(consoleReconciliationsShow, { gateway: 'wechat', day: '2020-01-01' }, cashier),
    ).toMatchObject({ refusal: 'reconciliation_none' })
    expect(await desk.call(consoleReconciliationsRun, { gateway: 'wechat', day }, cashier)).toMatchObject({
      refusal: 'day_not_over',
    })
    expect(
      await desk.call(consoleReconciliationsSettle, { gateway: 'wechat', day, id: 999_999, note: 'x' }, cashier),
    ).toMatchObject({ refusal: 'difference_none' })
  })
  test('lists the days, shows differences, and settles one with a note; another run keeps that', async () => {
    const id = await paid()
    await desk.db
      .updateTable('payments')
      .set({ paid_amount: 9000 })
      .where('raceid', '=', 2026)
      .where('orderid', '=', id)
      .execute()
    await nextMorning()
    const daily = jobs.find(({ cron }) => cron)!
    expect(daily.cron).toBe('30 2 * * *')
    await daily.run({}, { ...desk.parts, now: desk.clock.now() })
    const { rows } = await sql<{
      payload: { gateway: string; day: string }
    }>`select payload from graphile_worker._private_jobs where payload->>'day' = ${day}`.execute(desk.db)
    expect(rows.map(({ payload }) => payload.gateway).sort()).toEqual(['alipay', 'cmb', 'paypal', 'wechat'])
    for (const { payload } of rows)
      await jobs.find(({ cron }) => !cron)!.run(payload, { ...desk.parts, now: desk.clock.now() })

    const list = await desk.ask(consoleReconciliationsList, { limit: 4 }, cashier)
    expect(list.channels.map(({ gateway, last }) => [gateway, last])).toEqual(channels.map((gateway) => [gateway, day]))
    expect(list.items).toMatchObject([
      { gateway: 'alipay', day, state: 'even', source: 'none' },
      { gateway: 'cmb', day, state: 'even', source: 'none' },
      { gateway: 'paypal', day, state: 'even', source: 'none' },
      { gateway: 'wechat', day, state: 'differs', open: 1, received: 10_000 },
    ])
    const second = await desk.ask(consoleReconciliationsList, { limit: 2, after: list.after! }, cashier)
    expect(second.items[0]!.day < day).toBe(true)
    const { items } = await desk.ask(consoleReconciliationsShow, { gateway: 'wechat', day }, cashier)
    // Staff settle all stored differences. The day still does not balance, because further differences are not stored.
    await desk.db
      .updateTable('reconciliations')
      .set({ unlisted: 7 })
      .where('gateway', '=', 'wechat')
      .where('day', '=', day)
      .execute()
    expect(items).toMatchObject([
      { kind: 'amount', raceid: 2026, orderid: id, ours: 'CNY 90.00', theirs: 'CNY 100.00' },
    ])
    expect(
      await desk.call(consoleReconciliationsSettle, { gateway: 'wechat', day, id: items[0]!.id, note: ' ' }, cashier),
    ).toMatchObject({ code: '422' })
    expect(
      await desk.ask(
        consoleReconciliationsSettle,
        { gateway: 'wechat', day, id: items[0]!.id, note: '手工更正' },
        cashier,
      ),
    ).toEqual({ open: 7 })
    expect((await desk.ask(consoleReconciliationsShow, { gateway: 'wechat', day }, cashier)).day).toMatchObject({
      state: 'differs',
      open: 7,
      unlisted: 7,
    })
    expect(
      await desk.call(consoleReconciliationsSettle, { gateway: 'wechat', day, id: items[0]!.id, note: 'x' }, cashier),
    ).toMatchObject({ refusal: 'difference_settled' })
    expect(await run()).toMatchObject({ state: 'even', open: 0 })
    const settled = await desk.ask(consoleReconciliationsShow, { gateway: 'wechat', day, settled: true }, cashier)
    expect([settled.day.state, settled.items[0]]).toMatchObject([
      'even',
      { note: '手工更正', staff: '工作人员', by_asking: false },
    ])
    expect(await desk.ask(consoleReconciliationsRun, { gateway: 'wechat', day }, cashier)).toEqual({ queued: true })
    const log = await desk.db
      .selectFrom('log')
      .select('what')
      .where('target', '=', `reconciliation wechat ${day}`)
      .execute()
    expect(log.map(({ what }) => what).sort()).toEqual(['difference settled', 'reconciliation asked'])
  })
})
