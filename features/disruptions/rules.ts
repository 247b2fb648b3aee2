import { waitsForPlace } from '#features/registrations/changes/leaving.rules.ts'
import type { DisruptionChoice, DisruptionDraft, DisruptionKind } from './contract.ts'

/** The largest number of days for which runners can choose. */
export const CHOOSE_DAYS_MOST = 180
/** The smallest number of minutes for which runners can choose. */
export const CHOOSE_MINUTES_LEAST = 60

type Facts = { kind: DisruptionKind; choices: readonly DisruptionChoice[]; fallback: DisruptionChoice }
/** The facts of a registration on which its choices depend. */
export type EnteredState = { state: string }

/** Tells whether a registration has no place yet, because it waits for a draw, a review or a place of the waitlist. */
export const hasNoPlace = ({ state }: EnteredState): boolean =>
  waitsForPlace(state) || state === 'draw' || state === 'audit'

/** Lists the choices of one registration. A registration without a place has nothing to defer. */
export const choicesFor = ({ kind, choices }: Facts, entered: EnteredState): DisruptionChoice[] =>
  hasNoPlace(entered) ? (kind === 'cancel' ? ['refund'] : ['keep', 'refund']) : [...choices]

export const fallbackFor = (plan: Facts, entered: EnteredState): DisruptionChoice => {
  const offered = choicesFor(plan, entered)
  if (offered.includes(plan.fallback)) return plan.fallback
  return offered.includes('keep') ? 'keep' : 'refund'
}
/**
 * Returns the choice that counts at the end. If the runner chose an option that the registration no longer has, the
 * fallback counts.
 */
export const finalChoice = (plan: Facts, entered: EnteredState, chosen: DisruptionChoice | null): DisruptionChoice =>
  chosen !== null && choicesFor(plan, entered).includes(chosen) ? chosen : fallbackFor(plan, entered)

/** Returns the way in which the refund of a registration is computed (features/refunds/bulk). */
export const refundBy = (
  { kept_percent }: { kept_percent: number },
  entered: EnteredState,
): { refund: 'all' | 'kept' | 'none'; percent: number } => {
  if (kept_percent === 0 || hasNoPlace(entered)) return { refund: 'all', percent: 0 }
  return kept_percent === 100 ? { refund: 'none', percent: 0 } : { refund: 'kept', percent: kept_percent }
}

export type PlanFault =
  | 'until_soon'
  | 'until_late'
  | 'until_after_start'
  | 'start_past'
  | 'start_same'
  | 'no_keep'
  | 'fallback_unknown'
  | 'no_target'
  | 'event_unknown'
  | 'no_distance'
  | 'distance_not_shorter'
type EventGiven = { id: number; metres: number | null }
type DraftGiven = {
  draft: DisruptionDraft
  events: readonly EventGiven[]
  /** The present start of the race. */ time: Date
  now: Date
}

const whenFault = ({ draft, time, now }: DraftGiven): [string, PlanFault] | undefined => {
  const until = new Date(draft.until)
  if (until.getTime() < now.getTime() + CHOOSE_MINUTES_LEAST * 60_000) return ['draft.until', 'until_soon']
  if (until.getTime() > now.getTime() + CHOOSE_DAYS_MOST * 86_400_000) return ['draft.until', 'until_late']
  if (draft.kind === 'shorten' && until > time && time > now) return ['draft.until', 'until_after_start']
  if (draft.kind !== 'postpone' || draft.new_start === null) return undefined
  const start = new Date(draft.new_start)
  if (start <= now) return ['draft.new_start', 'start_past']
  if (start.getTime() === time.getTime()) return ['draft.new_start', 'start_same']
  return until > start ? ['draft.until', 'until_after_start'] : undefined
}
const distanceFault = ({ draft, events }: DraftGiven): [string, PlanFault] | undefined => {
  if (draft.kind !== 'shorten') return undefined
  const meant = events.filter(({ id }) => draft.eventids.length === 0 || draft.eventids.includes(id))
  const given = meant.filter(({ id }) => draft.distances[id] !== undefined)
  if (given.length === 0) return ['draft.distances', 'no_distance']
  const wrong = given.find(({ id, metres }) => {
    const to = draft.distances[id]!
    return !(to >= 1) || to > 1_000_000 || (metres !== null && to >= metres)
  })
  return wrong && [`draft.distances.${wrong.id}`, 'distance_not_shorter']
}

/** Finds the fault of a plan and its field; undefined if the plan has no fault. */
export const faultOfPlan = (given: DraftGiven): [field: string, why: PlanFault] | undefined => {
  const { draft, events } = given
  if (draft.eventids.some((id) => !events.some((event) => event.id === id))) return ['draft.eventids', 'event_unknown']
  if (draft.kind === 'cancel' && draft.choices.includes('keep')) return ['draft.choices', 'no_keep']
  if (!draft.choices.includes(draft.fallback)) return ['draft.fallback', 'fallback_unknown']
  if (draft.choices.includes('defer') && draft.deferral === null) return ['draft.deferral', 'no_target']
  return whenFault(given) ?? distanceFault(given)
}

/**
 * Returns the start of an event after a postponement. The time between the start of the race and the start of the event
 * stays the same.
 */
export const postponedStart = (start: Date | null, time: Date, newStart: Date): Date =>
  new Date(newStart.getTime() + (start === null ? 0 : start.getTime() - time.getTime()))
