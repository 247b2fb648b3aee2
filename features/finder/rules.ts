import type { RaceEvent, SignupPhase } from '#features/events/contract.ts'
import { isCancelled } from './cancelled.rules.ts'
import type { periods } from './contract.ts'

/**
 * Returns the start of a period that ends at `now`, by the calendar of Shanghai: a year ago, a month ago, or seven days
 * ago.
 */
export const startOf = (period: (typeof periods)[number], now: Date): Date => {
  const back = { year: { years: 1 }, month: { months: 1 }, week: { days: 7 } }[period]
  return new Date(
    Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('Asia/Shanghai').subtract(back)
      .epochMilliseconds,
  )
}

const best: readonly SignupPhase[] = ['open', 'soon', 'wait', 'full', 'over']
/** Returns the best state of a race's events. */
export const phaseOfRace = (phases: readonly SignupPhase[]): SignupPhase =>
  best.find((phase) => phases.includes(phase)) ?? 'over'

type Phased = Pick<RaceEvent, 'signup' | 'state' | 'places' | 'places_left' | 'cancelled'> & {
  signup_from: Date | null
  signup_until: Date | null
}
const earliest = (moments: readonly (Date | null)[]): Date | null =>
  moments.reduce((first, at) => (at && (!first || at < first) ? at : first), null)
/**
 * Sums up the sign-up of a race for its card. The events in the best phase decide: they give the nearest deadline, or
 * the first opening. Places of a ballot are no free places. `places_left` is null if all deciding events have a ballot,
 * or if none of the events is open.
 */
export const entrySummaryOf = (events: readonly Phased[]) => {
  const signup = phaseOfRace(events.map((event) => event.signup))
  const best = events.filter((event) => event.signup === signup)
  const counted = best.filter(({ state }) => state !== 'draw')
  const sum = (of: 'places' | 'places_left') => counted.reduce((total, event) => total + event[of], 0)
  return {
    signup,
    cancelled: isCancelled(events),
    signup_from: signup === 'soon' ? earliest(best.map((event) => event.signup_from)) : null,
    signup_until: signup === 'over' ? null : earliest(best.map((event) => event.signup_until)),
    places: sum('places'),
    places_left: signup === 'open' && counted.length > 0 ? sum('places_left') : null,
    ballot: signup === 'open' && best.some(({ state }) => state === 'draw'),
  }
}

/**
 * The end of a page of the finder. All pages use the `now` of the first page. A race that starts meanwhile is therefore
 * in the list exactly once.
 */
export type FinderCursor = {
  part: 'open' | 'closed' | 'coming' | 'held' | 'popular'
  key: number
  id: number
  now: number
}
export const writeCursor = ({ part, key, id, now }: FinderCursor): string => `${part}.${key}.${id}.${now}`
export const readFinderCursor = (after: string | undefined): FinderCursor | undefined => {
  const found = /^(open|closed|coming|held|popular)\.(-?\d{1,15})\.(\d{1,9})\.(\d{1,15})$/.exec(after ?? '')
  return found
    ? { part: found[1] as FinderCursor['part'], key: Number(found[2]), id: Number(found[3]), now: Number(found[4]) }
    : undefined
}
