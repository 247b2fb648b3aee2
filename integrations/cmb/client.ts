import type { Gateway } from '../payment/gateway.ts'
import { type CmbCredentials, type CmbSettings, call, openAccount } from './account.ts'
import { readNotice } from './notices.ts'
import { prepare, query } from './orders.ts'
import { queryRefund, refund } from './refunds.ts'
import { cmbStatements } from './statement.ts'

/** Makes the gateway of China Merchants Bank: 一网通支付 by bank card. docs/money.md names the sources. */
export const cmb = (credentials: CmbCredentials, settings: CmbSettings): Gateway => {
  const account = openAccount(credentials, settings)
  const { merchantNo, clock, sandbox } = account
  return {
    ...cmbOptions,
    sandbox,
    ...(sandbox ? {} : { postsTo: 'https://*.cmbchina.com' }),
    prepare: async (purchase) => prepare(account, purchase),
    query: (tradeno, known) => query(account, tradeno, known),
    close: (tradeno, known) => query(account, tradeno, known),
    refund: (ask) => refund(account, ask),
    queryRefund: (refundno, tradeno, known) => queryRefund(account, refundno, tradeno, known),
    readNotice: (_headers, body) => readNotice(account, body),
    statement: cmbStatements({ merchantNo, clock, call: (name, fields) => call(account, name, fields) }),
  }
}

const ANSWERS = { taken: 200, wrong: 400, failed: 500 }
/**
 * The facts about CMB that the server knows without a call. CMB cannot close a payment, so the payer can pay with the
 * form until the end of the payment.
 */
export const cmbOptions = {
  name: 'cmb',
  refundDays: 365,
  bornLate: true,
  closes: false,
  proof: 'unproved',
  answerNotice: (outcome) => ({
    status: ANSWERS[outcome],
    type: 'text/plain; charset=utf-8',
    body: outcome === 'taken' ? 'SUCCESS' : 'FAIL',
  }),
} as const satisfies Partial<Gateway>

export const CMB = {
  pay: 'https://netpay.cmbchina.com/netpayment/BaseHttp.dll?MB_EUserPay',
  services: 'https://merchserv.netpay.cmbchina.com/merchserv/BaseHttp.dll',
  keys: 'https://b2b.cmbchina.com/CmbBank_B2B/UI/NetPay/DoBusiness.ashx',
} as const
