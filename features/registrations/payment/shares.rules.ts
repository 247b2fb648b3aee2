/**
 * What was paid for one registration of an order: its own price. Where the order cost less than its registrations
 * together, each one's part of it, rounded up; what it cost beyond them (postage, extras) belongs to none and stays.
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
  /** What was paid for this registration, and what of it staff have given back already. */
  share: number
  back: number
  /** Of its order neither asked back nor promised. */
  left: number
}
/** All that may still go back for a registration: what is left of its share, and never more than its order has. */
export const openShare = ({ share, back, left }: ShareFacts): number => Math.max(0, Math.min(share - back, left))
