import * as z from 'zod/mini'
import { GatewayDown, GatewayRefused } from '../payment/gateway.ts'
import { momentOf } from '../payment/moments.ts'
import { type Malformed, type StatementPart, StatementUnreadable, type Statements } from '../payment/statement.ts'
import {
  downloadTo,
  isNumber,
  statementLinesOf,
  plainBytes,
  signedFen,
  thousandthsOf,
} from '../payment/statementFile.ts'

/**
 * Alipay's statement of trades (业务明细): a zip of two CSVs in GBK. The server reads only the CSV with a line for each
 * payment and each refund. Lines that begin with # are notes.
 */

const NEEDED = [
  '支付宝交易号',
  '商户订单号',
  '业务类型',
  '商品名称',
  '创建时间',
  '完成时间',
  '订单金额（元）',
  '退款批次号/请求号',
  '服务费（元）',
] as const
type Column = (typeof NEEDED)[number]

/**
 * Cuts a line of the statement into its cells. Numbers end with a tab, so that a spreadsheet does not read them as
 * figures. The name of the goods may hold commas, so surplus cells belong to the name.
 */
const valuesOf = (text: string, columns: number, nameAt: number): string[] => {
  const values = text.split(',').map((value) => value.trim())
  const surplus = values.length - columns
  return surplus > 0
    ? [
        ...values.slice(0, nameAt),
        values.slice(nameAt, nameAt + surplus + 1).join(','),
        ...values.slice(nameAt + surplus + 1),
      ]
    : values
}

const partFrom = (line: number, of: (column: Column) => string, here: (number: string) => string): StatementPart => {
  const wrong = (why: Malformed['why']): Malformed => ({ kind: 'malformed', line, why })
  const said = of('业务类型')
  const kind = said === '交易' ? 'payment' : said === '退款' ? 'refund' : undefined
  if (!kind) return wrong('kind')
  const at = momentOf(of('完成时间') || of('创建时间'))
  if (!at) return wrong('time')
  const amount = signedFen(of('订单金额（元）'))
  if (amount === undefined || (kind === 'payment' ? amount < 0 : amount > 0)) return wrong('amount')
  const [tradeno, number, refundno] = [of('商户订单号'), of('支付宝交易号'), of('退款批次号/请求号')]
  if (!isNumber(tradeno) || !isNumber(number) || (kind === 'refund' && !isNumber(refundno))) return wrong('number')
  const fee = thousandthsOf(of('服务费（元）'))
  const moved = {
    line,
    at,
    tradeno: here(tradeno),
    number,
    amount: Math.abs(amount),
    currency: 'CNY',
    fee: fee === undefined ? undefined : 0 - fee,
  }
  return kind === 'payment'
    ? { kind, ...moved, state: 'paid' }
    : { kind, ...moved, refundno: here(refundno), state: 'done' }
}

/** Reads a line of sums such as `#交易合计：2笔，商家实收共3.00元，…`. */
const sumOf = (text: string): { count: number; amount: number } | undefined => {
  const found = /：(\d+)笔，商家实收(?:退款)?共(-?[\d.]+)元/.exec(text)
  const amount = found ? signedFen(found[2]!) : undefined
  return found && amount !== undefined ? { count: Number(found[1]), amount: Math.abs(amount) } : undefined
}

export const readAlipayStatement = async function* (
  file: string,
  sellerid: string,
  here: (number: string) => string,
): AsyncGenerator<StatementPart> {
  let header: readonly string[] | undefined
  let nameAt = 0
  let known = false
  let received: { count: number; amount: number } | undefined
  let ended = false
  let last = 0
  for await (const { line, text } of statementLinesOf(
    plainBytes(file, (name) => name.includes('业务明细') && !name.includes('汇总')),
  )) {
    last = line
    if (text === null) yield { kind: 'malformed', line, why: 'too_long' }
    else if (text.startsWith('#')) {
      known ||= text.startsWith('#支付宝业务明细')
      const account = /^#账号：\[(\d+)\]/.exec(text)?.[1]
      // The account's number is the seller's id with four more digits.
      if (account && !account.startsWith(sellerid)) yield { kind: 'malformed', line, why: 'merchant' }
      if (text.startsWith('#交易合计')) received = sumOf(text)
      if (text.startsWith('#退款合计')) {
        const refunded = sumOf(text)
        ended = true
        if (!received || !refunded) yield { kind: 'malformed', line, why: 'amount' }
        else
          yield {
            kind: 'totals',
            line,
            payments: received.count,
            refunds: refunded.count,
            received: received.amount,
            refunded: refunded.amount,
          }
      }
    } else if (!header) {
      header = text.split(',').map((name) => name.trim())
      nameAt = header.indexOf('商品名称')
      const missing = NEEDED.filter((column) => !header!.includes(column))
      if (!known || missing.length > 0) {
        const lacks = missing.length > 0 && missing.length < NEEDED.length ? `: it lacks ${missing.join(', ')}` : ''
        throw new StatementUnreadable(`no statement of Alipay's trades${lacks}`)
      }
    } else {
      const values = valuesOf(text, header.length, nameAt)
      if (values.length !== header.length) yield { kind: 'malformed', line, why: 'columns' }
      else yield partFrom(line, (column) => values[header!.indexOf(column)]!, here)
    }
  }
  if (!known) throw new StatementUnreadable("no statement of Alipay's trades")
  if (!header) yield { kind: 'malformed', line: last, why: 'no_header' }
  else if (!ended) yield { kind: 'malformed', line: last, why: 'no_end' }
}

const Bill = z.object({ bill_download_url: z.string() })
/** The code that Alipay answers for a day without trades. Versions of the API spell this code differently. */
const NONE = /\bbill[_-]not[_-]exist/i

export const alipayDays = { zone: 'Asia/Shanghai', readyHour: 10 } as const

type Asking = {
  sellerid: string
  api: string
  call: (method: string, content: Record<string, unknown>) => Promise<unknown>
  here: (number: string) => string
}

export const alipayStatements = ({ sellerid, api, call, here }: Asking): Statements => ({
  ...alipayDays,
  fetch: async (day, file) => {
    let given: z.output<typeof Bill>
    try {
      given = Bill.parse(
        await call('alipay.data.dataservice.bill.downloadurl.query', { bill_type: 'trade', bill_date: day }),
      )
    } catch (error) {
      if (error instanceof GatewayRefused && NONE.test(error.code)) return 'none'
      throw error instanceof GatewayDown || error instanceof GatewayRefused
        ? error
        : new GatewayDown("Alipay's answer has not the form that its documents give")
    }
    const address = URL.parse(given.bill_download_url)
    const theirs =
      address?.origin === new URL(api).origin ||
      (address?.protocol === 'https:' && address.hostname.endsWith('.alipay.com'))
    if (!address || !theirs) throw new GatewayDown("Alipay's statement is to be fetched elsewhere")
    await downloadTo(file, address)
    return 'kept'
  },
  read: (file) => readAlipayStatement(file, sellerid, here),
})
