import { type Answered, exchange, jsonOf } from '../payment/exchange.ts'
import { GatewayDown, GatewayRefused } from '../payment/gateway.ts'
import { Failure, AccessToken, fail, read } from './answers.ts'

/**
 * The credentials at PayPal. `webhookid` is the webhook that sends to our server, and each of its signatures covers
 * this id. `merchantid` is the account that receives the money.
 */
export type PaypalCredentials = { clientid: string; secret: string; webhookid: string; merchantid: string }
/**
 * The settings of the client. `signer` holds the hosts of PayPal's certificates, and the name for which they are
 * issued.
 */
export type PaypalSettings = {
  api: string
  signer: { hosts: readonly string[]; name: string }
  sandbox: boolean
  clock: () => Date
  timeoutMs?: number
}

/** Our account at PayPal while this server runs. `certificates` holds the certificates fetched so far, by address. */
export type PaypalAccount = PaypalCredentials &
  Required<PaypalSettings> & {
    token: { value: string; until: number } | undefined
    certificates: Map<string, string>
  }

export const openAccount = (credentials: PaypalCredentials, settings: PaypalSettings): PaypalAccount => ({
  timeoutMs: 8000,
  ...settings,
  ...credentials,
  token: undefined,
  certificates: new Map(),
})

export const ask = (
  { timeoutMs }: PaypalAccount,
  method: 'GET' | 'POST',
  url: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answered> => exchange('PayPal', url, { method, headers, body, timeoutMs })

/** Returns the header that authorises a call. Fetches a new token when the last token has ended. */
const authorization = async (account: PaypalAccount): Promise<string> => {
  const { api, clientid, secret, clock } = account
  if (!account.token || account.token.until <= clock().getTime()) {
    const basic = Buffer.from(`${clientid}:${secret}`).toString('base64')
    const answer = await ask(
      account,
      'POST',
      `${api}/v1/oauth2/token`,
      { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      'grant_type=client_credentials',
    )
    if (answer.status !== 200)
      throw answer.status === 401
        ? new GatewayRefused('UNAUTHORIZED', 'PayPal does not know these credentials')
        : new GatewayDown(`PayPal gave no token (${answer.status})`)
    const given = read(AccessToken, jsonOf(answer.body))
    account.token = { value: given.access_token, until: clock().getTime() + (given.expires_in - 60) * 1000 }
  }
  return `Bearer ${account.token.value}`
}

/**
 * Makes one call. `once` is the PayPal-Request-Id. PayPal carries out calls with the same id only once and repeats the
 * answer.
 */
export const call = async (
  account: PaypalAccount,
  method: 'GET' | 'POST',
  path: string,
  once?: string,
  content?: unknown,
): Promise<unknown> => {
  const body = method === 'POST' ? JSON.stringify(content ?? {}) : undefined
  for (const again of [true, false]) {
    const headers = {
      authorization: await authorization(account),
      'content-type': 'application/json',
      ...(once ? { 'paypal-request-id': once, prefer: 'return=representation' } : {}),
    }
    const answer = await ask(account, method, `${account.api}${path}`, headers, body)
    if (answer.status === 401 && again) {
      account.token = undefined
      continue
    }
    if (answer.status >= 500 || answer.status === 429 || answer.status === 409)
      throw new GatewayDown(`PayPal answered ${answer.status}`)
    if (answer.status < 300) return jsonOf(answer.body)
    const failure = Failure.safeParse(jsonOf(answer.body))
    const code = failure.success ? failure.data.details[0]?.issue || failure.data.name : `HTTP_${answer.status}`
    throw new GatewayRefused(code, failure.success ? failure.data.message : '')
  }
  return fail('that nobody is known by this token')
}
