import type { Tx } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { lockAll } from '#db/locks.ts'
import { type EventRow, disruptEvents, eventsOf } from '#features/events/service.ts'
import { paystateOf } from '#features/events/rules.ts'
import { lockRace, saveRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import type { DisruptionDraft } from './contract.ts'
import { NEWS } from './news.service.ts'
import { postponedStart } from './rules.ts'
import {
  type Before,
  type DisruptionRow,
  addMissing,
  insertDisruption,
  listDisruptions,
  setTotal,
  updateDisruption,
} from './store.ts'

type Acting = { who: Who; now: Date }
type Plan = Pick<DisruptionRow, 'raceid' | 'kind' | 'eventids' | 'whole' | 'new_start' | 'distances' | 'before'>

/** Lists the ids of the events that a draft is about. No id in the draft means all events. */
export const eventsOfDraft = ({ eventids }: Pick<DisruptionDraft, 'eventids'>, events: readonly { id: number }[]) =>
  eventids.length === 0 ? events.map(({ id }) => id) : [...new Set(eventids)].sort((a, b) => a - b)

/** Takes the lock by which only one transaction at a time declares or ends a plan of the race. */
export const lockPlans = (tx: Tx, raceid: number): Promise<void> =>
  lockAll(tx, [{ kind: 'disruptions', raceid, id: 0 }])

/** Returns the change that a plan makes to one event, or undefined if the event stays as it is. */
const changeOf = (plan: Plan, event: EventRow, now: Date) => {
  const was = plan.before.events[event.id]
  if (!was) return undefined
  if (plan.kind === 'cancel') return { stopped_at: now, paystate: 'closed' as const }
  if (plan.kind === 'shorten') {
    const metres = plan.distances[event.id]
    return metres === undefined ? undefined : { distance_cm: Math.round(metres * 100) }
  }
  const start = was.start_at === null ? null : new Date(was.start_at)
  // An event without a start of its own starts with the race. A plan for all events moves the race itself. Any other
  // plan gives such an event a start of its own.
  if (plan.new_start === null || (start === null && plan.whole)) return undefined
  return { start_at: postponedStart(start, new Date(plan.before.time), plan.new_start) }
}

/** Writes the change of a plan to the race and its events. */
const applyPlan = async (tx: Tx, plan: Plan, now: Date): Promise<void> => {
  if (plan.kind === 'postpone' && plan.whole && plan.new_start) {
    const race = (await lockRace(tx, plan.raceid))!
    await saveRace(tx, { ...race, time: plan.new_start }, now)
  }
  await disruptEvents(tx, plan.raceid, (event) => changeOf(plan, event, now), now)
}
/** Writes the values from before the plan back to the race and its events. */
const revertPlan = async (tx: Tx, plan: Plan, now: Date): Promise<void> => {
  const { before, kind } = plan
  if (kind === 'postpone' && plan.whole && plan.new_start) {
    const race = (await lockRace(tx, plan.raceid))!
    await saveRace(tx, { ...race, time: new Date(before.time) }, now)
  }
  await disruptEvents(
    tx,
    plan.raceid,
    ({ id }) => {
      const was = before.events[id]
      if (!was) return undefined
      if (kind === 'cancel') return { stopped_at: null, paystate: was.paystate }
      if (kind === 'shorten') return { distance_cm: was.distance_cm }
      return { start_at: was.start_at === null ? null : new Date(was.start_at) }
    },
    now,
  )
}

const beforeOf = (time: Date, events: readonly EventRow[]): Before => ({
  time: time.toISOString(),
  events: Object.fromEntries(
    events.map((event) => [
      event.id,
      {
        start_at: event.start_at?.toISOString() ?? null,
        distance_cm: event.distance_cm,
        paystate: paystateOf(event),
      },
    ]),
  ),
})

const sendNews = (tx: Tx, raceid: number, id: number, now: Date): Promise<void> =>
  addJob(tx, NEWS, { raceid, id }, { key: `${NEWS} ${raceid}/${id} ${now.getTime()}` })

export type Declared = { id: number; total: number } | { refused: 'disruption_open' | 'race_not_found' }
/** Declares a plan. Two open plans never share an event. */
export const declarePlan = async (
  tx: Tx,
  raceid: number,
  draft: DisruptionDraft,
  { who, now }: Acting,
): Promise<Declared> => {
  await lockPlans(tx, raceid)
  const race = await lockRace(tx, raceid)
  if (!race) return { refused: 'race_not_found' }
  const events = await eventsOf(tx as never, raceid)
  const eventids = eventsOfDraft(draft, events)
  const open = (await listDisruptions(tx, raceid, false)).filter(({ state }) => state === 'open')
  if (open.some((plan) => plan.eventids.some((id) => eventids.includes(id)))) return { refused: 'disruption_open' }
  const meant = events.filter(({ id }) => eventids.includes(id))
  const plan = {
    ...draft,
    raceid,
    eventids,
    whole: eventids.length === events.length,
    deferral: draft.choices.includes('defer') ? draft.deferral : null,
    new_start: draft.kind === 'postpone' && draft.new_start !== null ? new Date(draft.new_start) : null,
    distances: draft.kind === 'shorten' ? draft.distances : {},
    until: new Date(draft.until),
    before: beforeOf(race.time, meant),
    staffid: who.staffid!,
    created_at: now,
  }
  await applyPlan(tx, plan, now)
  const id = await insertDisruption(tx, plan)
  const total = await addMissing(tx, { raceid, id, eventids })
  await setTotal(tx, raceid, id, total)
  await sendNews(tx, raceid, id, now)
  const { kind, choices, fallback, kept_percent, until, new_start } = plan
  await logChange(tx, {
    who,
    now,
    raceid,
    what: 'disruption declared',
    target: `disruption ${id}`,
    after: { kind, eventids, choices, fallback, kept_percent, until, new_start, total, reason: draft.reason['zh-cn'] },
  })
  return { id, total }
}

/** Takes an open plan back. The caller has locked it and has made sure that nobody has chosen. */
export const undoPlan = async (tx: Tx, plan: DisruptionRow, { who, now }: Acting): Promise<void> => {
  const { raceid, id } = plan
  await revertPlan(tx, plan, now)
  await updateDisruption(tx, raceid, id, {
    state: 'undone',
    ended_at: now,
    notified_to: 0,
    news: 'undone',
    news_at: now,
  })
  await sendNews(tx, raceid, id, now)
  await logChange(tx, { who, now, raceid, what: 'disruption undone', target: `disruption ${id}` })
}

/**
 * Moves the end of an open plan or names the new start of a postponed race, and queues the news. The caller has locked
 * the plan.
 */
export const changePlan = async (
  tx: Tx,
  plan: DisruptionRow,
  change: { until?: Date | undefined; new_start?: Date | undefined },
  { who, now }: Acting,
): Promise<void> => {
  const { raceid, id } = plan
  const after = { ...plan, until: change.until ?? plan.until, new_start: change.new_start ?? plan.new_start }
  if (change.new_start) await applyPlan(tx, after, now)
  const { until, new_start } = after
  await updateDisruption(tx, raceid, id, { until, new_start, notified_to: 0, news: 'changed', news_at: now })
  await sendNews(tx, raceid, id, now)
  await logChange(tx, {
    who,
    now,
    raceid,
    what: 'disruption changed',
    target: `disruption ${id}`,
    before: { until: plan.until, new_start: plan.new_start },
    after: { until, new_start },
  })
}
