import type { KeyObject } from 'node:crypto'
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
import { alipayStatements } from './alipaystatement.ts'
import {
  beijingText,
  certificateNumber,
  fenOf,
  formFields,
  keyOfCertificate,
  momentOf,
  privateKeyFrom,
  publicKeyFrom,
  rawMembers,
  rootNumber,
  signRsa2,
  signedText,
  verifyRsa2,
  withinSkew,
  yuanOf,
} from './alipaycrypto.ts'

/** What the merchant holds. Keys as PEM or as the bare base64 that Alipay's own tool saves; with `certificates` in place of `publicKey` the newer mode. */
export type AlipayCredentials = { appid: string; sellerid: string; privateKey: string } & (
  | { publicKey: string }
  | { certificates: { app: string; alipay: string; root: string } }
)
/** `api`: where we ask; `pages`: where the payer's browser is sent. One address with the real one. */
export type AlipaySettings = {
  api: string
  pages: () => string
  pretend: boolean
  clock: () => Date
  timeoutMs?: number
}

const text = z.string()
const TradeAnswer = z.object({
  out_trade_no: text,
  trade_no: text,
  trade_status: text,
  total_amount: text,
  send_pay_date: z.optional(text),
  buyer_logon_id: z.optional(text),
  trans_currency: z._default(text, 'CNY'),
})
const RefundQueryAnswer = z.object({
  out_request_no: z.optional(text),
  out_trade_no: z.optional(text),
  refund_status: z.optional(text),
  refund_amount: z.optional(text),
  gmt_refund_pay: z.optional(text),
  trans_currency: z._default(text, 'CNY'),
})
const Answer = z.object({
  code: text,
  msg: z._default(text, ''),
  sub_code: z.optional(text),
  sub_msg: z.optional(text),
})
const TradeNotice = z.object({
  out_trade_no: text,
  trade_no: text,
  trade_status: text,
  total_amount: text,
  gmt_payment: z.optional(text),
  buyer_logon_id: z.optional(text),
  trans_currency: z._default(text, 'CNY'),
})

/** Nothing is known after these; the same is asked again. */
const UNKNOWN: ReadonlySet<string> = new Set([
  'ACQ.SYSTEM_ERROR',
  'aop.ACQ.SYSTEM_ERROR',
  'SYSTEM_ERROR',
  'isp.unknow-error',
  'isp.unknown-error',
  'isv.app-call-limited',
])
/** A refund that Alipay will never make. */
const NEVER: ReadonlySet<string> = new Set(['ACQ.TRADE_HAS_FINISHED', 'ACQ.TRADE_NOT_ALLOW_REFUND'])

/** Alipay's numbers take letters, digits and underscores; ours have hyphens, and no underscore. */
const there = (number: string): string => number.replaceAll('-', '_')
const here = (number: string): string => number.replaceAll('_', '-')
/** Signs that a subject may not carry, and its length in characters. */
const subjectOf = (said: string): string => [...said.replaceAll(/[/=&<>"'\\]/g, ' ')].slice(0, 128).join('').trim()

const currencyOf = (given: string): string => given || 'CNY'
const amountFrom = (yuan: string): number => fenOf(yuan) ?? fail('an amount that is none')
const fail = (what: string): never => {
  throw new GatewayDown(`Alipay answered ${what}`)
}

/** What a status says of a try. A closed trade with a payment was refunded whole: its money is no longer there. */
const tradeFrom = (given: z.output<typeof TradeNotice>, sellerid: string): Trade => {
  const tradeno = here(given.out_trade_no)
  if (given.trade_status === 'TRADE_SUCCESS' || given.trade_status === 'TRADE_FINISHED') {
    const paidAt = momentOf(given.gmt_payment ?? '') ?? fail('a payment without its time')
    return {
      state: 'paid',
      tradeno,
      number: given.trade_no,
      amount: amountFrom(given.total_amount),
      currency: currencyOf(given.trans_currency),
      paidAt,
      merchant: sellerid,
      ...(given.buyer_logon_id ? { buyer: given.buyer_logon_id } : {}),
    }
  }
  return { state: given.trade_status === 'TRADE_CLOSED' ? 'closed' : 'open', tradeno }
}

/** Whose signature counts, and what our requests say of our own. */
const keysOf = (
  credentials: AlipayCredentials,
): { publicKey: KeyObject; serial?: string; says: Record<string, string> } => {
  if ('publicKey' in credentials) return { publicKey: publicKeyFrom(credentials.publicKey), says: {} }
  const { app, alipay, root } = credentials.certificates
  return {
    publicKey: keyOfCertificate(alipay, root),
    serial: certificateNumber(alipay),
    says: { app_cert_sn: certificateNumber(app), alipay_root_cert_sn: rootNumber(root) },
  }
}

export const alipay = (
  credentials: AlipayCredentials,
  { api, pages, pretend, clock, timeoutMs = 8000 }: AlipaySettings,
): Gateway => {
  const privateKey = privateKeyFrom(credentials.privateKey)
  const { publicKey, serial, says } = keysOf(credentials)

  /** The parameters of one call with their signature over all of them. */
  const signed = (
    method: string,
    content: Record<string, unknown>,
    more: Record<string, string> = {},
  ): Record<string, string> => {
    const fields = {
      app_id: credentials.appid,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: beijingText(clock()),
      version: '1.0',
      ...says,
      ...more,
      biz_content: JSON.stringify(content),
    }
    return { ...fields, sign: signRsa2(signedText(fields), privateKey) }
  }

  /** Why these bytes are not Alipay's, or undefined where they are. */
  const whyUnbelieved = (
    said: string,
    signature: string | undefined,
    certificate: string | undefined,
  ): string | undefined => {
    if (!signature) return 'unsigned'
    if (serial !== undefined && certificate !== serial) return 'unknown_serial'
    return verifyRsa2(said, signature, publicKey) ? undefined : 'bad_signature'
  }

  const exchange = async (method: string, content: Record<string, unknown>): Promise<string> => {
    const { biz_content, ...common } = signed(method, content)
    try {
      const response = await fetch(`${api}?${new URLSearchParams(common)}`, {
        method: 'POST',
        headers: { accept: 'application/json', 'user-agent': 'startline' },
        body: new URLSearchParams({ biz_content: biz_content! }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      if (response.status !== 200) throw new GatewayDown(`Alipay answered ${response.status}`)
      return await response.text()
    } catch (error) {
      if (error instanceof GatewayDown) throw error
      throw new GatewayDown(`Alipay did not answer (${error instanceof Error ? error.name : 'unknown'})`)
    }
  }

  /** One call. An answer that Alipay did not sign is none, but for one that says it could not read our own signature. */
  const call = async (method: string, content: Record<string, unknown>): Promise<unknown> => {
    const members = rawMembers(await exchange(method, content)) ?? fail('no JSON')
    const name = `${method.replaceAll('.', '_')}_response`
    const said = members[name] ?? members.error_response ?? fail('another call')
    const answer = Answer.safeParse(JSON.parse(said))
    if (!answer.success) return fail('in another form')
    const { code, msg, sub_code, sub_msg } = answer.data
    const why = whyUnbelieved(said, stringOf(members.sign), stringOf(members.alipay_cert_sn))
    if (why && !(why === 'unsigned' && code.startsWith('4') && code !== '40004'))
      throw new GatewayDown(`Alipay's answer is not believed: ${why}`)
    if (code === '10000') return JSON.parse(said)
    const reason = sub_code || code
    if (code === '20000' || code === '10003' || UNKNOWN.has(reason))
      throw new GatewayDown(`Alipay does not know the outcome: ${reason}`)
    throw new GatewayRefused(reason, sub_msg || msg)
  }

  const query = async (tradeno: string): Promise<Trade> => {
    try {
      const { send_pay_date, ...given } = read(
        TradeAnswer,
        await call('alipay.trade.query', { out_trade_no: there(tradeno) }),
      )
      if (here(given.out_trade_no) !== tradeno) return fail('of another trade')
      return tradeFrom({ ...given, ...(send_pay_date ? { gmt_payment: send_pay_date } : {}) }, credentials.sellerid)
    } catch (error) {
      if (error instanceof GatewayRefused && error.code === 'ACQ.TRADE_NOT_EXIST') return { state: 'absent', tradeno }
      throw error
    }
  }

  /** A signed address; Alipay hears of the try when the payer's browser opens it. */
  const prepare = async (purchase: Purchase): Promise<Prepared> => {
    if (purchase.way !== 'wap' && purchase.way !== 'page')
      throw new GatewayRefused('UNKNOWN_WAY', `Alipay is not met by ${purchase.way}`)
    if (purchase.currency !== 'CNY') throw new GatewayRefused('CURRENCY', 'Alipay takes yuan here')
    const wap = purchase.way === 'wap'
    const content = {
      out_trade_no: there(purchase.tradeno),
      total_amount: yuanOf(purchase.amount),
      subject: subjectOf(purchase.description) || there(purchase.tradeno),
      product_code: wap ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
      seller_id: credentials.sellerid,
      time_expire: beijingText(purchase.expireAt),
      ...(wap ? { quit_url: purchase.returnUrl } : {}),
    }
    const fields = signed(`alipay.trade.${wap ? 'wap' : 'page'}.pay`, content, {
      notify_url: purchase.notifyUrl,
      return_url: purchase.returnUrl,
    })
    return { way: purchase.way, page: `${pages()}?${new URLSearchParams(fields)}`, ...(pretend ? { pretend } : {}) }
  }

  const close = async (tradeno: string): Promise<Trade> => {
    try {
      await call('alipay.trade.close', { out_trade_no: there(tradeno) })
      return { state: 'closed', tradeno }
    } catch (error) {
      if (error instanceof GatewayRefused) return query(tradeno)
      throw error
    }
  }

  /** The answer tells the sum of all refunds of the trade, so what became of this one is asked for by its number. */
  const refund = async (ask: RefundAsk): Promise<RefundFate> => {
    try {
      await call('alipay.trade.refund', {
        out_trade_no: there(ask.tradeno),
        refund_amount: yuanOf(ask.amount),
        out_request_no: there(ask.refundno),
        refund_reason: [...ask.reason].slice(0, 80).join(''),
      })
      return { state: 'sent', refundno: ask.refundno }
    } catch (error) {
      if (error instanceof GatewayRefused && NEVER.has(error.code))
        return { state: 'failed', refundno: ask.refundno, failure: error.code }
      throw error
    }
  }

  const queryRefund = async (refundno: string, tradeno: string): Promise<RefundFate> => {
    try {
      const given = read(
        RefundQueryAnswer,
        await call('alipay.trade.fastpay.refund.query', {
          out_trade_no: there(tradeno),
          out_request_no: there(refundno),
          query_options: ['gmt_refund_pay'],
        }),
      )
      // Without a status it did not happen, and is sent again under its number.
      if (!given.refund_status) return { state: 'absent', refundno }
      if (given.refund_status !== 'REFUND_SUCCESS') return { state: 'sent', refundno }
      if (given.out_request_no !== there(refundno) || given.refund_amount === undefined)
        return fail('of another refund')
      const doneAt = momentOf(given.gmt_refund_pay ?? '') ?? clock()
      return {
        state: 'done',
        refundno,
        amount: amountFrom(given.refund_amount),
        currency: currencyOf(given.trans_currency),
        doneAt,
      }
    } catch (error) {
      if (error instanceof GatewayRefused && (error.code === 'ACQ.TRADE_NOT_EXIST' || error.code === 'TRADE_NOT_EXIST'))
        return { state: 'absent', refundno }
      throw error
    }
  }

  const readNotice = async (_headers: Readonly<Record<string, string | undefined>>, body: string): Promise<Notice> => {
    const fields = formFields(body)
    if (!fields) throw new NoticeWrong('malformed')
    if (fields.sign_type !== 'RSA2') throw new NoticeWrong('another_signature_type')
    const why = whyUnbelieved(signedText(fields, ['sign', 'sign_type']), fields.sign, fields.alipay_cert_sn)
    if (why) throw new NoticeWrong(why)
    if (fields.app_id !== credentials.appid || fields.seller_id !== credentials.sellerid)
      throw new NoticeWrong('another_merchant')
    if (!withinSkew(fields.notify_time ?? '', clock())) throw new NoticeWrong('stale')
    const id = fields.notify_id ?? ''
    if (fields.notify_type !== 'trade_status_sync') return { id, kind: 'other', event: fields.notify_type ?? 'unknown' }
    const parsed = TradeNotice.safeParse(fields)
    if (!parsed.success) throw new NoticeWrong('malformed')
    // A refund's notice tells the sum of all refunds so far: what became of the one it names is asked for.
    if (fields.out_biz_no && fields.refund_fee)
      return { id, kind: 'refund', fate: await queryRefund(here(fields.out_biz_no), here(parsed.data.out_trade_no)) }
    try {
      return { id, kind: 'trade', trade: tradeFrom(parsed.data, credentials.sellerid) }
    } catch (error) {
      throw error instanceof GatewayDown ? new NoticeWrong('malformed') : error
    }
  }

  return {
    ...alipayManner,
    pretend,
    prepare,
    query,
    close,
    refund,
    queryRefund,
    readNotice,
    statement: alipayStatements({ sellerid: credentials.sellerid, api, call, here }),
  }
}

const ANSWERS = {
  taken: { status: 200, body: 'success' },
  wrong: { status: 400, body: 'failure' },
  failed: { status: 500, body: 'failure' },
}
/** What holds of Alipay before anybody has asked it anything. The seven letters `success` alone end the retries of a notice. */
export const alipayManner = {
  name: 'alipay',
  refundDays: 365,
  bornLate: true,
  closes: true,
  proof: 'vectors',
  answerNotice: (outcome) => ({ ...ANSWERS[outcome], type: 'text/plain; charset=utf-8' }),
} as const satisfies Partial<Gateway>

const stringOf = (json: string | undefined): string | undefined => {
  const value: unknown = json === undefined ? undefined : JSON.parse(json)
  return typeof value === 'string' ? value : undefined
}

const read = <Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new GatewayDown("Alipay's answer has not the form that its documents give")
  return parsed.data
}
