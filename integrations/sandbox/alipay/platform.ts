import { type KeyObject, createPrivateKey, createPublicKey } from 'node:crypto'
import * as z from 'zod/mini'
import { certificateNumber, rootNumber, signedText } from '../../alipay/crypto.ts'
import { jsonOf, shapedAs } from '../../payment/exchange.ts'
import { beijingText, momentOf } from '../../payment/moments.ts'
import { verifyRsa } from '../../payment/signature.ts'
import type { BookedTrade } from '../payment/bookedTrades.ts'
import type { Books } from '../payment/books.ts'
import type { Weather } from '../payment/server.ts'
import type { AlipayKeys } from './keys.ts'

/** The sandbox Alipay: the facts that its gateway works on, and its refusals. */

export type AlipaySwitches = { refund: 'SUCCESS' | 'NO_BALANCE'; refundSeconds: number }
export type AlipayPlatform = {
  keys: AlipayKeys
  books: Books
  weather: Weather & AlipaySwitches
  origin: () => string
  clock: () => Date
  platformKey: KeyObject
  merchantKey: KeyObject
  /** The serial numbers of the certificates. Undefined if bare public keys are used. */
  serials: { app: string; root: string; platform: string } | undefined
}

export const keysOfPlatform = (
  keys: AlipayKeys,
  certified: boolean,
): Pick<AlipayPlatform, 'platformKey' | 'merchantKey' | 'serials'> => ({
  platformKey: createPrivateKey(keys.platformKeyPem),
  merchantKey: createPublicKey(keys.merchantKeyPem),
  serials: certified
    ? {
        app: certificateNumber(keys.merchantCertificatePem),
        root: rootNumber(keys.platformCertificatePem),
        platform: certificateNumber(keys.platformCertificatePem),
      }
    : undefined,
})

/**
 * The code of requests that are refused as a whole. Their answers have no signature, because the request's own
 * signature may be wrong.
 */
const INVALID_REQUEST = '40002'
export class AlipayFault extends Error {
  readonly code: string
  readonly reason: string
  constructor(reason: string, message: string, code = '40004') {
    super(message)
    this.code = code
    this.reason = reason
  }
  get unsigned(): boolean {
    return this.code === INVALID_REQUEST
  }
}
export const invalidRequest = (reason: string, message: string): AlipayFault =>
  new AlipayFault(reason, message, INVALID_REQUEST)
export const wrongField = (field: string): AlipayFault => new AlipayFault('ACQ.INVALID_PARAMETER', `参数无效：${field}`)
export const refusalWordOf = (error: unknown): string => {
  if (error instanceof AlipayFault) return error.reason
  throw error
}

export const OurNumber = z.string().check(z.regex(/^\w{1,64}$/))
export const Yuan = z.string().check(z.regex(/^(?!0+\.00$)\d{1,9}\.\d{2}$/))

/** Checks the signature of a request and returns its parameters. Their content is not yet parsed. */
export const authorise = (
  { keys, merchantKey, serials, clock }: AlipayPlatform,
  fields: Record<string, string> | undefined,
): Record<string, string> => {
  if (!fields?.app_id || fields.app_id !== keys.appid) throw invalidRequest('isv.invalid-app-id', '无效的AppID参数')
  if (fields.sign_type !== 'RSA2') throw invalidRequest('isv.invalid-signature-type', '无效的签名类型')
  if (!/^utf-8$/i.test(fields.charset ?? '') || fields.version !== '1.0')
    throw invalidRequest('isv.invalid-charset', '字符集错误')
  if (serials && (fields.app_cert_sn !== serials.app || fields.alipay_root_cert_sn !== serials.root))
    throw invalidRequest('isv.app-cert-sn-error', '应用公钥证书序列号错误')
  if (!verifyRsa(signedText(fields), fields.sign ?? '', merchantKey))
    throw invalidRequest('isv.invalid-signature', '无效签名')
  const sent = momentOf(fields.timestamp ?? '')
  if (!sent || Math.abs(sent.getTime() - clock().getTime()) > 24 * 3600_000)
    throw invalidRequest('isv.invalid-timestamp', '非法的时间戳参数')
  return fields
}

export const read = <Schema extends z.ZodMiniType>(schema: Schema, body: string | undefined): z.output<Schema> => {
  const given = jsonOf(body ?? '')
  if (given === undefined) throw invalidRequest('isv.invalid-parameter', '参数无效：biz_content')
  return shapedAs(schema, given, (field) => {
    throw wrongField(String(field))
  })
}

export const currentTrade = ({ books, clock }: AlipayPlatform, tradeno: string): BookedTrade => {
  const trade = books.current(tradeno, clock().getTime())
  if (!trade) throw new AlipayFault('ACQ.TRADE_NOT_EXIST', '交易不存在')
  return trade
}

export const at = (ms: number): string => beijingText(new Date(ms))
export const currencyPart = (currency: string | null): Record<string, string> =>
  currency && currency !== 'CNY' ? { trans_currency: currency } : {}
/** The payer's account as Alipay masks it. */
export const BUYER = 'pre***@example.com'
