import type { KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import { exchange, jsonOf, shapedAs } from '../payment/exchange.ts'
import { GatewayDown, GatewayRefused } from '../payment/gateway.ts'
import { minorOf } from '../payment/money.ts'
import { beijingText } from '../payment/moments.ts'
import { signRsa, verifyRsa } from '../payment/signature.ts'
import {
  certificateNumber,
  keyOfCertificate,
  privateKeyFrom,
  publicKeyFrom,
  rawMembers,
  rootNumber,
  signedText,
} from './crypto.ts'

/** The merchant's account with Alipay: the keys of both sides, the signature of calls, and the check of answers. */

/**
 * The merchant's credentials. Keys are PEM or the bare base64 that Alipay's own tool saves. `certificates` in place of
 * `publicKey` selects the newer mode.
 */
export type AlipayCredentials = { appid: string; sellerid: string; privateKey: string } & (
  | { publicKey: string }
  | { certificates: { app: string; alipay: string; root: string } }
)
/**
 * `api` is the address of the API. `pages` is the address that the payer's browser opens. The real Alipay has one
 * address for both.
 */
export type AlipaySettings = {
  api: string
  pages: () => string
  sandbox: boolean
  clock: () => Date
  timeoutMs?: number
}
/**
 * `serial` is the number of Alipay's certificate, if there is one. `certificateFields` holds the fields by which our
 * requests name our own certificates.
 */
type Keys = { privateKey: KeyObject; publicKey: KeyObject; serial?: string; certificateFields: Record<string, string> }
export type AlipayAccount = Required<AlipaySettings> & Keys & { appid: string; sellerid: string }

const keysOf = (credentials: AlipayCredentials): Keys => {
  const privateKey = privateKeyFrom(credentials.privateKey)
  if ('publicKey' in credentials)
    return { privateKey, publicKey: publicKeyFrom(credentials.publicKey), certificateFields: {} }
  const { app, alipay, root } = credentials.certificates
  return {
    privateKey,
    publicKey: keyOfCertificate(alipay, root),
    serial: certificateNumber(alipay),
    certificateFields: { app_cert_sn: certificateNumber(app), alipay_root_cert_sn: rootNumber(root) },
  }
}

export const openAccount = (credentials: AlipayCredentials, settings: AlipaySettings): AlipayAccount => ({
  timeoutMs: 8000,
  ...settings,
  appid: credentials.appid,
  sellerid: credentials.sellerid,
  ...keysOf(credentials),
})

/**
 * Turns a number of ours into Alipay's form. Alipay's numbers consist of letters, digits and underscores. Our numbers
 * have hyphens and no underscore.
 */
export const alipayNumber = (number: string): string => number.replaceAll('-', '_')
export const ownNumber = (number: string): string => number.replaceAll('_', '-')

export const fail = (what: string): never => {
  throw new GatewayDown(`Alipay answered ${what}`)
}
export const read = <Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> =>
  shapedAs(schema, given, () => {
    throw new GatewayDown("Alipay's answer has not the form that its documents give")
  })
export const currencyOf = (given: string): string => given || 'CNY'
export const amountFrom = (yuan: string): number => minorOf(yuan) ?? fail('an amount that is none')

/** Returns the parameters of one call. `sign` is the signature of all other parameters. */
export const signed = (
  { appid, privateKey, certificateFields, clock }: AlipayAccount,
  method: string,
  content: Record<string, unknown>,
  more: Record<string, string> = {},
): Record<string, string> => {
  const fields = {
    app_id: appid,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: beijingText(clock()),
    version: '1.0',
    ...certificateFields,
    ...more,
    biz_content: JSON.stringify(content),
  }
  return { ...fields, sign: signRsa(signedText(fields), privateKey) }
}

/** Returns the reason why the text `said` does not count as signed by Alipay, or undefined if it counts. */
export const whyRejected = (
  { publicKey, serial }: AlipayAccount,
  said: string,
  signature: string | undefined,
  certificate: string | undefined,
): 'unsigned' | 'unknown_serial' | 'bad_signature' | undefined => {
  if (!signature) return 'unsigned'
  if (serial !== undefined && certificate !== serial) return 'unknown_serial'
  return verifyRsa(said, signature, publicKey) ? undefined : 'bad_signature'
}

const Answer = z.object({
  code: z.string(),
  msg: z._default(z.string(), ''),
  sub_code: z.optional(z.string()),
  sub_msg: z.optional(z.string()),
})
/** The codes of answers after which the outcome of the call is unknown. */
const UNKNOWN: ReadonlySet<string> = new Set([
  'ACQ.SYSTEM_ERROR',
  'aop.ACQ.SYSTEM_ERROR',
  'SYSTEM_ERROR',
  'isp.unknow-error',
  'isp.unknown-error',
  'isv.app-call-limited',
])

const stringOf = (json: string | undefined): string | undefined => {
  const value: unknown = json === undefined ? undefined : JSON.parse(json)
  return typeof value === 'string' ? value : undefined
}

const ask = async (account: AlipayAccount, method: string, content: Record<string, unknown>): Promise<string> => {
  const { biz_content, ...fields } = signed(account, method, content)
  const { status, body } = await exchange('Alipay', `${account.api}?${new URLSearchParams(fields)}`, {
    method: 'POST',
    body: new URLSearchParams({ biz_content: biz_content! }),
    timeoutMs: account.timeoutMs,
  })
  return status === 200 ? body : fail(String(status))
}

/**
 * Makes one call. An answer counts only with Alipay's signature. The one exception is an answer that refuses the whole
 * request, for example because of our signature.
 */
export const call = async (
  account: AlipayAccount,
  method: string,
  content: Record<string, unknown>,
): Promise<unknown> => {
  const members = rawMembers(await ask(account, method, content)) ?? fail('no JSON')
  const name = `${method.replaceAll('.', '_')}_response`
  const said = members[name] ?? members.error_response ?? fail('another call')
  const { code, msg, sub_code, sub_msg } = shapedAs(Answer, jsonOf(said), () => fail('in another form'))
  const why = whyRejected(account, said, stringOf(members.sign), stringOf(members.alipay_cert_sn))
  if (why && !(why === 'unsigned' && code.startsWith('4') && code !== '40004'))
    throw new GatewayDown(`Alipay's answer is not believed: ${why}`)
  if (code === '10000') return jsonOf(said)
  const reason = sub_code || code
  if (code === '20000' || code === '10003' || UNKNOWN.has(reason))
    throw new GatewayDown(`Alipay does not know the outcome: ${reason}`)
  throw new GatewayRefused(reason, sub_msg || msg)
}
