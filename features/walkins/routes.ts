import { fill, nameIn } from '#contract/words.ts'
import { amountText } from '#contract/written.ts'
import type { Tx } from '#db/db.ts'
import { giveNext, nextFreeNumber } from '#features/bibs/giving.service.ts'
import { pricesIn } from '#features/events/prices.rules.ts'
import { addonsIn, fieldsOf, formOf, leftIn, raceDayOf } from '#features/events/rules.ts'
import { countersOf, eventsOf, readEvent } from '#features/events/service.ts'
import { payAtDesk } from '#features/payments/desk.service.ts'
import { registrationById } from '#features/registrations/lookup/registration.service.ts'
import { correctWords } from '#features/registrations/correct/correct.words.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import {
  type EnteringByHand,
  enterByHand,
  readyByHand,
  refusedByGuard,
} from '#features/registrations/walkin/walkin.service.ts'
import type { Wrong } from '#features/registrations/signup/signup.rules.ts'
import { words as registrations } from '#features/registrations/signup/signup.words.ts'
import { logChange } from '#features/staff/service.ts'
import { type Parts, RefusalError, type Who, handle } from '#seam/server/handle.ts'
import {
  type WalkInRange,
  consoleWalkinsBib,
  consoleWalkinsEnter,
  consoleWalkinsOffer,
  consoleWalkinsRange,
  isDeskWay,
} from './contract.ts'
import { findRange, removeRange, saveRange } from './store.ts'
import { words } from './words.ts'

const spanOf = ({ prefix, first, last }: WalkInRange) => ({ prefix, from: first, to: last })
const bibFor = async (tx: Tx, raceid: number, id: number, by: { who: Who; now: Date }): Promise<string | null> => {
  const range = await findRange(tx, raceid)
  return range ? giveNext(tx, raceid, id, spanOf(range), by) : null
}

/** Enters the runner, takes the money and gives the bib. It does all of this or nothing. */
const enter = async (
  parts: Pick<Parts, 'db' | 'seal'>,
  entering: EnteringByHand,
  { bib, reference }: { bib: boolean; reference: string | undefined },
) => {
  const ready = await readyByHand(parts, entering)
  if ('wrong' in ready) return ready
  const { race, pay, who, now } = entering
  try {
    return await parts.db.transaction().execute(async (tx) => {
      const entered = await enterByHand(tx, parts, entering, ready)
      if ('refused' in entered) return entered
      const money = isDeskWay(pay) && entered.amount > 0 ? { way: pay, staffid: who.staffid, reference } : undefined
      const receipt = money && (await payAtDesk(tx, race.id, entered.orderid, money, now))
      const paid = entered.amount === 0 || receipt !== undefined
      const given = bib && paid ? await bibFor(tx, race.id, entered.id, { who, now }) : null
      return { ...entered, name: ready.entry.name, paid, bib: given, receipt: receipt ?? null }
    })
  } catch (error) {
    const refused = refusedByGuard(error)
    if (refused) return { refused }
    throw error
  }
}

type Entered = Awaited<ReturnType<typeof enter>>
/** Checks the person although reason or agreement is missing, so that the desk sees every fault at once. */
const unentered = async (
  parts: Pick<Parts, 'db' | 'seal'>,
  entering: EnteringByHand,
  missing: Partial<Record<string, Wrong>>,
): Promise<Extract<Entered, { wrong: unknown }>> => {
  const ready = await readyByHand(parts, entering)
  return { wrong: { ...('wrong' in ready ? ready.wrong : {}), ...missing }, overrulable: false }
}

export const routes = [
  handle(consoleWalkinsOffer, async ({ input: { raceid }, db, lang, now, refuse }) => {
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    const [events, counters, range] = await Promise.all([
      eventsOf(db, race.id),
      countersOf(db, race.id),
      findRange(db, race.id),
    ])
    return {
      events: events.map((event) => {
        const left = leftIn(counters, event.id)
        return {
          id: event.id,
          name: nameIn(lang, event.name, event.names),
          price: event.price,
          left: Math.max(0, event.places - event.taken),
          idtypes: formOf(event).idtypes,
          prices: pricesIn(lang, event, race.zone, now),
          addons: addonsIn(lang, event, left),
          fields: fieldsOf(formOf(event), lang, left).filter(({ kind }) => kind !== 'file'),
          race_day: raceDayOf(event, race),
        }
      }),
      range: range ?? null,
      next: range ? await nextFreeNumber(db, race.id, spanOf(range)) : null,
    }
  }),

  handle(consoleWalkinsEnter, async ({ input, db, seal, now, who, lang, may, refuse }) => {
    const { raceid, eventid, agreed, pay, reason = '', reference, bib, whole, overrule, ...given } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    const event = (await readEvent(db, race.id, eventid, now, true)) ?? refuse('event_not_found')
    if (overrule && !may('registrations.overrule')) return refuse('overrule_no_right')
    if (pay === 'free' && !may('registrations.edit')) return refuse('free_no_right')
    const entering = { race, event, who, lang, given, pay, reason, whole, overrule, now } as EnteringByHand
    const missing = {
      ...(pay === 'free' && reason === '' ? { reason: { message: words.reason_needed } } : {}),
      ...(agreed ? {} : { agreed: { message: registrations.consent_needed } }),
    }
    const isWhole = Object.keys(missing).length === 0
    const entered = await (isWhole
      ? enter({ db, seal }, entering, { bib, reference })
      : unentered({ db, seal }, entering, missing))
    if ('wrong' in entered)
      throw new RefusalError('field_wrong', {
        fields: Object.fromEntries(
          Object.entries(entered.wrong).map(([field, wrong]) => [field, fill(wrong!.message[lang], wrong!.values)]),
        ),
        ...(entered.overrulable && may('registrations.overrule') ? { overrulable: true } : {}),
      })
    if ('refused' in entered) {
      if (entered.refused === 'price_changed')
        return refuse('price_changed', {
          from: amountText(entered.from),
          to: amountText(entered.to),
          fen: entered.to,
        })
      if (entered.refused !== 'already_registered') return refuse(entered.refused)
      const other = 'other' in entered && may('registrations.read') ? entered.other : undefined
      return refuse('document_taken', { whose: other ? fill(correctWords.whose[lang], other) : '' })
    }
    return entered
  }),

  handle(consoleWalkinsBib, async ({ input: { raceid, id }, db, now, who, refuse }) => {
    const row = (await registrationById(db, raceid, id)) ?? refuse('registration_not_found')
    if (row.pay_at === null) return { id, paid: false, bib: null }
    const bib = await db.transaction().execute((tx) => bibFor(tx, raceid, id, { who, now }))
    return { id, paid: true, bib }
  }),

  handle(consoleWalkinsRange, async ({ input: { raceid, range }, now, who, refuse, save }) => {
    if (range && range.last < range.first) return refuse('bib_range_wrong', { eventid: 0 })
    return save(async (tx) => {
      const before = await findRange(tx, raceid)
      if (range) await saveRange(tx, raceid, range, now)
      else await removeRange(tx, raceid)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'walk-in range changed',
        target: `race ${raceid}`,
        before: { range: before ?? null },
        after: { range },
      })
      return { range }
    })
  }),
]
