import { createPrivateKey, createSign, randomBytes, randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import { fenOf as minorOf, yuanOf as valueOf } from './alipaycrypto.ts'
import { webhookText } from './paypalcrypto.ts'
import type { BookedRefund, BookedTrade, Books } from './pretendbooks.ts'
import { selfSigned } from './pretendcertificate.ts'
import { rsaPem } from './pretendkeys.ts'
import type { ApiAnswer, ApiRequest } from './pretendserver.ts'
import { paypalEntriesOf } from './pretendforeignstatement.ts'

/** The pretend PayPal's side of Orders v2 and Payments v2: what it demands of a request and how it answers. */

export type PaypalKeys = {
  clientid: string
  secret: string
  webhookid: string
  merchantid: string
  certificateid: string
  keyPem: string
  certificatePem: string
}
export type PaypalFates = {
  capture: 'COMPLETED' | 'DECLINED' | 'PENDING'
  refund: 'SUCCESS' | 'NO_BALANCE'
  refundSeconds: number
  /** How many transactions a search lists at most. */ results: number
}
/** Whom the pretend certificates are made out to. */
export const SIGNER = 'messageverificationcerts.pretend.invalid'
const TOKEN_SECONDS = 32_400

export const makePaypalKeys = (): PaypalKeys => {
  const keyPem = rsaPem()
  const hex = (bytes: number) => randomBytes(bytes).toString('hex')
  return {
    clientid: `A${hex(20)}`,
    secret: `E${hex(20)}`,
    webhookid: hex(9).toUpperCase(),
    merchantid: `P${hex(6).toUpperCase()}`,
    certificateid: `CERT-${hex(4)}-${hex(4)}`,
    keyPem,
    certificatePem: selfSigned(createPrivateKey(keyPem), SIGNER, `2B${String(randomInt(10 ** 9)).padStart(10, '0')}`),
  }
}

class Fault extends Error {
  readonly status: number
  readonly code: string
  readonly issue: string | undefined
  constructor(status: number, code: string, issue?: string) {
    super(code)
    this.status = status
    this.code = code
    this.issue = issue
  }
}

const Money = z.object({
  currency_code: z.string().check(z.regex(/^[A-Z]{3}$/)),
  value: z.string().check(z.regex(/^(?!0+\.00$)\d{1,9}\.\d{2}$/)),
})
const NewOrder = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().check(z.maxLength(127)),
        invoice_id: z.string().check(z.maxLength(127)),
        description: z.string().check(z.maxLength(127)),
        amount: Money,
        payee: z.object({ merchant_id: z.string() }),
      }),
    )
    .check(z.minLength(1), z.maxLength(1)),
  payment_source: z.object({
    paypal: z.object({ experience_context: z.object({ return_url: z.url(), cancel_url: z.url() }) }),
  }),
})
const NewRefund = z.object({
  amount: Money,
  custom_id: z.string(),
  invoice_id: z.string().check(z.maxLength(127)),
  note_to_payer: z.optional(z.string().check(z.maxLength(255))),
})

const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`
const money = (minor: number, currency: string) => ({ currency_code: currency, value: valueOf(minor) })

export const pretendPaypalApi = (
  keys: PaypalKeys,
  books: Books,
  fates: PaypalFates,
  origin: () => string,
  clock: () => Date,
  notifyUrl: () => string,
  toldOf: (tradeno: string) => { amount?: number; currency?: string },
) => {
  const key = createPrivateKey(keys.keyPem)
  const tokens = new Map<string, number>()

  const captureOf = (trade: BookedTrade) => ({
    id: trade.number ?? `pending-${trade.tradeno}`,
    status:
      trade.number === null
        ? 'PENDING'
        : books.refunded(trade.tradeno) >= trade.paid_amount!
          ? 'REFUNDED'
          : 'COMPLETED',
    amount: money(trade.paid_amount ?? trade.amount, trade.paid_currency ?? trade.currency),
    custom_id: trade.tradeno,
    invoice_id: trade.tradeno,
    create_time: iso(trade.paid_at ?? trade.created_at),
    payee: { merchant_id: keys.merchantid },
    supplementary_data: { related_ids: { order_id: trade.prepay_id } },
  })
  const refundOf = (refund: BookedRefund) => ({
    id: refund.number,
    status: refund.status === 'SUCCESS' ? 'COMPLETED' : 'PENDING',
    amount: money(refund.amount, refund.currency),
    custom_id: refund.refundno,
    invoice_id: refund.refundno,
    create_time: iso(refund.created_at),
  })
  const orderOf = (trade: BookedTrade) => ({
    id: trade.prepay_id,
    intent: 'CAPTURE',
    status: trade.number !== null ? 'COMPLETED' : trade.openid ? 'APPROVED' : 'PAYER_ACTION_REQUIRED',
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: trade.tradeno,
        invoice_id: trade.tradeno,
        amount: money(trade.amount, trade.currency),
        payee: { merchant_id: keys.merchantid },
        payments: {
          captures: trade.number !== null || pending.has(trade.tradeno) ? [captureOf(trade)] : [],
          refunds: books.refundsOf(trade.tradeno).map(refundOf),
        },
      },
    ],
    ...(trade.openid ? { payer: { payer_id: trade.openid, email_address: 'pretend@example.com' } } : {}),
    links:
      trade.number === null && !trade.openid
        ? [
            {
              rel: 'payer-action',
              method: 'GET',
              href: `${origin()}/pretend/paypal/checkoutnow?token=${trade.prepay_id}`,
            },
          ]
        : [],
  })
  /** Captures that are under review. */
  const pending = new Set<string>()

  const authorise = ({ headers }: ApiRequest) => {
    const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
    const until = given === undefined ? undefined : tokens.get(given)
    if (until === undefined || until <= clock().getTime()) throw new Fault(401, 'AUTHENTICATION_FAILURE')
  }
  const read = <Schema extends z.ZodMiniType>(schema: Schema, body: string): z.output<Schema> => {
    let given: unknown
    try {
      given = JSON.parse(body)
    } catch {
      throw new Fault(400, 'INVALID_REQUEST', 'MALFORMED_REQUEST_JSON')
    }
    const parsed = schema.safeParse(given)
    if (!parsed.success) throw new Fault(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_SYNTAX')
    return parsed.data
  }
  const byId = (id: string): BookedTrade => {
    const known = books.byPrepay(id)
    if (known) books.expire(known.tradeno, clock().getTime())
    const trade = known && books.trade(known.tradeno)
    if (!trade || trade.state === 'CLOSED') throw new Fault(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
    return trade
  }
  const tell = (event: string, resource: unknown) => books.addNotice(notifyUrl(), event, resource, clock().getTime())

  const token = ({ headers, body }: ApiRequest): unknown => {
    if (headers.authorization !== `Basic ${Buffer.from(`${keys.clientid}:${keys.secret}`).toString('base64')}`)
      throw new Fault(401, 'invalid_client')
    if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
      throw new Fault(400, 'unsupported_grant_type')
    const value = randomBytes(24).toString('base64url')
    tokens.set(value, clock().getTime() + TOKEN_SECONDS * 1000)
    return {
      scope: 'https://uri.paypal.com/services/payments/payment',
      access_token: value,
      token_type: 'Bearer',
      app_id: 'APP-PRETEND',
      expires_in: TOKEN_SECONDS,
    }
  }

  const open = ({ headers, body }: ApiRequest): unknown => {
    const given = read(NewOrder, body)
    const unit = given.purchase_units[0]!
    const context = given.payment_source.paypal.experience_context
    if (unit.payee.merchant_id !== keys.merchantid)
      throw new Fault(422, 'UNPROCESSABLE_ENTITY', 'PAYEE_ACCOUNT_INVALID')
    if (unit.amount.currency_code === 'CNY') throw new Fault(422, 'UNPROCESSABLE_ENTITY', 'CURRENCY_NOT_SUPPORTED')
    const known = books.trade(unit.custom_id)
    if (known && headers['paypal-request-id'] !== unit.custom_id)
      throw new Fault(422, 'UNPROCESSABLE_ENTITY', 'DUPLICATE_INVOICE_ID')
    if (known && known.amount !== minorOf(unit.amount.value))
      throw new Fault(422, 'UNPROCESSABLE_ENTITY', 'DUPLICATE_REQUEST_ID')
    const now = clock().getTime()
    // The way back is all that a payer's page needs beside the order itself.
    return orderOf(
      known ??
        books.open(
          {
            tradeno: unit.custom_id,
            way: context.return_url,
            description: unit.description,
            amount: minorOf(unit.amount.value)!,
            currency: unit.amount.currency_code,
            expire_at: now + 3 * 3600_000,
            notify_url: '',
            openid: '',
          },
          now,
        ),
    )
  }

  const capture = (id: string): unknown => {
    const trade = byId(id)
    if (trade.number !== null) throw new Fault(422, 'UNPROCESSABLE_ENTITY', 'ORDER_ALREADY_CAPTURED')
    if (!trade.openid) throw new Fault(422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED')
    if (fates.capture === 'DECLINED') throw new Fault(422, 'UNPROCESSABLE_ENTITY', 'INSTRUMENT_DECLINED')
    if (fates.capture === 'PENDING') {
      pending.add(trade.tradeno)
      return orderOf(trade)
    }
    take(trade)
    return orderOf(books.trade(trade.tradeno)!)
  }
  const take = (trade: BookedTrade): void => {
    const { amount = trade.amount, currency = trade.currency } = toldOf(trade.tradeno)
    pending.delete(trade.tradeno)
    if (books.pay(trade.tradeno, amount, currency, clock().getTime()))
      tell('PAYMENT.CAPTURE.COMPLETED', captureOf(books.trade(trade.tradeno)!))
  }

  const refund = (number: string, { headers, body }: ApiRequest): unknown => {
    const given = read(NewRefund, body)
    const trade = books.byNumber(number)
    if (!trade) throw new Fault(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
    const refundno = headers['paypal-request-id'] ?? given.custom_id
    const known = books.refund(refundno)
    if (known) return refundOf(known)
    const now = clock().getTime()
    const amount = minorOf(given.amount.value)!
    if (fates.refund === 'NO_BALANCE') throw new Fault(422, 'UNPROCESSABLE_ENTITY', 'REFUND_FAILED_INSUFFICIENT_FUNDS')
    if (given.amount.currency_code !== trade.paid_currency)
      throw new Fault(422, 'UNPROCESSABLE_ENTITY', 'REFUND_CAPTURE_CURRENCY_MISMATCH')
    if (books.refunded(trade.tradeno) + amount > trade.paid_amount!)
      throw new Fault(422, 'UNPROCESSABLE_ENTITY', 'REFUND_AMOUNT_EXCEEDED')
    books.addRefund(
      {
        refundno,
        tradeno: trade.tradeno,
        amount,
        currency: given.amount.currency_code,
        status: 'PROCESSING',
        notify_url: notifyUrl(),
        done_at: now + fates.refundSeconds * 1000,
      },
      now,
    )
    settleRefunds()
    return refundOf(books.refund(refundno)!)
  }
  const settleRefunds = (): void => {
    for (const due of books.refundsDone(clock().getTime(), 'SUCCESS'))
      tell('PAYMENT.CAPTURE.REFUNDED', refundOf(books.refund(due.refundno)!))
  }

  /** The Transaction Search: a span of at most 31 days, page by page; what is younger than three hours need not stand there. */
  const transactions = (asked: URLSearchParams): unknown => {
    const [from, until] = [Date.parse(asked.get('start_date') ?? ''), Date.parse(asked.get('end_date') ?? '') + 1000]
    const [page, size] = [Number(asked.get('page') ?? 1), Number(asked.get('page_size') ?? 100)]
    if (!(from < until && until - from <= 31 * 86_400_000 && page >= 1 && size >= 1 && size <= 500))
      throw new Fault(400, 'INVALID_REQUEST')
    settleRefunds()
    const entries = paypalEntriesOf(books.between(from, until, 'asked'))
    if (entries.length > fates.results) throw new Fault(400, 'RESULTSET_TOO_LARGE')
    return {
      transaction_details: entries.slice((page - 1) * size, page * size),
      account_number: keys.merchantid,
      start_date: iso(from),
      end_date: iso(until - 1000),
      last_refreshed_datetime: iso(clock().getTime() - 3 * 3600_000),
      page,
      total_items: entries.length,
      total_pages: Math.max(1, Math.ceil(entries.length / size)),
      links: [],
    }
  }

  const answer = (request: ApiRequest): ApiAnswer => {
    const { method, url } = request
    const path = url.split('?')[0]!
    try {
      if (method === 'GET' && path === `/v1/notifications/certs/${keys.certificateid}`)
        return { status: 200, headers: { 'content-type': 'application/x-pem-file' }, body: keys.certificatePem }
      if (method === 'POST' && path === '/v1/oauth2/token') return json(200, token(request))
      authorise(request)
      if (method === 'GET' && path === '/v1/reporting/transactions')
        return json(200, transactions(new URLSearchParams(url.split('?')[1])))
      const [, orders, order, taking] = /^\/v2\/(checkout\/orders)(?:\/([\w-]+))?(\/capture)?$/.exec(path) ?? []
      if (method === 'POST' && orders && !order) return json(201, open(request))
      if (method === 'POST' && order && taking) return json(201, capture(order))
      if (method === 'GET' && order && !taking) return json(200, orderOf(byId(order)))
      const number = /^\/v2\/payments\/captures\/([\w-]+)\/refund$/.exec(path)?.[1]
      if (method === 'POST' && number) return json(201, refund(number, request))
      throw new Fault(404, 'RESOURCE_NOT_FOUND')
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return json(error.status, {
        name: error.code,
        message: error.message,
        debug_id: randomBytes(6).toString('hex'),
        ...(error.issue ? { details: [{ issue: error.issue }] } : {}),
      })
    }
  }

  /** A webhook as PayPal would sign it now. */
  const notice = (
    event: string,
    resource: unknown,
    certificates: string,
  ): { headers: Record<string, string>; body: string } => {
    const now = clock().getTime()
    const body = JSON.stringify({
      id: `WH-${randomBytes(8).toString('hex').toUpperCase()}`,
      event_version: '1.0',
      create_time: iso(now),
      resource_type: event.split('.')[1]?.toLowerCase(),
      event_type: event,
      resource,
    })
    const [id, time] = [crypto.randomUUID(), iso(now)]
    const signature = createSign('RSA-SHA256')
      .update(webhookText(id, time, keys.webhookid, body))
      .sign(key, 'base64')
    return {
      headers: {
        'content-type': 'application/json',
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        'paypal-cert-url': `${certificates}/v1/notifications/certs/${keys.certificateid}`,
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-transmission-sig': signature,
      },
      body,
    }
  }
  return { answer, settleRefunds, notice, orderOf, captureOf, refundOf, take, byId, tell }
}
export type PretendPaypalApi = ReturnType<typeof pretendPaypalApi>

const json = (status: number, given: unknown): ApiAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(given),
})
