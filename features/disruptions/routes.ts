import { type Lang, nameIn } from '#contract/words.ts'
import { amountText } from '#contract/written.ts'
import { rateOf } from '#db/limits/rates.ts'
import { waitingAnnouncements } from '#features/announcements/service.ts'
import { metresOf } from '#features/events/rules.ts'
import { eventsOf } from '#features/events/service.ts'
import { destinationOf, destinationsFor, mayDeferTo } from '#features/registrations/deferral/deferral.service.ts'
import { needsApproval } from '#features/registrations/bulk/bulkMoney.service.ts'
import { registrationById, registrationsByIds } from '#features/registrations/lookup/registration.service.ts'
import {
  isMine,
  ownRegistrations,
  publishedRace,
  raceGiven,
  registrationOf,
} from '#features/registrations/status/ownership.service.ts'
import type { RaceGiven } from '#features/registrations/status/present.service.ts'
import { type Parts, type Who, handle } from '#seam/server/handle.ts'
import { choose, ownChoices } from './choosing.service.ts'
import {
  type DisruptionChoice,
  type DisruptionDraft,
  consoleDisruptionsChange,
  consoleDisruptionsDeclare,
  consoleDisruptionsList,
  consoleDisruptionsPreview,
  consoleDisruptionsUndo,
  disruptionChoose,
  disruptionMine,
  disruptionNow,
} from './contract.ts'
import { refundsOf } from './ending.service.ts'
import { changePlan, declarePlan, eventsOfDraft, undoPlan } from './planning.service.ts'
import { presentPlans } from './present.service.ts'
import { CHOOSE_DAYS_MOST, faultOfPlan, hasNoPlace } from './rules.ts'
import {
  type ChoiceCount,
  type DisruptionRow,
  countChoices,
  hasChosen,
  listDisruptions,
  listTakingPart,
  listUnpaid,
  lockDisruption,
  staffNames,
} from './store.ts'
import { planFaultWords } from './words.ts'

const chooses = rateOf(60, 60, 'disruptions chooses')
const OWN_MOST = 100
const PAGE = 500

const countsOf = (rows: readonly ChoiceCount[], id: number) => {
  const of = (choice: DisruptionChoice | null) =>
    rows.find((row) => row.disruptionid === id && row.choice === choice)?.n ?? 0
  return { keep: of('keep'), defer: of('defer'), refund: of('refund'), open: of(null) }
}

const consolePlans = async (parts: Pick<Parts, 'db'>, race: RaceGiven, { lang, now }: { lang: Lang; now: Date }) => {
  const plans = await listDisruptions(parts.db, race.id, true)
  const [shown, counts, names] = await Promise.all([
    presentPlans(parts.db, race.id, plans, { lang, now }),
    countChoices(parts.db, race.id),
    staffNames(
      parts.db,
      plans.map(({ staffid }) => staffid),
    ),
  ])
  return plans.map((plan, at) => {
    const found = countsOf(counts, plan.id)
    const open = plan.state === 'open' && plan.until > now
    const chosen = found.keep + found.defer + found.refund > 0
    return {
      ...shown[at]!,
      state: plan.state,
      total: plan.total,
      counts: found,
      by: names.get(plan.staffid) ?? '',
      sending: plan.news !== null,
      ended_at: plan.ended_at,
      bulks: plan.bulkids,
      can: { undo: open && !chosen, change: open },
    }
  })
}

type Checking = Pick<Parts, 'db' | 'seal'> & {
  input: { raceid: number; draft: DisruptionDraft }
  who: Who
  now: Date
  may: (right: 'money.refund') => boolean
  refuse: (
    word: 'race_not_found' | 'no_refund_right' | 'deferral_race_unknown' | 'deferral_no_right' | 'field_wrong',
  ) => never
  refuseField: (field: string, said: (typeof planFaultWords)[keyof typeof planFaultWords]) => never
}
/** Checks a draft against its race, its events, and the rights of the caller. */
const checked = async ({ db, seal, input: { raceid, draft }, who, now, may, refuse, refuseField }: Checking) => {
  const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
  const events = await eventsOf(db, raceid)
  const fault = faultOfPlan({
    draft,
    events: events.map((event) => ({ id: event.id, metres: metresOf(event) })),
    time: race.time,
    now,
  })
  if (fault) return refuseField(fault[0], planFaultWords[fault[1]])
  // Every plan needs the right to refund, because a runner without a place always has the choice to leave.
  if (!may('money.refund')) return refuse('no_refund_right')
  if (draft.choices.includes('defer') && draft.deferral) {
    if (!mayDeferTo(who, draft.deferral.race)) return refuse('deferral_no_right')
    if (!(await destinationOf(db, seal, raceid, draft.deferral, now))) return refuse('deferral_race_unknown')
  }
  return { race, eventids: eventsOfDraft(draft, events) }
}

/** Reads the registrations of a draft page by page, and adds up their numbers and their refunds. */
const foresee = async (
  { db, integrations }: Pick<Parts, 'db' | 'integrations'>,
  { race, eventids, draft, now }: { race: RaceGiven; eventids: number[]; draft: DisruptionDraft; now: Date },
) => {
  const found = { total: 0, waiting: 0, free: 0, most: 0, by_hand: 0 }
  for (let after = 0; ;) {
    const ids = await listTakingPart(db, race.id, eventids, { after, limit: PAGE })
    const rows = await registrationsByIds(db, race.id, ids)
    const amounts = await refundsOf({ on: db, integrations }, { race, plan: draft, now }, rows)
    found.total += rows.length
    found.waiting += rows.filter(hasNoPlace).length
    found.free += rows.filter(({ price }) => price === 0).length
    for (const row of rows) {
      if (!draft.choices.includes('refund') && !hasNoPlace(row)) continue
      const { fen = 0, by_hand = false } = amounts.get(row.id) ?? {}
      found.most += fen
      if (by_hand) found.by_hand += fen
    }
    if (ids.length < PAGE) return found
    after = ids.at(-1)!
  }
}

type Finding = { refuse: (word: 'disruption_none' | 'disruption_over' | 'disruption_undone') => never; now: Date }
/** Makes sure that a locked plan is still open. */
const stillOpen = (plan: DisruptionRow | undefined, { refuse, now }: Finding): DisruptionRow => {
  if (!plan) return refuse('disruption_none')
  if (plan.state === 'undone') return refuse('disruption_undone')
  return plan.state === 'open' && plan.until > now ? plan : refuse('disruption_over')
}

export const routes = [
  handle(disruptionNow, async ({ input, db, lang, now, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const plans = await listDisruptions(db, race.id, false)
    const shown = await presentPlans(db, race.id, plans, { lang, now })
    return {
      zone: race.zone,
      items: shown.map((one, at) => ({ ...one, open: plans[at]!.state === 'open' && plans[at]!.until > now })),
    }
  }),

  handle(disruptionMine, async ({ input, db, seal, integrations, who, lang, now, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const rows = await ownRegistrations(db, seal, who.uid!, { raceid: race.id, limit: OWN_MOST }, now)
    return { items: await ownChoices({ db, integrations, race, lang, now }, rows) }
  }),

  handle(disruptionChoose, async ({ input, db, seal, integrations, who, lang, now, refuse }) => {
    const wait = chooses.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const { row, race } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
    if (!(await isMine(db, seal, row, who.uid))) return refuse('no_permission')
    const chosen = await choose({ db, integrations }, { race, row, now }, input)
    if ('refused' in chosen) return refuse(chosen.refused)
    if ('amount' in chosen) return refuse('choice_amount_changed', { amount: amountText(chosen.amount) })
    const fresh = (await registrationById(db, race.id, row.id)) ?? refuse('registration_not_found')
    const [own = refuse('disruption_none')] = await ownChoices({ db, integrations, race, lang, now }, [fresh])
    return own
  }),

  handle(consoleDisruptionsList, async ({ input, db, lang, who, now, may, refuse }) => {
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('race_not_found')
    const events = await eventsOf(db, race.id)
    return {
      zone: race.zone,
      time: race.time,
      items: await consolePlans({ db }, race, { lang, now }),
      events: events.map((event) => ({
        id: event.id,
        name: nameIn(lang, event.name, event.names),
        distance: metresOf(event),
      })),
      races: (await destinationsFor(db, race.id, who, now)).map(({ id, name, names }) => ({
        id,
        name: nameIn(lang, name, names),
      })),
      may_refund: may('money.refund'),
    }
  }),

  handle(consoleDisruptionsPreview, async ({ input, db, seal, integrations, who, now, may, refuse, refuseField }) => {
    const { race, eventids } = await checked({ db, seal, input, who, now, may, refuse, refuseField })
    const { draft } = input
    const found = await foresee({ db, integrations }, { race, eventids, draft, now })
    const unpaid = draft.kind === 'cancel' ? await listUnpaid(db, race.id, eventids) : []
    return {
      ...found,
      unpaid: unpaid.length,
      announcements: await waitingAnnouncements(db, race.id, eventids),
      approval: await needsApproval(db, race, who.staffid!, found.most, now),
    }
  }),

  handle(consoleDisruptionsDeclare, async ({ input, db, seal, who, now, may, refuse, refuseField, save }) => {
    const { race } = await checked({ db, seal, input, who, now, may, refuse, refuseField })
    return save(async (tx) => {
      const declared = await declarePlan(tx, race.id, input.draft, { who, now })
      if ('refused' in declared) return refuse(declared.refused)
      if (declared.total !== input.total) return refuse('disruption_total_changed', { n: declared.total })
      return { id: declared.id }
    })
  }),

  handle(consoleDisruptionsChange, async ({ input, who, now, refuse, refuseField, save }) => {
    const { raceid, id } = input
    const [until, new_start] = [input.until, input.new_start].map((at) => (at === undefined ? undefined : new Date(at)))
    return save(async (tx) => {
      const plan = stillOpen(await lockDisruption(tx, raceid, id), { refuse, now })
      if (until && until <= plan.until) return refuseField('until', planFaultWords.until_soon)
      if (until && until.getTime() > now.getTime() + CHOOSE_DAYS_MOST * 86_400_000)
        return refuseField('until', planFaultWords.until_late)
      if (new_start && (plan.kind !== 'postpone' || new_start <= now))
        return refuseField('new_start', planFaultWords.start_past)
      if (new_start && (until ?? plan.until) > new_start) return refuseField('until', planFaultWords.until_after_start)
      await changePlan(tx, plan, { until, new_start }, { who, now })
      return { id }
    })
  }),

  handle(consoleDisruptionsUndo, async ({ input: { raceid, id }, who, now, refuse, save }) =>
    save(async (tx) => {
      const plan = stillOpen(await lockDisruption(tx, raceid, id), { refuse, now })
      if (await hasChosen(tx, raceid, id)) return refuse('disruption_chosen')
      await undoPlan(tx, plan, { who, now })
      return { id }
    }),
  ),
]
