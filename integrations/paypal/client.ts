import type { Gateway } from '../payment/gateway.ts'
import { type PaypalCredentials, type PaypalSettings, call, openAccount } from './account.ts'
import { readNotice } from './notices.ts'
import { close, prepare, query } from './orders.ts'
import { queryRefund, refund } from './refunds.ts'
import { paypalStatements } from './statement.ts'

/**
 * Makes the gateway of PayPal's Orders v2: the server makes an order, its payer approves it at PayPal, and a call of
 * the server takes the money (`capture`). The payer's return to our page takes no money.
 */
export const paypal = (credentials: PaypalCredentials, settings: PaypalSettings): Gateway => {
  const account = openAccount(credentials, settings)
  return {
    ...paypalOptions,
    sandbox: settings.sandbox,
    prepare: (purchase) => prepare(account, purchase),
    query: (tradeno, known) => query(account, tradeno, known),
    close: (tradeno, known) => close(account, tradeno, known),
    refund: (ask) => refund(account, ask),
    queryRefund: (refundno, _tradeno, known) => queryRefund(account, refundno, known),
    readNotice: (headers, body) => readNotice(account, headers, body),
    statement: paypalStatements({
      merchantid: credentials.merchantid,
      call: (method, path) => call(account, method, path),
    }),
  }
}

const ANSWERS = { taken: 200, wrong: 400, failed: 500 }
/** The facts about PayPal that the server knows without a call. */
export const paypalOptions = {
  name: 'paypal',
  refundDays: 180,
  bornLate: false,
  closes: true,
  proof: 'unproved',
  answerNotice: (outcome) => ({ status: ANSWERS[outcome], type: 'text/plain; charset=utf-8', body: '' }),
} as const satisfies Partial<Gateway>

/** Returns the hosts and the name of PayPal's certificates for an address of the API. */
export const paypalSigner = (api: string): PaypalSettings['signer'] =>
  api.includes('sandbox')
    ? {
        hosts: ['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'],
        name: 'messageverificationcerts.sandbox.paypal.com',
      }
    : { hosts: ['api.paypal.com', 'api-m.paypal.com'], name: 'messageverificationcerts.paypal.com' }
