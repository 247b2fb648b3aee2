import { createPrivateKey, createPublicKey, createSign, randomBytes, randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import { fenOf, yuanOf } from './alipaycrypto.ts'
import { bankDate, bankMoment, momentOf, signShared, sortedText } from './cmbcrypto.ts'
import type { BookedRefund, BookedTrade, Books } from './pretendbooks.ts'
import { rsaPem } from './pretendkeys.ts'
import type { ApiAnswer, ApiRequest } from './pretendserver.ts'

/** The pretend bank's side of 一网通支付: what it demands of a request and how it answers. */

export type CmbKeys = { branchNo: string; merchantNo: string; key: string; bankKeyPem: string }
export type CmbFates = {
  refund: 'SUCCESS' | 'NO_BALANCE'
  refundSeconds: number
  /** How many rows a page of its lists has. */ rows: number
}

export const makeCmbKeys = (): CmbKeys => ({
  branchNo: '0755',
  merchantNo: String(randomInt(10 ** 6)).padStart(6, '0'),
  key: randomBytes(8).toString('hex'),
  bankKeyPem: rsaPem(),
})

class Fault extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const Request = z.object({
  version: z.literal('1.0'),
  charset: z.literal('UTF-8'),
  signType: z.literal('SHA-256'),
  sign: z.string(),
  reqData: z.record(z.string(), z.string()),
})
const Pay = z.object({
  date: z.string().check(z.regex(/^\d{8}$/)),
  orderNo: z.string().check(z.regex(/^[0-9A-Za-z]{6,32}$/)),
  amount: z.string().check(z.regex(/^(?!0+\.00$)\d{1,11}\.\d{2}$/)),
  expireTimeSpan: z.string().check(z.regex(/^[1-9]\d{0,4}$/)),
  payNoticeUrl: z.url(),
  returnUrl: z.optional(z.url()),
})
const OrderQuery = z.object({ date: z.string(), orderNo: z.string(), type: z.literal('B') })
const Refund = z.object({
  date: z.string(),
  orderNo: z.string(),
  refundSerialNo: z.string().check(z.regex(/^[0-9A-Za-z]{1,20}$/)),
  amount: z.string(),
  desc: z.optional(z.string().check(z.maxLength(100))),
})
const RefundQuery = z.object({
  date: z.string(),
  orderNo: z.string(),
  merchantSerialNo: z.string(),
  type: z.literal('B'),
})

const ListQuery = z.object({
  beginDate: z.string().check(z.regex(/^\d{8}$/)),
  endDate: z.string().check(z.regex(/^\d{8}$/)),
  operatorNo: z.string().check(z.minLength(1)),
  nextKeyValue: z.string().check(z.regex(/^(\d{40})?$/)),
})

/** An order there is known by its day and its number. */
const bookedAs = (date: string, orderNo: string): string => `${date}/${orderNo}`
const refundAs = (trade: BookedTrade, serial: string): string => `${trade.tradeno}/${serial}`

export const pretendCmbApi = (keys: CmbKeys, books: Books, fates: CmbFates, clock: () => Date) => {
  const bankKey = createPrivateKey(keys.bankKeyPem)
  const publicKey = createPublicKey(bankKey).export({ type: 'spki', format: 'der' }).toString('base64')

  /** The content of a signed request. */
  const authorise = (json: string | null): Record<string, string> => {
    let given: unknown
    try {
      given = JSON.parse(json ?? '')
    } catch {
      throw new Fault('MSS3401', '报文格式错误')
    }
    const request = Request.safeParse(given)
    if (!request.success) throw new Fault('MSS3401', '报文格式错误')
    const { reqData, sign } = request.data
    if (reqData.branchNo !== keys.branchNo || reqData.merchantNo !== keys.merchantNo)
      throw new Fault('MSS3402', '商户不存在')
    if (signShared(reqData, keys.key) !== sign.toUpperCase()) throw new Fault('MSS3411', '签名错误')
    if (!momentOf(reqData.dateTime ?? '')) throw new Fault('MSS3401', '时间格式错误')
    return reqData
  }
  const read = <Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> => {
    const parsed = schema.safeParse(given)
    if (!parsed.success) throw new Fault('MSS3401', `参数错误：${parsed.error.issues[0]?.path.join('.')}`)
    return parsed.data
  }
  const paidTrade = (date: string, orderNo: string): BookedTrade => {
    const trade = books.trade(bookedAs(date, orderNo))
    if (!trade?.number) throw new Fault('MSS3101', '查询的订单不存在')
    return trade
  }

  /** A payer's browser has posted the shop's form: the order is born now, or found again. Its time begins here. Throws Fault. */
  const arrive = (json: string | null): { trade: BookedTrade; returnUrl: string } => {
    const given = read(Pay, authorise(json))
    const now = clock().getTime()
    const tradeno = bookedAs(given.date, given.orderNo)
    books.expire(tradeno, now)
    const known = books.trade(tradeno)
    if (known && known.amount !== fenOf(given.amount)) throw new Fault('MSS3103', '订单重复')
    const trade =
      known ??
      books.open(
        {
          tradeno,
          way: 'card',
          description: given.orderNo,
          amount: fenOf(given.amount)!,
          currency: 'CNY',
          expire_at: now + Number(given.expireTimeSpan) * 60_000,
          notify_url: given.payNoticeUrl,
          openid: '',
        },
        now,
      )
    return { trade, returnUrl: given.returnUrl ?? '' }
  }

  const refund = (reqData: Record<string, string>): Record<string, string> => {
    const given = read(Refund, reqData)
    const trade = paidTrade(given.date, given.orderNo)
    const amount = fenOf(given.amount)
    if (!amount) throw new Fault('MSS3401', '参数错误：amount')
    const now = clock().getTime()
    const refundno = refundAs(trade, given.refundSerialNo)
    if (books.refund(refundno)) throw new Fault('MSS3202', '重复的直连退款请求，拒绝处理')
    if (fates.refund === 'NO_BALANCE') throw new Fault('MSS3804', '直连退款失败：余额不足')
    if (books.refunded(trade.tradeno) + amount > trade.paid_amount!)
      throw new Fault('MSS3804', '直连退款失败：金额超限')
    const booked = books.addRefund(
      {
        refundno,
        tradeno: trade.tradeno,
        amount,
        currency: 'CNY',
        status: 'PROCESSING',
        notify_url: '',
        done_at: now + fates.refundSeconds * 1000,
      },
      now,
    )
    settleRefunds()
    const day = bankMoment(clock())
    return {
      bankSerialNo: booked.number.slice(0, 20),
      currency: '10',
      amount: given.amount,
      refundRefNo: booked.number.slice(-12),
      bankDate: day.slice(0, 8),
      bankTime: day.slice(8),
      refundSerialNo: given.refundSerialNo,
      settleAmount: given.amount,
      discountAmount: '0.00',
    }
  }
  /** The bank sends no notice of a refund: it is asked about. */
  const settleRefunds = (): void => void books.refundsDone(clock().getTime(), 'SUCCESS')

  const HEADING =
    '分行号,商户号,商户订单日期,商户订单号,银行退款流水号,商户退款流水号,状态,币种,退款金额,优惠金额,实退金额,订单金额,银行日期,银行时间,描述'
  const refundRow = (one: BookedRefund, trade: BookedTrade): string[] => {
    const [date = '', orderNo = '', serial = ''] = one.refundno.split('/')
    const day = bankMoment(new Date(Math.min(one.done_at, clock().getTime())))
    return [
      keys.branchNo,
      keys.merchantNo,
      date,
      orderNo,
      one.number.slice(0, 20),
      serial,
      one.status === 'SUCCESS' ? '210' : '219',
      '10',
      yuanOf(one.amount),
      '0.00',
      yuanOf(one.amount),
      yuanOf(trade.paid_amount!),
      day.slice(0, 8),
      day.slice(8),
      '',
    ]
  }
  const refunds = (reqData: Record<string, string>): Record<string, string> => {
    const given = read(RefundQuery, reqData)
    const trade = paidTrade(given.date, given.orderNo)
    settleRefunds()
    const found = books.refund(refundAs(trade, given.merchantSerialNo))
    if (!found) return { dataCount: '0', dataList: '' }
    return {
      dataCount: '1',
      dataList: `${HEADING}\r\n${refundRow(found, trade)
        .map((value) => `\`${value}`)
        .join(',')}\r\n`,
    }
  }

  const ORDERS =
    '分行号,商户号,商户订单日期,商户订单号,银行订单流水号,币种,订单金额,优惠金额,结算金额,手续费,订单状态,卡类型,银行日期,银行时间'
  /** A page of a list, which goes on behind the key that it gives. */
  const listed = (
    reqData: Record<string, string>,
    heading: string,
    rowsOf: (from: number, until: number) => string[][],
  ): Record<string, string> => {
    const given = read(ListQuery, reqData)
    const at = (date: string) => momentOf(`${date}000000`)?.getTime() ?? Number.NaN
    const rows = rowsOf(at(given.beginDate), at(given.endDate) + 86_400_000)
    const start = Number(given.nextKeyValue || '0')
    const here = rows.slice(start, start + fates.rows)
    const more = start + here.length < rows.length
    return {
      dataCount: String(here.length),
      dataList:
        here.length === 0
          ? ''
          : `${[heading, ...here.map((row) => row.map((value) => `\`${value}`).join(','))].join('\r\n')}\r\n`,
      hasNext: more ? 'Y' : 'N',
      nextKeyValue: more ? String(start + here.length).padStart(40, '0') : '',
    }
  }
  const settledOrders = (from: number, until: number): string[][] =>
    books.between(from, until, 'done').trades.map((trade) => {
      const [date = '', orderNo = ''] = trade.tradeno.split('/')
      const moment = bankMoment(new Date(trade.paid_at!))
      const amount = yuanOf(trade.paid_amount!)
      return [
        keys.branchNo,
        keys.merchantNo,
        date,
        orderNo,
        trade.number!.slice(0, 20),
        '10',
        amount,
        '0.00',
        amount,
        '0.00',
        '0',
        '02',
        moment.slice(0, 8),
        moment.slice(8),
      ]
    })
  const refundsMade = (from: number, until: number): string[][] => {
    settleRefunds()
    return books.between(from, until, 'done').refunds.map(({ refund: one, trade }) => refundRow(one, trade))
  }

  const services: Readonly<Record<string, (reqData: Record<string, string>) => Record<string, string>>> = {
    QuerySingleOrder: (reqData) => {
      const given = read(OrderQuery, reqData)
      const trade = paidTrade(given.date, given.orderNo)
      const day = bankMoment(new Date(trade.paid_at!))
      return {
        branchNo: keys.branchNo,
        merchantNo: keys.merchantNo,
        date: given.date,
        orderNo: given.orderNo,
        bankSerialNo: trade.number!.slice(0, 20),
        currency: '10',
        orderAmount: yuanOf(trade.paid_amount!),
        fee: '0.00',
        orderStatus: '0',
        bankDate: bankDate(new Date(trade.paid_at!)),
        bankTime: day.slice(8),
        settleDate: day.slice(0, 8),
        settleTime: day.slice(8),
        settleAmount: yuanOf(trade.paid_amount!),
        discountAmount: '0.00',
        cardType: '02',
        merchantPara: '',
      }
    },
    DoRefundV2: refund,
    QuerySettledRefundV2: refunds,
    QuerySettledOrderByBankDate: (reqData) => listed(reqData, ORDERS, settledOrders),
    QueryRefundByDateV2: (reqData) => listed(reqData, HEADING, refundsMade),
  }

  const answer = ({ url, body }: ApiRequest): ApiAnswer => {
    const { pathname, search } = new URL(url, 'http://pretend.invalid')
    const send = (rspData: Record<string, string>): ApiAnswer => ({
      status: 200,
      headers: { 'content-type': 'application/json;charset=UTF-8' },
      body: JSON.stringify({
        version: '1.0',
        charset: 'UTF-8',
        rspData: { dateTime: bankMoment(clock()), ...rspData },
      }),
    })
    try {
      const reqData = authorise(new URLSearchParams(body).get('jsonRequestData'))
      if (pathname.endsWith('/DoBusiness.ashx') && reqData.txCode === 'FBPK')
        return send({ rspCode: 'SUC0000', rspMsg: '', fbPubKey: publicKey })
      const run = services[search.slice(1)]
      if (!run) throw new Fault('MSS3401', '交易码错误')
      return send({ rspCode: 'SUC0000', rspMsg: '', ...run(reqData) })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return send({ rspCode: error.code, rspMsg: error.message })
    }
  }

  /** A paid order as its notice tells of it, without what each sending adds. */
  const told = (trade: BookedTrade): Record<string, string> => {
    const [date, orderNo] = trade.tradeno.split('/') as [string, string]
    return {
      branchNo: keys.branchNo,
      merchantNo: keys.merchantNo,
      httpMethod: 'POST',
      noticeUrl: trade.notify_url,
      noticeType: 'BKPAYRTN',
      noticeSerialNo: `${date}${orderNo}`,
      date,
      orderNo,
      amount: yuanOf(trade.paid_amount!),
      bankDate: bankDate(new Date(trade.paid_at!)),
      bankSerialNo: trade.number!.slice(0, 20),
      cardType: '02',
      discountFlag: 'N',
      discountAmount: '0.00',
      merchantPara: '',
    }
  }
  /** A notice as the bank would sign it now. */
  const notice = (given: Readonly<Record<string, string>>): string => {
    const noticeData = { ...given, dateTime: bankMoment(clock()) }
    const sign = createSign('RSA-SHA1').update(sortedText(noticeData), 'utf8').sign(bankKey, 'base64')
    return new URLSearchParams({
      jsonRequestData: JSON.stringify({ version: '1.0', charset: 'UTF-8', signType: 'RSA', sign, noticeData }),
    }).toString()
  }
  const whyNot = (error: unknown): string => {
    if (error instanceof Fault) return error.code
    throw error
  }
  return { answer, arrive, told, notice, settleRefunds, whyNot }
}
export type PretendCmbApi = ReturnType<typeof pretendCmbApi>
