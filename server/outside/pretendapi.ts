import { type KeyObject, createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import type { BookedRefund, BookedTrade, Books } from './pretendbooks.ts'
import type { PretendKeys } from './pretendkeys.ts'
import type { ApiAnswer, ApiRequest } from './pretendserver.ts'
import { wechatStatementOf } from './pretendstatement.ts'
import {
  answerText,
  freshEnough,
  nonce,
  readAuthorization,
  requestText,
  sealText,
  sign,
  unixSeconds,
  verify,
} from './wechatpaycrypto.ts'

/** The pretend gateway's side of WeChat Pay's protocol: what it demands of a request and how it answers. */
export type Fates = { refund: 'SUCCESS' | 'ABNORMAL'; refundSeconds: number }

class Fault extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const bytes = (max: number) =>
  z.string().check(
    z.minLength(1),
    z.refine((text: string) => Buffer.byteLength(text) <= max),
  )
const Number32 = z.string().check(z.regex(/^[0-9A-Za-z_\-|*]{6,32}$/))
const NotifyUrl = z.string().check(z.refine((text: string) => /^https?:\/\/[^?#]+$/.test(text)))
const Order = z.object({
  appid: z.string(),
  mchid: z.string(),
  description: bytes(127),
  out_trade_no: Number32,
  time_expire: z.iso.datetime({ offset: true }),
  notify_url: NotifyUrl,
  amount: z.object({ total: z.number().check(z.int(), z.minimum(1)), currency: z.literal('CNY') }),
  payer: z.optional(z.object({ openid: bytes(128) })),
  scene_info: z.optional(
    z.object({ payer_client_ip: bytes(45), h5_info: z.object({ type: z.enum(['iOS', 'Android', 'Wap']) }) }),
  ),
})
const RefundOrder = z.object({
  out_trade_no: Number32,
  out_refund_no: z.string().check(z.regex(/^[0-9A-Za-z_\-|*@]{1,64}$/)),
  reason: z.optional(bytes(80)),
  notify_url: NotifyUrl,
  amount: z.object({
    refund: z.number().check(z.int(), z.minimum(1)),
    total: z.number().check(z.int(), z.minimum(1)),
    currency: z.string(),
  }),
})

const rfc3339 = (at: number): string => `${new Date(at + 8 * 3600_000).toISOString().slice(0, 19)}+08:00`

/** A trade as queries and notices show it. */
export const shownTrade = (keys: PretendKeys, trade: BookedTrade): Record<string, unknown> => ({
  appid: keys.appid,
  mchid: keys.mchid,
  out_trade_no: trade.tradeno,
  trade_state: trade.state,
  trade_state_desc: trade.state,
  ...(trade.number === null
    ? {}
    : {
        transaction_id: trade.number,
        trade_type: trade.way.toUpperCase(),
        bank_type: 'OTHERS',
        success_time: rfc3339(trade.paid_at!),
        payer: { openid: trade.openid || 'pretend-payer' },
        amount: {
          total: trade.paid_amount,
          payer_total: trade.paid_amount,
          currency: trade.paid_currency,
          payer_currency: trade.paid_currency,
        },
      }),
})
export const shownRefundNotice = (keys: PretendKeys, refund: BookedRefund, total: number): Record<string, unknown> => ({
  mchid: keys.mchid,
  out_trade_no: refund.tradeno,
  out_refund_no: refund.refundno,
  refund_id: refund.number,
  refund_status: refund.status,
  ...(refund.status === 'SUCCESS' ? { success_time: rfc3339(refund.done_at) } : {}),
  user_received_account: '支付用户零钱',
  amount: { total, refund: refund.amount, payer_total: total, payer_refund: refund.amount },
})
const shownRefund = (refund: BookedRefund, total: number): Record<string, unknown> => ({
  refund_id: refund.number,
  out_refund_no: refund.refundno,
  out_trade_no: refund.tradeno,
  channel: 'ORIGINAL',
  user_received_account: '支付用户零钱',
  status: refund.status,
  create_time: rfc3339(refund.created_at),
  ...(refund.status === 'SUCCESS' ? { success_time: rfc3339(refund.done_at) } : {}),
  amount: { total, refund: refund.amount, payer_refund: refund.amount, currency: refund.currency },
})

/** Signature headers as the platform puts them on answers and notices. */
export const platformHeaders = (
  keys: PretendKeys,
  platformKey: KeyObject,
  body: string,
  now: Date,
): Record<string, string> => {
  const timestamp = unixSeconds(now)
  const fresh = nonce()
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': fresh,
    'wechatpay-serial': keys.platformSerial,
    'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
    'wechatpay-signature': sign(answerText(timestamp, fresh, body), platformKey),
  }
}

export const pretendApi = (keys: PretendKeys, books: Books, origin: () => string, fates: Fates, clock: () => Date) => {
  const platformKey = createPrivateKey(keys.platformKeyPem)
  const merchantKey = createPublicKey(keys.merchantKeyPem)

  const authorise = ({ method, url, headers, body }: ApiRequest) => {
    const given = readAuthorization(headers.authorization ?? '')
    const text = given && requestText(method, url, given.timestamp, given.nonce_str, body)
    const holds =
      given &&
      text &&
      given.mchid === keys.mchid &&
      given.serial_no === keys.merchantSerial &&
      freshEnough(given.timestamp, clock()) &&
      verify(text, given.signature, merchantKey)
    if (!holds) throw new Fault(401, 'SIGN_ERROR', '签名错误')
  }
  const read = <Schema extends z.ZodMiniType>(schema: Schema, body: string): z.output<Schema> => {
    let given: unknown
    try {
      given = JSON.parse(body)
    } catch {
      throw new Fault(400, 'PARAM_ERROR', '请求体不是 JSON')
    }
    const parsed = schema.safeParse(given)
    if (!parsed.success) throw new Fault(400, 'PARAM_ERROR', `参数错误：${parsed.error.issues[0]?.path.join('.')}`)
    return parsed.data
  }
  const current = (tradeno: string): BookedTrade => {
    books.expire(tradeno, clock().getTime())
    const trade = books.trade(tradeno)
    if (!trade) throw new Fault(404, 'ORDER_NOT_EXIST', '订单不存在')
    return trade
  }

  const open = (way: string, body: string): Record<string, string> => {
    const now = clock().getTime()
    const given = read(Order, body)
    if (given.appid !== keys.appid || given.mchid !== keys.mchid)
      throw new Fault(400, 'APPID_MCHID_NOT_MATCH', 'appid 和 mch_id 不匹配')
    if (way === 'jsapi' && !given.payer) throw new Fault(400, 'PARAM_ERROR', '参数错误：payer.openid')
    if (way === 'h5' && !given.scene_info) throw new Fault(400, 'PARAM_ERROR', '参数错误：scene_info')
    if (Date.parse(given.time_expire) - now < 60_000)
      throw new Fault(400, 'PARAM_ERROR', '参数错误：time_expire 距现在不足一分钟')
    books.expire(given.out_trade_no, now)
    const known = books.trade(given.out_trade_no)
    if (known?.state === 'CLOSED') throw new Fault(400, 'ORDER_CLOSED', '订单已关闭')
    if (known && known.state !== 'NOTPAY') throw new Fault(400, 'ORDERPAID', '该订单已支付')
    if (
      known &&
      (known.way !== way || known.amount !== given.amount.total || known.openid !== (given.payer?.openid ?? ''))
    )
      throw new Fault(400, 'INVALID_REQUEST', '201 商户订单号重复')
    if (known) books.renew(known.tradeno, given.notify_url, given.description)
    const trade =
      known ??
      books.open(
        {
          tradeno: given.out_trade_no,
          way,
          description: given.description,
          amount: given.amount.total,
          currency: given.amount.currency,
          expire_at: Date.parse(given.time_expire),
          notify_url: given.notify_url,
          openid: given.payer?.openid ?? '',
        },
        now,
      )
    if (way === 'native') return { code_url: `${origin()}/pretend/wechatpay/scan?prepay_id=${trade.prepay_id}` }
    if (way === 'h5') return { h5_url: `${origin()}/pretend/wechatpay/h5?prepay_id=${trade.prepay_id}` }
    return { prepay_id: trade.prepay_id }
  }

  const refund = (body: string): Record<string, unknown> => {
    const now = clock().getTime()
    const given = read(RefundOrder, body)
    const trade = current(given.out_trade_no)
    if (trade.state !== 'SUCCESS' && trade.state !== 'REFUND')
      throw new Fault(403, 'TRADE_ERROR', '订单未支付，不能退款')
    if (given.amount.total !== trade.paid_amount || given.amount.currency !== trade.paid_currency)
      throw new Fault(400, 'PARAM_ERROR', '订单金额或币种与原订单不一致')
    const known = books.refund(given.out_refund_no)
    if (known) {
      if (known.tradeno !== given.out_trade_no || known.amount !== given.amount.refund)
        throw new Fault(400, 'INVALID_REQUEST', '退款单号重复且参数不一致')
      return shownRefund(known, trade.paid_amount)
    }
    if (books.refunded(given.out_trade_no) + given.amount.refund > trade.paid_amount)
      throw new Fault(403, 'NOT_ENOUGH', '退款金额超过可退金额')
    const made = books.addRefund(
      {
        refundno: given.out_refund_no,
        tradeno: given.out_trade_no,
        amount: given.amount.refund,
        currency: given.amount.currency,
        status: 'PROCESSING',
        notify_url: given.notify_url,
        done_at: now + fates.refundSeconds * 1000,
      },
      now,
    )
    return shownRefund(made, trade.paid_amount)
  }

  /** Refunds whose time has come are done, and their notices put on the way. */
  const settleRefunds = () => {
    for (const done of books.refundsDone(clock().getTime(), fates.refund)) {
      const total = books.trade(done.tradeno)!.paid_amount!
      books.addNotice(
        done.notify_url,
        fates.refund === 'SUCCESS' ? 'REFUND.SUCCESS' : 'REFUND.ABNORMAL',
        shownRefundNotice(keys, { ...done, status: fates.refund }, total),
        clock().getTime(),
      )
    }
  }

  /** The statement of a day in Beijing, which stands from ten in the next morning on. */
  const statementOf = (day: string | null): string => {
    const from = /^\d{4}-\d{2}-\d{2}$/.test(day ?? '') ? Date.parse(`${day}T00:00:00+08:00`) : Number.NaN
    if (Number.isNaN(from) || from < clock().getTime() - 92 * 86_400_000)
      throw new Fault(400, 'INVALID_REQUEST', '账单日期不在可下载范围内')
    if (clock().getTime() < from + 34 * 3600_000) throw new Fault(400, 'STATEMENT_CREATING', '账单生成中')
    settleRefunds()
    const moved = books.between(from, from + 86_400_000, 'asked')
    if (moved.trades.length + moved.refunds.length === 0) throw new Fault(400, 'NO_STATEMENT_EXIST', '账单文件不存在')
    return wechatStatementOf(keys, moved)
  }
  /** What a download address stands for, as the vendor's unreadable ones do. */
  const tokenOf = (day: string): string => Buffer.from(day).toString('base64url')

  const run = (request: ApiRequest): unknown => {
    authorise(request)
    const [path, search = ''] = request.url.split('?') as [string, string?]
    const of = (pattern: RegExp) => pattern.exec(path)?.[1]
    if (request.method === 'GET') {
      const tradeno = of(/^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)$/)
      if (tradeno) {
        if (new URLSearchParams(search).get('mchid') !== keys.mchid)
          throw new Fault(400, 'PARAM_ERROR', '参数错误：mchid')
        return shownTrade(keys, current(tradeno))
      }
      const refundno = of(/^\/v3\/refund\/domestic\/refunds\/([^/]+)$/)
      if (refundno) {
        settleRefunds()
        const known = books.refund(refundno)
        if (!known) throw new Fault(404, 'RESOURCE_NOT_EXISTS', '退款单不存在')
        return shownRefund(known, books.trade(known.tradeno)!.paid_amount!)
      }
      if (path === '/v3/bill/tradebill') {
        const asked = new URLSearchParams(search)
        const day = asked.get('bill_date')
        if (asked.get('bill_type') !== 'ALL' || asked.get('tar_type') !== 'GZIP')
          throw new Fault(400, 'PARAM_ERROR', '参数错误：bill_type')
        return {
          hash_type: 'SHA1',
          hash_value: createHash('sha1').update(statementOf(day)).digest('hex'),
          download_url: `http://${request.headers.host}/v3/billdownload/file?token=${tokenOf(day!)}`,
        }
      }
      if (path === '/v3/certificates')
        return {
          data: [
            {
              serial_no: keys.platformSerial,
              effective_time: '2020-01-01T08:00:00+08:00',
              expire_time: '2050-01-01T07:59:59+08:00',
              encrypt_certificate: sealText(keys.apiV3Key, keys.platformCertificatePem, 'certificate'),
            },
          ],
        }
    }
    if (request.method === 'POST') {
      const way = of(/^\/v3\/pay\/transactions\/(jsapi|h5|native)$/)
      if (way) return open(way, request.body)
      if (path === '/v3/refund/domestic/refunds') return refund(request.body)
      const tradeno = of(/^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)\/close$/)
      if (tradeno) {
        if (read(z.object({ mchid: z.string() }), request.body).mchid !== keys.mchid)
          throw new Fault(400, 'PARAM_ERROR', '参数错误：mchid')
        const trade = current(tradeno)
        if (trade.state !== 'NOTPAY' && trade.state !== 'CLOSED') throw new Fault(400, 'ORDERPAID', '该订单已支付')
        books.close(tradeno)
        return undefined
      }
    }
    throw new Fault(404, 'RESOURCE_NOT_EXISTS', '没有这个接口')
  }

  const answer = (request: ApiRequest): ApiAnswer => {
    const send = (status: number, body: string): ApiAnswer => ({
      status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...platformHeaders(keys, platformKey, body, clock()),
      },
      body,
    })
    try {
      const token = /^\/v3\/billdownload\/file\?token=([\w-]+)$/.exec(request.url)?.[1]
      if (token) {
        authorise(request)
        // The file itself comes unsigned: the digest given before vouches for it.
        return {
          status: 200,
          headers: { 'content-type': 'application/octet-stream' },
          body: gzipSync(statementOf(Buffer.from(token, 'base64url').toString())),
        }
      }
      const given = run(request)
      return given === undefined ? send(204, '') : send(200, JSON.stringify(given))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return send(error.status, JSON.stringify({ code: error.code, message: error.message }))
    }
  }
  return { answer, settleRefunds, platformKey, merchantKey }
}
