/**
 * The ways of each gateway. Gateways are offered in this order. `jsapi` works inside the messaging app, `h5` in a
 * phone's browser, and `native` by scanning a code.
 */
export const gatewayWays = {
  wechat: ['jsapi', 'h5', 'native'],
  alipay: ['wap', 'page'],
  cmb: ['card'],
  paypal: ['approve'],
} as const
export type PayGateway = keyof typeof gatewayWays
export type PayWay = (typeof gatewayWays)[PayGateway][number]
export const payGateways = Object.keys(gatewayWays) as readonly PayGateway[]

const isPhone = (userAgent: string): boolean => /Mobi|Android|iPhone|iPad|HarmonyOS/i.test(userAgent)

/**
 * Returns the way for a device, by its browser's name. Inside the messaging app without the payer's openid, only a code
 * for a long press is possible.
 */
export const payWayFor = (gateway: PayGateway, userAgent: string, openid: string | undefined): PayWay => {
  if (gateway === 'alipay') return isPhone(userAgent) ? 'wap' : 'page'
  if (gateway === 'cmb') return 'card'
  if (gateway === 'paypal') return 'approve'
  if (/MicroMessenger/i.test(userAgent)) return openid ? 'jsapi' : 'native'
  return isPhone(userAgent) ? 'h5' : 'native'
}

/**
 * Returns the gateways that a device can use. WeChat opens no page of Alipay, and Alipay opens no page of WeChat Pay.
 */
export const gatewaysFor = (userAgent: string, open: readonly PayGateway[]): PayGateway[] => {
  const only = /MicroMessenger/i.test(userAgent) ? 'wechat' : /AlipayClient/i.test(userAgent) ? 'alipay' : undefined
  return payGateways.filter((one) => open.includes(one) && (only === undefined || one === only))
}

/**
 * The currency of a gateway that takes no yuan, and the rate. `rate` is the number of yuan for one unit of this
 * currency (at most four decimals). The race declares the rate before the sale. A unit of either currency has a hundred
 * parts.
 */
export type Foreign = { currency: string; rate: number }
/** Returns the cents for an amount of fen, rounded up. */
export const foreignAmount = (fen: number, { rate }: Foreign): number =>
  Math.ceil((fen * 10_000) / Math.round(rate * 10_000))
/**
 * Returns the cents to refund with the next `fen` of an order that was paid with `paid` cents. The share of the cents
 * equals the share of the order, rounded in the payer's favour.
 */
export const foreignRefund = (
  order: { amount: number; refunded: number },
  payment: { paid: number; refunded: number },
  fen: number,
): number => {
  const after = Math.ceil((payment.paid * (order.refunded + fen)) / order.amount)
  return Math.min(payment.paid - payment.refunded, Math.max(1, after - payment.refunded))
}

export type OrderMoney = { state: string }
export type ArrivedMoney = { amount: number; currency: string }
/** The reasons why money is refunded automatically. */
export const returnReasons = ['currency_differs', 'amount_differs', 'late', 'doubled'] as const
export type ReturnReason = (typeof returnReasons)[number]

/**
 * Decides the effect of money that arrived for a payment of an order. An open order accepts money even after `pay_end`,
 * because the order still holds its places.
 */
export const effectOfMoney = (order: OrderMoney, due: ArrivedMoney, arrived: ArrivedMoney): 'pays' | ReturnReason => {
  if (arrived.currency !== due.currency) return 'currency_differs'
  if (arrived.amount !== due.amount) return 'amount_differs'
  if (order.state === 'open') return 'pays'
  return order.state === 'paid' ? 'doubled' : 'late'
}

/**
 * The seconds until the next question about a payment without a notice. The first waits are short, because the payer is
 * looking at the page.
 */
const asks = [15, 15, 30, 60, 120, 300] as const
export const nextGatewayAsk = (now: Date, count: number): Date => new Date(now.getTime() + (asks[count] ?? 600) * 1000)

/** Returns the time of the next try to send a refund or to ask about it: after 5, 10, 20 … seconds, at most an hour. */
export const nextRefundTry = (now: Date, tries: number): Date =>
  new Date(now.getTime() + Math.min(3600, 5 * 2 ** tries) * 1000)

/**
 * The number of tries after which a gateway's refusal is final. The tries take about a day. docs/money.md tells staff
 * the next step.
 */
export const REFUND_TRIES = 30

/**
 * Returns the time of the next try to close an order while its gateway is down. The place stays held, because the order
 * may have been paid.
 */
export const nextClosing = (now: Date, payEnd: Date): Date =>
  new Date(now.getTime() + Math.min(300, Math.max(5, (now.getTime() - payEnd.getTime()) / 4000)) * 1000)

/**
 * Returns the time until which the gateway accepts a payment: the order's end, but at least 70 seconds from now,
 * because gateways demand a minute. The sweep closes the payment at the order's own end.
 */
export const gatewayEnd = (now: Date, payEnd: Date): Date =>
  new Date(Math.max(payEnd.getTime(), now.getTime() + 70_000))

/** The minutes after which a payment that the gateway does not know counts as never begun there. */
const ABSENT_MINUTES = 10
/**
 * The longest time after `pay_end` in which the gateway may accept a payment, with a margin for the two clocks, in
 * milliseconds.
 */
const AFTER_END = 130_000

/**
 * Returns the time after which the gateway accepts no new payment. This time matters for a payment that the gateway
 * makes only when its payer comes (`bornLate`).
 */
export const bornUntil = (payEnd: Date): Date => new Date(payEnd.getTime() + AFTER_END)

/** Tells whether a payment that the gateway does not know will stay unknown. */
export const staysAbsent = (bornLate: boolean, createdAt: Date, payEnd: Date, now: Date): boolean =>
  now.getTime() > (bornLate ? bornUntil(payEnd).getTime() : createdAt.getTime() + ABSENT_MINUTES * 60_000)

/** Tells whether the gateway, at `now`, still refunds a payment that was paid at `paidAt`. */
export const withinRefundDays = (paidAt: Date, days: number, now: Date): boolean =>
  now.getTime() - paidAt.getTime() <= days * 86_400_000

/** The channel of payments at a desk. Staff take the money and refund it themselves. */
export const DESK = 'desk'
/** The ways to pay at a desk: in cash, at a card terminal, or by a bank transfer that staff have seen arrive. */
export const deskWays = ['cash', 'card', 'transfer'] as const
export type DeskWay = (typeof deskWays)[number]
export const deskAccount = (way: DeskWay): string => `${DESK}:${way}`
