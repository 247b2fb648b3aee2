import { createPrivateKey } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CmbCredentials } from '../../cmb/account.ts'
import { orderNoOf } from '../../cmb/crypto.ts'
import { openBooks } from '../payment/books.ts'
import { keptKeys } from '../payment/keys.ts'
import { type NoticeAmount, payBooked } from '../payment/paying.ts'
import { type SandboxSettings, type RunningSandbox, fair, runSandbox } from '../payment/server.ts'
import { answerCmb, signedNotice, orderNotice } from './api.ts'
import type { CmbBank, CmbSwitches } from './bank.ts'
import { makeCmbKeys } from './keys.ts'
import { arrive } from './orders.ts'
import { cmbPage } from './pages.ts'
import { settleRefunds } from './refunds.ts'

export type SandboxCmb = RunningSandbox<CmbSwitches> & {
  credentials: CmbCredentials
  /**
   * Posts the shop's form as a payer's browser does. This makes the order at the bank. Throws if the bank would show an
   * error.
   */
  visit: (fields: Readonly<Record<string, string>>) => void
  /**
   * Pays an order as a person does. The bank reports the given amount. Returns false when nobody visited the order or
   * when it can no longer be paid.
   */
  pay: (tradeno: string, noticeAmount?: NoticeAmount) => boolean
  /** Returns a notice as the bank would sign it. */
  notice: (content: Readonly<Record<string, string>>) => { headers: Record<string, string>; body: string }
  /** Returns a paid order as the bank would report it, for notices that a test makes itself. */
  noticeOf: (tradeno: string) => Record<string, string>
}

/** The seconds between one try of a notice and the next. */
export const CMB_RETRIES = [60, 120, 300, 600, 1800, 3600, 7200, 14_400]
const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }

const openBank = (folder: string, { origin, clock }: Pick<SandboxSettings, 'origin' | 'clock'>): CmbBank => {
  mkdirSync(folder, { recursive: true })
  const keys = keptKeys(folder, 'cmb', makeCmbKeys)
  return {
    keys,
    books: openBooks(join(folder, 'cmb.sqlite'), CMB_RETRIES),
    weather: { ...fair, refund: 'SUCCESS', refundSeconds: 0, rows: 100 },
    origin,
    clock,
    bankKey: createPrivateKey(keys.bankKeyPem),
  }
}

/** Starts a bank of our own on loopback, which exchanges data with this server only by the protocol. */
export const startSandboxCmb = async ({ folder, ...settings }: SandboxSettings): Promise<SandboxCmb> => {
  const bank = openBank(folder, settings)
  const { branchNo, merchantNo, key } = bank.keys
  /** Returns the order with this number of the shop. The day of the order does not matter. */
  const tradeOf = (tradeno: string) => bank.books.ending(`/${orderNoOf(tradeno)}`)
  const payOrder = (booked: string, noticeAmount: NoticeAmount): boolean =>
    payBooked(bank, booked, noticeAmount, 'BKPAYRTN', (trade) => orderNotice(bank, trade))
  const { soon, ...running } = await runSandbox({
    ...settings,
    ...bank,
    answer: (request) => answerCmb(bank, request),
    page: (request) =>
      cmbPage(bank, request, (trade) => {
        if (payOrder(trade.tradeno, {})) soon()
      }),
    settle: () => settleRefunds(bank),
    compose: ({ resource }) => ({
      headers: FORM,
      body: signedNotice(bank, JSON.parse(resource) as Record<string, string>),
    }),
    taken: ({ status }) => status === 200,
  })
  return {
    ...running,
    credentials: { branchNo, merchantNo, key },
    visit: (fields) => void arrive(bank, fields.jsonRequestData ?? null),
    pay: (tradeno, noticeAmount = {}) => {
      const trade = tradeOf(tradeno)
      return trade !== undefined && payOrder(trade.tradeno, noticeAmount)
    },
    notice: (given) => ({ headers: FORM, body: signedNotice(bank, given) }),
    noticeOf: (tradeno) => orderNotice(bank, tradeOf(tradeno)!),
  }
}
