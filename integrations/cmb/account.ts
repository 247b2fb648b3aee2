import type { KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import { exchange, jsonOf, shapedAs } from '../payment/exchange.ts'
import { GatewayDown, GatewayRefused, type KnownTrade, type Trade } from '../payment/gateway.ts'
import { minorOf } from '../payment/money.ts'
import { beijingDigits } from '../payment/moments.ts'
import { bankDate, bankKeyFrom, momentOfDigits, signShared } from './crypto.ts'

/** The merchant's account with CMB: the signature and sending of requests, and the bank's own key. */

export type CmbCredentials = { branchNo: string; merchantNo: string; key: string }
/**
 * `pay` is the address that the payer's browser posts to. `services` is the address for queries and refunds. `keys` is
 * the address of the bank's public key.
 */
export type CmbSettings = {
  pay: () => string
  services: string
  keys: string
  sandbox: boolean
  clock: () => Date
  timeoutMs?: number
}
/** `bank` holds the bank's public key, and the time of the request for it. */
export type CmbAccount = CmbCredentials & Required<CmbSettings> & { bank: { key: KeyObject; at: number } | undefined }

export const openAccount = (credentials: CmbCredentials, settings: CmbSettings): CmbAccount => ({
  timeoutMs: 8000,
  ...settings,
  ...credentials,
  bank: undefined,
})

export const fail = (what: string): never => {
  throw new GatewayDown(`CMB answered ${what}`)
}
export const read = <Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> =>
  shapedAs(schema, given, () => fail('in another form'))

export const signed = ({ branchNo, merchantNo, key, clock }: CmbAccount, fields: Record<string, string>): string => {
  const reqData = { dateTime: beijingDigits(clock()), branchNo, merchantNo, ...fields }
  return JSON.stringify({
    version: '1.0',
    charset: 'UTF-8',
    signType: 'SHA-256',
    sign: signShared(reqData, key),
    reqData,
  })
}

const ask = async (account: CmbAccount, url: string, fields: Record<string, string>): Promise<unknown> => {
  const { status, body } = await exchange('CMB', url, {
    method: 'POST',
    body: new URLSearchParams({ jsonRequestData: signed(account, fields), charset: 'UTF-8' }),
    timeoutMs: account.timeoutMs,
  })
  return status === 200 ? jsonOf(body) : fail(String(status))
}

const OK = 'SUC0000'
const Answer = z.object({ rspData: z.object({ rspCode: z.string(), rspMsg: z._default(z.string(), '') }) })
/** Makes one call. Throws GatewayRefused for a refusal of the bank. */
export const call = async (account: CmbAccount, name: string, fields: Record<string, string>): Promise<unknown> => {
  const given = await ask(account, `${account.services}?${name}`, fields)
  const { rspCode, rspMsg } = read(Answer, given).rspData
  if (rspCode !== OK) throw new GatewayRefused(rspCode, rspMsg)
  return given
}

/**
 * The code for a request whose signature the bank could not check. Such an answer says nothing about the subject of the
 * call.
 */
const UNSIGNED = 'MSS3411'
/**
 * Tells whether an error means that the bank does not know the order. Every refusal of the bank counts, except for the
 * refusal of a signature.
 */
export const isUnknown = (error: unknown): boolean => error instanceof GatewayRefused && error.code !== UNSIGNED

export const orderDate = (known: KnownTrade | undefined): string =>
  bankDate(known?.begunAt ?? fail('nothing: the day of the order is not known'))

export const paidTrade = (
  { branchNo, merchantNo }: CmbCredentials,
  tradeno: string,
  number: string,
  yuan: string,
  moment: string,
): Trade => ({
  state: 'paid',
  tradeno,
  number,
  amount: minorOf(yuan) ?? fail('an amount that is none'),
  currency: 'CNY',
  paidAt: momentOfDigits(moment) ?? fail('a payment without its time'),
  merchant: `${branchNo}${merchantNo}`,
})

/**
 * The time for which the bank's public key counts as fresh. If a signature is not valid under the key, the key counts
 * as fresh only for `KEY_AGAIN`.
 */
const KEY_FRESH = 12 * 3600_000
const KEY_AGAIN = 60_000
const KeyAnswer = z.object({ rspData: z.object({ fbPubKey: z.string() }) })
/**
 * Returns the bank's public key. `anew` means that a signature was not valid under the known key. The function then
 * fetches the key again, unless the known key is younger than a minute.
 */
export const bankKey = async (account: CmbAccount, anew: boolean): Promise<KeyObject> => {
  const { bank, clock, keys } = account
  const age = clock().getTime() - (bank?.at ?? 0)
  if (bank && age < (anew ? KEY_AGAIN : KEY_FRESH)) return bank.key
  const { fbPubKey } = read(KeyAnswer, await ask(account, keys, { txCode: 'FBPK' })).rspData
  try {
    account.bank = { key: bankKeyFrom(fbPubKey), at: clock().getTime() }
  } catch {
    return fail('a public key that is none')
  }
  return account.bank.key
}
