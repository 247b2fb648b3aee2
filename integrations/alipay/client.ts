import type { Gateway } from '../payment/gateway.ts'
import { type AlipayCredentials, type AlipaySettings, call, ownNumber, openAccount } from './account.ts'
import { readNotice } from './notices.ts'
import { queryRefund, refund } from './refunds.ts'
import { alipayStatements } from './statement.ts'
import { close, prepare, query } from './trades.ts'

export const alipay = (credentials: AlipayCredentials, settings: AlipaySettings): Gateway => {
  const account = openAccount(credentials, settings)
  return {
    ...alipayOptions,
    sandbox: account.sandbox,
    prepare: async (purchase) => prepare(account, purchase),
    query: (tradeno) => query(account, tradeno),
    close: (tradeno) => close(account, tradeno),
    refund: (ask) => refund(account, ask),
    queryRefund: (refundno, tradeno) => queryRefund(account, refundno, tradeno),
    readNotice: (_headers, body) => readNotice(account, body),
    statement: alipayStatements({
      sellerid: account.sellerid,
      api: account.api,
      call: (method, content) => call(account, method, content),
      here: ownNumber,
    }),
  }
}

const ANSWERS = {
  taken: { status: 200, body: 'success' },
  wrong: { status: 400, body: 'failure' },
  failed: { status: 500, body: 'failure' },
}
/**
 * The facts about Alipay that the server knows without a call. Alipay repeats a notice until the answer is the word
 * `success`.
 */
export const alipayOptions = {
  name: 'alipay',
  refundDays: 365,
  bornLate: true,
  closes: true,
  proof: 'vectors',
  answerNotice: (outcome) => ({ ...ANSWERS[outcome], type: 'text/plain; charset=utf-8' }),
} as const satisfies Partial<Gateway>
