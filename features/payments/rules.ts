/** How a payment is met: inside the messaging app, in a phone's browser, from a desktop by scanning. */
export const wechatWays = ['jsapi', 'h5', 'native'] as const
export type WechatWay = (typeof wechatWays)[number]

/** The way for a device, by its browser's own name. Inside the messaging app without the payer's openid a code to press and hold remains. */
export const wayFor = (userAgent: string, openid: string | undefined): WechatWay => {
  if (/MicroMessenger/i.test(userAgent)) return openid ? 'jsapi' : 'native'
  return /Mobi|Android|iPhone|iPad|HarmonyOS/i.test(userAgent) ? 'h5' : 'native'
}

export type OrderMoney = { state: string; amount: number; currency: string }
export type ArrivedMoney = { amount: number; currency: string }
/** Why money goes back by itself, or `pays` when it settles the order. */
export const returnReasons = ['currency_differs', 'amount_differs', 'late', 'doubled'] as const
export type ReturnReason = (typeof returnReasons)[number]

/**
 * What money that arrived for an order does. An order still open takes it even past its last minute: its place is still held.
 */
export const fateOfMoney = (order: OrderMoney, arrived: ArrivedMoney): 'pays' | ReturnReason => {
  if (arrived.currency !== order.currency) return 'currency_differs'
  if (arrived.amount !== order.amount) return 'amount_differs'
  if (order.state === 'open') return 'pays'
  return order.state === 'paid' ? 'doubled' : 'late'
}

/** Seconds until a payment whose notice has not come is asked for again: soon at first, as the payer is looking at the page. */
const asks = [15, 15, 30, 60, 120, 300] as const
export const nextAsk = (now: Date, asked: number): Date => new Date(now.getTime() + (asks[asked] ?? 600) * 1000)

/** Seconds until a refund is sent or asked for again: 5, 10, 20 … at most an hour. */
export const nextRefundTry = (now: Date, tries: number): Date => new Date(now.getTime() + Math.min(3600, 5 * 2 ** tries) * 1000)

/** Gateways refuse for good after a day of tries; what a person must then do stands in docs/money.md. */
export const REFUND_TRIES = 30

/** Seconds until the closing of an order is tried again while its gateway is down: the place stays held, since it may be paid for. */
export const nextClosing = (now: Date, payEnd: Date): Date => new Date(now.getTime() + Math.min(300, Math.max(5, (now.getTime() - payEnd.getTime()) / 4000)) * 1000)

/** A gateway wants at least a minute between the start of a payment and its end; the sweep closes the payment at the order's own end. */
export const gatewayEnd = (now: Date, payEnd: Date): Date => new Date(Math.max(payEnd.getTime(), now.getTime() + 70_000))

/** A try that the gateway has never heard of after this many minutes was never begun there. */
export const ABSENT_MINUTES = 10
