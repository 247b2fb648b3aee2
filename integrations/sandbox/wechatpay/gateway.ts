import { createPrivateKey, createPublicKey } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { WechatPayCredentials } from '../../wechatpay/account.ts'
import { sealText } from '../../wechatpay/crypto.ts'
import { openBooks } from '../payment/books.ts'
import { type NoticeAmount, payBooked } from '../payment/paying.ts'
import { type SandboxSettings, type RunningSandbox, fair, runSandbox } from '../payment/server.ts'
import { answerWechatPay, platformHeaders } from './api.ts'
import { sandboxKeys } from './keys.ts'
import { wechatPayPage } from './pages.ts'
import type { WechatPaySwitches, WechatPlatform } from './platform.ts'
import { settleRefunds } from './refunds.ts'
import { shownTrade } from './trades.ts'

export type SandboxPay = RunningSandbox<WechatPaySwitches> & {
  credentials: WechatPayCredentials
  /**
   * Pays a trade as a person does. The channel reports the given amount and currency. Returns false when the trade can
   * no longer be paid.
   */
  pay: (tradeno: string, noticeAmount?: NoticeAmount) => boolean
  /** Returns a notice as the platform would sign it. */
  notice: (event: string, resource: Record<string, unknown>) => { headers: Record<string, string>; body: string }
  /** Returns a paid trade as the channel would report it, for notices that a test makes itself. */
  noticeOf: (tradeno: string) => Record<string, unknown>
}

/**
 * The waits between the sendings of a notice of WeChat Pay, in seconds. After the last wait, WeChat Pay sends the
 * notice for the last time.
 */
export const WECHATPAY_RETRIES = [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10800, 10800, 10800, 21600, 21600]

/** Tells whether the answer ends the retries. 204 does. 200 does if the body is empty or has the code `SUCCESS`. */
const taken = ({ status, body }: { status: number; body: string }): boolean => {
  if (status === 204) return true
  if (status !== 200) return false
  try {
    return body === '' || (JSON.parse(body) as { code?: string }).code === 'SUCCESS'
  } catch {
    return false
  }
}

const openPlatform = (folder: string, { origin, clock }: Pick<SandboxSettings, 'origin' | 'clock'>): WechatPlatform => {
  mkdirSync(folder, { recursive: true })
  const keys = sandboxKeys(folder)
  return {
    keys,
    books: openBooks(join(folder, 'wechatpay.sqlite'), WECHATPAY_RETRIES),
    weather: { ...fair, refund: 'SUCCESS', refundSeconds: 3 },
    origin,
    clock,
    platformKey: createPrivateKey(keys.platformKeyPem),
    merchantKey: createPublicKey(keys.merchantKeyPem),
  }
}

/** Returns a notice as the platform would sign it now, with sealed content. */
const sealedNotice = (platform: WechatPlatform, event: string, resource: Record<string, unknown>) => {
  const kind = event.startsWith('REFUND') ? 'refund' : 'transaction'
  const body = JSON.stringify({
    id: crypto.randomUUID(),
    create_time: platform.clock().toISOString(),
    resource_type: 'encrypt-resource',
    event_type: event,
    summary: event,
    resource: { original_type: kind, ...sealText(platform.keys.apiV3Key, JSON.stringify(resource), kind) },
  })
  return { headers: { 'content-type': 'application/json', ...platformHeaders(platform, body) }, body }
}

/** Starts a WeChat Pay of our own on loopback, which exchanges data with this server only by the protocol. */
export const startSandboxPay = async ({ folder, ...settings }: SandboxSettings): Promise<SandboxPay> => {
  const platform = openPlatform(folder, settings)
  const { keys, books } = platform
  const pay: SandboxPay['pay'] = (tradeno, noticeAmount = {}) =>
    payBooked(platform, tradeno, noticeAmount, 'TRANSACTION.SUCCESS', (trade) => shownTrade(keys, trade))
  const { soon, ...running } = await runSandbox({
    ...settings,
    ...platform,
    answer: (request) => answerWechatPay(platform, request),
    page: (request) =>
      wechatPayPage(platform, request, (trade) => {
        if (pay(trade.tradeno)) soon()
      }),
    settle: () => settleRefunds(platform),
    compose: ({ event, resource }) => sealedNotice(platform, event, JSON.parse(resource) as Record<string, unknown>),
    taken,
  })
  return {
    ...running,
    credentials: {
      appid: keys.appid,
      mchid: keys.mchid,
      serial: keys.merchantSerial,
      privateKeyPem: keys.merchantKeyPem,
      apiV3Key: keys.apiV3Key,
    },
    pay,
    notice: (event, resource) => sealedNotice(platform, event, resource),
    noticeOf: (tradeno) => shownTrade(keys, books.trade(tradeno)!),
  }
}
