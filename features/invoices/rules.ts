import { hexOfBytes } from '#contract/written.ts'
import type { OrderState } from '#features/orders/contract.ts'

export const invoiceKinds = ['personal', 'company'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]
export const invoiceStates = ['asked', 'issued', 'refused'] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** Brings a tax number into the form in which it is kept: half-width capitals without blanks and hyphens. */
export const normalTaxNumber = (given: string): string =>
  given
    .normalize('NFKC')
    .replaceAll(/[\s\u00ad\u200b-]/g, '')
    .toUpperCase()

/** The characters of GB 32100-2015: digits and capitals without I, O, S, V, Z. */
const SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
/**
 * Tells whether the last of 18 characters is the check character of a unified social credit code (GB 32100-2015, modulo
 * 31).
 */
export const isCreditCode = (code: string): boolean => {
  if (code.length !== 18) return false
  let sum = 0
  let weight = 1
  for (const sign of code.slice(0, 17)) {
    const value = SIGNS.indexOf(sign)
    if (value < 0) return false
    sum += value * weight
    weight = (weight * 3) % 31
  }
  return SIGNS[(31 - (sum % 31)) % 31] === code[17]
}

/**
 * Returns the error of a tax number that `normalTaxNumber` returned, or undefined for a correct number. Numbers of 15,
 * 16, 17, 19 and 20 characters are older and have no common check character.
 */
export const whyNotTaxNumber = (number: string): 'length' | 'signs' | 'check' | undefined => {
  if (number.length < 15 || number.length > 20) return 'length'
  if (!/^[0-9A-Z]+$/.test(number)) return 'signs'
  return number.length === 18 && !isCreditCode(number) ? 'check' : undefined
}

/**
 * Returns the amount of an invoice: the paid amount without refunds. It is 0 if nobody has paid, or if an invitation
 * paid.
 */
export const invoiceable = (order: {
  state: string
  amount: number
  refunded: number
  payment: string | null
}): number =>
  order.state === ('paid' satisfies OrderState) && order.payment !== 'invite'
    ? Math.max(0, order.amount - order.refunded)
    : 0

/**
 * Returns the reason why the payer cannot request or change an invoice at the moment. Returns undefined if the payer
 * can.
 */
export const whyNoInvoice = (
  order: { state: string; amount: number; refunded: number; payment: string | null },
  invoice: { state: string } | undefined,
): 'invoice_not_paid' | 'invoice_nothing_left' | 'invoice_is_issued' | undefined => {
  if (invoice?.state === 'issued') return 'invoice_is_issued'
  if (order.state !== 'paid') return 'invoice_not_paid'
  return invoiceable(order) === 0 ? 'invoice_nothing_left' : undefined
}

/** Returns the fen of an issued invoice that were refunded after its issue and still need a red-letter note. */
export const toReverse = (
  order: { state: string; amount: number; refunded: number; payment: string | null },
  invoice: { state: string; amount: number; reversed: number },
): number => (invoice.state === 'issued' ? Math.max(0, invoice.amount - invoice.reversed - invoiceable(order)) : 0)

/**
 * Returns the name under which an invoice's PDF is kept. Some file stores do not distinguish capital and small letters,
 * and a key has both. The name therefore has numbers in place of the key's letters.
 */
export const invoiceFile = (raceid: number, key: string): string =>
  `private/${raceid}/invoice-${hexOfBytes(Array.from(key, (sign) => sign.charCodeAt(0)))}`
