import type { KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import { momentOfDigits, signShared } from '../../cmb/crypto.ts'
import { jsonOf, shapedAs } from '../../payment/exchange.ts'
import type { BookedTrade } from '../payment/bookedTrades.ts'
import type { Books } from '../payment/books.ts'
import type { Weather } from '../payment/server.ts'
import type { CmbKeys } from './keys.ts'

/** The sandbox bank: the facts that its services work on, and its refusals. */

export type CmbSwitches = {
  refund: 'SUCCESS' | 'NO_BALANCE'
  refundSeconds: number
  /** The number of rows on a page of a list. */
  rows: number
}
export type CmbBank = {
  keys: CmbKeys
  books: Books
  weather: Weather & CmbSwitches
  origin: () => string
  clock: () => Date
  bankKey: KeyObject
}

export class CmbFault extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
export const unreadable = (message: string): CmbFault => new CmbFault('MSS3401', message)
export const refusalCodeOf = (error: unknown): string => {
  if (error instanceof CmbFault) return error.code
  throw error
}

const Request = z.object({
  version: z.literal('1.0'),
  charset: z.literal('UTF-8'),
  signType: z.literal('SHA-256'),
  sign: z.string(),
  reqData: z.record(z.string(), z.string()),
})
export type BankFields = Record<string, string>

/** Checks the signature of a request and returns its content. */
export const authorise = ({ keys }: CmbBank, json: string | null): BankFields => {
  const { reqData, sign } = shapedAs(Request, jsonOf(json ?? ''), () => {
    throw unreadable('报文格式错误')
  })
  if (reqData.branchNo !== keys.branchNo || reqData.merchantNo !== keys.merchantNo)
    throw new CmbFault('MSS3402', '商户不存在')
  if (signShared(reqData, keys.key) !== sign.toUpperCase()) throw new CmbFault('MSS3411', '签名错误')
  if (!momentOfDigits(reqData.dateTime ?? '')) throw unreadable('时间格式错误')
  return reqData
}

export const read = <Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> =>
  shapedAs(schema, given, (field) => {
    throw unreadable(`参数错误：${field}`)
  })

/** Returns the key of an order in the books. The bank knows an order by its day and its number. */
export const bookedAs = (date: string, orderNo: string): string => `${date}/${orderNo}`

export const paidTrade = ({ books }: CmbBank, date: string, orderNo: string): BookedTrade => {
  const trade = books.trade(bookedAs(date, orderNo))
  if (!trade?.number) throw new CmbFault('MSS3101', '查询的订单不存在')
  return trade
}

export const ticked = (values: readonly string[]): string => values.map((value) => `\`${value}`).join(',')
