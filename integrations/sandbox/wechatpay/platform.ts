import type { KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import { jsonOf, shapedAs } from '../../payment/exchange.ts'
import { verifyRsa } from '../../payment/signature.ts'
import { freshEnough, readAuthorization, requestText } from '../../wechatpay/crypto.ts'
import type { BookedTrade } from '../payment/bookedTrades.ts'
import type { Books } from '../payment/books.ts'
import type { ApiRequest, Weather } from '../payment/server.ts'
import type { SandboxKeys } from './keys.ts'

/** The sandbox WeChat Pay: the facts that its API works on, and its refusals. */

export type WechatPaySwitches = { refund: 'SUCCESS' | 'ABNORMAL'; refundSeconds: number }
export type WechatPlatform = {
  keys: SandboxKeys
  books: Books
  weather: Weather & WechatPaySwitches
  origin: () => string
  clock: () => Date
  platformKey: KeyObject
  merchantKey: KeyObject
}

export class WechatPayFault extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
export const wrongField = (field: string): WechatPayFault =>
  new WechatPayFault(400, 'PARAM_ERROR', `参数错误：${field}`)

/** Returns the schema of a text with a limit on its bytes. */
export const bytes = (max: number) =>
  z.string().check(
    z.minLength(1),
    z.refine((text: string) => Buffer.byteLength(text) <= max),
  )
export const TradeNumber = z.string().check(z.regex(/^[0-9A-Za-z_\-|*]{6,32}$/))
export const NotifyUrl = z.string().check(z.refine((text: string) => /^https?:\/\/[^?#]+$/.test(text)))

export const authorise = (
  { keys, merchantKey, clock }: WechatPlatform,
  { method, url, headers, body }: ApiRequest,
): void => {
  const given = readAuthorization(headers.authorization ?? '')
  const holds =
    given &&
    given.mchid === keys.mchid &&
    given.serial_no === keys.merchantSerial &&
    freshEnough(given.timestamp, clock()) &&
    verifyRsa(requestText(method, url, given.timestamp, given.nonce_str, body), given.signature, merchantKey)
  if (!holds) throw new WechatPayFault(401, 'SIGN_ERROR', '签名错误')
}

export const read = <Schema extends z.ZodMiniType>(schema: Schema, body: string): z.output<Schema> => {
  const given = jsonOf(body)
  if (given === undefined) throw new WechatPayFault(400, 'PARAM_ERROR', '请求体不是 JSON')
  return shapedAs(schema, given, (field) => {
    throw wrongField(String(field))
  })
}

export const currentTrade = ({ books, clock }: WechatPlatform, tradeno: string): BookedTrade => {
  const trade = books.current(tradeno, clock().getTime())
  if (!trade) throw new WechatPayFault(404, 'ORDER_NOT_EXIST', '订单不存在')
  return trade
}
