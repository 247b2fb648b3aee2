import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { staffSession } from '#test/people.ts'
import { consoleReconciliationsSettle, consoleReconciliationsShow } from './contract.ts'
import { reconcile } from './service.ts'
import { listUnlisted, replaceDifferences } from './store.ts'

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

const header =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const sumsHeader = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'
/** A line of a payment of 88 yuan that our books do not have. */
const stranger = `\`${day} 12:00:00,\`wx,\`1900000109,\`0,\`,\`4200088,\`by-hand-88,\`o,\`NATIVE,\`SUCCESS,\`OTHERS,\`CNY,\`88.00,\`0.00,\`0,\`0,\`0.00,\`0.00,\`,\`,\`x,\`,\`0.00000,\`0.00%,\`88.00,\`0.00,\``
const statement = (lines: readonly string[]): string => {
  const sum = `${lines.length * 88}.00`
  return [header, ...lines, sumsHeader, `\`${lines.length},\`${sum},\`0.00,\`0.00,\`0,\`${sum},\`0.00`].join('\r\n')
}
const written = (name: string, content: string | Uint8Array): string => {
  const file = join(desk.parts.folder, name)
  writeFileSync(file, content)
  return file
}

test('an empty fetch leaves open differences of a file, and every run is kept', async () => {
  const file = written('eighty-eight.csv', statement([stranger]))
  expect(found(await run(file))).toEqual(['unknown_number'])
  expect(await run(), 'the channel has no trades of that day').toMatchObject({ state: 'differs', open: 1, lines: 0 })
  const shown = await desk.ask(consoleReconciliationsShow, { gateway: 'wechat', day }, cashier)
  expect(shown.day).toMatchObject({ state: 'differs', open: 1, source: 'file', lines: 1, received: 8800 })
  expect(shown.items).toMatchObject([{ kind: 'unknown_number', tradeno: 'by-hand-88' }])
  expect(shown.runs).toMatchObject([
    { source: 'none', state: 'differs', lines: 0 },
    { source: 'file', state: 'differs', lines: 1, differences: 1 },
  ])
  await desk.ask(
    consoleReconciliationsSettle,
    { gateway: 'wechat', day, id: shown.items[0]!.id, note: '线下收款' },
    cashier,
  )
  expect(await run()).toMatchObject({ state: 'even', open: 0 })
})

test('an empty or broken file removes no difference of an earlier statement', async () => {
  const file = written('again.csv', statement([stranger.replace('by-hand-88', 'by-hand-89')]))
  expect(await run(file)).toMatchObject({ state: 'differs', open: 1, lines: 1 })
  expect(await run(written('empty.csv', statement([])))).toMatchObject({ state: 'differs', open: 1, lines: 0 })
  const shown = () => desk.ask(consoleReconciliationsShow, { gateway: 'wechat', day }, cashier)
  expect((await shown()).day).toMatchObject({ state: 'differs', open: 1, lines: 1, received: 8800 })

  desk.clock.set(`${day}T12:00:00+08:00`)
  await desk.tidy()
  const { id } = await desk.order()
  await desk.start(id)
  desk.sandbox.pay(await desk.numberOf(id))
  await desk.sandbox.deliver()
  desk.clock.set('2026-03-04T11:00:00+08:00')
  expect(await run(), 'the difference of the file stays').toMatchObject({ matched: 1, open: 1 })
  const noted = () => desk.db.selectFrom('statement_lines').select('id').where('day', '=', day).execute()
  expect(await noted()).toHaveLength(1)
  const packed = gzipSync(statement(Array.from({ length: 3000 }, (_, n) => stranger.replace('88,', `${n},`))))
  expect(await run(written('half.csv.gz', packed.subarray(0, packed.length / 2)))).toMatchObject({ state: 'failed' })
  expect(await noted(), 'the line of the earlier statement').toHaveLength(1)
  expect((await shown()).items.map(({ tradeno }) => tradeno)).toEqual(['by-hand-89'])
})

test('a difference that a fetched statement reports too goes when a later fetched statement lacks it', async () => {
  const key = { gateway: 'wechat', day }
  await run(written('ninety.csv', statement([stranger.replace('by-hand-88', 'by-hand-90')])))
  const of = () =>
    desk.db
      .selectFrom('reconciliation_differences')
      .select(['mark', 'kind', 'source'])
      .where('tradeno', '=', 'by-hand-90')
      .execute()
  const [one] = await of()
  expect(one).toMatchObject({ source: 'file' })
  const replace = (found: { mark: string; kind: 'unknown_number'; tradeno: string }[]) =>
    desk.db.transaction().execute((tx) => replaceDifferences(tx, key, { found, source: 'fetched' }, desk.clock.now()))
  await replace([])
  expect(await of(), 'only the file reported it').toHaveLength(1)
  await replace([{ mark: one!.mark, kind: 'unknown_number', tradeno: 'by-hand-90' }])
  await replace([])
  expect(await of()).toEqual([])
})

test('unlisted payments are listed page by page', async () => {
  desk.clock.set(`${day}T15:00:00+08:00`)
  await desk.tidy()
  for (let n = 0; n < 3; n++) {
    const { id } = await desk.order()
    await desk.start(id)
    desk.sandbox.pay(await desk.numberOf(id))
    await desk.sandbox.deliver()
  }
  const span = { from: new Date(`${day}T00:00:00+08:00`), until: new Date('2026-03-04T00:00:00+08:00') }
  const all = await listUnlisted(desk.db, 'wechat', span, { most: 100 })
  expect(all.length).toBeGreaterThanOrEqual(3)
  const pages = []
  for (let after: (typeof all)[number] | undefined; ;) {
    const [one] = await listUnlisted(desk.db, 'wechat', span, { most: 1, after })
    if (!one) break
    pages.push((after = one))
  }
  expect(pages).toEqual(all)
})
