import type { KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import { fenOf, yuanOf } from './alipaycrypto.ts'
import {
  bankDate,
  bankKeyFrom,
  bankMoment,
  momentOf,
  orderNoOf,
  rowsOf,
  serialOf,
  signShared,
  tradenoOf,
  verifyBank,
} from './cmbcrypto.ts'
import { REFUNDED, cmbStatements } from './cmbstatement.ts'
import {
  type Gateway,
  GatewayDown,
  GatewayRefused,
  type Known,
  type Notice,
  NoticeWrong,
  type Prepared,
  type Purchase,
  type RefundAsk,
  type RefundFate,
  type Trade,
} from './gateway.ts'

/**
 * China Merchants Bank's 一网通支付 by bank card: the payer's browser posts a signed form to the bank's page; queries and refunds go to its merchant
 * services; its notices carry the bank's own signature. docs/money.md says what this stands on.
 */
export type CmbCredentials = { branchNo: string; merchantNo: string; key: string }
/** `pay`: where the payer's browser posts; `services`: queries and refunds; `keys`: where the bank's public key is asked for. */
export type CmbSettings = {
  pay: () => string
  services: string
  keys: string
  pretend: boolean
  clock: () => Date
  timeoutMs?: number
}

const text = z.string()
const said = z._default(text, '')
const Answer = z.object({ rspData: z.object({ rspCode: text, rspMsg: said }) })
const OrderAnswer = z.object({
  rspData: z.object({
    orderNo: text,
    merchantNo: text,
    orderStatus: text,
    orderAmount: text,
    bankSerialNo: text,
    settleDate: said,
    settleTime: said,
  }),
})
const RefundList = z.object({ rspData: z.object({ dataCount: z.union([text, z.number()]), dataList: said }) })
const KeyAnswer = z.object({ rspData: z.object({ fbPubKey: text }) })
const NoticeBody = z.object({ sign: text, signType: text, noticeData: z.record(text, text) })
const NoticeData = z.object({
  dateTime: text,
  branchNo: text,
  merchantNo: text,
  noticeType: text,
  noticeSerialNo: text,
  orderNo: text,
  amount: text,
  bankSerialNo: text,
})

const OK = 'SUC0000'
/** Our own signature is the trouble; nothing is known of what was asked about. */
const UNSIGNED = 'MSS3411'
/** The same refund was sent before. */
const REPEATED = 'MSS3202'
/** Columns of the list of refunds: our serial, its state, its amount, the bank's day and time. */
const COLUMN = { serial: 5, state: 6, amount: 8, date: 12, time: 13 } as const
const SKEW = 5 * 60_000
/** How long the bank's public key is believed before it is asked for again, and how soon after a failed signature it may be. */
const KEY_FRESH = 12 * 3600_000
const KEY_AGAIN = 60_000

const fail = (what: string): never => {
  throw new GatewayDown(`CMB answered ${what}`)
}

export const cmb = (
  credentials: CmbCredentials,
  { pay, services, keys, pretend, clock, timeoutMs = 8000 }: CmbSettings,
): Gateway => {
  const { branchNo, merchantNo, key } = credentials
  const merchant = `${branchNo}${merchantNo}`
  const signed = (fields: Record<string, string>): string => {
    const reqData = { dateTime: bankMoment(clock()), branchNo, merchantNo, ...fields }
    return JSON.stringify({
      version: '1.0',
      charset: 'UTF-8',
      signType: 'SHA-256',
      sign: signShared(reqData, key),
      reqData,
    })
  }

  const exchange = async (url: string, fields: Record<string, string>): Promise<unknown> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { accept: 'application/json', 'user-agent': 'startline' },
        body: new URLSearchParams({ jsonRequestData: signed(fields), charset: 'UTF-8' }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      if (response.status !== 200) throw new GatewayDown(`CMB answered ${response.status}`)
      return JSON.parse(await response.text()) as unknown
    } catch (error) {
      if (error instanceof GatewayDown) throw error
      throw new GatewayDown(`CMB did not answer (${error instanceof Error ? error.name : 'unknown'})`)
    }
  }
  /** One call; what the bank refuses is thrown as GatewayRefused. */
  const call = async (name: string, fields: Record<string, string>): Promise<unknown> => {
    const given = await exchange(`${services}?${name}`, fields)
    const { rspCode, rspMsg } = read(Answer, given).rspData
    if (rspCode !== OK) throw new GatewayRefused(rspCode, rspMsg)
    return given
  }
  const orderDate = (known: Known | undefined): string =>
    bankDate(known?.begunAt ?? fail('nothing: the day of the order is not known'))

  /** The form that the payer's browser posts; the bank hears of the try when it does. */
  const prepare = async (purchase: Purchase): Promise<Prepared> => {
    if (purchase.way !== 'card') throw new GatewayRefused('UNKNOWN_WAY', `CMB is not met by ${purchase.way}`)
    if (purchase.currency !== 'CNY') throw new GatewayRefused('CURRENCY', 'CMB takes yuan')
    const minutes = Math.max(1, Math.floor((purchase.expireAt.getTime() - clock().getTime()) / 60_000))
    const json = signed({
      date: bankDate(purchase.begunAt),
      orderNo: orderNoOf(purchase.tradeno),
      amount: yuanOf(purchase.amount),
      expireTimeSpan: String(minutes),
      payNoticeUrl: purchase.notifyUrl,
      returnUrl: purchase.returnUrl,
      ...(purchase.payerAddress ? { clientIP: purchase.payerAddress } : {}),
    })
    return {
      way: 'card',
      form: { action: pay(), fields: { jsonRequestData: json, charset: 'UTF-8' } },
      ...(pretend ? { pretend } : {}),
    }
  }

  /** The bank tells of orders that were paid; one that it refuses to tell of was not, as far as it knows now. */
  const query = async (tradeno: string, known?: Known): Promise<Trade> => {
    try {
      const { rspData } = read(
        OrderAnswer,
        await call('QuerySingleOrder', { date: orderDate(known), orderNo: orderNoOf(tradeno), type: 'B' }),
      )
      if (tradenoOf(rspData.orderNo) !== tradeno || rspData.merchantNo !== merchantNo) return fail('of another order')
      if (rspData.orderStatus === '0')
        return paid(tradeno, rspData.bankSerialNo, rspData.orderAmount, `${rspData.settleDate}${rspData.settleTime}`)
      return { state: rspData.orderStatus === '1' ? 'closed' : 'open', tradeno }
    } catch (error) {
      if (error instanceof GatewayRefused && error.code !== UNSIGNED) return { state: 'absent', tradeno }
      throw error
    }
  }
  const paid = (tradeno: string, number: string, yuan: string, moment: string): Trade => ({
    state: 'paid',
    tradeno,
    number,
    amount: fenOf(yuan) ?? fail('an amount that is none'),
    currency: 'CNY',
    paidAt: momentOf(moment) ?? fail('a payment without its time'),
    merchant,
  })

  const refund = async (ask: RefundAsk): Promise<RefundFate> => {
    try {
      await call('DoRefundV2', {
        date: orderDate(ask.known),
        orderNo: orderNoOf(ask.tradeno),
        refundSerialNo: serialOf(ask.refundno, ask.tradeno),
        amount: yuanOf(ask.amount),
        desc: [...ask.reason].slice(0, 30).join(''),
      })
    } catch (error) {
      if (!(error instanceof GatewayRefused) || error.code !== REPEATED) throw error
    }
    return { state: 'sent', refundno: ask.refundno }
  }

  const queryRefund = async (refundno: string, tradeno: string, known?: Known): Promise<RefundFate> => {
    const serial = serialOf(refundno, tradeno)
    try {
      const { dataList } = read(
        RefundList,
        await call('QuerySettledRefundV2', {
          date: orderDate(known),
          orderNo: orderNoOf(tradeno),
          merchantSerialNo: serial,
          type: 'B',
        }),
      ).rspData
      const row = rowsOf(dataList).find((columns) => columns[COLUMN.serial] === serial)
      if (!row) return { state: 'absent', refundno }
      if (!REFUNDED.has(row[COLUMN.state] ?? '')) return { state: 'sent', refundno }
      return {
        state: 'done',
        refundno,
        amount: fenOf(row[COLUMN.amount] ?? '') ?? fail('an amount that is none'),
        currency: 'CNY',
        doneAt: momentOf(`${row[COLUMN.date]}${row[COLUMN.time]}`) ?? clock(),
      }
    } catch (error) {
      if (error instanceof GatewayRefused && error.code !== UNSIGNED) return { state: 'absent', refundno }
      throw error
    }
  }

  let bank: { key: KeyObject; at: number } | undefined
  const bankKey = async (anew: boolean): Promise<KeyObject> => {
    const age = clock().getTime() - (bank?.at ?? 0)
    if (bank && age < (anew ? KEY_AGAIN : KEY_FRESH)) return bank.key
    const { fbPubKey } = read(KeyAnswer, await exchange(keys, { txCode: 'FBPK' })).rspData
    try {
      bank = { key: bankKeyFrom(fbPubKey), at: clock().getTime() }
    } catch {
      return fail('a public key that is none')
    }
    return bank.key
  }

  const readNotice = async (_headers: Readonly<Record<string, string | undefined>>, body: string): Promise<Notice> => {
    const form = NoticeBody.safeParse(parse(new URLSearchParams(body).get('jsonRequestData') ?? ''))
    if (!form.success) throw new NoticeWrong('malformed')
    const { sign, signType, noticeData } = form.data
    if (signType !== 'RSA') throw new NoticeWrong('another_signature_type')
    // The bank changes its key; a signature that does not hold may be of a newer one.
    const holds = async (anew: boolean) => verifyBank(noticeData, sign, await bankKey(anew))
    if (!(await holds(false)) && !(await holds(true))) throw new NoticeWrong('bad_signature')
    const given = NoticeData.safeParse(noticeData)
    if (!given.success) throw new NoticeWrong('malformed')
    const { dateTime, noticeSerialNo, noticeType, orderNo, amount, bankSerialNo } = given.data
    if (given.data.branchNo !== branchNo || given.data.merchantNo !== merchantNo)
      throw new NoticeWrong('another_merchant')
    if (!(Math.abs((momentOf(dateTime)?.getTime() ?? Number.NaN) - clock().getTime()) <= SKEW))
      throw new NoticeWrong('stale')
    if (noticeType !== 'BKPAYRTN') return { id: noticeSerialNo, kind: 'other', event: noticeType }
    try {
      return { id: noticeSerialNo, kind: 'trade', trade: paid(tradenoOf(orderNo), bankSerialNo, amount, dateTime) }
    } catch (error) {
      throw error instanceof GatewayDown ? new NoticeWrong('malformed') : error
    }
  }

  return {
    ...cmbManner,
    pretend,
    ...(pretend ? {} : { postsTo: 'https://*.cmbchina.com' }),
    prepare,
    query,
    close: query,
    refund,
    queryRefund,
    readNotice,
    statement: cmbStatements({ merchantNo, clock, call }),
  }
}

const ANSWERS = { taken: 200, wrong: 400, failed: 500 }
/** What holds of CMB before anybody has asked it anything. Nothing can be closed there: a form once made may be paid until its end. */
export const cmbManner = {
  name: 'cmb',
  refundDays: 365,
  bornLate: true,
  closes: false,
  proof: 'unproved',
  answerNotice: (outcome) => ({
    status: ANSWERS[outcome],
    type: 'text/plain; charset=utf-8',
    body: outcome === 'taken' ? 'SUCCESS' : 'FAIL',
  }),
} as const satisfies Partial<Gateway>

/** The bank's addresses. */
export const CMB = {
  pay: 'https://netpay.cmbchina.com/netpayment/BaseHttp.dll?MB_EUserPay',
  services: 'https://merchserv.netpay.cmbchina.com/merchserv/BaseHttp.dll',
  keys: 'https://b2b.cmbchina.com/CmbBank_B2B/UI/NetPay/DoBusiness.ashx',
} as const

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}
const read = <Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(given)
  return parsed.success ? parsed.data : fail('in another form')
}
