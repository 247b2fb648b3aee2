import { nameIn } from '#contract/words.ts'
import { rateOf } from '#db/limits/rates.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { violationOf } from '#db/errors/violation.ts'
import { publishedRace, raceGiven } from '#features/registrations/status/ownership.service.ts'
import { goodsOf } from '#features/sales/goods/goods.service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { SHOP } from '../goods.service.ts'
import {
  consoleCouponsGive,
  consoleCouponsList,
  consoleCouponsSave,
  consoleCouponsUses,
  miniShopCoupon,
  miniShopCoupons,
} from './coupons.contract.ts'
import { claimCoupon, couponsOf, giveToGroup, shownCoupon } from './coupons.service.ts'
import {
  countCouponUses,
  findBatchBy,
  listBatches,
  listCouponsOf,
  listUses,
  lockBatch,
  saveBatch,
} from './coupons.store.ts'

const claims = rateOf(20, 60, 'shop coupons claims')

export const couponRoutes = [
  handle(miniShopCoupons, async ({ input, db, lang, now, who, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const [rows, kinds] = await Promise.all([couponsOf(db, race.id, who.uid!, now), goodsOf(db, race.id, SHOP)])
    return { zone: race.zone, items: rows.map((row) => shownCoupon(lang, row, kinds, now)) }
  }),

  handle(miniShopCoupon, async ({ input, db, lang, now, who, refuse, save }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const wait = claims.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const wanted = input.code ? { code: input.code } : { id: input.id ?? 0 }
    const batch = await findBatchBy(db, race.id, wanted)
    // Visitors find a batch with a code only by this code.
    if (batch?.way !== 'claim' || (batch.code !== null && !input.code)) return refuse('coupon_unknown')
    const kinds = await goodsOf(db, race.id, SHOP)
    return save(async (tx) => {
      const made = await claimCoupon(tx, { raceid: race.id, batchid: batch.id, uid: who.uid! }, now)
      if ('refused' in made) return refuse(made.refused)
      const row = (await listCouponsOf(tx, race.id, who.uid!)).find(({ _key }) => _key === made.coupon)
      return { coupon: shownCoupon(lang, row ?? refuse('coupon_unknown'), kinds, now) }
    })
  }),

  handle(consoleCouponsList, async ({ input: { raceid }, db }) => {
    const [rows, uses] = await Promise.all([listBatches(db, raceid), countCouponUses(db, raceid)])
    return {
      items: rows.map((row) => {
        const use = uses.find(({ batchid }) => batchid === row.id)
        return { ...row, used: use?.used ?? 0, saved: use?.saved ?? 0 }
      }),
    }
  }),

  handle(consoleCouponsSave, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, id, code, most, ...given } = input
    if (!(await raceGiven(db, raceid, now))) return refuse('race_not_found')
    if (given.kind === 'percent' && given.value > 100) return refuse('coupon_percent')
    const [valid_from, valid_until] = [new Date(given.valid_from), new Date(given.valid_until)]
    if (valid_from >= valid_until) return refuse('coupon_times')
    try {
      return await save(async (tx) => {
        const before = id === undefined ? undefined : ((await lockBatch(tx, raceid, id)) ?? refuse('coupon_unknown'))
        if (before && given.pieces !== null && given.pieces < before.given) return refuse('coupon_below_given')
        const row = {
          ...given,
          most: given.kind === 'percent' ? most : null,
          code: given.way === 'claim' ? code : null,
          valid_from,
          valid_until,
        }
        const kept = await saveBatch(tx, raceid, id, row, now)
        const what = id === undefined ? 'coupons made' : 'coupons changed'
        await logChange(tx, {
          who,
          now,
          raceid,
          what,
          target: `coupons ${kept}`,
          ...(before ? { before } : {}),
          after: row,
        })
        return { id: kept }
      })
    } catch (error) {
      if (violationOf(error)?.constraint === 'coupon_batches_raceid_code_key') return refuse('coupon_code_taken')
      throw error
    }
  }),

  handle(consoleCouponsGive, async ({ input, now, who, refuse, save }) => {
    const { raceid, id, to } = input
    return save(async (tx) => {
      const made = await giveToGroup(tx, { raceid, batchid: id, group: to }, now)
      if ('refused' in made) return refuse(made.refused === 'coupon_unknown' ? 'coupon_unknown' : 'coupon_closed')
      await logChange(tx, { who, now, raceid, what: 'coupons given', target: `coupons ${id}`, after: { to, ...made } })
      return made
    })
  }),

  handle(consoleCouponsUses, async ({ input, db }) => {
    const { raceid, id, after, limit } = input
    const rows = await listUses(db, raceid, id, { after: idIn(after), limit: rowsFor(limit) })
    const page = pageOf(rows, limit, byId)
    return { items: page.rows, after: page.after }
  }),
]

/** Lists the batches of coupons from which visitors may claim without a code, as the shop shows them. */
export const claimable = (
  rows: Awaited<ReturnType<typeof listBatches>>,
  lang: Parameters<typeof nameIn>[0],
  now: Date,
) =>
  rows
    .filter(
      ({ way, code, open, valid_from, valid_until, pieces, given }) =>
        way === 'claim' &&
        code === null &&
        open &&
        valid_from <= now &&
        valid_until > now &&
        (pieces === null || given < pieces),
    )
    .map((row) => ({
      ...row,
      name: nameIn(lang, row.name, row.names),
      left: row.pieces === null ? null : row.pieces - row.given,
      goodsids: [...row.goodsids],
    }))
