import { type KeyObject, createPrivateKey } from 'node:crypto'
import * as z from 'zod/mini'
import { type Answered, exchange, jsonOf, shapedAs } from '../payment/exchange.ts'
import { GatewayDown, GatewayRefused } from '../payment/gateway.ts'
import { authorization, nonce, signedFrom, unixSeconds, whyNotSigned } from './crypto.ts'
import { type PlatformKeys, type SignedAnswer, fetchedKeys, fixedKey } from './platformKeys.ts'

/** The merchant's account with WeChat Pay: the signature and sending of calls, and the check of answers. */

/**
 * The merchant's credentials. With a `publicKey` the client verifies the gateway's answers by this key, otherwise by
 * fetched certificates.
 */
export type WechatPayCredentials = {
  appid: string
  /** The mini-program that is linked to this merchant. */
  miniAppid?: string | undefined
  mchid: string
  /** The serial number of the merchant's own certificate. */
  serial: string
  privateKeyPem: string
  apiV3Key: string
  publicKey?: { id: string; pem: string }
}
export type WechatPaySettings = { base: string; sandbox: boolean; clock: () => Date; timeoutMs?: number }
/** The facts that the client needs to send one request. An account also has `keys`, which verify the answers. */
type Sender = Required<WechatPaySettings> &
  Pick<WechatPayCredentials, 'appid' | 'miniAppid' | 'mchid' | 'serial' | 'apiV3Key'> & { privateKey: KeyObject }
export type WechatPayAccount = Sender & { keys: PlatformKeys }

/** Returns the header that authorises a request. `url` is the path with the query. */
export const authorize = (sender: Sender, method: 'GET' | 'POST', url: string, body: string): string =>
  authorization(sender, method, url, body, unixSeconds(sender.clock()), nonce())

/**
 * Sends a request. `publicKeyId` tells the gateway to sign with the key of this id, and not with the key of a
 * certificate.
 */
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
  const { appid, miniAppid, mchid, serial, apiV3Key, privateKeyPem, publicKey } = credentials
  const privateKey = createPrivateKey(privateKeyPem)
  const sender: Sender = { timeoutMs: 8000, ...settings, appid, miniAppid, mchid, serial, apiV3Key, privateKey }
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

/** Returns the reason why an answer or a notice is not the gateway's. */
export const whyRejected = async (
  account: WechatPayAccount,
  { headers, body }: SignedAnswer,
): Promise<string | undefined> => {
  const signed = signedFrom(headers, body)
  return signed ? whyNotSigned(signed, await platformKeys(account, signed.serial), account.clock()) : 'unsigned'
}

const Failure = z.object({ code: z.string(), message: z._default(z.string(), '') })
/** Refusals after which a trade takes no payment: it is already paid or closed, or was begun with other data. */
const SPOILT: ReadonlySet<string> = new Set([
  'ORDERPAID',
  'ORDER_PAID',
  'ORDER_CLOSED',
  'ORDERCLOSED',
  'OUT_TRADE_NO_USED',
  'INVALID_REQUEST',
])

/**
 * Makes one call. Throws GatewayRefused for a refusal. Throws GatewayDown if the gateway does not answer, or if the
 * answer does not carry the gateway's signature.
 */
export const call = async (
  account: WechatPayAccount,
  method: 'GET' | 'POST',
  path: string,
  content?: unknown,
): Promise<unknown> => {
  const said = content === undefined ? '' : JSON.stringify(content)
  const answer = await ask(account, account.keys.publicKeyId, method, path, said)
  if (answer.status >= 500 || answer.status === 429) throw new GatewayDown(`WeChat Pay answered ${answer.status}`)
  const why = await whyRejected(account, answer)
  // An answer that rejects the signature of our request (401) has no signature. Every other answer must be signed.
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
 * Cuts a text to a number of bytes and never splits a character. The vendor accepts at most 127 bytes for a description
 * and 80 for a refund's reason.
 */
export const withinBytes = (text: string, max: number): string => {
  let cut = text
  while (Buffer.byteLength(cut) > max) cut = [...cut].slice(0, -1).join('')
  return cut
}
