import { amountText } from '#contract/written.ts'
import { cursorOf, numbersIn, pageOf, rowsFor } from '#db/pages.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Right } from '#contract/rights.ts'
import type { Db, Tx } from '#db/db.ts'
import { eventsOf } from '#features/events/service.ts'
import { payByHand, resendRefund } from '#features/payments/byHand.service.ts'
import type { RaceGiven } from '#features/registrations/status/present.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { registrationById } from '#features/registrations/lookup/registration.service.ts'
import { keepAnswer, keptAnswer, onceKey } from '#seam/server/once.ts'
import { saveRefundPolicy } from '#features/races/service.ts'
import { policyOf, tierSpans } from '#features/races/refund.rules.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { type MadeRefund, makeRefund } from './service.ts'
import {
  consoleRefundsCancel,
  consoleRefundsHand,
  consoleRefundsList,
  consoleRefundsMake,
  consoleRefundsRetry,
  consoleRefundsRules,
  consoleRefundsSave,
} from './contract.ts'
import { cancelRegistration } from './byStaff/cancelling.service.ts'
import { tierAt, whyNotPolicy } from './rules.ts'
import { buyersOfRefunds, presentLine, presentTier } from './refundText.service.ts'
import { type RefundView, findView, listOfRace, refundTotals } from './store.ts'
import { words } from './words.ts'

/** The language of a member of staff. `named` is true if this person may read registrations. */
type Reader = { lang: Lang; named: boolean }
const readerOf = ({ lang, may }: { lang: Lang; may: (right: Right) => boolean }): Reader => ({
  lang,
  named: may('registrations.read'),
})

/**
 * Presents a refund to staff, with the part that the race keeps of a refund by hand. This part depends on the
 * event. The race keeps nothing if the refund belongs to no event.
 */
const lineOf = (
  row: RefundView,
  race: RaceGiven,
  { lang, named, buyers = [] }: Reader & { buyers?: readonly string[] | undefined },
) =>
  presentLine(row, lang, {
    cash: row.eventid !== null ? (policyOf(race, row.eventid)?.cash ?? null) : null,
    buyers,
    named,
  })
const lineById = async (db: Db | Tx, race: RaceGiven, id: number, reader: Reader) =>
  lineOf((await findView(db, race.id, id))!, race, reader)

const rulesOf = async (db: Db, race: RaceGiven, lang: Lang, now: Date) => {
  const events = await eventsOf(db, race.id)
  const tiersOf = (eventid: number) => {
    const tiers = tierSpans(race, eventid)
    const { tier } = tierAt(tiers, now)
    return tiers.map((one) => presentTier(one, lang, one === tier, null))
  }
  return {
    zone: race.zone,
    refund_until: race.settings.refund_until ? new Date(race.settings.refund_until) : null,
    starts_at: race.time,
    items: [
      {
        eventid: 0,
        name: nameIn(lang, race.name, race.names),
        waitlist: events.some(({ waitlist }) => waitlist),
        policy: race.settings.refunds['0'] ?? null,
        tiers: tiersOf(0),
      },
      ...events.map((event) => ({
        eventid: event.id,
        name: nameIn(lang, event.name, event.names),
        waitlist: event.waitlist,
        policy: race.settings.refunds[String(event.id)] ?? null,
        tiers: tiersOf(event.id),
      })),
    ],
  }
}

/**
 * Lists refunds: the refunds that need staff, and then the others, the newest first in each part. `last` is the part
 * and the id of the last refund that the caller has.
 */
const listFailedFirst = async (
  db: Db,
  raceid: number,
  {
    last,
    limit,
    ...filter
  }: { state: string | null; q: string; byName: boolean; last: number[] | undefined; limit: number },
): Promise<RefundView[]> => {
  const [part = 1, id = null] = last ?? []
  const failed = part === 1 ? await listOfRace(db, raceid, { ...filter, failed: true, before: id, limit }) : []
  const before = part === 1 ? null : id
  return failed.length === limit
    ? failed
    : [...failed, ...(await listOfRace(db, raceid, { ...filter, failed: false, before, limit: limit - failed.length }))]
}

export const consoleRoutes = [
  handle(consoleRefundsList, async ({ input, db, now, refuse, ...call }) => {
    const reader = readerOf(call)
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('race_not_found')
    const last = numbersIn(input.after, 2)
    const [rows, totals] = await Promise.all([
      listFailedFirst(db, race.id, {
        state: input.state ?? null,
        q: input.q,
        byName: reader.named,
        last,
        limit: rowsFor(input.limit),
      }),
      last === undefined ? refundTotals(db, race.id) : null,
    ])
    const { rows: page, after } = pageOf(rows, input.limit, ({ state, id }) => cursorOf(state === 'failed' ? 1 : 0, id))
    const buyers = reader.named ? await buyersOfRefunds(db, race.id, page) : undefined
    return {
      zone: race.zone,
      items: page.map((row) => lineOf(row, race, { ...reader, buyers: buyers?.get(row.orderid) })),
      after,
      totals,
    }
  }),

  handle(consoleRefundsRules, async ({ input, db, now, lang, refuse }) =>
    rulesOf(db, (await raceGiven(db, input.raceid, now)) ?? refuse('race_not_found'), lang, now),
  ),

  handle(consoleRefundsSave, async ({ input, db, now, who, lang, refuse, refuseField }) => {
    const { raceid, eventid, policy } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    if (eventid !== 0 && !(await eventsOf(db, raceid)).some(({ id }) => id === eventid))
      return refuse('event_not_found')
    const wrong = policy && whyNotPolicy(policy)
    if (wrong) return refuseField(wrong.at, words[wrong.why])
    await db.transaction().execute(async (tx) => {
      const before = race.settings.refunds[String(eventid)]
      await saveRefundPolicy(tx, raceid, eventid, policy, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'refund rules changed',
        target: eventid === 0 ? `race ${raceid}` : `event ${eventid}`,
        before: { refunds: before ?? null },
        after: { refunds: policy ?? null },
      })
    })
    return rulesOf(db, (await raceGiven(db, raceid, now))!, lang, now)
  }),

  handle(consoleRefundsMake, async ({ input, db, seal, now, who, once, address, refuse, ...call }) => {
    const reader = readerOf(call)
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('registration_not_found')
    const kept = onceKey(consoleRefundsMake.path, { once, who, address })
    const first = await keptAnswer<{ refundid: number }>(db, kept)
    if (first) return lineById(db, race, first.refundid, reader)
    if (!input.exit && input.amount === 0) return refuse('refund_nothing')
    const row = (await registrationById(db, race.id, input.id)) ?? refuse('registration_not_found')
    const beside = (tx: Tx, refundid: number) => keepAnswer(tx, kept, { refundid }, now)
    const madeBefore = async (tx: Tx) => (await keptAnswer<{ refundid: number }>(tx, kept))?.refundid
    const made: MadeRefund =
      (await makeRefund(
        { db, seal },
        { race, who, amount: input.amount, exit: input.exit, reason: input.reason, now, made: madeBefore, beside },
        row._key,
      )) ?? refuse('registration_not_found')
    if ('most' in made) return refuse('refund_too_much', { amount: amountText(made.most) })
    if ('refused' in made) return refuse(made.refused)
    return lineById(db, race, 'before' in made ? made.before : made.refundid, reader)
  }),

  handle(consoleRefundsCancel, async ({ input, now, who, may, refuse, ...parts }) => {
    const race = (await raceGiven(parts.db, input.raceid, now)) ?? refuse('registration_not_found')
    const { refund, reason, id } = input
    if (refund !== 'none' && !may('money.refund')) return refuse('no_refund_right')
    const cancelled =
      (await cancelRegistration(parts, { race, who, refund, reason, now }, id)) ?? refuse('registration_not_found')
    if ('refused' in cancelled) return refuse(cancelled.refused)
    return { id, back: cancelled.back }
  }),

  handle(consoleRefundsHand, async ({ input, db, now, who, save, refuse, ...call }) => {
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('refund_not_found')
    const seen = (await findView(db, race.id, input.id)) ?? refuse('refund_not_found')
    if (seen.state === 'failed' && input.fee > seen.amount - Math.min(seen.came_back, seen.amount))
      return refuse('refund_fee_too_much')
    if (input.cash && seen.currency !== 'CNY') return refuse('refund_not_cash')
    return save(async (tx) => {
      const paid = await payByHand(
        tx,
        race.id,
        seen.orderid,
        seen.id,
        { staffid: who.staffid!, reference: input.reference, fee: input.fee, fromDrawer: input.cash },
        now,
      )
      if (paid === 'not_failed') return refuse('refund_not_failed')
      await logChange(tx, {
        who,
        now,
        raceid: race.id,
        what: 'refund paid by hand',
        target: `refund ${seen.id}`,
        before: { state: 'failed', failure: seen.failure },
        after: {
          state: 'done',
          amount: paid.amount,
          fee: input.fee,
          reference: input.reference,
          ...(input.cash ? { cash: true } : {}),
        },
      })
      return lineById(tx, race, seen.id, readerOf(call))
    })
  }),

  handle(consoleRefundsRetry, async ({ input, db, now, who, save, refuse, ...call }) => {
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('refund_not_found')
    const seen = (await findView(db, race.id, input.id)) ?? refuse('refund_not_found')
    return save(async (tx) => {
      if ((await resendRefund(tx, race.id, seen.orderid, seen.id, now)) === 'not_failed')
        return refuse('refund_not_failed')
      await logChange(tx, {
        who,
        now,
        raceid: race.id,
        what: 'refund sent again',
        target: `refund ${seen.id}`,
        before: { state: 'failed', failure: seen.failure },
        after: { state: 'asked' },
      })
      return lineById(tx, race, seen.id, readerOf(call))
    })
  }),
]
