/**
 * Returns the part of an order's payment that belongs to one registration. It is the registration's own price. If the
 * order cost less than the sum of the prices, it is a proportional part of the payment, rounded up. An amount beyond
 * the prices (postage, extras) belongs to no registration.
 */
export const shareOf = ({
  amount,
  prices,
  price,
}: {
  amount: number
  prices: readonly number[]
  price: number
}): number => {
  const together = prices.reduce((sum, one) => sum + one, 0)
  return together <= amount ? price : Math.min(price, Math.ceil((price * amount) / together))
}

export type ShareFacts = {
  /** The payment for this registration. `back` is the part that staff have given back already. */
  share: number
  back: number
  /** The part of the registration's orders that no requested or promised refund covers. */
  left: number
}
/** Returns the amount that may still go back for a registration: the rest of its share, but at most `left`. */
export const openShare = ({ share, back, left }: ShareFacts): number => Math.max(0, Math.min(share - back, left))
