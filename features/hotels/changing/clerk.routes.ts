import { longDay } from '#contract/days.ts'
import { nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { eachLang } from '#features/messages/rules.ts'
import { sendMessage } from '#features/messages/service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { sayTime } from '#features/registrations/status/statusText.rules.ts'
import { type ShownGoods, goodsOf } from '#features/sales/goods/goods.service.ts'
import { logChange } from '#features/staff/service.ts'
import { type Parts, type Who, handle } from '#seam/server/handle.ts'
import { onceKey } from '#seam/server/once.ts'
import { consoleHotelsChange, consoleHotelsOther, consoleHotelsWithdraw } from '../console.contract.ts'
import { HOTELS } from '../hotels.service.ts'
import { hotelsOfStaff } from '../reach.service.ts'
import { bookingOf } from '../stays.service.ts'
import { type StayRow, findStay } from '../store.ts'
import { type WhyNoChange, changeDates, isFree, planChange } from './changing.service.ts'
import { findLastChange } from './changing.store.ts'
import { offerChange } from './offerChange.service.ts'
import { withdrawChange } from './withdrawChange.service.ts'

/**
 * The minutes for which an offer of a clerk holds the new nights. They are many, because the guest is not at the page
 * when the clerk makes the offer.
 */
const OFFER_MINUTES = 24 * 60

/** Converts a reason for the clerk. If the guest may not buy, the clerk reads that the room type is not on sale. */
const whyNotOffered = (why: Extract<Awaited<ReturnType<typeof offerChange>>, { refused: string }>['refused']) => {
  if (why === 'goods_price_changed') return 'stay_change_moved'
  return why === 'goods_not_for_you' || why === 'goods_not_found' ? 'goods_not_on_sale' : why
}
const yuanText = (fen: number): string => (fen / 100).toFixed(2)
/** Finds a booking that staff may see. Returns undefined for an unknown booking and for a booking of another hotel. */
const findSeen = async (tx: Tx, raceid: number, key: string, who: Who): Promise<StayRow | undefined> => {
  const found = await findStay(tx, raceid, key)
  const hotels = await hotelsOfStaff(tx, raceid, who)
  return found && (hotels === null || hotels.includes(found.goodsid)) ? found : undefined
}
/** Replaces the reason `stay_change_late`, which cannot come because staff have no deadline. */
const forStaff = (why: WhyNoChange) => (why === 'stay_change_late' ? 'stay_over' : why)

type News = { row: StayRow; goods: ShownGoods; arrival: string; departure: string; now: Date; seal: Parts['seal'] }
/** Sends the guest a message about the dates of the stay. */
const sendNews = (
  tx: Tx,
  { row, goods, arrival, departure, now, seal }: News,
  template: 'stay_moved' | 'stay_moved_back' | 'stay_offered' | 'stay_withdrawn',
  values: Record<string, ReturnType<typeof eachLang> | string> = {},
) =>
  sendMessage(tx, {
    seal,
    now,
    uid: row.uid,
    path: `/hotels/stay?raceid=${row.raceid}&id=${row._key}`,
    lang: 'zh-cn',
    template,
    values: {
      hotel: eachLang((one) => nameIn(one, goods.name, goods.names)),
      arrival: eachLang((one) => longDay(one, arrival)),
      departure: eachLang((one) => longDay(one, departure)),
      ...values,
    },
    key: `${template} ${row.raceid}/${row.id}/${now.getTime()}`,
    raceid: row.raceid,
  })

export const clerkRoutes = [
  handle(consoleHotelsOther, async ({ input, db, now, who, refuse }) => {
    const { raceid, id, ...days } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    return db.transaction().execute(async (tx) => {
      const row = (await findSeen(tx, raceid, id, who)) ?? refuse('stay_unknown')
      const request = { ...days, race, now, staff: { staffid: who.staffid } }
      const plan = await planChange(tx, row, request)
      if ('refused' in plan) return refuse(forStaff(plan.refused))
      return { refund: plan.refund, due: plan.due, free: isFree(row, request) }
    })
  }),

  handle(consoleHotelsChange, async ({ input, db, seal, now, who, lang, once, address, refuse, save }) => {
    const { raceid, id, reason, refund: shown, due: seen, ...days } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    const kinds = await goodsOf(db, raceid, HOTELS)
    await seal.prepare('accounts')
    const request = { ...days, race, now, staff: { staffid: who.staffid } }
    const { row, plan } = await db.transaction().execute(async (tx) => {
      const found = (await findSeen(tx, raceid, id, who)) ?? refuse('stay_unknown')
      return { row: found, plan: await planChange(tx, found, request) }
    })
    if ('refused' in plan) return refuse(forStaff(plan.refused))
    if (seen !== undefined && seen !== plan.due) return refuse('stay_change_moved')
    const goods = kinds.find((one) => one.id === row.goodsid)!
    const news = { row, goods, ...days, now, seal }
    const log = {
      who,
      now,
      raceid,
      target: `stay ${row.id}`,
      before: { arrival: row.arrival, departure: row.departure },
    }
    if (plan.way === 'exchange' && plan.due > 0) {
      // The order has a key of its own, because `save` keeps the answer of the whole call under the key of the call.
      const key = onceKey(`${consoleHotelsChange.path} order`, { once, who, address })
      const subject = nameIn('zh-cn', race.name, race.names)
      const held = { ...days, row, plan, race, subject, payMinutes: OFFER_MINUTES, once: key, now }
      const outcome = await offerChange(db, held)
      if ('refused' in outcome) return refuse(whyNotOffered(outcome.refused))
      if ('against' in outcome)
        return refuse(outcome.against === 'stay_change_open' ? 'stay_change_open' : 'stay_change_moved')
      return save(async (tx) => {
        const change = await findLastChange(tx, raceid, row.id)
        await logChange(tx, { ...log, what: 'stay offered', after: { ...days, due: plan.due, reason } })
        const until = new Date(now.getTime() + OFFER_MINUTES * 60_000)
        await sendNews(tx, news, 'stay_offered', {
          amount: yuanText(plan.due),
          until: eachLang((one) => sayTime(until, race.zone, one)),
        })
        return { booking: bookingOf((await findStay(tx, raceid, id))!, kinds, lang, change), refund: 0 }
      })
    }
    return save(async (tx) => {
      const done = await changeDates(tx, row, { ...request, shown })
      if ('refused' in done) return refuse(forStaff(done.refused))
      if ('changed' in done || 'due' in done) return refuse('stay_change_moved')
      const { refunded } = done
      await logChange(tx, { ...log, what: 'stay moved', after: { ...days, refund: refunded, reason } })
      await (refunded > 0
        ? sendNews(tx, news, 'stay_moved_back', { amount: yuanText(refunded) })
        : sendNews(tx, news, 'stay_moved'))
      return { booking: bookingOf((await findStay(tx, raceid, id))!, kinds, lang), refund: refunded }
    })
  }),

  handle(consoleHotelsWithdraw, async ({ input, db, seal, integrations, origin, now, who, lang, refuse }) => {
    const { raceid, id, reason } = input
    const kinds = await goodsOf(db, raceid, HOTELS)
    await seal.prepare('accounts')
    const row = (await db.transaction().execute((tx) => findSeen(tx, raceid, id, who))) ?? refuse('stay_unknown')
    const goods = kinds.find((one) => one.id === row.goodsid)!
    const why = await withdrawChange(
      { db, integrations, origin },
      row,
      'hotel',
      now,
      async (tx, { arrival, departure, due }) => {
        const target = `stay ${row.id}`
        const change = { before: { arrival, departure, due }, after: { reason } }
        await logChange(tx, { who, now, raceid, what: 'stay offer withdrawn', target, ...change })
        await sendNews(tx, { row, goods, arrival: row.arrival, departure: row.departure, now, seal }, 'stay_withdrawn')
      },
    )
    if (why) return refuse(why)
    const change = await findLastChange(db, raceid, row.id)
    return { booking: bookingOf((await findStay(db, raceid, id))!, kinds, lang, change) }
  }),
]
