/**
 * The ways of each gateway. The order of the gateways is the one in which they are offered. WeChat Pay: inside the
 * messaging app, in a phone's browser, from a desktop by scanning. Alipay: a phone's page, a desktop's page. CMB: the
 * bank's page. PayPal: its own, where the payer approves.
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
 * The way for a device, by its browser's name. Inside the messaging app without the payer's openid, only a code for a
 * long press remains.
 */
export const wayFor = (gateway: PayGateway, userAgent: string, openid: string | undefined): PayWay => {
  if (gateway === 'alipay') return isPhone(userAgent) ? 'wap' : 'page'
  if (gateway === 'cmb') return 'card'
  if (gateway === 'paypal') return 'approve'
  if (/MicroMessenger/i.test(userAgent)) return openid ? 'jsapi' : 'native'
  return isPhone(userAgent) ? 'h5' : 'native'
}

/** The gateways that a device can use: neither of the two apps opens a page of the other. */
export const gatewaysFor = (userAgent: string, open: readonly PayGateway[]): PayGateway[] => {
  const only = /MicroMessenger/i.test(userAgent) ? 'wechat' : /AlipayClient/i.test(userAgent) ? 'alipay' : undefined
  return payGateways.filter((one) => open.includes(one) && (only === undefined || one === only))
}

/**
 * The price at a gateway that takes no yuan: a number of yuan for one unit of its currency (at most four decimals),
 * which the race declares beforehand and the pay page shows. Both currencies have a hundred parts.
 */
export type Foreign = { currency: string; rate: number }
/** Cents for an amount of fen, the last one rounded up. */
export const foreignAmount = (fen: number, { rate }: Foreign): number =>
  Math.ceil((fen * 10_000) / Math.round(rate * 10_000))
/**
 * Cents that go back with the next `fen` of an order that `paid` cents stand for: the same share of the cents as of the
 * order, with every part of a cent in the payer's favour, and all of them together when the whole order goes back.
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
/** The reasons why money goes back by itself, or `pays` where it settles the order. */
export const returnReasons = ['currency_differs', 'amount_differs', 'late', 'doubled'] as const
export type ReturnReason = (typeof returnReasons)[number]

/**
 * The effect of money that arrived for a payment of an order, which asked for a certain amount in its own currency. An
 * open order accepts it even after its last minute, because its place is still held.
 */
export const fateOfMoney = (order: OrderMoney, asked: ArrivedMoney, arrived: ArrivedMoney): 'pays' | ReturnReason => {
  if (arrived.currency !== asked.currency) return 'currency_differs'
  if (arrived.amount !== asked.amount) return 'amount_differs'
  if (order.state === 'open') return 'pays'
  return order.state === 'paid' ? 'doubled' : 'late'
}

/**
 * Seconds until the next question about a payment without a notice: few at first, because the payer is looking at the
 * page.
 */
const asks = [15, 15, 30, 60, 120, 300] as const
export const nextAsk = (now: Date, asked: number): Date => new Date(now.getTime() + (asks[asked] ?? 600) * 1000)

/** Seconds until a refund is sent or asked about again: 5, 10, 20 … at most an hour. */
export const nextRefundTry = (now: Date, tries: number): Date =>
  new Date(now.getTime() + Math.min(3600, 5 * 2 ** tries) * 1000)

/** Gateways refuse for good after a day of tries. docs/money.md tells staff the next step. */
export const REFUND_TRIES = 30

/**
 * Seconds until the next try to close an order while its gateway is down: the place stays held, because it may be paid
 * for.
 */
export const nextClosing = (now: Date, payEnd: Date): Date =>
  new Date(now.getTime() + Math.min(300, Math.max(5, (now.getTime() - payEnd.getTime()) / 4000)) * 1000)

/**
 * A gateway demands at least a minute between the start of a payment and its end. The sweep closes the payment at the
 * order's own end.
 */
export const gatewayEnd = (now: Date, payEnd: Date): Date =>
  new Date(Math.max(payEnd.getTime(), now.getTime() + 70_000))

/** A payment that the gateway does not know after this many minutes was never begun there. */
const ABSENT_MINUTES = 10
/** The gateway's own end of a payment, with a margin for the two clocks. */
const AFTER_END = 130_000

/**
 * The time after which a payment that the gateway makes only when its payer comes (`bornLate`) can no longer be made
 * there.
 */
export const bornUntil = (payEnd: Date): Date => new Date(payEnd.getTime() + AFTER_END)

/** Tells whether a payment that the gateway does not know will stay unknown. */
export const staysAbsent = (bornLate: boolean, createdAt: Date, payEnd: Date, now: Date): boolean =>
  now.getTime() > (bornLate ? bornUntil(payEnd).getTime() : createdAt.getTime() + ABSENT_MINUTES * 60_000)

/** Tells whether the gateway still gives back a payment of that time. */
export const withinRefundDays = (paidAt: Date, days: number, now: Date): boolean =>
  now.getTime() - paidAt.getTime() <= days * 86_400_000

/** The channel of what is paid in cash at a desk: people take it, and people give it back. */
export const DESK = 'desk'
