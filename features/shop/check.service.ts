import type { Lang } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { lookAtOrder } from '#features/sales/batch.service.ts'
import { type Fill, type FilledLine, type BuyerStanding, joined } from '#features/sales/fill.rules.ts'
import { goodsOf } from '#features/sales/goods/goods.service.ts'
import { buyerStandingOf } from '#features/sales/service.ts'
import { refusals as salesRefusals } from '#features/sales/words.ts'
import { bestCouponsOf, discountOf, whyNoCoupon } from './coupons/coupons.rules.ts'
import { couponsOf } from './coupons/coupons.service.ts'
import { SHOP } from './goods.service.ts'
import { heldCoupons, shopTerms } from './orders/orders.service.ts'
import { type BasketWishes, type WhyNotOrdered, priceBasket, whyNotOrdered } from './orders/pricing.rules.ts'
import { readShop } from './settings.store.ts'
import { refusals } from './words.ts'

const saying = { ...salesRefusals, ...refusals }
type Problem = { why: WhyNotOrdered; variantid: number | null; free: number | null }
type BasketRequest = Omit<BasketWishes, 'coupons'> & {
  lines: readonly { variantid: number; n: number }[]
  coupons?: readonly string[] | undefined
}

const problemOf = (fill: Fill, variantid: number | null): Problem | undefined => {
  if ('lines' in fill) return undefined
  if ('against' in fill) return { why: fill.against as WhyNotOrdered, variantid: null, free: null }
  return { why: fill.refused, variantid: fill.variantid ?? variantid, free: fill.free ?? null }
}

/** Prices all lines of existing variants, even if the buyer cannot buy them at this moment. */
const pricedLines = async (db: Db, raceid: number, lines: BasketRequest['lines']): Promise<FilledLine[]> => {
  const kinds = await goodsOf(db, raceid, SHOP)
  return joined(lines.map((line) => ({ ...line, slot: '' }))).flatMap((line) => {
    const kind = kinds.find(({ variants }) => variants.some(({ id }) => id === line.variantid))
    const variant = kind?.variants.find(({ id }) => id === line.variantid)
    const row = variant?.stock.find(({ slot }) => slot === '')
    return kind && variant && row ? [{ ...line, goodsid: kind.id, amount: (row.price ?? variant.price) * line.n }] : []
  })
}

/**
 * Checks each line and, if every line is possible, the whole order. Lists the reasons against the order, at most one
 * for each line.
 */
const problemsOf = async (
  db: Db,
  raceid: number,
  { uid, lines }: BasketRequest,
  standing: BuyerStanding,
  now: Date,
): Promise<Problem[]> => {
  const look = (some: BasketRequest['lines']) =>
    lookAtOrder(
      db,
      raceid,
      { uid, room: SHOP, lines: some.map((line) => ({ ...line, slot: '' })), standing, seen: undefined },
      now,
    )
  const problems: Problem[] = []
  for (const line of joined(lines.map((one) => ({ ...one, slot: '' })))) {
    const problem = problemOf(await look([line]), line.variantid)
    if (problem) problems.push(problem.why === 'goods_unpaid' ? { ...problem, variantid: null } : problem)
  }
  // Even if each single line is possible, the lines together may exceed the limit of a kind.
  if (problems.length === 0) {
    const whole = problemOf(await look(lines), null)
    if (whole) problems.push(whole)
  }
  return problems.filter(
    (one, at) => problems.findIndex((two) => two.why === one.why && two.variantid === one.variantid) === at,
  )
}

/** Prices a basket and lists the reasons against it at this moment. It holds no stock. */
export const checkBasket = async (db: Db, asked: BasketRequest, raceid: number, lang: Lang, now: Date) => {
  const { uid } = asked
  const [standing, lines, rows, settings] = await Promise.all([
    buyerStandingOf(db, raceid, uid),
    pricedLines(db, raceid, asked.lines),
    couponsOf(db, raceid, uid, now),
    readShop(db, raceid),
  ])
  const problems = await problemsOf(db, raceid, asked, standing, now)
  const held = heldCoupons(rows)
  const own = [...held.entries()]
  const keys = (ids: readonly number[]) => own.filter(([, { id }]) => ids.includes(id)).map(([key]) => key)
  const chosen =
    asked.coupons ??
    keys(
      bestCouponsOf(
        lines,
        own.map(([, one]) => one),
        now,
      ),
    )
  const used = [...new Set(chosen)]
  const place = settings.places.find(({ name, names }) => [name, ...Object.values(names)].includes(asked.place))
  const wishes = { ...asked, coupons: used, place: place?.name ?? '' }
  const terms = await shopTerms(db, raceid, held)
  const priced = priceBasket(terms, wishes, lines, now)
  // The page shows the discount even if the address is missing.
  const saved = discountOf(
    lines,
    used.flatMap((key) => held.get(key) ?? []),
    now,
  )
  if ('against' in priced) problems.push({ why: priced.against, variantid: null, free: null })
  const off = 'off' in saved ? saved.off : lines.map(() => 0)
  const goods = lines.reduce((sum, { amount }) => sum + amount, 0)
  const discount = off.reduce((sum, one) => sum + one, 0)
  const postage = 'beside' in priced ? priced.beside : null
  return {
    goods,
    discount,
    postage,
    amount: goods - discount + (postage ?? 0),
    lines: lines.map(({ variantid, amount }, at) => ({ variantid, amount, off: off[at]! })),
    problems: problems
      .filter(({ why }) => whyNotOrdered.includes(why))
      .map((one) => ({ ...one, msg: saying[one.why].message[lang] })),
    used,
    coupons: own.map(([_key, coupon]) => {
      const against = whyNoCoupon(coupon, lines, now)
      const alone = discountOf(lines, [coupon], now)
      return {
        _key,
        off: 'off' in alone ? alone.off.reduce((sum, one) => sum + one, 0) : 0,
        why: against ? saying[against].message[lang] : null,
      }
    }),
  }
}
