import type { Platform } from './platform.js'
import type { Server } from './server.js'
import { inSession, loginCode } from './session.js'

export type PaymentParameters = {
  appId: string
  timeStamp: string
  nonceStr: string
  package: string
  signType: 'MD5' | 'HMAC-SHA256' | 'RSA'
  paySign: string
  amount: number
  pay_end: string | null
}
export type Paid = 'paid' | 'cancelled' | 'waiting' | 'failed'

/** The thing to pay (`id`), the call for its state (`ask`), and the key for this call (`of`). */
export type Payable = { id: string; ask: string; of: string }
const ENTRY = '/registration/pay'
/** Reads the parameters of the page of payment. Without a call for the state, the thing is an entry. */
export const payableOf = ({ id = '', ask = '', of = id }: { id?: string; ask?: string; of?: string }): Payable => ({
  id,
  of,
  ask: /^(\/[a-z]+){2,3}$/.test(ask) ? ask : ENTRY,
})
export const isEntry = ({ ask }: Payable): boolean => ask === ENTRY

const askState = async (server: Server, { of, ask }: Payable): Promise<string> =>
  (await server.call<{ state: string }>(ask, { id: of })).state

/**
 * Waits until the server has the gateway's notice. Returns `waiting` after ten questions without a notice. The platform
 * only says that the person finished, and only the server knows that the money came.
 */
export const untilPaid = async (
  server: Server,
  payable: Payable,
  wait: (ms: number) => Promise<void>,
): Promise<'paid' | 'waiting' | 'failed'> => {
  for (let tries = 0; tries < 10; tries++) {
    const state = await askState(server, payable).catch(() => 'open')
    if (state === 'paid') return 'paid'
    if (state === 'closed') return 'failed'
    await wait(1000 + tries * 500)
  }
  return 'waiting'
}

/** Fetches the signed parameters of a payment. The code of `wx.login` lets the server find the payer. */
export const beginPayment = (platform: Platform, server: Server, id: string): Promise<PaymentParameters> =>
  inSession(platform, server, async () =>
    server.call<PaymentParameters>('/api/miniprogram/pay', { id, code: await loginCode(platform) }),
  )

export const showPayment = (
  platform: Platform,
  { timeStamp, nonceStr, package: prepared, signType, paySign }: PaymentParameters,
): Promise<'done' | 'cancelled' | 'failed'> =>
  new Promise((resolve) =>
    platform.requestPayment({
      timeStamp,
      nonceStr,
      package: prepared,
      signType,
      paySign,
      success: () => resolve('done'),
      fail: ({ errMsg }) => resolve(/cancel/.test(errMsg) ? 'cancelled' : 'failed'),
    }),
  )

/**
 * Pays for an entry or an order. Waits until the server knows the outcome, unless the person closes the payment sheet.
 */
export const pay = async (
  platform: Platform,
  server: Server,
  payable: Payable,
  wait: (ms: number) => Promise<void>,
): Promise<Paid> => {
  const shown = await showPayment(platform, await beginPayment(platform, server, payable.id))
  if (shown === 'cancelled') return 'cancelled'
  // The person may have paid although the platform reports a failure. So the server is asked after a failure too.
  const state = await untilPaid(server, payable, wait)
  return state === 'waiting' && shown === 'failed' ? 'failed' : state
}
