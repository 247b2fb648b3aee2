import { nameIn } from '#contract/words.ts'
import { rateOf } from '#db/limits/rates.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { goodsOf } from '#features/sales/goods/goods.service.ts'
import { handle } from '#seam/server/handle.ts'
import { onceKey } from '#seam/server/once.ts'
import { hotelsOrderChange, hotelsOrderKeep, hotelsOrderOther } from '../contract.ts'
import { HOTELS, ownStay } from '../hotels.service.ts'
import { guestStay } from '../stays.service.ts'
import { findStay } from '../store.ts'
import { changeDates, planChange } from './changing.service.ts'
import { offerChange } from './offerChange.service.ts'
import { withdrawChange } from './withdrawChange.service.ts'

const changes = rateOf(30, 60, 'hotels changing changes')

export const changeRoutes = [
  handle(hotelsOrderOther, async ({ input, db, now, who, refuse }) => {
    const { id, ...days } = input
    const row = (await ownStay(db, id, who.uid!)) ?? refuse('stay_unknown')
    const wait = changes.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const race = (await raceGiven(db, row.raceid, now))!
    const plan = await db.transaction().execute((tx) => planChange(tx, row, { ...days, race, now }))
    if ('refused' in plan) return refuse(plan.refused)
    return { refund: plan.refund, due: plan.due }
  }),

  handle(hotelsOrderChange, async ({ input, db, now, lang, who, once, address, refuse, save }) => {
    const { id, refund: shown, due: seen, ...days } = input
    const row = (await ownStay(db, id, who.uid!)) ?? refuse('stay_unknown')
    const wait = changes.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const race = (await raceGiven(db, row.raceid, now))!
    const kinds = await goodsOf(db, race.id, HOTELS)
    const plan = await db.transaction().execute((tx) => planChange(tx, row, { ...days, race, now }))
    if ('refused' in plan) return refuse(plan.refused)
    if (plan.due > 0) {
      if (plan.way === 'move' || (seen ?? plan.due) !== plan.due) return refuse('stay_change_moved')
      const key = onceKey(hotelsOrderChange.path, { once, who, address })
      const subject = nameIn(lang, race.name, race.names)
      const payMinutes = race.settings.pay_minutes
      const outcome = await offerChange(db, { ...days, row, plan, race, subject, payMinutes, once: key, now })
      if ('refused' in outcome)
        return refuse(outcome.refused === 'goods_price_changed' ? 'stay_change_moved' : outcome.refused)
      if ('against' in outcome)
        return refuse(outcome.against === 'stay_change_open' ? 'stay_change_open' : 'stay_change_moved')
      return { stay: guestStay(row, kinds, lang), refund: 0, pay: outcome.saved.order }
    }
    return save(async (tx) => {
      const done = await changeDates(tx, row, { ...days, race, now, shown })
      if ('refused' in done) return refuse(done.refused)
      if ('changed' in done || 'due' in done) return refuse('stay_change_moved')
      return { stay: guestStay((await findStay(tx, race.id, id))!, kinds, lang), refund: done.refunded, pay: null }
    })
  }),

  handle(hotelsOrderKeep, async ({ input: { id }, db, integrations, origin, now, who, lang, refuse }) => {
    const row = (await ownStay(db, id, who.uid!)) ?? refuse('stay_unknown')
    const wait = changes.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const why = await withdrawChange({ db, integrations, origin }, row, 'guest', now)
    if (why) return refuse(why)
    const kinds = await goodsOf(db, row.raceid, HOTELS)
    return { stay: guestStay((await findStay(db, row.raceid, id))!, kinds, lang) }
  }),
]
