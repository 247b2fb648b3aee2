import { type KeyObject, createPrivateKey } from 'node:crypto'
import * as z from 'zod/mini'
import { type Answered, exchange, jsonOf, shapedAs } from '../payment/exchange.ts'
import { GatewayDown, GatewayRefused } from '../payment/gateway.ts'
import { authorization, nonce, signedFrom, unixSeconds, whyNotSigned } from './crypto.ts'
import { type PlatformKeys, type SignedAnswer, fetchedKeys, fixedKey } from './platformKeys.ts'

/** Our account with WeChat Pay: how a call is signed and sent, and whose answers are believed. */

/**
 * What the merchant holds. With a `publicKey` the gateway's answers are verified by it (its newer way), else by fetched
 * certificates.
 */
export type WechatPayCredentials = {
  appid: string
  mchid: string
  /** Serial number of the merchant's own certificate. */
  serial: string
  privateKeyPem: string
  apiV3Key: string
  publicKey?: { id: string; pem: string }
}
export type WechatPaySettings = { base: string; sandbox: boolean; clock: () => Date; timeoutMs?: number }
/** What one request needs; answers are believed by the `keys` of an account. */
type Sender = Required<WechatPaySettings> &
  Pick<WechatPayCredentials, 'appid' | 'mchid' | 'serial' | 'apiV3Key'> & { privateKey: KeyObject }
export type WechatPayAccount = Sender & { keys: PlatformKeys }

/** The header by which a request is ours. `url`: its path with its query. */
export const authorize = (sender: Sender, method: 'GET' | 'POST', url: string, body: string): string =>
  authorization(sender, method, url, body, unixSeconds(sender.clock()), nonce())

/** `publicKeyId`: the key by which the gateway is to sign, where it signs with a public key. */
const ask = (
  sender: Sender,
  publicKeyId: string | undefined,
  method: 'GET' | 'POST',
  path: string,
  body: string,
): Promise<Answered> => {
  const root = new URL(sender.base)
  const url = `${root.pathname.replace(/\/$/, '')}${path}`
  return exchange('WeChat Pay', new URL(url, root), {
    method,
    headers: {
      authorization: authorize(sender, method, url, body),
      'content-type': 'application/json',
      ...(publicKeyId ? { 'wechatpay-serial': publicKeyId } : {}),
    },
    body: method === 'POST' ? body : undefined,
    timeoutMs: sender.timeoutMs,
  })
}

export const openAccount = (credentials: WechatPayCredentials, settings: WechatPaySettings): WechatPayAccount => {
  const { appid, mchid, serial, apiV3Key, privateKeyPem, publicKey } = credentials
  const privateKey = createPrivateKey(privateKeyPem)
  const sender: Sender = { timeoutMs: 8000, ...settings, appid, mchid, serial, apiV3Key, privateKey }
  const fetchList = async () => {
    const answer = await ask(sender, undefined, 'GET', '/v3/certificates', '')
    if (answer.status !== 200) throw new GatewayDown(`WeChat Pay gave no certificates (${answer.status})`)
    return answer
  }
  return {
    ...sender,
    keys: publicKey ? fixedKey(publicKey.id, publicKey.pem) : fetchedKeys(apiV3Key, fetchList, settings.clock),
  }
}

const platformKeys = async ({ keys }: WechatPayAccount, serial: string): Promise<ReadonlyMap<string, KeyObject>> => {
  try {
    return await keys.forSerial(serial)
  } catch (error) {
    throw error instanceof GatewayDown ? error : new GatewayDown("WeChat Pay's certificates could not be read")
  }
}

/** Why an answer or a notice is not the gateway's, or undefined where it is. */
export const whyUnbelieved = async (
  account: WechatPayAccount,
  { headers, body }: SignedAnswer,
): Promise<string | undefined> => {
  const signed = signedFrom(headers, body)
  return signed ? whyNotSigned(signed, await platformKeys(account, signed.serial), account.clock()) : 'unsigned'
}

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

/** One call. A success that is not signed by the gateway is no answer; what it refuses is thrown as GatewayRefused. */
export const call = async (
  account: WechatPayAccount,
  method: 'GET' | 'POST',
  path: string,
  asked?: unknown,
): Promise<unknown> => {
  const said = asked === undefined ? '' : JSON.stringify(asked)
  const answer = await ask(account, account.keys.publicKeyId, method, path, said)
  if (answer.status >= 500 || answer.status === 429) throw new GatewayDown(`WeChat Pay answered ${answer.status}`)
  const why = await whyUnbelieved(account, answer)
  // A request whose signature it rejects is answered unsigned; everything that tells of money must be signed.
  if (why && !(why === 'unsigned' && answer.status === 401))
    throw new GatewayDown(`WeChat Pay's answer is not believed: ${why}`)
  if (answer.status >= 300) {
    const failure = Failure.safeParse(jsonOf(answer.body))
    const code = failure.success ? failure.data.code : `HTTP_${answer.status}`
    throw new GatewayRefused(code, failure.success ? failure.data.message : '', SPOILT.has(code))
  }
  return answer.body === '' ? undefined : jsonOf(answer.body)
}

export const read = <Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> =>
  shapedAs(schema, given, () => {
    throw new GatewayDown("WeChat Pay's answer has not the form that its documents give")
  })

/**
 * The vendor counts bytes, at most 127 for a description and 80 for a refund's reason; a character is never cut in two.
 */
export const withinBytes = (text: string, max: number): string => {
  let cut = text
  while (Buffer.byteLength(cut) > max) cut = [...cut].slice(0, -1).join('')
  return cut
}
