import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AlipayCredentials } from '../../alipay/account.ts'
import { openBooks } from '../payment/books.ts'
import { keptKeys } from '../payment/keys.ts'
import { type NoticeAmount, payBooked } from '../payment/paying.ts'
import { type SandboxSettings, type Running, fair, runSandbox } from '../payment/server.ts'
import { answerAlipay } from './api.ts'
import { type AlipayKeys, makeAlipayKeys } from './keys.ts'
import { signedNotice, tradeNotice } from './notices.ts'
import { alipayPage } from './pages.ts'
import { type AlipayFates, type AlipayPlatform, keysOfPlatform } from './platform.ts'
import { settleRefunds } from './refunds.ts'
import { arrive } from './trades.ts'

export type SandboxAlipay = Running<AlipayFates> & {
  /** What a merchant of this gateway holds. */
  credentials: AlipayCredentials
  /** A payer's browser opens a signed address, which makes the trade there. Throws where Alipay would show an error. */
  visit: (address: string) => void
  /**
   * A person pays, by whatever amount and currency the channel then tells of. False when it was never visited or can no
   * longer be paid.
   */
  pay: (tradeno: string, told?: NoticeAmount) => boolean
  /** A notice as the platform would sign it. */
  notice: (told: Readonly<Record<string, string>>) => { headers: Record<string, string>; body: string }
  /** A trade as the channel would tell of it, for notices that a test makes itself. */
  noticeOf: (tradeno: string) => Record<string, string>
}

/** Seconds after the last try of a notice: 4 and 10 minutes, again 10, 1, 2, 6 and 15 hours. */
export const ALIPAY_RETRIES = [240, 600, 600, 3600, 7200, 21_600, 54_000]
const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
const there = (tradeno: string): string => tradeno.replaceAll('-', '_')

const credentialsOf = (keys: AlipayKeys, certified: boolean): AlipayCredentials => {
  const mine = { appid: keys.appid, sellerid: keys.sellerid, privateKey: keys.merchantKeyPem }
  // The platform signed its own certificate, so it is its own root.
  const { merchantCertificatePem: app, platformCertificatePem: alipay } = keys
  return { ...mine, ...(certified ? { certificates: { app, alipay, root: alipay } } : { publicKey: alipay }) }
}

/** `certified`: in the mode with certificates, else with bare public keys. */
const openPlatform = (
  folder: string,
  certified: boolean,
  { origin, clock }: Pick<SandboxSettings, 'origin' | 'clock'>,
): AlipayPlatform => {
  mkdirSync(folder, { recursive: true })
  const keys = keptKeys(folder, 'alipay', makeAlipayKeys)
  return {
    keys,
    books: openBooks(join(folder, 'alipay.sqlite'), ALIPAY_RETRIES),
    weather: { ...fair, refund: 'SUCCESS', refundSeconds: 0 },
    origin,
    clock,
    ...keysOfPlatform(keys, certified),
  }
}

/** An Alipay of our own on loopback: its keys, its books, its retries; it knows us only through the protocol. */
export const startSandboxAlipay = async ({
  folder,
  certified = false,
  ...settings
}: SandboxSettings & { certified?: boolean }): Promise<SandboxAlipay> => {
  const platform = openPlatform(folder, certified, settings)
  const pay: SandboxAlipay['pay'] = (tradeno, told = {}) =>
    payBooked(platform, there(tradeno), told, 'trade', (trade) => tradeNotice(platform, trade))
  const { soon, ...running } = await runSandbox({
    ...settings,
    ...platform,
    answer: (request) => answerAlipay(platform, request),
    page: (request) =>
      alipayPage(platform, request, (trade) => {
        if (pay(trade.tradeno)) soon()
      }),
    settle: () => settleRefunds(platform),
    compose: ({ id, resource }) => ({
      headers: FORM,
      body: signedNotice(platform, JSON.parse(resource) as Record<string, string>, id),
    }),
    taken: ({ status, body }) => status === 200 && body === 'success',
  })
  return {
    ...running,
    credentials: credentialsOf(platform.keys, certified),
    visit: (address) => void arrive(platform, Object.fromEntries(new URL(address).searchParams)),
    pay,
    notice: (given) => ({ headers: FORM, body: signedNotice(platform, given, crypto.randomUUID()) }),
    noticeOf: (tradeno) => tradeNotice(platform, platform.books.trade(there(tradeno))!),
  }
}
