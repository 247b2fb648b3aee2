import type { InputOf } from '#contract/endpoint.ts'
import { findOrderByKey } from '#features/orders/finding.service.ts'
import { holdsGoods, itemsIn } from '#features/orders/items.rules.ts'
import { type PaymentStart, orderState, payMethods, payOrder, returnedOf } from '#features/payments/service.ts'
import { foreignAmount, gatewayWays } from '#features/payments/rules.ts'
import { paymentMethodOf } from '#features/registrations/status/present.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { raceOfKey } from '#contract/key.ts'
import type { Lang } from '#contract/words.ts'
import type { Parts } from '#seam/server/handle.ts'
import { hooksOf, isSelling } from './hooks.service.ts'
import type { salesPay } from './contract.ts'

/** Tells whether an order holds goods: an order of a selling room, or of a sign-up with goods. */
export const holdsOwnGoods = ({ room, items }: { room: string; items: unknown }): boolean =>
  isSelling(room) || holdsGoods(items)

/** Finds the page of an order of a selling room. An order of a sign-up has no such page. */
export const pageOfGoodsOrder = async (db: Parts['db'], raceid: number, key: string): Promise<string | undefined> => {
  const order = await findOrderByKey(db, raceid, key)
  return order && isSelling(order.room) ? hooksOf(order.room).page?.(raceid, key) : undefined
}

export const orderWithGoods = async (db: Parts['db'], key: string, uid: number) => {
  const raceid = raceOfKey(key)
  const order = raceid === undefined ? undefined : await findOrderByKey(db, raceid, key)
  return order && order.uid === uid && holdsOwnGoods(order) ? order : undefined
}

/** Finds an account's order of a selling room by its key. An order of a sign-up is paid with its registration. */
export const ownOrder = async (db: Parts['db'], key: string, uid: number) => {
  const order = await orderWithGoods(db, key, uid)
  return order && isSelling(order.room) ? order : undefined
}

type Asking = Pick<InputOf<typeof salesPay>, 'payment' | 'way' | 'openid'> & {
  uid: number
  userAgent: string
  address: string
  lang: Lang
  now: Date
}

type PayParts = Pick<Parts, 'db' | 'integrations' | 'origin'>
/**
 * Starts the payment of an order, or only returns its state. The caller has checked that the order belongs to the
 * payer.
 */
export const payGoods = async (
  parts: PayParts,
  found: NonNullable<Awaited<ReturnType<typeof ownOrder>>>,
  { payment, way: wanted, openid, userAgent, address, lang, now }: Asking,
) => {
  const race = (await raceGiven(parts.db, found.raceid, now))!
  const foreign = race.settings.paypal
  const methods = payMethods(parts, userAgent, foreign)
  let next: PaymentStart | null = null
  if (payment) {
    const gateway = methods.find((one) => one === payment)
    if (!gateway) return 'payment_unavailable' as const
    const way = gatewayWays[gateway].find((one) => one === wanted)
    const begun = await payOrder(
      parts,
      {
        raceid: found.raceid,
        orderid: found.id,
        gateway,
        way,
        userAgent,
        address,
        openid: openid || undefined,
        foreign,
        returnUrl: `${parts.origin}/${found.room}/pay?raceid=${found.raceid}&id=${found._key}`,
      },
      now,
    )
    if (begun.why) return begun.why === 'gateway_down' ? ('gateway_down' as const) : ('not_payable' as const)
    next = begun.next
  }
  const order = (await orderState(parts, found.raceid, found.id, now))!
  const state = order.state as 'open' | 'paid' | 'closed'
  const open = state === 'open'
  return {
    state,
    fee: order.fee,
    discount: order.discount,
    items: itemsIn(lang, order.items),
    returned: await returnedOf(parts, found.raceid, order.id),
    paypal:
      foreign && open && methods.includes('paypal')
        ? { currency: foreign.currency, amount: foreignAmount(order.amount, foreign), rate: foreign.rate }
        : null,
    amount: order.amount,
    pay_end: order.pay_end,
    pay_at: order.pay_at,
    payment: paymentMethodOf(order.payment),
    methods: open ? methods : [],
    next: open ? next : null,
  }
}
