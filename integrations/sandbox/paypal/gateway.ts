import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PaypalCredentials, PaypalSettings } from '../../paypal/account.ts'
import { openBooks } from '../payment/books.ts'
import { keptKeys } from '../payment/keys.ts'
import type { NoticeAmount } from '../payment/paying.ts'
import { type SandboxSettings, type RunningSandbox, fair, runSandbox } from '../payment/server.ts'
import { answerPaypal, signedWebhook } from './api.ts'
import { SIGNER, makePaypalKeys } from './keys.ts'
import { approve, shownCapture, shownOrder, take } from './orders.ts'
import { paypalPage } from './pages.ts'
import type { PaypalSwitches, PaypalPlatform } from './platform.ts'
import { settleRefunds } from './refunds.ts'
import { paypalReportOf } from './statement.ts'

export type SandboxPaypal = RunningSandbox<PaypalSwitches> & {
  credentials: PaypalCredentials
  signer: PaypalSettings['signer']
  /**
   * Approves an order as a payer does. A call of our server then takes the money, and the channel reports the given
   * amount and currency. Returns false when the order can no longer be paid.
   */
  pay: (tradeno: string, noticeAmount?: NoticeAmount) => boolean
  /** Completes a payment that was under review. */
  review: (tradeno: string) => void
  /** Returns a webhook as PayPal would sign it. */
  notice: (event: string, resource: unknown) => { headers: Record<string, string>; body: string }
  /** Returns an approved order as a webhook reports it. */
  approved: (tradeno: string) => Record<string, unknown>
  /** Returns a captured payment as a webhook reports it. */
  noticeOf: (tradeno: string) => Record<string, unknown>
  /** Returns the Settlement Report of a span, as it would lie on PayPal's server for files. */
  report: (from: Date, until: Date) => string
}

/** The waits between the tries of a webhook, in seconds. All 25 waits together are shorter than three days. */
export const PAYPAL_RETRIES = [120, 240, 480, 960, 1800, 3600, ...Array.from({ length: 19 }, () => 12_000)]

const openPlatform = (folder: string, { origin, clock }: Pick<SandboxSettings, 'origin' | 'clock'>): PaypalPlatform => {
  mkdirSync(folder, { recursive: true })
  return {
    keys: keptKeys(folder, 'paypal', makePaypalKeys),
    books: openBooks(join(folder, 'paypal.sqlite'), PAYPAL_RETRIES),
    weather: { ...fair, capture: 'COMPLETED', refund: 'SUCCESS', refundSeconds: 0, results: 10_000 },
    origin,
    clock,
    tokens: new Map(),
    pending: new Set(),
    strange: new Map(),
  }
}

/** Starts a PayPal of our own on loopback, which exchanges data with this server only by the protocol. */
export const startSandboxPaypal = async ({ folder, ...settings }: SandboxSettings): Promise<SandboxPaypal> => {
  const platform = openPlatform(folder, settings)
  const { keys, books, strange } = platform
  const { clientid, secret, webhookid, merchantid } = keys
  const notice: SandboxPaypal['notice'] = (event, resource) => signedWebhook(platform, event, resource, running.base)
  const { soon, ...running } = await runSandbox({
    ...settings,
    ...platform,
    answer: (request) => answerPaypal(platform, request),
    page: (request) =>
      paypalPage(platform, request, ({ tradeno }) => {
        if (approve(platform, tradeno)) soon()
      }),
    settle: () => settleRefunds(platform),
    compose: ({ event, resource }) => notice(event, JSON.parse(resource)),
    taken: ({ status }) => status >= 200 && status < 300,
  })
  return {
    ...running,
    credentials: { clientid, secret, webhookid, merchantid },
    signer: { hosts: [new URL(running.base).host], name: SIGNER },
    pay: (tradeno, noticeAmount) => {
      const approved = approve(platform, tradeno)
      if (approved && noticeAmount) strange.set(tradeno, noticeAmount)
      return approved
    },
    review: (tradeno) => take(platform, books.trade(tradeno)!),
    notice,
    approved: (tradeno) => shownOrder(platform, books.trade(tradeno)!),
    noticeOf: (tradeno) => shownCapture(platform, books.trade(tradeno)!),
    report: (from, until) =>
      paypalReportOf(
        merchantid,
        [from.getTime(), until.getTime()],
        books.between(from.getTime(), until.getTime(), 'asked'),
        books.refundsOf,
      ),
  }
}
