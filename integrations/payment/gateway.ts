import type { Statements } from './statement.ts'

/** The interface of every payment gateway, real or sandbox. features/payments uses gateways only by this interface. */

/**
 * The way by which a payer gets to the gateway. WeChat Pay: `jsapi` inside the messaging app, `h5` in a phone's
 * browser, `native` by a QR code on a desktop. Alipay: `wap` in a phone's browser, `page` on a desktop. PayPal:
 * `approve` on its page, after which our server takes the money. CMB: `card` on the bank's page.
 */
export type GatewayWay = 'jsapi' | 'h5' | 'native' | 'wap' | 'page' | 'approve' | 'card'
export const gatewayNames = ['wechat', 'alipay', 'paypal', 'cmb'] as const
export type GatewayName = (typeof gatewayNames)[number]

export type Purchase = {
  way: GatewayWay
  /** Our number for this payment (out_trade_no). */
  tradeno: string
  /** The amount in the smallest unit of its currency: fen, cents. */
  amount: number
  currency: string
  /** The text that the payer reads on the gateway's page. */
  description: string
  /** The time at which the payment began in our system. It is the same at every repetition of the call. */
  begunAt: Date
  /** The moment after which the gateway takes no money. */
  expireAt: Date
  notifyUrl: string
  returnUrl: string
  /** The payer's network address, which the way `h5` demands. */
  payerAddress: string
  /** The payer's id in the messaging app, which the way `jsapi` demands. */
  openid?: string
  /** The app to which `openid` belongs, if it is our mini-program and not the merchant's usual app. */
  appid?: string | undefined
}

/**
 * The facts that the pay page needs to bring the payer to the gateway. `code`: the text of the QR code on a desktop.
 * `page`: the address that the browser opens. `bridge`: the parameters of the webview's own payment call. `form`: the
 * fields that the browser posts to the gateway. A sandbox gateway always gives `page` or `form`. `handle`: the
 * gateway's own number of the payment, for gateways that find a payment by that number.
 */
export type Prepared = {
  way: GatewayWay
  code?: string
  page?: string
  bridge?: Record<string, string>
  form?: { action: string; fields: Record<string, string> }
  handle?: string
  sandbox?: boolean
}
/**
 * Further facts about a payment, for gateways that need more than our number. `take: false` means that nobody owes the
 * money any more. The server then does not take the money of a payment that the payer has only approved.
 */
export type KnownTrade = { begunAt: Date; handle?: string | undefined; number?: string | undefined; take?: boolean }

/**
 * The state of one payment at the gateway. `absent`: the gateway does not know the payment. `buyer`: the payer's
 * account at the gateway, masked.
 */
export type Trade =
  | { state: 'open' | 'closed' | 'absent'; tradeno: string }
  | {
      state: 'paid'
      tradeno: string
      number: string
      amount: number
      currency: string
      paidAt: Date
      merchant: string
      buyer?: string
    }

export type RefundAsk = {
  tradeno: string
  refundno: string
  amount: number
  total: number
  currency: string
  reason: string
  notifyUrl: string
  known?: KnownTrade
}
/**
 * The state of one refund at the gateway. `absent` means that the gateway does not know this refund number. `failed`
 * means that the gateway will never make the refund.
 */
export type GatewayRefund =
  | { state: 'sent' | 'absent'; refundno: string }
  | { state: 'failed'; refundno: string; failure: string }
  | { state: 'done'; refundno: string; amount: number; currency: string; doneAt: Date }

/**
 * A verified notice. `ask`: a payment changed, and the server must ask for its state. `other`: a notice of another
 * kind, which changes nothing here.
 */
export type GatewayNotice = { id: string } & (
  | { kind: 'trade'; trade: Trade }
  | { kind: 'refund'; refund: GatewayRefund }
  | { kind: 'ask'; tradeno: string }
  | { kind: 'other'; event: string }
)

export type Gateway = {
  name: GatewayName
  sandbox: boolean
  /** The number of days after a payment in which the gateway gives money back. */
  refundDays: number
  /**
   * True if the gateway knows a payment only after the payer has opened the gateway's page. Before this moment `absent`
   * means "not yet", and the server cannot close the payment. So the server must ask once more after the end of the
   * time to pay.
   */
  bornLate: boolean
  /**
   * False if the gateway cannot close a payment before its end. The server asks once more after the end and returns
   * money that came meanwhile.
   */
  closes: boolean
  /**
   * The evidence that this adapter works: the vendor's own test vectors, or only our sandbox as long as nobody has
   * tried the adapter with the vendor.
   */
  proof: 'vectors' | 'unproved'
  /**
   * The address to which the payer's browser posts the form of this gateway. The content policy of the pay page allows
   * this address.
   */
  postsTo?: string
  prepare: (purchase: Purchase) => Promise<Prepared>
  query: (tradeno: string, known?: KnownTrade) => Promise<Trade>
  /**
   * Closes the payment at the gateway, so that no payer can pay it afterwards. If `closes` is false, the call only asks
   * for the state. Returns the state of the payment (`paid` when the close came too late).
   */
  close: (tradeno: string, known?: KnownTrade) => Promise<Trade>
  refund: (ask: RefundAsk) => Promise<GatewayRefund>
  queryRefund: (refundno: string, tradeno: string, known?: KnownTrade) => Promise<GatewayRefund>
  /**
   * Verifies and reads a notice. Throws NoticeWrong if the notice is not valid. Throws GatewayDown if the gateway must
   * be asked and does not answer.
   */
  readNotice: (headers: Readonly<Record<string, string | undefined>>, body: string) => Promise<GatewayNotice>
  /** Returns the answer that this gateway wants for its notices. */
  answerNotice: (outcome: 'taken' | 'wrong' | 'failed') => { status: number; type: string; body: string }
  /** The gateway's statements of a day, which features/reconciliations compares with our books. */
  statement?: Statements
}
/**
 * The gateways that take payments here. If one of them is real, gateways without credentials are absent, so that
 * nobody pays by a sandbox.
 */
export type Gateways = Partial<Record<GatewayName, Gateway>>

/**
 * The caller gets this error if no answer came in time, or if the answer is not the gateway's. The outcome is unknown,
 * so the server asks again.
 */
export class GatewayDown extends Error {}
/**
 * The caller gets this error if the gateway refused. `code` is the gateway's own word. `spoilt` means that the gateway
 * refuses this payment's number and not the request, so another number may work.
 */
export class GatewayRefused extends Error {
  readonly code: string
  readonly spoilt: boolean
  constructor(code: string, message: string, spoilt = false) {
    super(`${code}: ${message}`)
    this.code = code
    this.spoilt = spoilt
  }
}
/**
 * The error for a notice that the server does not accept. The server keeps the message of the error, so the message
 * quotes no notice.
 */
export class NoticeWrong extends Error {}
