import { type Addon, type PriceKind, priceKinds } from '#features/events/prices.contract.ts'
import type { EntryPrice, PriceReason, Pricing } from '#features/events/prices.rules.ts'
import type { Invitation } from '#features/invitations/contract.ts'
import { priceWith } from '#features/invitations/rules.ts'
import type { Payment } from '#features/orders/contract.ts'
import type { ItemKind, OrderItem } from '#features/orders/items.contract.ts'

/**
 * An add-on of a registration, as its row keeps it. `price` is the price of one piece, in fen. `of` is the event that
 * sold it: the add-on stays in that event's stock when the registration moves to another event.
 */
export type Bought = Pick<Addon, 'id' | 'names' | 'price'> & { n: number; of?: number }
export const boughtOf = ({ addons }: { addons: unknown }): Bought[] =>
  Array.isArray(addons) ? (addons as Bought[]) : []
export const sumOfBought = (bought: readonly Pick<Bought, 'price' | 'n'>[]): number =>
  bought.reduce((sum, { price, n }) => sum + price * n, 0)

/**
 * A price, in fen. `discount` is the amount that lower prices and codes take off. `fee` is the price before this
 * discount, and `amount` is the amount to pay. `invited` tells that there is an invitation, even an invitation without
 * a discount. `items` are the lines, and their sum is `amount`.
 */
export type Charge = { fee: number; discount: number; amount: number; invited: boolean; items: OrderItem[] }

type Sold = {
  /** The price of the entry, without its add-ons. */
  entry: number
  fee: number
  invited: boolean
  by: Pick<PriceReason, 'kind' | 'names'> | null
  bought: readonly Pick<Bought, 'names' | 'price' | 'n'>[]
  /** The names of the event, by language. */
  names: Readonly<Record<string, string>>
}
const charge = ({ entry, fee, invited, by, bought, names }: Sold): Charge => {
  const discount = fee - entry
  const kind: ItemKind = by?.kind ?? (invited ? 'code' : 'discount')
  return {
    fee: fee + sumOfBought(bought),
    discount,
    amount: entry + sumOfBought(bought),
    invited,
    items: [
      { kind: 'entry', names: { ...names }, n: 1, amount: fee },
      ...(discount > 0 ? [{ kind, names: { ...by?.names }, n: 1, amount: -discount }] : []),
      ...bought.map((one) => ({
        kind: 'addon' as const,
        names: { ...one.names },
        n: one.n,
        amount: one.price * one.n,
      })),
    ],
  }
}

/**
 * Returns the price of an entry: the lower of the event's price and the invitation's price. `by` is null if the
 * invitation decided.
 */
export const priceFor = <Rule extends Pricing>(
  invitation: Pick<Invitation, 'price'> | undefined,
  priced: EntryPrice<Rule>,
): EntryPrice<Rule> => {
  const price = invitation ? priceWith(invitation, priced.price) : priced.price
  return { fee: priced.fee, price, by: price < priced.price ? null : priced.by }
}

export const chargeFor = (
  { fee, price }: Pick<EntryPrice, 'fee' | 'price'>,
  sold: Omit<Sold, 'entry' | 'fee'>,
): Charge => charge({ ...sold, entry: price, fee })

const namesOf = (name: string, names: unknown): Record<string, string> => {
  const said = typeof names === 'object' && names !== null ? Object.entries(names) : []
  return {
    ...Object.fromEntries(said.filter((one): one is [string, string] => typeof one[1] === 'string')),
    'zh-cn': name,
  }
}
export const eventNamesOf = (event: { name: string; names: unknown }): Record<string, string> =>
  namesOf(event.name, event.names)

/** Returns the lower price that a registration got from its event; null if it got none. */
export const priceReasonIn = ({ price_by }: { price_by: unknown }): PriceReason | null => {
  const { kind, id, names } = (price_by ?? {}) as Partial<PriceReason>
  const known = priceKinds.find((one): one is PriceKind => one === kind)
  return known === undefined ? null : { id: id ?? '', kind: known, names: names ?? {} }
}

/**
 * The values of a registration that decide its price: the price with add-ons, the code, the fee at its sign-up, and the
 * present fee of its event.
 */
export type PricedRegistration = {
  price: number
  fee: number | null
  price_by: unknown
  addons: unknown
  invite: string | null
  e_price: number
  e_name: string
  e_names: unknown
}
/**
 * Returns the price of a new order for a registration. The stored price and fee of the registration count, even if the
 * event's fee has changed since. An invited runner sees at least the present fee, so that the discount is visible.
 */
export const chargeOf = (row: PricedRegistration): Charge => {
  const bought = boughtOf(row)
  const entry = row.price - sumOfBought(bought)
  const invited = row.invite !== null
  const known = row.fee ?? entry
  return charge({
    entry,
    fee: invited ? Math.max(known, row.e_price) : known,
    invited,
    by: priceReasonIn(row),
    bought,
    names: namesOf(row.e_name, row.e_names),
  })
}

export const chargeTogether = (charges: readonly Charge[]): Charge => {
  const sum = (of: 'fee' | 'discount' | 'amount') => charges.reduce((total, one) => total + one[of], 0)
  return {
    fee: sum('fee'),
    discount: sum('discount'),
    amount: sum('amount'),
    invited: charges.some(({ invited }) => invited),
    items: charges.flatMap(({ items }) => items),
  }
}

/**
 * Returns the amounts and lines of a new order. `free` is set if there is an invitation. An order of 0 then counts as
 * paid by the invitation.
 */
export const openingOfCharge = ({
  fee,
  discount,
  invited,
  items,
}: Charge): { fee: number; discount: number; free?: Payment; items: OrderItem[] } => ({
  fee,
  discount,
  items,
  ...(invited ? { free: 'invite' as const } : {}),
})

/** Returns the price of the order. If there is no order yet, it is the price that an order would have. */
export const currentCharge = (
  row: PricedRegistration & {
    o_fee: number | null
    o_discount: number | null
    o_amount: number | null
    o_items: unknown
  },
): Pick<Charge, 'fee' | 'discount' | 'amount'> & { items: unknown } => {
  if (row.o_fee !== null && row.o_discount !== null && row.o_amount !== null)
    return { fee: row.o_fee, discount: row.o_discount, amount: row.o_amount, items: row.o_items }
  const { fee, discount, amount, items } = chargeOf(row)
  return { fee, discount, amount, items }
}
