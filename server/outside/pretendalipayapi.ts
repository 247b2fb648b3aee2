import { createPrivateKey, createPublicKey, randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import {
  beijingText,
  certificateNumber,
  fenOf,
  formFields,
  momentOf,
  rootNumber,
  signRsa2,
  signedText,
  verifyRsa2,
  yuanOf,
} from './alipaycrypto.ts'
import type { BookedRefund, BookedTrade, Books } from './pretendbooks.ts'
import { selfSigned } from './pretendcertificate.ts'
import { rsaPem } from './pretendkeys.ts'
import type { ApiAnswer, ApiRequest } from './pretendserver.ts'
import { alipayStatementOf, gbkBytes, zipOf } from './pretendstatement.ts'

/** The pretend Alipay's side of the open platform's protocol: what it demands of a request and how it answers. */

export type AlipayKeys = {
  appid: string
  sellerid: string
  merchantKeyPem: string
  merchantCertificatePem: string
  platformKeyPem: string
  platformCertificatePem: string
}
export type AlipayFates = { refund: 'SUCCESS' | 'NO_BALANCE'; refundSeconds: number }

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')
export const makeAlipayKeys = (): AlipayKeys => {
  const [merchantKeyPem, platformKeyPem] = [rsaPem(), rsaPem()]
  const certificate = (pem: string, name: string) => selfSigned(createPrivateKey(pem), name, `2A${digits(30)}`)
  return {
    appid: `2021${digits(12)}`,
    sellerid: `2088${digits(12)}`,
    merchantKeyPem,
    merchantCertificatePem: certificate(merchantKeyPem, 'Pretend Merchant'),
    platformKeyPem,
    platformCertificatePem: certificate(platformKeyPem, 'Pretend Alipay'),
  }
}

/** A refusal. `common`: of the request as such, answered without a signature where the request's own was wrong. */
class Fault extends Error {
  readonly code: string
  readonly reason: string
  constructor(reason: string, message: string, code = '40004') {
    super(message)
    this.code = code
    this.reason = reason
  }
}

const OurNumber = z.string().check(z.regex(/^\w{1,64}$/))
const Yuan = z.string().check(z.regex(/^(?!0+\.00$)\d{1,9}\.\d{2}$/))
const Page = z.object({
  out_trade_no: OurNumber,
  total_amount: Yuan,
  subject: z.string().check(z.minLength(1), z.maxLength(256), z.regex(/^[^/=&]+$/)),
  product_code: z.enum(['QUICK_WAP_WAY', 'FAST_INSTANT_TRADE_PAY']),
  seller_id: z.optional(z.string()),
  time_expire: z.optional(z.string()),
  quit_url: z.optional(z.string()),
})
const Trade = z.object({ out_trade_no: OurNumber })
const Refund = z.object({
  out_trade_no: OurNumber,
  refund_amount: Yuan,
  out_request_no: z.optional(OurNumber),
  refund_reason: z.optional(z.string().check(z.maxLength(256))),
})
const BillQuery = z.object({
  bill_type: z.literal('trade'),
  bill_date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
})
const RefundQuery = z.object({
  out_trade_no: OurNumber,
  out_request_no: OurNumber,
  query_options: z.optional(z.array(z.string())),
})

/** The books' words as Alipay's: what was refunded whole is closed. */
const statusOf = (trade: BookedTrade, refunded: number): string => {
  if (trade.number === null) return trade.state === 'CLOSED' ? 'TRADE_CLOSED' : 'WAIT_BUYER_PAY'
  return refunded >= trade.paid_amount! ? 'TRADE_CLOSED' : 'TRADE_SUCCESS'
}
const currencyPart = (currency: string | null): Record<string, string> =>
  currency && currency !== 'CNY' ? { trans_currency: currency } : {}
const at = (ms: number): string => beijingText(new Date(ms))

/** A trade as its notice tells of it, without what each sending adds; with a refund, as the notice of that. */
export const toldTrade = (
  keys: AlipayKeys,
  trade: BookedTrade,
  refunded: number,
  refund?: BookedRefund,
): Record<string, string> => ({
  notify_type: 'trade_status_sync',
  app_id: keys.appid,
  auth_app_id: keys.appid,
  seller_id: keys.sellerid,
  charset: 'utf-8',
  version: '1.0',
  subject: trade.description,
  out_trade_no: trade.tradeno,
  trade_no: trade.number ?? '',
  trade_status: statusOf(trade, refunded),
  total_amount: yuanOf(trade.paid_amount ?? trade.amount),
  receipt_amount: yuanOf(trade.paid_amount ?? 0),
  buyer_pay_amount: yuanOf(trade.paid_amount ?? 0),
  buyer_logon_id: 'pre***@example.com',
  gmt_create: at(trade.created_at),
  ...(trade.paid_at === null ? {} : { gmt_payment: at(trade.paid_at) }),
  ...currencyPart(trade.paid_currency),
  ...(refund
    ? { out_biz_no: refund.refundno, refund_fee: yuanOf(refunded), gmt_refund: `${at(refund.done_at)}.000` }
    : {}),
})

/** `certified`: in the mode with certificates, else with bare public keys. */
export const pretendAlipayApi = (
  keys: AlipayKeys,
  books: Books,
  fates: AlipayFates,
  clock: () => Date,
  certified: boolean,
) => {
  const platformKey = createPrivateKey(keys.platformKeyPem)
  const merchantKey = createPublicKey(keys.merchantKeyPem)
  const serials = certified
    ? {
        app: certificateNumber(keys.merchantCertificatePem),
        root: rootNumber(keys.platformCertificatePem),
        platform: certificateNumber(keys.platformCertificatePem),
      }
    : undefined

  /** The parameters of a request whose signature holds, its content read. */
  const authorise = (fields: Record<string, string> | undefined): Record<string, string> => {
    const now = clock()
    if (!fields?.app_id || fields.app_id !== keys.appid)
      throw new Fault('isv.invalid-app-id', '无效的AppID参数', '40002')
    if (fields.sign_type !== 'RSA2') throw new Fault('isv.invalid-signature-type', '无效的签名类型', '40002')
    if (!/^utf-8$/i.test(fields.charset ?? '') || fields.version !== '1.0')
      throw new Fault('isv.invalid-charset', '字符集错误', '40002')
    if (serials && (fields.app_cert_sn !== serials.app || fields.alipay_root_cert_sn !== serials.root))
      throw new Fault('isv.app-cert-sn-error', '应用公钥证书序列号错误', '40002')
    if (!verifyRsa2(signedText(fields), fields.sign ?? '', merchantKey))
      throw new Fault('isv.invalid-signature', '无效签名', '40002')
    const sent = momentOf(fields.timestamp ?? '')
    if (!sent || Math.abs(sent.getTime() - now.getTime()) > 24 * 3600_000)
      throw new Fault('isv.invalid-timestamp', '非法的时间戳参数', '40002')
    return fields
  }
  const read = <Schema extends z.ZodMiniType>(schema: Schema, body: string | undefined): z.output<Schema> => {
    let given: unknown
    try {
      given = JSON.parse(body ?? '')
    } catch {
      throw new Fault('isv.invalid-parameter', '参数无效：biz_content', '40002')
    }
    const parsed = schema.safeParse(given)
    if (!parsed.success) throw new Fault('ACQ.INVALID_PARAMETER', `参数无效：${parsed.error.issues[0]?.path.join('.')}`)
    return parsed.data
  }
  const current = (tradeno: string): BookedTrade => {
    books.expire(tradeno, clock().getTime())
    const trade = books.trade(tradeno)
    if (!trade) throw new Fault('ACQ.TRADE_NOT_EXIST', '交易不存在')
    return trade
  }

  /** A payer's browser has come with a signed address: the trade is born now, or found again. Throws Fault. */
  const arrive = (
    fields: Record<string, string> | undefined,
  ): { trade: BookedTrade; returnUrl: string; quitUrl: string } => {
    const { method, biz_content, notify_url, return_url = '' } = authorise(fields)
    const wap = method === 'alipay.trade.wap.pay'
    if (!wap && method !== 'alipay.trade.page.pay') throw new Fault('isv.invalid-method', '不存在的方法名', '40002')
    const given = read(Page, biz_content)
    if (given.product_code !== (wap ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY'))
      throw new Fault('ACQ.INVALID_PARAMETER', '参数无效：product_code')
    if (given.seller_id !== undefined && given.seller_id !== keys.sellerid)
      throw new Fault('ACQ.SELLER_NOT_EXIST', '卖家不存在')
    if (!/^https?:\/\/[^?#]+$/.test(notify_url ?? '')) throw new Fault('ACQ.INVALID_PARAMETER', '参数无效：notify_url')
    const now = clock().getTime()
    const end = given.time_expire === undefined ? now + 15 * 86_400_000 : momentOf(given.time_expire)?.getTime()
    if (end === undefined) throw new Fault('ACQ.INVALID_PARAMETER', '参数无效：time_expire')
    books.expire(given.out_trade_no, now)
    const known = books.trade(given.out_trade_no)
    if (!known && end <= now) throw new Fault('ACQ.TRADE_HAS_CLOSE', '交易已经关闭')
    if (known && known.amount !== fenOf(given.total_amount))
      throw new Fault('ACQ.CONTEXT_INCONSISTENT', '交易信息被篡改')
    const trade =
      known ??
      books.open(
        {
          tradeno: given.out_trade_no,
          way: wap ? 'wap' : 'page',
          description: given.subject,
          amount: fenOf(given.total_amount)!,
          currency: 'CNY',
          expire_at: end,
          notify_url: notify_url!,
          openid: '',
        },
        now,
      )
    return { trade, returnUrl: return_url, quitUrl: given.quit_url ?? '' }
  }

  const refund = (body: string | undefined): Record<string, unknown> => {
    const now = clock().getTime()
    const given = read(Refund, body)
    const trade = current(given.out_trade_no)
    if (trade.number === null) throw new Fault('ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
    const amount = fenOf(given.refund_amount)!
    const refundno = given.out_request_no ?? given.out_trade_no
    const known = books.refund(refundno)
    if (known && (known.tradeno !== trade.tradeno || known.amount !== amount))
      throw new Fault('ACQ.DISCORDANT_REPEAT_REQUEST', '同一个退款请求号的金额不一致')
    if (!known) {
      if (fates.refund === 'NO_BALANCE') throw new Fault('ACQ.SELLER_BALANCE_NOT_ENOUGH', '卖家余额不足')
      if (books.refunded(trade.tradeno) + amount > trade.paid_amount!)
        throw new Fault('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限')
      books.addRefund(
        {
          refundno,
          tradeno: trade.tradeno,
          amount,
          currency: trade.paid_currency!,
          status: 'PROCESSING',
          notify_url: trade.notify_url,
          done_at: now + fates.refundSeconds * 1000,
        },
        now,
      )
      settleRefunds()
    }
    const done = !known && books.refund(refundno)!.status === 'SUCCESS'
    return {
      trade_no: trade.number,
      out_trade_no: trade.tradeno,
      buyer_logon_id: 'pre***@example.com',
      fund_change: done ? 'Y' : 'N',
      refund_fee: yuanOf(books.refunded(trade.tradeno)),
    }
  }

  /** Refunds whose time has come are done, and the notices of them put on the way. */
  const settleRefunds = () => {
    for (const due of books.refundsDone(clock().getTime(), 'SUCCESS')) {
      const trade = books.trade(due.tradeno)!
      books.addNotice(
        due.notify_url,
        'refund',
        toldTrade(keys, trade, books.refunded(trade.tradeno), due),
        clock().getTime(),
      )
    }
  }

  /** The zip of a day in Beijing: its single trades and refunds, and beside them the sums. */
  const statementOf = (day: string): Buffer => {
    const from = Date.parse(`${day}T00:00:00+08:00`)
    settleRefunds()
    const moved = books.between(from, from + 86_400_000, 'done')
    if (clock().getTime() < from + 34 * 3600_000 || moved.trades.length + moved.refunds.length === 0)
      throw new Fault('isp.bill_not_exist', '账单不存在')
    const name = `${keys.sellerid}0156_${day.replaceAll('-', '')}_业务明细`
    return zipOf([
      { name: `${name}(汇总).csv`, bytes: gbkBytes('#支付宝业务汇总查询\r\n') },
      { name: `${name}.csv`, bytes: gbkBytes(alipayStatementOf(keys.sellerid, day, moved, clock())) },
    ])
  }

  const methods: Readonly<
    Record<string, (body: string | undefined, host: string | undefined) => Record<string, unknown>>
  > = {
    'alipay.trade.query': (body) => {
      const trade = current(read(Trade, body).out_trade_no)
      const paid =
        trade.paid_at === null
          ? {}
          : {
              send_pay_date: at(trade.paid_at),
              buyer_pay_amount: yuanOf(trade.paid_amount!),
              ...currencyPart(trade.paid_currency),
            }
      return {
        trade_no: trade.number ?? `pretend${trade.prepay_id.slice(2, 20)}`,
        out_trade_no: trade.tradeno,
        buyer_logon_id: 'pre***@example.com',
        trade_status: statusOf(trade, books.refunded(trade.tradeno)),
        total_amount: yuanOf(trade.paid_amount ?? trade.amount),
        ...paid,
      }
    },
    'alipay.trade.close': (body) => {
      const trade = current(read(Trade, body).out_trade_no)
      if (trade.state !== 'NOTPAY') throw new Fault('ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
      books.close(trade.tradeno)
      return { out_trade_no: trade.tradeno, trade_no: '' }
    },
    'alipay.trade.refund': refund,
    'alipay.data.dataservice.bill.downloadurl.query': (body, host) => {
      const { bill_date } = read(BillQuery, body)
      statementOf(bill_date)
      return { bill_download_url: `http://${host}/bill.resource?token=${Buffer.from(bill_date).toString('base64url')}` }
    },
    'alipay.trade.fastpay.refund.query': (body) => {
      settleRefunds()
      const given = read(RefundQuery, body)
      const trade = current(given.out_trade_no)
      const known = books.refund(given.out_request_no)
      if (!known || known.tradeno !== trade.tradeno || known.status !== 'SUCCESS') return {}
      return {
        trade_no: trade.number,
        out_trade_no: trade.tradeno,
        out_request_no: known.refundno,
        refund_status: 'REFUND_SUCCESS',
        total_amount: yuanOf(trade.paid_amount!),
        refund_amount: yuanOf(known.amount),
        ...currencyPart(known.currency),
        ...(given.query_options?.includes('gmt_refund_pay') ? { gmt_refund_pay: at(known.done_at) } : {}),
      }
    },
  }

  const answer = ({ method, url, body, headers }: ApiRequest): ApiAnswer => {
    const token = method === 'GET' ? /^\/bill\.resource\?token=([\w-]+)$/.exec(url)?.[1] : undefined
    if (token)
      return {
        status: 200,
        headers: { 'content-type': 'application/zip' },
        body: statementOf(Buffer.from(token, 'base64url').toString()),
      }
    const [path, search = ''] = url.split('?') as [string, string?]
    const send = (name: string, said: Record<string, unknown>, signed = true): ApiAnswer => {
      const text = JSON.stringify(said)
      const signature = signed ? `,"sign":${JSON.stringify(signRsa2(text, platformKey))}` : ''
      const serial = signed && serials ? `,"alipay_cert_sn":"${serials.platform}"` : ''
      return {
        status: 200,
        headers: { 'content-type': 'text/html;charset=utf-8' },
        body: `{"${name}":${text}${serial}${signature}}`,
      }
    }
    if (path !== '/gateway.do' || method !== 'POST') return { status: 404, headers: {}, body: '' }
    const fields = formFields(body ? `${search}&${body}` : search)
    const name = `${(fields?.method ?? '').replaceAll('.', '_')}_response`
    try {
      const run = methods[authorise(fields).method ?? '']
      if (!run) throw new Fault('isv.invalid-method', '不存在的方法名', '40002')
      return send(name, { code: '10000', msg: 'Success', ...run(fields!.biz_content, headers.host) })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const unsigned = error.code === '40002'
      return send(
        unsigned ? 'error_response' : name,
        {
          code: error.code,
          msg: unsigned ? 'Invalid Arguments' : 'Business Failed',
          sub_code: error.reason,
          sub_msg: error.message,
        },
        !unsigned,
      )
    }
  }

  /** The fields that a browser brings back to `return_url`: signed, and still only the browser's word. */
  const backWith = (trade: BookedTrade): Record<string, string> => {
    const fields = {
      charset: 'utf-8',
      out_trade_no: trade.tradeno,
      method: `alipay.trade.${trade.way}.pay.return`,
      total_amount: yuanOf(trade.amount),
      trade_no: trade.number ?? '',
      auth_app_id: keys.appid,
      version: '1.0',
      app_id: keys.appid,
      seller_id: keys.sellerid,
      timestamp: beijingText(clock()),
    }
    return { ...fields, sign_type: 'RSA2', sign: signRsa2(signedText(fields), platformKey) }
  }
  /** A notice with what this sending adds, signed. */
  const notice = (told: Readonly<Record<string, string>>, id: string): string => {
    const fields = {
      ...told,
      notify_id: id,
      notify_time: beijingText(clock()),
      ...(serials ? { alipay_cert_sn: serials.platform } : {}),
    }
    return new URLSearchParams({
      ...fields,
      sign: signRsa2(signedText(fields), platformKey),
      sign_type: 'RSA2',
    }).toString()
  }
  const whyNot = (error: unknown): string => {
    if (error instanceof Fault) return error.reason
    throw error
  }
  return { answer, arrive, settleRefunds, backWith, notice, whyNot }
}
export type PretendAlipayApi = ReturnType<typeof pretendAlipayApi>
