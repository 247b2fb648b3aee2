import type { KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import { fenOf as minorOf, yuanOf as valueOf } from './alipaycrypto.ts'
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
import { isCertUrl, keyOfSigner, maskedEmail, transmissionFrom, verifyWebhook, webhookText } from './paypalcrypto.ts'
import { paypalStatements } from './paypalstatement.ts'

/** PayPal's Orders v2: an order is made, its payer approves it there, and the money is taken by our own call (`capture`), never by the payer's coming back. */

/** `webhookid`: of the webhook that sends to us, which each of its signatures covers. `merchantid`: who is paid. */
export type PaypalCredentials = { clientid: string; secret: string; webhookid: string; merchantid: string }
/** `signer`: where certificates are fetched from and whom they are made out to. */
export type PaypalSettings = {
  api: string
  signer: { hosts: readonly string[]; name: string }
  pretend: boolean
  clock: () => Date
  timeoutMs?: number
}

const text = z.string()
const Money = z.object({ currency_code: text, value: text })
const Capture = z.object({
  id: text,
  status: text,
  amount: Money,
  create_time: text,
  custom_id: z.optional(text),
  payee: z.optional(z.object({ merchant_id: z.optional(text) })),
})
const Refund = z.object({
  id: text,
  status: text,
  amount: z.optional(Money),
  custom_id: z.optional(text),
  invoice_id: z.optional(text),
  create_time: z.optional(text),
})
const Unit = z.object({
  custom_id: z.optional(text),
  payee: z.optional(z.object({ merchant_id: z.optional(text) })),
  payments: z.optional(
    z.object({ captures: z._default(z.array(Capture), []), refunds: z._default(z.array(Refund), []) }),
  ),
})
const Order = z.object({
  id: text,
  status: text,
  purchase_units: z._default(z.array(Unit), []),
  payer: z.optional(z.object({ email_address: z.optional(text) })),
  links: z._default(z.array(z.object({ rel: text, href: text })), []),
})
type Order = z.output<typeof Order>
const Failure = z.object({
  name: text,
  message: z._default(text, ''),
  details: z._default(z.array(z.object({ issue: z._default(text, '') })), []),
})
const Token = z.object({ access_token: text, expires_in: z.number() })
const Event = z.object({ id: text, event_type: text, resource: z.unknown() })

/** A refund that PayPal will never make. */
const NEVER: ReadonlySet<string> = new Set([
  'CAPTURE_FULLY_REFUNDED',
  'REFUND_TIME_LIMIT_EXCEEDED',
  'REFUND_NOT_ALLOWED',
  'CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED',
])
/** What an order says that its payer has yet to approve, or to approve anew with another card. */
const NOT_YET: ReadonlySet<string> = new Set([
  'ORDER_NOT_APPROVED',
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'PAYER_CANNOT_PAY',
])
const SKEW = 5 * 60_000

const fail = (what: string): never => {
  throw new GatewayDown(`PayPal answered ${what}`)
}
const momentOf = (given: string | undefined): Date | undefined => {
  const at = given === undefined ? undefined : new Date(given)
  return at && !Number.isNaN(at.getTime()) ? at : undefined
}

export const paypal = (
  credentials: PaypalCredentials,
  { api, signer, pretend, clock, timeoutMs = 8000 }: PaypalSettings,
): Gateway => {
  const exchange = async (
    method: 'GET' | 'POST',
    url: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<{ status: number; body: string }> => {
    try {
      const response = await fetch(url, {
        method,
        headers: { accept: 'application/json', 'user-agent': 'startline', ...headers },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      return { status: response.status, body: await response.text() }
    } catch (error) {
      throw new GatewayDown(`PayPal did not answer (${error instanceof Error ? error.name : 'unknown'})`)
    }
  }

  let token: { value: string; until: number } | undefined
  const authorization = async (): Promise<string> => {
    if (!token || token.until <= clock().getTime()) {
      const basic = Buffer.from(`${credentials.clientid}:${credentials.secret}`).toString('base64')
      const answer = await exchange(
        'POST',
        `${api}/v1/oauth2/token`,
        { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
        'grant_type=client_credentials',
      )
      if (answer.status !== 200)
        throw answer.status === 401
          ? new GatewayRefused('UNAUTHORIZED', 'PayPal does not know these credentials')
          : new GatewayDown(`PayPal gave no token (${answer.status})`)
      const given = read(Token, parse(answer.body))
      token = { value: given.access_token, until: clock().getTime() + (given.expires_in - 60) * 1000 }
    }
    return `Bearer ${token.value}`
  }

  /** One call. `once` is its PayPal-Request-Id: repeated under it, it is done once and answered alike. */
  const call = async (method: 'GET' | 'POST', path: string, once?: string, content?: unknown): Promise<unknown> => {
    for (const again of [true, false]) {
      const headers = {
        authorization: await authorization(),
        'content-type': 'application/json',
        ...(once ? { 'paypal-request-id': once, prefer: 'return=representation' } : {}),
      }
      const answer = await exchange(
        method,
        `${api}${path}`,
        headers,
        method === 'POST' ? JSON.stringify(content ?? {}) : undefined,
      )
      if (answer.status === 401 && again) {
        token = undefined
        continue
      }
      if (answer.status >= 500 || answer.status === 429 || answer.status === 409)
        throw new GatewayDown(`PayPal answered ${answer.status}`)
      if (answer.status < 300) return parse(answer.body)
      const failure = Failure.safeParse(parse(answer.body))
      const code = failure.success ? failure.data.details[0]?.issue || failure.data.name : `HTTP_${answer.status}`
      throw new GatewayRefused(code, failure.success ? failure.data.message : '')
    }
    return fail('that nobody is known by this token')
  }

  /** What an order says of a try; undefined while it is approved and its money not taken. */
  const tradeFrom = (order: Order, tradeno: string): Trade | undefined => {
    const unit = order.purchase_units[0]
    if (unit?.custom_id !== tradeno) return fail('of another trade')
    const taken = unit.payments?.captures.find(
      ({ status }) => status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED' || status === 'REFUNDED',
    )
    if (taken) return paidFrom(taken, tradeno, unit.payee?.merchant_id, order.payer?.email_address)
    // Money on its way (a check, a review) may still come: nothing is closed before PayPal has decided.
    if (unit.payments?.captures.some(({ status }) => status === 'PENDING')) return { state: 'open', tradeno }
    if (order.status === 'APPROVED') return undefined
    return { state: order.status === 'VOIDED' ? 'closed' : 'open', tradeno }
  }
  const paidFrom = (
    capture: z.output<typeof Capture>,
    tradeno: string,
    payee: string | undefined,
    email?: string,
  ): Trade => {
    if (payee !== undefined && payee !== credentials.merchantid) return fail('of another merchant')
    const buyer = email === undefined ? undefined : maskedEmail(email)
    return {
      state: 'paid',
      tradeno,
      number: capture.id,
      amount: minorOf(capture.amount.value) ?? fail('an amount that is none'),
      currency: capture.amount.currency_code,
      paidAt: momentOf(capture.create_time) ?? fail('a payment without its time'),
      merchant: credentials.merchantid,
      ...(buyer ? { buyer } : {}),
    }
  }

  const orderOf = async (handle: string): Promise<Order | undefined> => {
    try {
      return read(Order, await call('GET', `/v2/checkout/orders/${encodeURIComponent(handle)}`))
    } catch (error) {
      // One that was never approved is forgotten there after some hours.
      if (
        error instanceof GatewayRefused &&
        (error.code === 'RESOURCE_NOT_FOUND' || error.code === 'INVALID_RESOURCE_ID')
      )
        return undefined
      throw error
    }
  }

  /** Without a handle nobody was ever given the way there. */
  const query = async (tradeno: string, known?: Known): Promise<Trade> => {
    const order = known?.handle ? await orderOf(known.handle) : undefined
    if (!order) return { state: 'absent', tradeno }
    const trade = tradeFrom(order, tradeno)
    if (trade) return trade
    if (known?.take === false) return { state: 'closed', tradeno }
    try {
      const taken = read(
        Order,
        await call('POST', `/v2/checkout/orders/${encodeURIComponent(order.id)}/capture`, `${tradeno}-capture`),
      )
      return (
        tradeFrom(
          {
            ...order,
            ...taken,
            purchase_units: taken.purchase_units.map((unit) => ({
              ...order.purchase_units[0],
              ...unit,
              custom_id: unit.custom_id ?? order.purchase_units[0]?.custom_id,
            })),
          },
          tradeno,
        ) ?? { state: 'open', tradeno }
      )
    } catch (error) {
      if (!(error instanceof GatewayRefused)) throw error
      if (NOT_YET.has(error.code)) return { state: 'open', tradeno }
      if (error.code !== 'ORDER_ALREADY_CAPTURED') throw error
      const after = await orderOf(order.id)
      return (after && tradeFrom(after, tradeno)) ?? { state: 'open', tradeno }
    }
  }

  const prepare = async (purchase: Purchase): Promise<Prepared> => {
    if (purchase.way !== 'approve') throw new GatewayRefused('UNKNOWN_WAY', `PayPal is not met by ${purchase.way}`)
    if (purchase.currency === 'CNY') throw new GatewayRefused('CURRENCY', 'PayPal takes no yuan')
    const order = read(
      Order,
      await call('POST', '/v2/checkout/orders', purchase.tradeno, {
        intent: 'CAPTURE',
        purchase_units: [
          {
            reference_id: 'default',
            custom_id: purchase.tradeno,
            invoice_id: purchase.tradeno,
            description: [...purchase.description].slice(0, 127).join(''),
            amount: { currency_code: purchase.currency, value: valueOf(purchase.amount) },
            payee: { merchant_id: credentials.merchantid },
          },
        ],
        payment_source: {
          paypal: {
            experience_context: {
              return_url: purchase.returnUrl,
              cancel_url: purchase.returnUrl,
              user_action: 'PAY_NOW',
              shipping_preference: 'NO_SHIPPING',
              payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
            },
          },
        },
      }),
    )
    const page = order.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href
    if (!page) {
      // It was made before and is approved, or paid: asked about, then another try may begin.
      if (order.status === 'APPROVED' || order.status === 'COMPLETED')
        throw new GatewayRefused('ORDER_ALREADY_APPROVED', 'its payer has been there', true)
      return fail('no way for the payer')
    }
    return { way: 'approve', page, handle: order.id, ...(pretend ? { pretend } : {}) }
  }

  /** Nothing need be closed there: money is only taken by our own call. What was taken already is told. */
  const close = async (tradeno: string, known?: Known): Promise<Trade> => {
    const order = known?.handle ? await orderOf(known.handle) : undefined
    const trade = order && tradeFrom(order, tradeno)
    return trade?.state === 'paid' ||
      order?.purchase_units[0]?.payments?.captures.some(({ status }) => status === 'PENDING')
      ? (trade ?? { state: 'open', tradeno })
      : { state: 'closed', tradeno }
  }

  const fateFrom = (given: z.output<typeof Refund>, refundno: string): RefundFate => {
    if (given.status === 'FAILED' || given.status === 'CANCELLED')
      return { state: 'failed', refundno, failure: given.status }
    if (given.status !== 'COMPLETED' || !given.amount) return { state: 'sent', refundno }
    return {
      state: 'done',
      refundno,
      amount: minorOf(given.amount.value) ?? fail('an amount that is none'),
      currency: given.amount.currency_code,
      doneAt: momentOf(given.create_time) ?? clock(),
    }
  }

  const refund = async (ask: RefundAsk): Promise<RefundFate> => {
    if (!ask.known?.number) throw new GatewayRefused('NO_CAPTURE', 'the payment has no number at PayPal')
    try {
      const content = {
        amount: { currency_code: ask.currency, value: valueOf(ask.amount) },
        custom_id: ask.refundno,
        invoice_id: ask.refundno,
        note_to_payer: [...ask.reason].slice(0, 200).join(''),
      }
      return fateFrom(
        read(
          Refund,
          await call(
            'POST',
            `/v2/payments/captures/${encodeURIComponent(ask.known.number)}/refund`,
            ask.refundno,
            content,
          ),
        ),
        ask.refundno,
      )
    } catch (error) {
      if (error instanceof GatewayRefused && NEVER.has(error.code))
        return { state: 'failed', refundno: ask.refundno, failure: error.code }
      throw error
    }
  }

  /** An order names its refunds; one that it does not know is sent again under its number, which PayPal keeps for 45 days. */
  const queryRefund = async (refundno: string, _tradeno: string, known?: Known): Promise<RefundFate> => {
    const order = known?.handle ? await orderOf(known.handle) : undefined
    const found = order?.purchase_units[0]?.payments?.refunds.find(
      ({ custom_id, invoice_id }) => custom_id === refundno || invoice_id === refundno,
    )
    return found ? fateFrom(found, refundno) : { state: 'absent', refundno }
  }

  const certificates = new Map<string, string>()
  const keyFrom = async (certUrl: string): Promise<KeyObject> => {
    if (!isCertUrl(certUrl, signer.hosts, pretend ? 'http:' : 'https:')) throw new NoticeWrong('foreign_certificate')
    let pem = certificates.get(certUrl)
    if (pem === undefined) {
      const answer = await exchange('GET', certUrl, {})
      if (answer.status !== 200) return fail(`no certificate (${answer.status})`)
      if (certificates.size >= 20) certificates.clear()
      certificates.set(certUrl, (pem = answer.body))
    }
    return keyOfSigner(pem, signer.name, clock()) ?? notBelieved('unknown_certificate')
  }

  const readNotice = async (headers: Readonly<Record<string, string | undefined>>, body: string): Promise<Notice> => {
    const sent = transmissionFrom(headers) ?? notBelieved('unsigned')
    if (sent.algorithm !== 'SHA256withRSA') return notBelieved('another_signature_type')
    const key = await keyFrom(sent.certUrl)
    if (!verifyWebhook(webhookText(sent.id, sent.time, credentials.webhookid, body), sent.signature, key))
      return notBelieved('bad_signature')
    if (!(Math.abs((momentOf(sent.time)?.getTime() ?? Number.NaN) - clock().getTime()) <= SKEW))
      return notBelieved('stale')
    const event = Event.safeParse(parse(body))
    if (!event.success) return notBelieved('malformed')
    const { id, event_type, resource } = event.data
    if (event_type === 'PAYMENT.CAPTURE.COMPLETED') {
      const capture = believed(Capture, resource)
      if (!capture.custom_id) return { id, kind: 'other', event: event_type }
      if (capture.payee?.merchant_id !== undefined && capture.payee.merchant_id !== credentials.merchantid)
        return notBelieved('another_merchant')
      try {
        return { id, kind: 'trade', trade: paidFrom(capture, capture.custom_id, undefined) }
      } catch (error) {
        throw error instanceof GatewayDown ? new NoticeWrong('malformed') : error
      }
    }
    if (event_type === 'PAYMENT.CAPTURE.REFUNDED') {
      const given = believed(Refund, resource)
      return given.custom_id
        ? { id, kind: 'refund', fate: fateFrom(given, given.custom_id) }
        : { id, kind: 'other', event: event_type }
    }
    const tradeno = event_type.startsWith('CHECKOUT.ORDER.')
      ? believed(Order, resource).purchase_units[0]?.custom_id
      : event_type.startsWith('PAYMENT.CAPTURE.')
        ? believed(Capture, resource).custom_id
        : undefined
    return tradeno ? { id, kind: 'ask', tradeno } : { id, kind: 'other', event: event_type }
  }

  return {
    ...paypalManner,
    pretend,
    prepare,
    query,
    close,
    refund,
    queryRefund,
    readNotice,
    statement: paypalStatements({ merchantid: credentials.merchantid, call }),
  }
}

const ANSWERS = { taken: 200, wrong: 400, failed: 500 }
/** What holds of PayPal before anybody has asked it anything. */
export const paypalManner = {
  name: 'paypal',
  refundDays: 180,
  bornLate: false,
  closes: true,
  proof: 'unproved',
  answerNotice: (outcome) => ({ status: ANSWERS[outcome], type: 'text/plain; charset=utf-8', body: '' }),
} as const satisfies Partial<Gateway>

/** The real ones: https://api-m.paypal.com, and its sandbox. */
export const paypalSigner = (api: string): PaypalSettings['signer'] =>
  api.includes('sandbox')
    ? {
        hosts: ['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'],
        name: 'messageverificationcerts.sandbox.paypal.com',
      }
    : { hosts: ['api.paypal.com', 'api-m.paypal.com'], name: 'messageverificationcerts.paypal.com' }

const notBelieved = (why: string): never => {
  throw new NoticeWrong(why)
}
const believed = <Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(given)
  return parsed.success ? parsed.data : notBelieved('malformed')
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
  return parsed.success ? parsed.data : fail('in another form')
}
