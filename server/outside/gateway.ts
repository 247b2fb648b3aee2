import type { Statements } from './statement.ts'

/** What every payment gateway is to us, real or pretend: the one shape that features/payments talks to. */

/**
 * How a payer meets the gateway. WeChat Pay: `jsapi` inside the messaging app, `h5` in a phone's browser, `native` by scanning from a desktop.
 * Alipay: `wap` in a phone's browser, `page` on a desktop.
 */
export type Way = 'jsapi' | 'h5' | 'native' | 'wap' | 'page'
export const gatewayNames = ['wechat', 'alipay'] as const
export type GatewayName = (typeof gatewayNames)[number]

export type Purchase = {
  way: Way
  /** Our number for this try (out_trade_no). */
  tradeno: string
  /** Fen. */
  amount: number
  currency: string
  /** What the payer reads on the gateway's page. */
  description: string
  /** After this moment the gateway itself takes no money. */
  expireAt: Date
  /** Where the gateway tells us of it. */
  notifyUrl: string
  /** Where the payer comes back to. */
  returnUrl: string
  /** The payer's network address, which h5 demands. */
  payerAddress: string
  /** The payer's id in the messaging app, which jsapi demands. */
  openid?: string
}

/**
 * What the pay page needs to bring the payer to the gateway. `code`: what the QR code on a desktop says; `page`: the address a phone
 * is sent to; `bridge`: the parameters of the webview's own payment call. A pretend gateway gives `page` in every way.
 */
export type Prepared = { way: Way; code?: string; page?: string; bridge?: Record<string, string>; pretend?: boolean }

/** What the gateway knows of one try. `absent`: it never heard of it. `buyer`: the payer's own account there, masked by the gateway. */
export type Trade =
  | { state: 'open' | 'closed' | 'absent'; tradeno: string }
  | { state: 'paid'; tradeno: string; number: string; amount: number; currency: string; paidAt: Date; merchant: string; buyer?: string }

export type RefundAsk = { tradeno: string; refundno: string; amount: number; total: number; currency: string; reason: string; notifyUrl: string }
/** `absent`: the gateway never heard of this refund number. `failed`: it will not happen by itself. */
export type RefundFate =
  | { state: 'sent' | 'absent'; refundno: string }
  | { state: 'failed'; refundno: string; failure: string }
  | { state: 'done'; refundno: string; amount: number; currency: string; doneAt: Date }

/** A verified notice. `other`: verified, but of a kind that concerns nothing here. */
export type Notice = { id: string } & ({ kind: 'trade'; trade: Trade } | { kind: 'refund'; fate: RefundFate } | { kind: 'other'; event: string })

export type Gateway = {
  name: GatewayName
  pretend: boolean
  /** Days after a payment within which the gateway gives money back. */
  refundDays: number
  /**
   * True where a try is born at the gateway only once the payer has come there: until its end `absent` means "not yet", it cannot be closed
   * before it is born, and it has to be asked about once more when its end is over.
   */
  bornLate: boolean
  prepare: (purchase: Purchase) => Promise<Prepared>
  query: (tradeno: string) => Promise<Trade>
  /** Closes the try there; afterwards no payer can pay it. Answers what stands there now (`paid` when it came too late). */
  close: (tradeno: string) => Promise<Trade>
  refund: (ask: RefundAsk) => Promise<RefundFate>
  /** Asks by our number of the refund and our number of the try that it is of. */
  queryRefund: (refundno: string, tradeno: string) => Promise<RefundFate>
  /** Throws NoticeWrong when signature, serial, time or content do not hold. */
  readNotice: (headers: Readonly<Record<string, string | undefined>>, body: string) => Promise<Notice>
  /** How this gateway wants its notices answered. */
  answerNotice: (outcome: 'taken' | 'wrong' | 'failed') => { status: number; type: string; body: string }
  /** Its statements of a day, by which features/reconciling compares. */
  statement?: Statements
}
/** Those that can be paid by here. Where one is real, those without credentials are none: nobody pays by pretending. */
export type Gateways = Partial<Record<GatewayName, Gateway>>

/** No answer, none in time, or one that is not the gateway's: nothing is known of the outcome, so it is asked again. */
export class GatewayDown extends Error {}
/** The gateway answered and said no. `code` is its own word; `spoilt`: not the request but this try's number is the trouble, another one may go. */
export class GatewayRefused extends Error {
  readonly code: string
  readonly spoilt: boolean
  constructor(code: string, message: string, spoilt = false) {
    super(`${code}: ${message}`)
    this.code = code
    this.spoilt = spoilt
  }
}
/** A notice that is not believed. `why` is for the log and carries nothing of its content. */
export class NoticeWrong extends Error {}
