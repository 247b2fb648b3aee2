import { type FileHandle, open } from 'node:fs/promises'
import * as z from 'zod/mini'
import { GatewayDown, GatewayRefused } from '../payment/gateway.ts'
import { type Malformed, type StatementPart, StatementUnreadable, type Statements } from '../payment/statement.ts'
import { isNumber, statementLinesOf, plainBytes, signedFen } from '../payment/statementFile.ts'

/**
 * PayPal's statements in two forms: the answer of its Transaction Search, kept with one transaction on a line, and its
 * Settlement Report or Transaction Detail Report, a CSV of sections. Both use the same event codes.
 */

const text = z.string()
const Money = z.object({ currency_code: text, value: text })
const Entry = z.object({
  transaction_info: z.object({
    transaction_id: text,
    transaction_event_code: text,
    transaction_initiation_date: text,
    transaction_amount: Money,
    fee_amount: z.optional(Money),
    transaction_status: z.optional(text),
    paypal_reference_id: z.optional(text),
    custom_field: z.optional(text),
    invoice_id: z.optional(text),
  }),
})
const Head = z.object({ account_number: text, start_date: text, end_date: text })
const Tail = z.object({ total_items: z.number() })
const Answer = z.object({
  transaction_details: z._default(z.array(z.unknown()), []),
  account_number: z.optional(text),
  total_items: z.number(),
  total_pages: z.number(),
  last_refreshed_datetime: z.optional(text),
})

/** A transaction in either form. Amounts are in cents. An amount that leaves the account is negative. */
type Moved = {
  id: string
  reference: string
  code: string
  status: string
  moment: string
  gross: number | undefined
  currency: string
  fee: number | undefined
  numbers: readonly string[]
}

/**
 * The codes of money from payers. Other codes move money between PayPal and the merchant (withdrawals, conversions,
 * holds) and concern no order.
 */
const PAYMENT = /^T00\d\d$/
const REFUND = 'T1107'
/** The codes for money that PayPal or the payer's bank took back. */
const TAKEN_BACK: ReadonlySet<string> = new Set(['T1106', 'T1201'])
/**
 * The meaning of PayPal's states. `V` marks a transaction whose money went back later. A line of its own reports the
 * money that went back.
 */
const states: Readonly<Record<string, 'done' | 'under_way' | 'failed'>> = {
  S: 'done',
  '': 'done',
  P: 'under_way',
  D: 'failed',
  V: 'failed',
}

/** Reads a moment such as `2026-11-20T08:31:36+0000` in answers or `2026/11/20 08:31:36 -0800` in reports. */
const momentOf = (given: string): Date | undefined => {
  const found = /^(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)? ?(Z|[+-]\d\d:?\d\d)$/.exec(given)
  const at = found
    ? new Date(`${found[1]}-${found[2]}-${found[3]}T${found[4]}${found[5]!.replace(/(\d\d)(\d\d)$/, '$1:$2')}`)
    : undefined
  return at && !Number.isNaN(at.getTime()) ? at : undefined
}

/**
 * Reads one transaction as a line of the statement. Undefined if the transaction concerns no order, or if a payment or
 * the taking back of a payment has not succeeded. A refund is a line in every state.
 */
const partFrom = (
  line: number,
  { id, reference, code, status, moment, gross, currency, fee, numbers }: Moved,
): StatementPart | undefined => {
  const wrong = (why: Malformed['why']): Malformed => ({ kind: 'malformed', line, why })
  const outcome = states[status]
  if (!/^T\d{4}$/.test(code) || !outcome) return wrong('kind')
  const ours = PAYMENT.test(code) ? 1 : code === REFUND || TAKEN_BACK.has(code) ? -1 : 0
  if (ours === 0) return undefined
  if (gross === undefined) return wrong('amount')
  if (Math.sign(gross) !== ours) return undefined
  const at = momentOf(moment)
  if (!at) return wrong('time')
  if (!isNumber(id) || (reference !== '' && !isNumber(reference))) return wrong('number')
  const known = numbers.filter(isNumber)
  const moved = { line, at, amount: Math.abs(gross), currency, fee: fee === undefined ? undefined : 0 - fee * 1000 }
  if (ours === 1)
    return status === 'P' || status === 'D'
      ? undefined
      : { kind: 'payment', ...moved, tradeno: known[0] ?? id, number: id, state: 'paid' }
  const number = reference || id
  if (code !== REFUND)
    return outcome === 'done'
      ? { kind: 'payment', ...moved, tradeno: known[0] ?? number, number, state: 'taken_back' }
      : undefined
  const refundno = known.find((one) => /-r\d+$/.test(one)) ?? known[0] ?? id
  return {
    kind: 'refund',
    ...moved,
    tradeno: refundno.replace(/-r\d+$/, ''),
    number,
    refundno,
    refundNumber: id,
    state: outcome,
  }
}

/**
 * The state of the reading. `rows` counts the transactions read so far, of every kind. `stated` is the number that the
 * statement itself gives.
 */
type Reading = {
  merchant: string
  line: number
  rows: number
  stated: number | undefined
  ended: boolean
  columns: readonly string[] | undefined
}

const spanFrom = (line: number, from: string | undefined, last: string | undefined): StatementPart => {
  const [begin, end] = [momentOf(from ?? ''), momentOf(last ?? '')]
  return begin && end
    ? { kind: 'span', from: begin, until: new Date(end.getTime() + 1000) }
    : { kind: 'malformed', line, why: 'time' }
}

/** Reads a line of the Transaction Search's answer, as `fetch` writes it. */
const searched = (said: string, reading: Reading): StatementPart[] => {
  const { line } = reading
  let given: unknown
  try {
    given = JSON.parse(said)
  } catch {
    return [{ kind: 'malformed', line, why: 'columns' }]
  }
  const [head, tail, entry] = [Head.safeParse(given), Tail.safeParse(given), Entry.safeParse(given)]
  if (head.success)
    return [
      spanFrom(line, head.data.start_date, head.data.end_date),
      ...(head.data.account_number === reading.merchant ? [] : [{ kind: 'malformed', line, why: 'merchant' } as const]),
    ]
  if (tail.success) {
    reading.ended = true
    reading.stated = tail.data.total_items
    return []
  }
  reading.rows += 1
  if (!entry.success) return [{ kind: 'malformed', line, why: 'columns' }]
  const one = entry.data.transaction_info
  const part = partFrom(line, {
    id: one.transaction_id,
    reference: one.paypal_reference_id ?? '',
    code: one.transaction_event_code,
    status: one.transaction_status ?? '',
    moment: one.transaction_initiation_date,
    gross: signedFen(one.transaction_amount.value),
    currency: one.transaction_amount.currency_code,
    fee: one.fee_amount && signedFen(one.fee_amount.value),
    numbers: [one.custom_field ?? '', one.invoice_id ?? ''],
  })
  return part ? [part] : []
}

/** Splits a line into cells. Only texts need quotation marks. The first cell is never empty. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  )
const NEEDED = [
  'Transaction ID',
  'Invoice ID',
  'PayPal Reference ID',
  'Transaction Event Code',
  'Transaction Initiation Date',
  'Transaction Debit or Credit',
  'Gross Transaction Amount',
  'Gross Transaction Currency',
  'Fee Debit or Credit',
  'Fee Amount',
  'Custom Field',
] as const

/**
 * Returns an amount of a report with its sign. The report writes an amount without a sign and a decimal point. `way`
 * tells whether the money comes in (CR) or goes out (DR).
 */
const signedMinor = (way: string, digits: string): number | undefined =>
  /^\d{1,15}$/.test(digits) && (way === 'CR' || way === 'DR') ? Number(digits) * (way === 'CR' ? 1 : -1) : undefined

/**
 * Reads a line of a report. RH, FH and SH begin the report, its file and its section; CH names the columns; SB is a
 * transaction; SC counts the transactions of a section; FF ends the file.
 */
const reported = (said: string, reading: Reading): StatementPart[] => {
  const { line } = reading
  const cells = cellsOf(said)
  const wrong = (why: Malformed['why']): StatementPart[] => [{ kind: 'malformed', line, why }]
  switch (cells[0]) {
    case 'RH':
      return cells[3] === reading.merchant ? [] : wrong('merchant')
    case 'SH':
      return [spanFrom(line, cells[1], cells[2])]
    case 'CH': {
      // The published reports have two blanks in the name of one column.
      reading.columns = cells.map((name) => name.replaceAll(/\s+/g, ' '))
      const missing = NEEDED.filter((column) => !reading.columns!.includes(column))
      if (missing.length > 0)
        throw new StatementUnreadable(`no report of PayPal's transactions: it lacks ${missing.join(', ')}`)
      return []
    }
    case 'SB': {
      reading.rows += 1
      const { columns } = reading
      if (!columns) return wrong('no_header')
      if (cells.length < columns.length - 3) return wrong('columns')
      const of = (column: (typeof NEEDED)[number] | 'Transactional Status') => cells[columns.indexOf(column)] ?? ''
      const part = partFrom(line, {
        id: of('Transaction ID'),
        reference: of('PayPal Reference ID'),
        code: of('Transaction Event Code'),
        status: of('Transactional Status'),
        moment: of('Transaction Initiation Date'),
        gross: signedMinor(of('Transaction Debit or Credit'), of('Gross Transaction Amount')),
        currency: of('Gross Transaction Currency'),
        fee: signedMinor(of('Fee Debit or Credit'), of('Fee Amount')),
        numbers: [of('Custom Field'), of('Invoice ID')],
      })
      return part ? [part] : []
    }
    case 'SC':
      reading.stated = (reading.stated ?? 0) + Number(cells[1])
      return []
    case 'FF':
      reading.ended = true
      return []
    default:
      return ['FH', 'SF', 'RF', 'RC'].includes(cells[0] ?? '') ? [] : wrong('columns')
  }
}

const formOf = (first: string) => {
  if (first.startsWith('{')) return searched
  if (/^"?RH"?,/.test(first)) return reported
  throw new StatementUnreadable("neither an answer of PayPal's Transaction Search nor one of its reports")
}

export const readPaypalStatement = async function* (file: string, merchant: string): AsyncGenerator<StatementPart> {
  const reading: Reading = { merchant, line: 0, rows: 0, stated: undefined, ended: false, columns: undefined }
  let form: ReturnType<typeof formOf> | undefined
  let count = 0
  for await (const { line, text: said } of statementLinesOf(plainBytes(file))) {
    reading.line = line
    if (said === null) yield { kind: 'malformed', line, why: 'too_long' }
    else {
      form ??= formOf(said)
      for (const part of form(said, reading)) {
        if (part.kind === 'payment' || part.kind === 'refund') count += 1
        yield part
      }
    }
  }
  if (!form) throw new StatementUnreadable('an empty file')
  const { line, rows, stated, ended } = reading
  if (!ended) yield { kind: 'malformed', line, why: 'no_end' }
  // The number that the statement gives also counts transactions that concern no order.
  else if (stated !== undefined) yield { kind: 'totals', line, count: count + stated - rows }
}

/** PayPal counts days in the time zone of each account. The server asks for days in Asia/Shanghai. */
export const paypalDays = { zone: 'Asia/Shanghai', readyHour: 10 } as const
const PAGE = 500
const DAY_MS = 86_400_000
const second = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

type Asking = { merchantid: string; call: (method: 'GET', path: string) => Promise<unknown> }

export const paypalStatements = ({ merchantid, call }: Asking): Statements => {
  const page = async (from: number, until: number, number: number): Promise<z.output<typeof Answer>> => {
    const query = new URLSearchParams({
      start_date: second(from),
      end_date: second(until - 1000),
      fields: 'transaction_info',
      balance_affecting_records_only: 'Y',
      page_size: String(PAGE),
      page: String(number),
    })
    const answer = Answer.safeParse(await call('GET', `/v1/reporting/transactions?${query.toString()}`))
    if (!answer.success) throw new GatewayDown("PayPal's answer has not the form that its documents give")
    const { account_number, last_refreshed_datetime } = answer.data
    if (account_number !== undefined && account_number !== merchantid)
      throw new GatewayDown("PayPal answered with another merchant's transactions")
    const refreshed = last_refreshed_datetime === undefined ? undefined : momentOf(last_refreshed_datetime)
    if (refreshed && refreshed.getTime() < until) throw new GatewayDown("PayPal's statement is still being made")
    return answer.data
  }
  /** Writes the transactions of a span. It halves a span that holds more than PayPal lists at once. */
  const search = async (handle: FileHandle, from: number, until: number): Promise<number> => {
    let given: z.output<typeof Answer>
    try {
      given = await page(from, until, 1)
    } catch (error) {
      if (!(error instanceof GatewayRefused) || error.code !== 'RESULTSET_TOO_LARGE' || until - from <= 2000)
        throw error
      const middle = from + Math.floor((until - from) / 2000) * 1000
      return (await search(handle, from, middle)) + (await search(handle, middle, until))
    }
    const { total_items, total_pages } = given
    for (let number = 1; ; number++) {
      await handle.write(given.transaction_details.map((one) => `${JSON.stringify(one)}\n`).join(''))
      if (number >= total_pages) return total_items
      given = await page(from, until, number + 1)
    }
  }
  return {
    ...paypalDays,
    fetch: async (day, file) => {
      const from = Date.parse(`${day}T00:00:00+08:00`)
      const handle = await open(file, 'w', 0o600)
      try {
        const last = second(from + DAY_MS - 1000)
        const head = { account_number: merchantid, start_date: second(from), end_date: last }
        await handle.write(`${JSON.stringify(head)}\n`)
        const total = await search(handle, from, from + DAY_MS)
        await handle.write(`${JSON.stringify({ total_items: total })}\n`)
        return total === 0 ? 'none' : 'kept'
      } finally {
        await handle.close()
      }
    },
    read: (file) => readPaypalStatement(file, merchantid),
  }
}
