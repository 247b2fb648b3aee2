/** The most coupons of one order. */
export const COUPONS_MOST = 5

export const couponKinds = ['amount', 'percent'] as const
export type CouponKind = (typeof couponKinds)[number]
export const couponWays = ['staff', 'signup', 'claim', 'prize'] as const
export type CouponWay = (typeof couponWays)[number]

/**
 * The terms of a coupon. `value` is in fen or per cent. `most` is the largest saving of a `percent` coupon, in fen. The
 * things in `goodsids` must together cost `threshold` fen or more. An empty `goodsids` stands for all things.
 */
export type CouponTerms = {
  id: number
  kind: CouponKind
  value: number
  most: number | null
  threshold: number
  goodsids: readonly number[]
  stackable: boolean
  valid_from: Date
  valid_until: Date
  state: string
}
export const whyNoCoupons = [
  'coupon_used',
  'coupon_early',
  'coupon_expired',
  'coupon_elsewhere',
  'coupon_threshold',
  'coupon_alone',
  'coupon_too_many',
] as const
export type WhyNoCoupon = (typeof whyNoCoupons)[number]

/** A line of an order as discounts see it. `amount` is its price in fen. */
export type PricedLine = { goodsid: number; amount: number }

const inScope = ({ goodsids }: CouponTerms, { goodsid }: PricedLine): boolean =>
  goodsids.length === 0 || goodsids.includes(goodsid)
const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0)

/**
 * Splits an amount in proportion to weights. The sum of the parts is the amount, or 0 if all weights are 0. If the
 * amount is at most the sum of the weights, no part is larger than its weight.
 */
export const split = (amount: number, weights: readonly number[]): number[] => {
  const all = BigInt(sumOf(weights))
  if (all === 0n) return weights.map(() => 0)
  let before = 0n
  let weighed = 0n
  return weights.map((weight) => {
    weighed += BigInt(weight)
    const upto = (BigInt(amount) * weighed) / all
    const part = Number(upto - before)
    before = upto
    return part
  })
}

/** Returns the reason why a coupon cannot be used for these lines at this moment. */
export const whyNoCoupon = (coupon: CouponTerms, lines: readonly PricedLine[], now: Date): WhyNoCoupon | undefined => {
  if (coupon.state !== 'open') return 'coupon_used'
  if (now < coupon.valid_from) return 'coupon_early'
  if (now >= coupon.valid_until) return 'coupon_expired'
  const scope = lines.filter((line) => inScope(coupon, line))
  if (scope.length === 0) return 'coupon_elsewhere'
  return sumOf(scope.map(({ amount }) => amount)) < coupon.threshold ? 'coupon_threshold' : undefined
}

/** The saving of each line in fen, and the saving of each coupon. */
export type Discount = { off: number[]; by: { id: number; off: number }[] }

/**
 * Applies coupons to the lines of an order. Percentages count before amounts, so the order of the given coupons has no
 * effect. A threshold uses full prices. The price of a line never becomes negative.
 */
export const discountOf = (
  lines: readonly PricedLine[],
  coupons: readonly CouponTerms[],
  now: Date,
): Discount | { against: WhyNoCoupon; id: number } => {
  const once = new Map(coupons.map((one) => [one.id, one]))
  const sorted = [...once.values()].toSorted((a, b) =>
    a.kind === b.kind ? a.id - b.id : a.kind === 'percent' ? -1 : 1,
  )
  const alone = sorted.find(({ stackable }) => !stackable)
  if (sorted.length > 1 && alone) return { against: 'coupon_alone', id: alone.id }
  if (sorted.length > COUPONS_MOST) return { against: 'coupon_too_many', id: sorted.at(-1)!.id }
  const off = lines.map(() => 0)
  const by: Discount['by'] = []
  for (const coupon of sorted) {
    const against = whyNoCoupon(coupon, lines, now)
    if (against) return { against, id: coupon.id }
    const left = lines.map((line, at) => (inScope(coupon, line) ? line.amount - off[at]! : 0))
    const base = sumOf(left)
    const part = Math.floor((base * coupon.value) / 100)
    const saved = Math.min(base, coupon.kind === 'amount' ? coupon.value : Math.min(part, coupon.most ?? part))
    split(saved, left).forEach((one, at) => (off[at]! += one))
    by.push({ id: coupon.id, off: saved })
  }
  return { off, by }
}

/**
 * The most coupons that the search for the best set combines. With this limit the search tries at most 1,585 sets. If
 * there are more coupons, the search uses the coupons with the largest single savings.
 */
export const COUPONS_COMPARED = 12
type Valued = { coupon: CouponTerms; alone: number }
type Chosen = { coupons: readonly CouponTerms[]; saved: number }
/** Keeps at most `COUPONS_MOST` coupons of the same effect, and then only the first `COUPONS_COMPARED` coupons. */
const compared = (sorted: readonly Valued[]): Valued[] => {
  const same = new Map<string, number>()
  return sorted
    .filter(({ coupon: { kind, value, most, goodsids } }) => {
      const terms = JSON.stringify([kind, value, most, goodsids.toSorted((one, other) => one - other)])
      same.set(terms, (same.get(terms) ?? 0) + 1)
      return same.get(terms)! <= COUPONS_MOST
    })
    .slice(0, COUPONS_COMPARED)
}
/**
 * Finds the set of coupons that saves most. A set never saves more than the sum of `alone` of its coupons. So the
 * search skips the sets whose sum is too small. The given coupons are sorted, the largest `alone` first.
 */
const bestSet = (
  offered: readonly Valued[],
  whole: number,
  savedBy: (some: readonly CouponTerms[]) => number,
): Chosen => {
  let best: Chosen = { coupons: [], saved: 0 }
  const search = (chosen: readonly CouponTerms[], alone: number, from: number): void => {
    const left = COUPONS_MOST - chosen.length
    for (let at = from; left > 0 && at < offered.length; at++) {
      const more = offered.slice(at, at + left).reduce((sum, one) => sum + one.alone, 0)
      const bound = Math.min(whole, alone + more)
      if (bound < best.saved || (bound === best.saved && chosen.length + 1 >= best.coupons.length)) return
      const coupons = [...chosen, offered[at]!.coupon]
      const saved = savedBy(coupons)
      if (saved > best.saved || (saved === best.saved && coupons.length < best.coupons.length))
        best = { coupons, saved }
      search(coupons, alone + offered[at]!.alone, at + 1)
    }
  }
  search([], 0, 0)
  return best
}
/**
 * Returns the coupons that save most for these lines: one coupon that cannot be combined, or at most `COUPONS_MOST`
 * coupons that can be combined. If two sets save the same amount, the smaller set counts. Among equal coupons, the
 * coupon that ends first counts. With more than `COUPONS_COMPARED` coupons, the result may not be the best set.
 */
export const bestCouponsOf = (lines: readonly PricedLine[], coupons: readonly CouponTerms[], now: Date): number[] => {
  const savedBy = (some: readonly CouponTerms[]) => {
    const found = discountOf(lines, some, now)
    return 'off' in found ? sumOf(found.off) : 0
  }
  const valued = coupons
    .filter((one) => whyNoCoupon(one, lines, now) === undefined)
    .map((coupon) => ({ coupon, alone: savedBy([coupon]) }))
    .filter(({ alone }) => alone > 0)
    .toSorted(
      (one, other) => other.alone - one.alone || one.coupon.valid_until.getTime() - other.coupon.valid_until.getTime(),
    )
  const together = bestSet(
    compared(valued.filter(({ coupon }) => coupon.stackable)),
    sumOf(lines.map(({ amount }) => amount)),
    savedBy,
  )
  const single = valued.find(({ coupon }) => !coupon.stackable)
  const isSingle =
    single !== undefined &&
    (single.alone > together.saved || (single.alone === together.saved && together.coupons.length > 1))
  return isSingle ? [single.coupon.id] : together.coupons.map(({ id }) => id)
}
