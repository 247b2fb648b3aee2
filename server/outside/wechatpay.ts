import { createPrivateKey } from 'node:crypto'
import * as z from 'zod/mini'
import {
  type Gateway,
  GatewayDown,
  GatewayRefused,
  type Notice,
  NoticeWrong,
  type Prepared,
  type Purchase,
  type RefundAsk,
  type RefundFate,
  type Trade,
} from './gateway.ts'
import { wechatStatements } from './wechatstatement.ts'
import {
  type Sealed,
  authorization,
  bridgeText,
  nonce,
  openSealed,
  sign,
  signedFrom,
  unixSeconds,
  whyNotSigned,
} from './wechatpaycrypto.ts'
import { type SignedAnswer, fetchedKeys, fixedKey } from './wechatpaykeys.ts'

/** What the merchant holds. With a `publicKey` the gateway's answers are verified by it (its newer way), else by fetched certificates. */
export type WechatPayCredentials = {
  appid: string
  mchid: string
  /** Serial number of the merchant's own certificate. */
  serial: string
  privateKeyPem: string
  apiV3Key: string
  publicKey?: { id: string; pem: string }
}
export type WechatPaySettings = { base: string; pretend: boolean; clock: () => Date; timeoutMs?: number }

const Transaction = z.object({
  appid: z.optional(z.string()),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.optional(z.string()),
  trade_state: z.string(),
  success_time: z.optional(z.string()),
  amount: z.optional(z.object({ total: z.number().check(z.int()), currency: z._default(z.string(), 'CNY') })),
})
const RefundAnswer = z.object({
  out_refund_no: z.string(),
  status: z.string(),
  success_time: z.optional(z.string()),
  amount: z.object({ refund: z.number().check(z.int()), currency: z._default(z.string(), 'CNY') }),
})
/** A refund's notice says `refund_status` where the answer to a query says `status`, and no currency. */
const RefundNotice = z.object({
  mchid: z.string(),
  out_refund_no: z.string(),
  refund_status: z.string(),
  success_time: z.optional(z.string()),
  amount: z.object({ refund: z.number().check(z.int()), currency: z._default(z.string(), 'CNY') }),
})
const NoticeBody = z.object({
  id: z.string(),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.string(),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z._default(z.string(), ''),
  }),
})
const Failure = z.object({ code: z.string(), message: z._default(z.string(), '') })

/** Refusals after which an out_trade_no takes no payment: paid, closed, or begun with other particulars. */
const SPOILT: ReadonlySet<string> = new Set([
  'ORDERPAID',
  'ORDER_PAID',
  'ORDER_CLOSED',
  'ORDERCLOSED',
  'OUT_TRADE_NO_USED',
  'INVALID_REQUEST',
])

/** RFC 3339 in whole seconds, as the vendor asks for. */
const rfc3339 = (at: Date): string => `${new Date(at.getTime() + 8 * 3600_000).toISOString().slice(0, 19)}+08:00`
/** The vendor counts bytes, at most 127 for a description and 80 for a refund's reason; a character is never cut in two. */
const withinBytes = (text: string, max: number): string => {
  let cut = text
  while (Buffer.byteLength(cut) > max) cut = [...cut].slice(0, -1).join('')
  return cut
}

const JSON_TYPE = 'application/json; charset=utf-8'

const tradeFrom = (given: z.output<typeof Transaction>): Trade => {
  const tradeno = given.out_trade_no
  // REFUND stands for a payment that was refunded wholly or in part: it was paid.
  if (given.trade_state === 'SUCCESS' || given.trade_state === 'REFUND') {
    if (!given.transaction_id || !given.amount || !given.success_time)
      throw new GatewayDown('a paid transaction without number, amount or time')
    return {
      state: 'paid',
      tradeno,
      number: given.transaction_id,
      amount: given.amount.total,
      currency: given.amount.currency,
      paidAt: new Date(given.success_time),
      merchant: given.mchid,
    }
  }
  if (given.trade_state === 'CLOSED' || given.trade_state === 'REVOKED') return { state: 'closed', tradeno }
  return { state: 'open', tradeno }
}

const fateFrom = (
  refundno: string,
  status: string,
  amount: { refund: number; currency: string },
  successTime: string | undefined,
): RefundFate => {
  if (status === 'SUCCESS')
    return {
      state: 'done',
      refundno,
      amount: amount.refund,
      currency: amount.currency,
      doneAt: new Date(successTime ?? Number.NaN),
    }
  if (status === 'PROCESSING') return { state: 'sent', refundno }
  return { state: 'failed', refundno, failure: status }
}

export const wechatPay = (
  credentials: WechatPayCredentials,
  { base, pretend, clock, timeoutMs = 8000 }: WechatPaySettings,
): Gateway => {
  const privateKey = createPrivateKey(credentials.privateKeyPem)
  const signer = { mchid: credentials.mchid, serial: credentials.serial, privateKey }
  const root = new URL(base)
  const prefix = root.pathname.replace(/\/$/, '')

  const authorize = (method: 'GET' | 'POST', url: string, body: string) =>
    authorization(signer, method, url, body, unixSeconds(clock()), nonce())
  const exchange = async (
    method: 'GET' | 'POST',
    path: string,
    body: string,
  ): Promise<SignedAnswer & { status: number }> => {
    const url = `${prefix}${path}`
    const header = authorize(method, url, body)
    try {
      const response = await fetch(new URL(url, root), {
        method,
        headers: {
          authorization: header,
          accept: 'application/json',
          'content-type': 'application/json',
          'user-agent': 'startline',
          ...(keys.publicKeyId ? { 'wechatpay-serial': keys.publicKeyId } : {}),
        },
        ...(method === 'POST' ? { body } : {}),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
    } catch (error) {
      throw new GatewayDown(`WeChat Pay did not answer (${error instanceof Error ? error.name : 'unknown'})`)
    }
  }

  const keys = credentials.publicKey
    ? fixedKey(credentials.publicKey.id, credentials.publicKey.pem)
    : fetchedKeys(
        credentials.apiV3Key,
        async () => {
          const answer = await exchange('GET', '/v3/certificates', '')
          if (answer.status !== 200) throw new GatewayDown(`WeChat Pay gave no certificates (${answer.status})`)
          return answer
        },
        clock,
      )

  const platformKeys = async (serial: string) => {
    try {
      return await keys.forSerial(serial)
    } catch (error) {
      throw error instanceof GatewayDown ? error : new GatewayDown("WeChat Pay's certificates could not be read")
    }
  }

  const whyUnbelieved = async ({ headers, body }: SignedAnswer): Promise<string | undefined> => {
    const signed = signedFrom(headers, body)
    return signed ? whyNotSigned(signed, await platformKeys(signed.serial), clock()) : 'unsigned'
  }

  /** One call. A success that is not signed by the gateway is no answer; what it refuses is thrown as GatewayRefused. */
  const call = async (method: 'GET' | 'POST', path: string, asked?: unknown): Promise<unknown> => {
    const answer = await exchange(method, path, asked === undefined ? '' : JSON.stringify(asked))
    if (answer.status >= 500 || answer.status === 429) throw new GatewayDown(`WeChat Pay answered ${answer.status}`)
    const why = await whyUnbelieved(answer)
    // A request whose signature it rejects is answered unsigned; everything that tells of money must be signed.
    if (why && !(why === 'unsigned' && answer.status === 401))
      throw new GatewayDown(`WeChat Pay's answer is not believed: ${why}`)
    if (answer.status >= 300) {
      const failure = Failure.safeParse(parse(answer.body))
      const code = failure.success ? failure.data.code : `HTTP_${answer.status}`
      throw new GatewayRefused(code, failure.success ? failure.data.message : '', SPOILT.has(code))
    }
    return answer.body === '' ? undefined : parse(answer.body)
  }

  const query = async (tradeno: string): Promise<Trade> => {
    try {
      return tradeFrom(
        read(Transaction, await call('GET', `/v3/pay/transactions/out-trade-no/${tradeno}?mchid=${credentials.mchid}`)),
      )
    } catch (error) {
      if (error instanceof GatewayRefused && /^ORDER_?NOT_?EXIST$/.test(error.code)) return { state: 'absent', tradeno }
      throw error
    }
  }

  const prepare = async (purchase: Purchase): Promise<Prepared> => {
    if (purchase.way === 'jsapi' && !purchase.openid)
      throw new GatewayRefused('PARAM_ERROR', "a payment inside the messaging app needs the payer's openid")
    const given = await call('POST', `/v3/pay/transactions/${purchase.way}`, {
      appid: credentials.appid,
      mchid: credentials.mchid,
      description: withinBytes(purchase.description, 127),
      out_trade_no: purchase.tradeno,
      time_expire: rfc3339(purchase.expireAt),
      notify_url: purchase.notifyUrl,
      amount: { total: purchase.amount, currency: purchase.currency },
      ...(purchase.way === 'jsapi' ? { payer: { openid: purchase.openid } } : {}),
      ...(purchase.way === 'h5'
        ? { scene_info: { payer_client_ip: purchase.payerAddress, h5_info: { type: 'Wap' } } }
        : {}),
    })
    if (purchase.way === 'native') {
      const { code_url } = read(z.object({ code_url: z.string() }), given)
      return { way: 'native', code: code_url, ...(pretend ? { page: code_url, pretend } : {}) }
    }
    if (purchase.way === 'h5') {
      const { h5_url } = read(z.object({ h5_url: z.string() }), given)
      return {
        way: 'h5',
        page: `${h5_url}&redirect_url=${encodeURIComponent(purchase.returnUrl)}`,
        ...(pretend ? { pretend } : {}),
      }
    }
    const { prepay_id } = read(z.object({ prepay_id: z.string() }), given)
    const timeStamp = unixSeconds(clock())
    const nonceStr = nonce()
    const packageText = `prepay_id=${prepay_id}`
    const paySign = sign(bridgeText(credentials.appid, timeStamp, nonceStr, packageText), privateKey)
    const bridge = { appId: credentials.appid, timeStamp, nonceStr, package: packageText, signType: 'RSA', paySign }
    if (!pretend) return { way: 'jsapi', bridge }
    // A browser without the messaging app's bridge is shown what the bridge would show.
    const page = new URL(`${new URL(purchase.notifyUrl).origin}/pretend/wechatpay/bridge`)
    page.search = new URLSearchParams({ ...bridge, redirect_url: purchase.returnUrl }).toString()
    return { way: 'jsapi', bridge, page: page.href, pretend }
  }

  const close = async (tradeno: string): Promise<Trade> => {
    try {
      await call('POST', `/v3/pay/transactions/out-trade-no/${tradeno}/close`, { mchid: credentials.mchid })
      return { state: 'closed', tradeno }
    } catch (error) {
      if (error instanceof GatewayRefused) return query(tradeno)
      throw error
    }
  }

  const refund = async (ask: RefundAsk): Promise<RefundFate> => {
    const given = read(
      RefundAnswer,
      await call('POST', '/v3/refund/domestic/refunds', {
        out_trade_no: ask.tradeno,
        out_refund_no: ask.refundno,
        reason: withinBytes(ask.reason, 80),
        notify_url: ask.notifyUrl,
        amount: { refund: ask.amount, total: ask.total, currency: ask.currency },
      }),
    )
    return fateFrom(given.out_refund_no, given.status, given.amount, given.success_time)
  }

  const queryRefund = async (refundno: string): Promise<RefundFate> => {
    try {
      const given = read(RefundAnswer, await call('GET', `/v3/refund/domestic/refunds/${refundno}`))
      return fateFrom(given.out_refund_no, given.status, given.amount, given.success_time)
    } catch (error) {
      if (
        error instanceof GatewayRefused &&
        (error.code === 'RESOURCE_NOT_EXISTS' || error.code === 'REFUND_NOT_EXIST')
      )
        return { state: 'absent', refundno }
      throw error
    }
  }

  const readNotice = async (headers: Readonly<Record<string, string | undefined>>, body: string): Promise<Notice> => {
    const why = await whyUnbelieved({ headers, body })
    if (why) throw new NoticeWrong(why)
    const notice = NoticeBody.safeParse(parse(body))
    if (!notice.success || notice.data.resource.algorithm !== 'AEAD_AES_256_GCM') throw new NoticeWrong('malformed')
    const { id, event_type, resource } = notice.data
    const opened = parse(openNotice(credentials.apiV3Key, resource))
    try {
      if (event_type.startsWith('TRANSACTION.')) {
        const given = read(Transaction, opened)
        if (given.mchid !== credentials.mchid || (given.appid !== undefined && given.appid !== credentials.appid))
          throw new NoticeWrong('another_merchant')
        return { id, kind: 'trade', trade: tradeFrom(given) }
      }
      if (event_type.startsWith('REFUND.')) {
        const given = read(RefundNotice, opened)
        if (given.mchid !== credentials.mchid) throw new NoticeWrong('another_merchant')
        return {
          id,
          kind: 'refund',
          fate: fateFrom(given.out_refund_no, given.refund_status, given.amount, given.success_time),
        }
      }
      return { id, kind: 'other', event: event_type }
    } catch (error) {
      throw error instanceof GatewayDown ? new NoticeWrong('malformed') : error
    }
  }

  /** 200 with SUCCESS ends the retries; anything else has the notice sent again. */
  const answerNotice: Gateway['answerNotice'] = (outcome) =>
    outcome === 'taken'
      ? { status: 200, type: JSON_TYPE, body: '{"code":"SUCCESS","message":"成功"}' }
      : { status: outcome === 'wrong' ? 401 : 500, type: JSON_TYPE, body: '{"code":"FAIL","message":"失败"}' }

  return {
    name: 'wechat',
    pretend,
    refundDays: 365,
    bornLate: false,
    closes: true,
    proof: 'vectors',
    prepare,
    query,
    close,
    refund,
    queryRefund,
    readNotice,
    answerNotice,
    statement: wechatStatements({
      mchid: credentials.mchid,
      base,
      call,
      authorize: (path) => authorize('GET', path, ''),
    }),
  }
}

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}

const read = <Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new GatewayDown("WeChat Pay's answer has not the form that its documents give")
  return parsed.data
}

const openNotice = (key: string, resource: Sealed): string => {
  try {
    return openSealed(key, resource)
  } catch {
    throw new NoticeWrong('does_not_open')
  }
}
