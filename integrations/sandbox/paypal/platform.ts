import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { jsonOf, shapedAs } from '../../payment/exchange.ts'
import { decimalOf } from '../../payment/money.ts'
import type { Books } from '../payment/books.ts'
import type { NoticeAmount } from '../payment/paying.ts'
import type { ApiRequest, Weather } from '../payment/server.ts'
import type { PaypalKeys } from './keys.ts'

/** The sandbox PayPal: the facts that its API works on, and its refusals. */

export type PaypalSwitches = {
  capture: 'COMPLETED' | 'DECLINED' | 'PENDING'
  refund: 'SUCCESS' | 'NO_BALANCE'
  refundSeconds: number
  /** The most transactions that a search lists. */
  results: number
}
export type PaypalPlatform = {
  keys: PaypalKeys
  books: Books
  weather: Weather & PaypalSwitches
  origin: () => string
  clock: () => Date
  /** Access tokens, each with the time of its end. */
  tokens: Map<string, number>
  /** Numbers of the trades whose captures are under review. */
  pending: Set<string>
  /** The amount that the sandbox reports for a trade, if it differs from the trade's own amount. */
  strange: Map<string, NoticeAmount>
}

export class PaypalFault extends Error {
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
export const unprocessable = (issue: string): PaypalFault => new PaypalFault(422, 'UNPROCESSABLE_ENTITY', issue)
export const notFound = (): PaypalFault => new PaypalFault(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')

export const Money = z.object({
  currency_code: z.string().check(z.regex(/^[A-Z]{3}$/)),
  value: z.string().check(z.regex(/^(?!0+\.00$)\d{1,9}\.\d{2}$/)),
})
export const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`
export const paypalMoney = (minor: number, currency: string) => ({ currency_code: currency, value: decimalOf(minor) })

export const read = <Schema extends z.ZodMiniType>(schema: Schema, body: string): z.output<Schema> => {
  const given = jsonOf(body)
  if (given === undefined) throw new PaypalFault(400, 'INVALID_REQUEST', 'MALFORMED_REQUEST_JSON')
  return shapedAs(schema, given, () => {
    throw new PaypalFault(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_SYNTAX')
  })
}

const TOKEN_SECONDS = 32_400
export const issueToken = ({ keys, tokens, clock }: PaypalPlatform, { headers, body }: ApiRequest): unknown => {
  if (headers.authorization !== `Basic ${Buffer.from(`${keys.clientid}:${keys.secret}`).toString('base64')}`)
    throw new PaypalFault(401, 'invalid_client')
  if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
    throw new PaypalFault(400, 'unsupported_grant_type')
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
export const authorise = ({ tokens, clock }: PaypalPlatform, { headers }: ApiRequest): void => {
  const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  const until = given === undefined ? undefined : tokens.get(given)
  if (until === undefined || until <= clock().getTime()) throw new PaypalFault(401, 'AUTHENTICATION_FAILURE')
}

export const webhookAddress = ({ origin }: PaypalPlatform): string => `${origin()}/pay/paypal/notify`
/** Notes a webhook, which the sandbox sends after `delayMs`. */
export const queueWebhook = (platform: PaypalPlatform, event: string, resource: unknown, delayMs = 0): void =>
  platform.books.addNotice(webhookAddress(platform), event, resource, platform.clock().getTime() + delayMs)
