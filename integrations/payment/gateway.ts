import type { Statements } from './statement.ts'

/** What every payment gateway is to us, real or pretend: the one shape that features/payments talks to. */

/**
 * How a payer meets the gateway. WeChat Pay: `jsapi` inside the messaging app, `h5` in a phone's browser, `native` by
 * scanning from a desktop. Alipay: `wap` in a phone's browser, `page` on a desktop. PayPal: `approve` on its page,
 * after which we take the money. CMB: `card` on the bank's page.
 */
export type Way = 'jsapi' | 'h5' | 'native' | 'wap' | 'page' | 'approve' | 'card'
export const gatewayNames = ['wechat', 'alipay', 'paypal', 'cmb'] as const
export type GatewayName = (typeof gatewayNames)[number]

export type Purchase = {
  way: Way
  /** Our number for this try (out_trade_no). */
  tradeno: string
  /** In the smallest unit of its currency: fen, cents. */
  amount: number
  currency: string
  /** What the payer reads on the gateway's page. */
  description: string
  /** When the try was begun with us; the same on every repetition. */
  begunAt: Date
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
 * What the pay page needs to bring the payer to the gateway. `code`: what the QR code on a desktop says; `page`: the
 * address a phone is sent to; `bridge`: the parameters of the webview's own payment call; `form`: what the browser
 * posts to the gateway. A sandbox gateway gives `page` in every way but by form. `handle`: the gateway's own number of
 * the try, where it is asked by that and not by ours.
 */
export type Prepared = {
  way: Way
  code?: string
  page?: string
  bridge?: Record<string, string>
  form?: { action: string; fields: Record<string, string> }
  handle?: string
  sandbox?: boolean
}
/**
 * What we know of a try beside its number, for gateways that ask for it: when it was begun, what `prepare` gave as its
 * handle, the number of its payment. `take: false`: where its payer has only approved, the money is left with the
 * payer, as nothing is owed any more.
 */
export type Known = { begunAt: Date; handle?: string | undefined; number?: string | undefined; take?: boolean }

/**
 * What the gateway knows of one try. `absent`: it never heard of it. `buyer`: the payer's own account there, masked by
 * the gateway.
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
  known?: Known
}
/** `absent`: the gateway never heard of this refund number. `failed`: it will not happen by itself. */
export type RefundFate =
  | { state: 'sent' | 'absent'; refundno: string }
  | { state: 'failed'; refundno: string; failure: string }
  | { state: 'done'; refundno: string; amount: number; currency: string; doneAt: Date }

/**
 * A verified notice. `ask`: something happened to a try, and what stands there now is to be asked; `other`: of a kind
 * that concerns nothing here.
 */
export type Notice = { id: string } & (
  | { kind: 'trade'; trade: Trade }
  | { kind: 'refund'; fate: RefundFate }
  | { kind: 'ask'; tradeno: string }
  | { kind: 'other'; event: string }
)

export type Gateway = {
  name: GatewayName
  sandbox: boolean
  /** Days after a payment within which the gateway gives money back. */
  refundDays: number
  /**
   * True where a try is born at the gateway only once the payer has come there: until its end `absent` means "not yet",
   * it cannot be closed before it is born, and it has to be asked about once more when its end is over.
   */
  bornLate: boolean
  /**
   * False where a try cannot be closed before its end: it is asked about once more after that, and what was paid
   * meanwhile goes back.
   */
  closes: boolean
  /**
   * What stands behind this adapter: the vendor's own vectors, or only our own counterpart until somebody has tried it
   * with the vendor.
   */
  proof: 'vectors' | 'unproved'
  /** Where the payer's browser posts its form to, as a content policy names it. */
  postsTo?: string
  prepare: (purchase: Purchase) => Promise<Prepared>
  query: (tradeno: string, known?: Known) => Promise<Trade>
  /**
   * Closes the try there; afterwards no payer can pay it. Answers what stands there now (`paid` when it came too late).
   */
  close: (tradeno: string, known?: Known) => Promise<Trade>
  refund: (ask: RefundAsk) => Promise<RefundFate>
  /** Asks by our number of the refund and our number of the try that it is of. */
  queryRefund: (refundno: string, tradeno: string, known?: Known) => Promise<RefundFate>
  /** Throws NoticeWrong when signature, serial, time or content do not hold. */
  readNotice: (headers: Readonly<Record<string, string | undefined>>, body: string) => Promise<Notice>
  /** How this gateway wants its notices answered. */
  answerNotice: (outcome: 'taken' | 'wrong' | 'failed') => { status: number; type: string; body: string }
  /** Its statements of a day, by which features/reconciliations compares. */
  statement?: Statements
}
/** Those that can be paid by here. Where one is real, those without credentials are none: nobody pays by pretending. */
export type Gateways = Partial<Record<GatewayName, Gateway>>

/** No answer, none in time, or one that is not the gateway's: nothing is known of the outcome, so it is asked again. */
export class GatewayDown extends Error {}
/**
 * The gateway answered and said no. `code` is its own word; `spoilt`: not the request but this try's number is the
 * trouble, another one may go.
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
/** A notice that is not believed. `why` is for the log and carries nothing of its content. */
export class NoticeWrong extends Error {}
