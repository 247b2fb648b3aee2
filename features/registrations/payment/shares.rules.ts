/**
 * The payment for one registration of an order: its own price. Where the order cost less than its registrations
 * together, it is each one's part, rounded up. An amount beyond them (postage, extras) belongs to none and stays.
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
  /** The payment for this registration, and the part that staff have given back already. */
  share: number
  back: number
  /** The amount of its order that is neither asked back nor promised. */
  left: number
}
/** The amount that may still go back for a registration: the rest of its share, and never more than its order has. */
export const openShare = ({ share, back, left }: ShareFacts): number => Math.max(0, Math.min(share - back, left))
