import { byMoment, momentCursorIn, pageOf, rowsFor } from '#db/pages.ts'
import { nameIn } from '#contract/words.ts'
import { raceOfKey } from '#contract/key.ts'
import { amountText } from '#contract/written.ts'
import type { Db, Tx } from '#db/db.ts'
import { rateOf } from '#db/limits/rates.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { eventsOf } from '#features/events/service.ts'
import { findOrder } from '#features/orders/finding.service.ts'
import { channelGivesBack } from '#features/payments/byHand.service.ts'
import { losesRace, waitsForPlace } from '#features/registrations/changes/leaving.rules.ts'
import { countLine } from '#features/registrations/draw/waitlistAdmission.service.ts'
import { statusFactsOf, paymentMethodOf } from '#features/registrations/status/present.service.ts'
import {
  isMine,
  publishedRace,
  raceGiven,
  registrationOf,
  whyNotNumber,
} from '#features/registrations/status/ownership.service.ts'
import { keepAnswer, keptAnswer, onceKey } from '#seam/server/once.ts'
import { dayStart, policyOf, tierSpans } from '#features/races/refund.rules.ts'
import { statusOf } from '#features/registrations/rules.ts'
import { sayStatus, sayTime } from '#features/registrations/status/statusText.rules.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { handle } from '#seam/server/handle.ts'
import { AmountChanged, applyForRefund, offerFor, promisedAmount } from './service.ts'
import { consoleRoutes } from './console.routes.ts'
import { refundCreate, refundQuery, refundRule, refundRules, refundShow } from './contract.ts'
import { amountBy, tierAt, tierUntil } from './rules.ts'
import { cashText, keptPartText, presentRefund, reasonsIn, presentTier } from './refundText.service.ts'
import { findView, listOfAccount } from './store.ts'
import { words } from './words.ts'

/**
 * The limits of look-ups. A mobile operator or a hall shares one address among thousands of people, so the limit of a
 * network is ten times the limit of a caller. Both are high, because nobody can guess a key.
 */
const looks = allowanceOf({ own: 240, network: 2400 }, 60)
const writes = rateOf(30, 60, 'refunds writes')
type Race = { name: string; names: unknown; zone: string }
type Row = Parameters<typeof presentRefund>[0]
type Presented = ReturnType<typeof presentRefund>

/**
 * Reads a registration's refund. The answer has this registration's key even if several registrations share the refund.
 */
const shownOf = async (
  db: Db,
  row: {
    raceid: number
    refundid: number
    _key: string
    name: string
    price: number
    e_name: string
    e_names: unknown
  },
  race: Race,
  lang: Parameters<typeof presentRefund>[2],
): Promise<Presented | undefined> => {
  const found = row.refundid === 0 ? undefined : await findView(db, row.raceid, row.refundid)
  return (
    found &&
    presentRefund(
      { ...found, _key: row._key, name: row.name, price: row.price, e_name: row.e_name, e_names: row.e_names },
      race,
      lang,
    )
  )
}
const NONE = { offer: undefined, share: 0, back: 0, left: 0 }

export const routes = [
  ...consoleRoutes,

  handle(refundRule, async ({ input, db, seal, integrations, now, who, lang, say, address, refuse, device }) => {
    const wait = looks.count({ address, who, device }, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const { row, race } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
    const applied = row.refundid !== 0
    const can = sayStatus(statusOf(statusFactsOf(row, race), now), race.zone, lang).can.exit
    const tiers = tierSpans(race, row.eventid)
    const policy = policyOf(race, row.eventid)
    const facts = applied ? NONE : await offerFor(db, row, race, now)
    const { offer, share, back } = facts
    const amountOf = (tier: { percent: number; fixed: number }) =>
      amountBy(facts, waitsForPlace(row.state) ? { percent: 0, fixed: 0 } : tier)
    const { tier, next } = tierAt(tiers, now)
    const order = row.orderid === null ? undefined : await findOrder(db, race.id, row.orderid)
    const tie = offer?.tie
    return {
      _key: row._key,
      raceid: race.id,
      eventid: row.eventid,
      can,
      share,
      back,
      applied,
      kept: offer ? share - back - promisedAmount(offer) : 0,
      amount: offer ? promisedAmount(offer) : 0,
      says: offer ? keptPartText(tie?.kept ?? offer.rule, lang) : (can.why ?? say(words.no_policy)),
      until: tier ? tierUntil(tiers, tier, now) : null,
      next:
        next && !tie && !waitsForPlace(row.state)
          ? { from: next.from, says: keptPartText(next.tier, lang), amount: amountOf(next.tier) }
          : null,
      tiers: tiers.map((one) => presentTier(one, lang, one === tier, share > 0 ? amountOf(one) : null)),
      reasons: reasonsIn(policy?.reasons, lang),
      successor: tie
        ? {
            amount: tie.amount,
            falls_at: tie.falls_at,
            fallback: tie.fallback,
            waiting: await countLine(db, race.id, row.eventid),
          }
        : null,
      method: paymentMethodOf(row.o_payment),
      manual:
        !applied && order?.state === 'paid' && share > 0 && !(await channelGivesBack({ db, integrations }, order, now)),
      cash: cashText(policy?.cash, lang, offer && !tie ? promisedAmount(offer) : 0),
      mine: await isMine(db, seal, row, who.uid),
      loses: losesRace(row.state, race.settings),
    }
  }),

  handle(refundRules, async ({ input, db, now, lang, say, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const events = (await eventsOf(db, race.id)).filter(({ id }) => input.eventid === undefined || id === input.eventid)
    return {
      zone: race.zone,
      items: events.map((event) => {
        const [tiers, policy] = [tierSpans(race, event.id), policyOf(race, event.id)]
        const { tier } = tierAt(tiers, now)
        return {
          eventid: event.id,
          event: nameIn(lang, event.name, event.names),
          exit: tiers.some(({ until }) => until > now),
          deadline: tiers.reduce<Date | null>((last, { until }) => (last && last > until ? last : until), null),
          tiers: tiers.map((one) => presentTier(one, lang, one === tier, null)),
          successor:
            policy?.exit && policy.successor
              ? say(words.tied, {
                  kept: keptPartText(policy.successor, lang),
                  day: sayTime(dayStart(policy.successor.until, race.zone, 1), race.zone, lang),
                })
              : null,
          cash: cashText(policy?.cash, lang),
        }
      }),
    }
  }),

  handle(
    refundCreate,
    async ({ input, db, seal, now, who, once, address, lang, say, setMessage, refuse, refuseField }) => {
      const wait = writes.count(String(who.uid), now)
      if (wait > 0) return refuse('too_often', { retry_after: wait })
      const { row, race } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
      if (!(await isMine(db, seal, row, who.uid))) return refuse('no_permission')
      const kept = onceKey(refundCreate.path, { once, who, address })
      const course = async () => {
        const fresh = (await registrationOf({ db }, row._key, now))!.row
        setMessage(words.success)
        return (await shownOf(db, fresh, race, lang)) ?? refuse('registration_not_found')
      }
      if (await keptAnswer(db, kept)) return course()
      if (input.idnum === '') return refuseField('idnum', words.idnum_empty)
      const not = await whyNotNumber({ db, seal }, row, input.idnum, { mine: true, uid: who.uid }, now)
      if (not) return 'wait' in not ? refuse('too_often', { retry_after: not.wait }) : refuse('idnum_inconsistent')
      if (row.refundid !== 0) return refuse('already_applied')
      const beside = (tx: Tx, refundid: number) => keepAnswer(tx, kept, { refundid }, now)
      try {
        const left =
          (await applyForRefund(
            { db, seal },
            { race, uid: who.uid!, cause: input.reason, shown: input.amount, now, beside },
            row._key,
          )) ?? refuse('registration_not_found')
        if ('refundid' in left) return await course()
        // Either the same call came twice at once and the first call has its answer, or another call has applied at the
        // same moment.
        if (await keptAnswer(db, kept)) return await course()
        if ((await registrationOf({ db }, row._key, now))!.row.refundid !== 0) return refuse('already_applied')
        return refuse('refund_closed', { why: say(left.why) })
      } catch (error) {
        if (error instanceof AmountChanged) return refuse('refund_changed', { amount: amountText(error.amount) })
        throw error
      }
    },
  ),

  handle(refundShow, async ({ input, db, seal, now, who, lang, address, refuse, device }) => {
    const wait = looks.count({ address, who, device }, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    if (raceOfKey(input.id) !== undefined) {
      const { row, race } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
      return (await shownOf(db, row, race, lang)) ?? refuse('refund_not_found')
    }
    const found =
      input.raceid !== undefined && /^\d{1,15}$/.test(input.id) && who.uid !== null
        ? await findView(db, input.raceid, Number(input.id))
        : undefined
    const race = found && (await raceGiven(db, found.raceid, now))
    if (!found || !race || found.registrationid === null) return refuse('refund_not_found')
    await seal.prepare(raceScope(race.id))
    return (await isMine(db, seal, found as Row & { uid: number }, who.uid))
      ? presentRefund(found, race, lang)
      : refuse('refund_not_found')
  }),

  handle(refundQuery, async ({ input, db, now, who, lang }) => {
    const before = momentCursorIn(input.after) ?? null
    const rows = await listOfAccount(db, who.uid!, input.raceid ?? null, before, rowsFor(input.limit))
    const { rows: page, after } = pageOf(rows, input.limit, byMoment)
    const races = new Map<number, Race>()
    for (const raceid of new Set(page.map((row) => row.raceid))) {
      const race = await raceGiven(db, raceid, now)
      if (race) races.set(raceid, race)
    }
    return {
      items: page.flatMap((row) => (races.has(row.raceid) ? [presentRefund(row, races.get(row.raceid)!, lang)] : [])),
      after,
    }
  }),
]
