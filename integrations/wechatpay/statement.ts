import * as z from 'zod/mini'
import { GatewayDown, GatewayRefused } from '../payment/gateway.ts'
import { momentOf } from '../payment/moments.ts'
import {
  type Malformed,
  type StatedTotals,
  type StatementPart,
  StatementUnreadable,
  type Statements,
} from '../payment/statement.ts'
import {
  downloadTo,
  isNumber,
  statementLinesOf,
  plainBytes,
  feeRateOf,
  sha1Of,
  signedFen,
  thousandthsOf,
} from '../payment/statementFile.ts'

/**
 * WeChat Pay's statement of trades (bill_type ALL): a CSV in which every value begins with a backtick, with one line of
 * totals at its end.
 */

const SUMMARY = '总交易单数'
/** The columns that the reader uses. Statements of older accounts lack the columns of the second list. */
const NEEDED = [
  '交易时间',
  '商户号',
  '微信订单号',
  '商户订单号',
  '交易状态',
  '货币种类',
  '应结订单金额',
  '退款金额',
  '商户退款单号',
  '退款状态',
] as const
const OPTIONAL = ['微信退款单号', '手续费', '费率', '订单金额', '申请退款金额'] as const
type Column = (typeof NEEDED)[number] | (typeof OPTIONAL)[number]

/** Splits a line. A value may hold commas, but no comma before a backtick. */
const valuesOf = (text: string): string[] =>
  text
    .slice(1)
    .split(',`')
    .map((value) => value.trim())

const refundStates: Readonly<Record<string, 'done' | 'under_way' | 'failed'>> = {
  SUCCESS: 'done',
  PROCESSING: 'under_way',
  '': 'under_way',
  FAIL: 'failed',
  CHANGE: 'failed',
}

const partFrom = (line: number, of: (column: Column) => string | undefined, merchant: string): StatementPart => {
  const wrong = (why: Malformed['why']): Malformed => ({ kind: 'malformed', line, why })
  if (of('商户号') !== merchant) return wrong('merchant')
  const at = momentOf(of('交易时间')!)
  if (!at) return wrong('time')
  const state = of('交易状态')!
  const refund = state === 'REFUND'
  const amount = signedFen((refund ? (of('申请退款金额') ?? of('退款金额')) : (of('订单金额') ?? of('应结订单金额')))!)
  if (amount === undefined || amount < 0) return wrong('amount')
  const [tradeno, number] = [of('商户订单号')!, of('微信订单号')!]
  if (!isNumber(tradeno) || !isNumber(number)) return wrong('number')
  const moved = {
    line,
    at,
    tradeno,
    number,
    amount,
    currency: of('货币种类')!,
    fee: thousandthsOf(of('手续费') ?? ''),
    rate: feeRateOf(of('费率') ?? ''),
  }
  if (!refund)
    return state === 'SUCCESS' || state === 'REVOKED'
      ? { kind: 'payment', ...moved, state: state === 'SUCCESS' ? 'paid' : 'reversed' }
      : wrong('kind')
  const [refundno, refundState] = [of('商户退款单号')!, refundStates[of('退款状态')!]]
  if (!isNumber(refundno) || refundno === '0') return wrong('number')
  return refundState
    ? { kind: 'refund', ...moved, refundno, refundNumber: of('微信退款单号'), state: refundState }
    : wrong('kind')
}

const totalsFrom = (line: number, header: readonly string[], values: readonly string[]): StatementPart => {
  const of = (column: string) => values[header.indexOf(column)] ?? ''
  const count = Number(of(SUMMARY))
  const received = signedFen(header.includes('订单总金额') ? of('订单总金额') : of('应结订单总金额'))
  const refunded = signedFen(header.includes('申请退款总金额') ? of('申请退款总金额') : of('退款总金额'))
  const fees = thousandthsOf(of('手续费总金额'))
  if (!Number.isSafeInteger(count) || received === undefined || refunded === undefined)
    return { kind: 'malformed', line, why: 'amount' }
  return {
    kind: 'totals',
    line,
    count,
    received,
    refunded,
    ...(fees === undefined ? {} : { fees }),
  } satisfies StatedTotals
}

export const readWechatStatement = async function* (file: string, merchant: string): AsyncGenerator<StatementPart> {
  let header: readonly string[] | undefined
  let summary: readonly string[] | undefined
  let ended = false
  let last = 0
  for await (const { line, text } of statementLinesOf(plainBytes(file))) {
    last = line
    if (text === null) yield { kind: 'malformed', line, why: 'too_long' }
    else if (!header) {
      header = text.split(',').map((name) => name.trim())
      const missing = NEEDED.filter((column) => !header!.includes(column))
      if (missing.length > 0)
        throw new StatementUnreadable(`no statement of WeChat Pay: it lacks ${missing.join(', ')}`)
    } else if (text.startsWith(SUMMARY)) summary = text.split(',').map((name) => name.trim())
    else if (!text.startsWith('`')) yield { kind: 'malformed', line, why: 'columns' }
    else if (summary) {
      ended = true
      yield totalsFrom(line, summary, valuesOf(text))
    } else {
      const values = valuesOf(text)
      // A file that went through a spreadsheet may lack the comma before an empty last value.
      if (values.length !== header.length && values.length !== header.length - 1)
        yield { kind: 'malformed', line, why: 'columns' }
      else yield partFrom(line, (column) => values[header!.indexOf(column)], merchant)
    }
  }
  if (!header) throw new StatementUnreadable('an empty file')
  if (!ended) yield { kind: 'malformed', line: last, why: 'no_end' }
}

const Bill = z.object({ hash_type: z.literal('SHA1'), hash_value: z.string(), download_url: z.string() })

type Asking = {
  mchid: string
  base: string
  call: (method: 'GET', path: string) => Promise<unknown>
  /** Returns the header that authorises a GET of this path. */
  authorize: (path: string) => string
}

export const wechatStatements = ({ mchid, base, call, authorize }: Asking): Statements => ({
  zone: 'Asia/Shanghai',
  readyHour: 10,
  fetch: async (day, file) => {
    let bill: z.output<typeof Bill>
    try {
      bill = Bill.parse(await call('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL&tar_type=GZIP`))
    } catch (error) {
      if (error instanceof GatewayRefused && error.code === 'NO_STATEMENT_EXIST') return 'none'
      if (error instanceof GatewayRefused && error.code === 'STATEMENT_CREATING')
        throw new GatewayDown("WeChat Pay's statement is still being made")
      throw error instanceof GatewayDown || error instanceof GatewayRefused
        ? error
        : new GatewayDown("WeChat Pay's answer has not the form that its documents give")
    }
    const address = URL.parse(bill.download_url)
    // The client checks the address of the download, so that it sends its signature to no other host.
    if (address?.origin !== new URL(base).origin)
      throw new GatewayDown("WeChat Pay's statement is to be fetched elsewhere")
    await downloadTo(file, address, { authorization: authorize(`${address.pathname}${address.search}`) })
    if ((await sha1Of(file)) !== bill.hash_value.toLowerCase())
      throw new GatewayDown("WeChat Pay's statement is not the one that it signed for")
    return 'kept'
  },
  read: (file) => readWechatStatement(file, mchid),
})
