import { createPrivateKey, randomBytes } from 'node:crypto'
import { webhookText } from '../../paypal/crypto.ts'
import { signRsa } from '../../payment/signature.ts'
import type { ApiAnswer, ApiRequest } from '../payment/server.ts'
import { capture, createPaypalOrder, orderById, shownOrder } from './orders.ts'
import { PaypalFault, type PaypalPlatform, authorise, iso, issueToken } from './platform.ts'
import { refundCapture, settleRefunds } from './refunds.ts'
import { paypalEntriesOf } from './statement.ts'

/** The sandbox PayPal's side of Orders v2 and Payments v2: its calls and their answers. */

/**
 * Answers the Transaction Search: a span of at most 31 days, page by page. As PayPal does, the answer says
 * that its list was made three hours ago.
 */
const transactions = (platform: PaypalPlatform, query: URLSearchParams): unknown => {
  const { keys, books, weather, clock } = platform
  const [from, until] = [Date.parse(query.get('start_date') ?? ''), Date.parse(query.get('end_date') ?? '') + 1000]
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 100)]
  if (!(from < until && until - from <= 31 * 86_400_000 && page >= 1 && size >= 1 && size <= 500))
    throw new PaypalFault(400, 'INVALID_REQUEST')
  settleRefunds(platform)
  const entries = paypalEntriesOf(books.between(from, until, 'asked'), books.refundsOf)
  if (entries.length > weather.results) throw new PaypalFault(400, 'RESULTSET_TOO_LARGE')
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

const json = (status: number, given: unknown): ApiAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(given),
})

const answerCall = (platform: PaypalPlatform, request: ApiRequest): ApiAnswer => {
  const { method, url } = request
  const { keys } = platform
  const path = url.split('?')[0]!
  if (method === 'GET' && path === `/v1/notifications/certs/${keys.certificateid}`)
    return { status: 200, headers: { 'content-type': 'application/x-pem-file' }, body: keys.certificatePem }
  if (method === 'POST' && path === '/v1/oauth2/token') return json(200, issueToken(platform, request))
  authorise(platform, request)
  if (method === 'GET' && path === '/v1/reporting/transactions')
    return json(200, transactions(platform, new URLSearchParams(url.split('?')[1])))
  const [, orders, order, taking] = /^\/v2\/(checkout\/orders)(?:\/([\w-]+))?(\/capture)?$/.exec(path) ?? []
  if (method === 'POST' && orders && !order) return json(201, createPaypalOrder(platform, request))
  if (method === 'POST' && order && taking) return json(201, capture(platform, order))
  if (method === 'GET' && order && !taking) return json(200, shownOrder(platform, orderById(platform, order)))
  const number = /^\/v2\/payments\/captures\/([\w-]+)\/refund$/.exec(path)?.[1]
  if (method === 'POST' && number) return json(201, refundCapture(platform, number, request))
  throw new PaypalFault(404, 'RESOURCE_NOT_FOUND')
}

export const answerPaypal = (platform: PaypalPlatform, request: ApiRequest): ApiAnswer => {
  try {
    return answerCall(platform, request)
  } catch (error) {
    if (!(error instanceof PaypalFault)) throw error
    return json(error.status, {
      name: error.code,
      message: error.message,
      debug_id: randomBytes(6).toString('hex'),
      ...(error.issue ? { details: [{ issue: error.issue }] } : {}),
    })
  }
}

/** Returns a webhook as PayPal would sign it now. `certificates` is the address of PayPal's certificates. */
export const signedWebhook = (
  { keys, clock }: PaypalPlatform,
  event: string,
  resource: unknown,
  certificates: string,
): { headers: Record<string, string>; body: string } => {
  const [id, time] = [crypto.randomUUID(), iso(clock().getTime())]
  const body = JSON.stringify({
    id: `WH-${randomBytes(8).toString('hex').toUpperCase()}`,
    event_version: '1.0',
    create_time: time,
    resource_type: event.split('.')[1]?.toLowerCase(),
    event_type: event,
    resource,
  })
  return {
    headers: {
      'content-type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-cert-url': `${certificates}/v1/notifications/certs/${keys.certificateid}`,
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-transmission-sig': signRsa(webhookText(id, time, keys.webhookid, body), createPrivateKey(keys.keyPem)),
    },
    body,
  }
}
