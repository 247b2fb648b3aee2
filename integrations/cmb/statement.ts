import { open } from 'node:fs/promises'
import * as z from 'zod/mini'
import { momentOfDigits, tradenoOf } from './crypto.ts'
import { GatewayDown } from '../payment/gateway.ts'
import { type Malformed, type StatementPart, StatementUnreadable, type Statements } from '../payment/statement.ts'
import { isNumber, statementLinesOf, plainBytes, signedFen, thousandthsOf } from '../payment/statementFile.ts'

/**
 * CMB's statement of a day, in the form in which its merchant services send it: the list of settled orders by bank date
 * (已结账订单), then the list of refunds. docs/money.md says which parts are known and which are guessed.
 */

/** The columns that the server reads, each with its titles in the old and the new lists of the bank. */
const COLUMNS = {
  merchant: ['商户号'],
  orderNo: ['商户订单号', '商户定单号', '订单号', '定单号'],
  number: ['银行订单流水号', '银行流水号', '银行交易流水号', '定单参考号', '银行退款流水号'],
  status: ['订单状态', '状态', '退款状态'],
  amount: ['订单金额', '金额'],
  refunded: ['退款金额'],
  fee: ['手续费', '费用金额'],
  date: ['银行日期', '银行受理日期'],
  time: ['银行时间', '银行受理时间'],
  serial: ['商户退款流水号', '退款流水号'],
} as const
type Column = keyof typeof COLUMNS
/** The states of an order. `0` means that it is settled in full, `1` that it was cancelled after the payment. */
const PAID: Readonly<Record<string, 'paid' | 'reversed'>> = { 0: 'paid', 1: 'reversed' }
/** The states of a refund that the bank has made. One state is for a refund at once, one for a later refund. */
export const REFUNDED: ReadonlySet<string> = new Set(['210', '240'])

type Heading = { refunds: boolean; size: number; at: Partial<Record<Column, number>> }
const headingFrom = (names: readonly string[]): Heading | undefined => {
  const at: Heading['at'] = {}
  for (const column of Object.keys(COLUMNS) as Column[]) {
    const found = COLUMNS[column].map((name) => names.indexOf(name)).find((place) => place >= 0)
    if (found !== undefined) at[column] = found
  }
  const refunds = at.refunded !== undefined
  const needed: readonly Column[] = refunds
    ? ['orderNo', 'serial', 'status', 'refunded', 'date', 'time']
    : ['orderNo', 'number', 'status', 'amount', 'date', 'time']
  return needed.every((column) => at[column] !== undefined) ? { refunds, size: names.length, at } : undefined
}

const partFrom = (
  line: number,
  { refunds, at }: Heading,
  values: readonly string[],
  merchant: string,
): StatementPart => {
  const wrong = (why: Malformed['why']): Malformed => ({ kind: 'malformed', line, why })
  const of = (column: Column): string => (at[column] === undefined ? '' : (values[at[column]] ?? ''))
  if (at.merchant !== undefined && of('merchant') !== merchant) return wrong('merchant')
  const moment = momentOfDigits(`${of('date')}${of('time')}`)
  if (!moment) return wrong('time')
  const amount = signedFen(of(refunds ? 'refunded' : 'amount'))
  if (amount === undefined || amount < 0) return wrong('amount')
  const [tradeno, number, serial] = [tradenoOf(of('orderNo')), of('number'), of('serial')]
  if (!isNumber(tradeno) || (refunds ? !isNumber(serial) : !isNumber(number))) return wrong('number')
  const moved = { line, at: moment, tradeno, number, amount, currency: 'CNY' }
  if (refunds)
    return {
      kind: 'refund',
      ...moved,
      refundno: `${tradeno}-${serial}`,
      state: REFUNDED.has(of('status')) ? 'done' : 'under_way',
    }
  const state = PAID[of('status')]
  return state ? { kind: 'payment', ...moved, fee: thousandthsOf(of('fee')), state } : wrong('kind')
}

const valuesOf = (text: string): string[] =>
  (text.startsWith('`') ? text.slice(1).split(',`') : text.split(',')).map((value) => value.trim())

export const readCmbStatement = async function* (file: string, merchant: string): AsyncGenerator<StatementPart> {
  let heading: Heading | undefined
  for await (const { line, text } of statementLinesOf(plainBytes(file))) {
    const values = text === null ? [] : valuesOf(text)
    const found = headingFrom(values)
    const count = /^共(\d+)笔$/.exec(text ?? '')?.[1]
    if (text === null) yield { kind: 'malformed', line, why: 'too_long' }
    else if (found) heading = found
    else if (!heading) throw new StatementUnreadable("no list of CMB's orders or refunds")
    else if (count !== undefined) yield { kind: 'totals', line, count: Number(count) }
    else if (values.length !== heading.size) yield { kind: 'malformed', line, why: 'columns' }
    else yield partFrom(line, heading, values, merchant)
  }
  if (!heading) throw new StatementUnreadable("no list of CMB's orders or refunds")
}

const List = z.object({
  rspData: z.object({
    dataCount: z.union([z.string(), z.number()]),
    dataList: z._default(z.string(), ''),
    hasNext: z._default(z.string(), 'N'),
    nextKeyValue: z._default(z.string(), ''),
  }),
})
export const cmbDays = { zone: 'Asia/Shanghai', readyHour: 10 } as const
/** The most pages of a list. The list of a day with 400,000 orders has a tenth of this number. */
const MOST_PAGES = 40_000
/** The number of the first operator in the bank's own console. */
const OPERATOR = '9999'

type Asking = {
  merchantNo: string
  clock: () => Date
  call: (name: string, fields: Record<string, string>) => Promise<unknown>
}

export const cmbStatements = ({ merchantNo, clock, call }: Asking): Statements => {
  /** Yields the lines of each page of a list as the bank sent them, without empty lines and empty pages. */
  const pages = async function* (name: string, date: string): AsyncGenerator<string[]> {
    let key = ''
    for (let page = 0; page < MOST_PAGES; page++) {
      const given = List.safeParse(
        await call(name, { beginDate: date, endDate: date, operatorNo: OPERATOR, nextKeyValue: key }),
      )
      if (!given.success) throw new GatewayDown('CMB answered in another form')
      const { dataCount, dataList, hasNext, nextKeyValue } = given.data.rspData
      const lines = dataList.split(/\r?\n/).filter((line) => line.trim() !== '')
      if (Math.max(0, lines.length - 1) !== Number(dataCount))
        throw new GatewayDown('CMB counts other lines than it sent')
      if (lines.length > 1) yield lines
      if (hasNext !== 'Y') return
      if (nextKeyValue === '' || nextKeyValue === key) throw new GatewayDown('CMB does not say how its list goes on')
      key = nextKeyValue
    }
    throw new GatewayDown("CMB's list has no end")
  }
  return {
    ...cmbDays,
    fetch: async (day, file) => {
      if (clock().getTime() < Date.parse(`${day}T00:00:00+08:00`) + 86_400_000)
        throw new GatewayDown("CMB's day is not over")
      const date = day.replaceAll('-', '')
      const handle = await open(file, 'w', 0o600)
      let count = 0
      try {
        for (const name of ['QuerySettledOrderByBankDate', 'QueryRefundByDateV2'])
          for await (const lines of pages(name, date)) {
            count += lines.length - 1
            await handle.write(`${lines.join('\r\n')}\r\n`)
          }
        await handle.write(`共${count}笔\r\n`)
      } finally {
        await handle.close()
      }
      return count === 0 ? 'none' : 'kept'
    },
    read: (file) => readCmbStatement(file, merchantNo),
  }
}
