import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AlipayCredentials } from '../../alipay/account.ts'
import { openBooks } from '../payment/books.ts'
import { keptKeys } from '../payment/keys.ts'
import { type NoticeAmount, payBooked } from '../payment/paying.ts'
import { type SandboxSettings, type RunningSandbox, fair, runSandbox } from '../payment/server.ts'
import { answerAlipay } from './api.ts'
import { type AlipayKeys, makeAlipayKeys } from './keys.ts'
import { signedNotice, tradeNotice } from './notices.ts'
import { alipayPage } from './pages.ts'
import { type AlipaySwitches, type AlipayPlatform, keysOfPlatform } from './platform.ts'
import { settleRefunds } from './refunds.ts'
import { arrive } from './trades.ts'

export type SandboxAlipay = RunningSandbox<AlipaySwitches> & {
  credentials: AlipayCredentials
  /**
   * Opens a signed address as a payer's browser does. This makes the trade at Alipay. Throws if Alipay would show an
   * error.
   */
  visit: (address: string) => void
  /**
   * Pays a trade as a person does. The channel reports the given amount and currency. Returns false when nobody visited
   * the trade or when it can no longer be paid.
   */
  pay: (tradeno: string, noticeAmount?: NoticeAmount) => boolean
  /** Returns a notice as the platform would sign it. */
  notice: (content: Readonly<Record<string, string>>) => { headers: Record<string, string>; body: string }
  /** Returns a trade as the channel would report it, for notices that a test makes itself. */
  noticeOf: (tradeno: string) => Record<string, string>
}

/** The waits between the tries of a notice, in seconds. They are 4, 10 and 10 minutes, then 1, 2, 6 and 15 hours. */
export const ALIPAY_RETRIES = [240, 600, 600, 3600, 7200, 21_600, 54_000]
const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
const there = (tradeno: string): string => tradeno.replaceAll('-', '_')

const credentialsOf = (keys: AlipayKeys, certified: boolean): AlipayCredentials => {
  const mine = { appid: keys.appid, sellerid: keys.sellerid, privateKey: keys.merchantKeyPem }
  // The platform's certificate is self-signed, so the same certificate is given as `root`.
  const { merchantCertificatePem: app, platformCertificatePem: alipay } = keys
  return { ...mine, ...(certified ? { certificates: { app, alipay, root: alipay } } : { publicKey: alipay }) }
}

/** Opens the platform. `certified` selects the mode with certificates instead of the mode with bare public keys. */
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

/** Starts an Alipay of our own on loopback, which exchanges data with this server only by the protocol. */
export const startSandboxAlipay = async ({
  folder,
  certified = false,
  ...settings
}: SandboxSettings & { certified?: boolean }): Promise<SandboxAlipay> => {
  const platform = openPlatform(folder, certified, settings)
  const pay: SandboxAlipay['pay'] = (tradeno, noticeAmount = {}) =>
    payBooked(platform, there(tradeno), noticeAmount, 'trade', (trade) => tradeNotice(platform, trade))
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
