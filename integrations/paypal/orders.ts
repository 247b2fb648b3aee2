import { GatewayRefused, type KnownTrade, type Prepared, type Purchase, type Trade } from '../payment/gateway.ts'
import { decimalOf, minorOf } from '../payment/money.ts'
import { validMoment } from '../payment/moments.ts'
import { type PaypalAccount, call } from './account.ts'
import { type Capture, PaypalOrder, fail, read } from './answers.ts'
import { maskedEmail } from './crypto.ts'

/** The codes with which PayPal refuses to take money because the payer must approve the order, or approve it again. */
const NOT_YET: ReadonlySet<string> = new Set([
  'ORDER_NOT_APPROVED',
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'PAYER_CANNOT_PAY',
])

export const paidFrom = (
  { merchantid }: PaypalAccount,
  capture: Capture,
  tradeno: string,
  payee?: string,
  email?: string,
): Trade => {
  if (payee !== undefined && payee !== merchantid) return fail('of another merchant')
  const buyer = email === undefined ? undefined : maskedEmail(email)
  return {
    state: 'paid',
    tradeno,
    number: capture.id,
    amount: minorOf(capture.amount.value) ?? fail('an amount that is none'),
    currency: capture.amount.currency_code,
    paidAt: validMoment(capture.create_time) ?? fail('a payment without its time'),
    merchant: merchantid,
    ...(buyer ? { buyer } : {}),
  }
}

/**
 * Tells whether money is on its way, because the payer sent a check or PayPal reviews the payment. The money may still
 * arrive, so the server closes nothing before PayPal has decided.
 */
const isPending = (order: PaypalOrder | undefined): boolean =>
  order?.purchase_units[0]?.payments?.captures.some(({ status }) => status === 'PENDING') ?? false

/**
 * Returns the state of the payment that an order of PayPal stands for. Undefined if the payer has approved the order
 * and our server has not taken the money.
 */
const tradeFrom = (account: PaypalAccount, order: PaypalOrder, tradeno: string): Trade | undefined => {
  const unit = order.purchase_units[0]
  if (unit?.custom_id !== tradeno) return fail('of another trade')
  const taken = unit.payments?.captures.find(
    ({ status }) => status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED' || status === 'REFUNDED',
  )
  if (taken) return paidFrom(account, taken, tradeno, unit.payee?.merchant_id, order.payer?.email_address)
  if (isPending(order)) return { state: 'open', tradeno }
  if (order.status === 'APPROVED') return undefined
  return { state: order.status === 'VOIDED' ? 'closed' : 'open', tradeno }
}

const orderAt = async (account: PaypalAccount, handle: string): Promise<PaypalOrder | undefined> => {
  try {
    return read(PaypalOrder, await call(account, 'GET', `/v2/checkout/orders/${encodeURIComponent(handle)}`))
  } catch (error) {
    // After some hours PayPal forgets an order that was never approved.
    if (
      error instanceof GatewayRefused &&
      (error.code === 'RESOURCE_NOT_FOUND' || error.code === 'INVALID_RESOURCE_ID')
    )
      return undefined
    throw error
  }
}
/**
 * Finds PayPal's order of a payment. Undefined if PayPal has forgotten the order. Also undefined without a handle,
 * because then no payer ever got the address of an order.
 */
export const orderOf = async (
  account: PaypalAccount,
  known: KnownTrade | undefined,
): Promise<PaypalOrder | undefined> => (known?.handle ? orderAt(account, known.handle) : undefined)

/** Adds the facts about the order that PayPal's answer to a capture leaves out. */
const withFacts = (order: PaypalOrder, taken: PaypalOrder): PaypalOrder => ({
  ...order,
  ...taken,
  purchase_units: taken.purchase_units.map((unit) => ({
    ...order.purchase_units[0],
    ...unit,
    custom_id: unit.custom_id ?? order.purchase_units[0]?.custom_id,
  })),
})

/** Takes the money of an approved order and returns the state of the payment afterwards. */
const capture = async (account: PaypalAccount, order: PaypalOrder, tradeno: string): Promise<Trade> => {
  try {
    const path = `/v2/checkout/orders/${encodeURIComponent(order.id)}/capture`
    const taken = read(PaypalOrder, await call(account, 'POST', path, `${tradeno}-capture`))
    return tradeFrom(account, withFacts(order, taken), tradeno) ?? { state: 'open', tradeno }
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error
    if (NOT_YET.has(error.code)) return { state: 'open', tradeno }
    if (error.code !== 'ORDER_ALREADY_CAPTURED') throw error
    const after = await orderAt(account, order.id)
    return (after && tradeFrom(account, after, tradeno)) ?? { state: 'open', tradeno }
  }
}

export const query = async (account: PaypalAccount, tradeno: string, known?: KnownTrade): Promise<Trade> => {
  const order = await orderOf(account, known)
  if (!order) return { state: 'absent', tradeno }
  const trade = tradeFrom(account, order, tradeno)
  if (trade) return trade
  return known?.take === false ? { state: 'closed', tradeno } : capture(account, order, tradeno)
}

/**
 * Returns the state of a trade that the server closes. PayPal needs no closing, because only our own call takes money.
 * The result is `paid` if our call has already taken the money, and `open` while money is on its way.
 */
export const close = async (account: PaypalAccount, tradeno: string, known?: KnownTrade): Promise<Trade> => {
  const order = await orderOf(account, known)
  const trade = order && tradeFrom(account, order, tradeno)
  return trade?.state === 'paid' || isPending(order)
    ? (trade ?? { state: 'open', tradeno })
    : { state: 'closed', tradeno }
}

const newOrder = ({ merchantid }: PaypalAccount, purchase: Purchase) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: 'default',
      custom_id: purchase.tradeno,
      invoice_id: purchase.tradeno,
      description: [...purchase.description].slice(0, 127).join(''),
      amount: { currency_code: purchase.currency, value: decimalOf(purchase.amount) },
      payee: { merchant_id: merchantid },
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        return_url: purchase.returnUrl,
        cancel_url: purchase.returnUrl,
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
        payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
      },
    },
  },
})

export const prepare = async (account: PaypalAccount, purchase: Purchase): Promise<Prepared> => {
  if (purchase.way !== 'approve') throw new GatewayRefused('UNKNOWN_WAY', `PayPal is not met by ${purchase.way}`)
  if (purchase.currency === 'CNY') throw new GatewayRefused('CURRENCY', 'PayPal takes no yuan')
  const order = read(
    PaypalOrder,
    await call(account, 'POST', '/v2/checkout/orders', purchase.tradeno, newOrder(account, purchase)),
  )
  const page = order.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href
  if (page) return { way: 'approve', page, handle: order.id, ...(account.sandbox ? { sandbox: true } : {}) }
  // The order was made before and is approved or paid. The server asks for its state before another payment may begin.
  if (order.status === 'APPROVED' || order.status === 'COMPLETED')
    throw new GatewayRefused('ORDER_ALREADY_APPROVED', 'its payer has been there', true)
  return fail('no way for the payer')
}
