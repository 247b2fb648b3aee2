import { dayIn } from '#contract/days.ts'
import type { RaceEvent, SignupPhase } from '#features/events/contract.ts'
import type { MenuKey } from '#features/races/contract.ts'

/** The first action on a race's home page. `soon` gives the moment from which sign-up is open. */
export type HomeAction = { kind: 'results' | 'signup' | 'status' } | { kind: 'soon'; from: string }

type Event = Pick<RaceEvent, 'signup' | 'signup_from'>
/**
 * Finds the most urgent action. Published results come first, then an open sign-up or waitlist, then the opening of
 * sign-up, and last the person's own status.
 */
export const homeAction = (events: readonly Event[], resultsPublished: boolean): HomeAction => {
  if (resultsPublished) return { kind: 'results' }
  if (events.some(({ signup }) => signup === 'open' || signup === 'wait')) return { kind: 'signup' }
  const from = events
    .flatMap(({ signup, signup_from }) => (signup === 'soon' && signup_from ? [signup_from] : []))
    .sort()[0]
  return from === undefined ? { kind: 'status' } : { kind: 'soon', from }
}

/**
 * Returns the filled share of an event, 0–1, and whether the card warns. It warns when a tenth of the places or less is
 * left.
 */
export const fullness = (event: Pick<RaceEvent, 'places' | 'places_left'>): { share: number; scarce: boolean } => ({
  share: event.places > 0 ? 1 - event.places_left / event.places : 0,
  scarce: event.places > 0 && event.places_left / event.places <= 0.1,
})

/**
 * Tells whether the name of an event already says its distance, as 10公里 and 10 km Run do. The card then leaves the
 * distance out.
 */
export const saysDistance = (name: string, metres: number): boolean =>
  new RegExp(`(?<![\\d.])${String(metres / 1000).replace('.', '\\.')}\\s*(公里|km|k(?![a-z]))`, 'i').test(name)

export const phaseTone: Record<SignupPhase, 'success' | 'info' | 'warning' | 'plain'> = {
  open: 'success',
  soon: 'info',
  wait: 'warning',
  full: 'warning',
  over: 'plain',
}

/** Names the state of an event on its card: cancelled, or the state of sign-up. */
export const phaseWord = ({ cancelled, signup }: { cancelled: boolean; signup: SignupPhase }) =>
  cancelled ? 'cancelled' : (`signup_${signup}` as const)

/** Returns a time limit in words. Online races have limits of whole days. */
export const cutoffParts = (
  minutes: number,
): { word: 'cutoff_days' | 'cutoff_hours' | 'cutoff_both' | 'cutoff_minutes'; values: Record<string, number> } => {
  const [h, m] = [Math.floor(minutes / 60), minutes % 60]
  if (minutes >= 2880 && minutes % 1440 === 0) return { word: 'cutoff_days', values: { d: minutes / 1440 } }
  if (h === 0) return { word: 'cutoff_minutes', values: { m } }
  return m === 0 ? { word: 'cutoff_hours', values: { h } } : { word: 'cutoff_both', values: { h, m } }
}

/** The home page before the race, on race day, and after the race. */
export type HomeForm = 'before' | 'day' | 'after'
/**
 * Decides the form of the home page. After midnight race day goes on while people may be on the course, until the
 * results are published.
 */
export const homeFormOf = (
  race: { time: string; zone: string },
  { live, resultsPublished }: { live: boolean; resultsPublished: boolean },
  now: number,
): HomeForm => {
  const [today, day] = [dayIn(race.zone, new Date(now)), dayIn(race.zone, new Date(race.time))]
  if (today < day) return 'before'
  return today === day || (live && !resultsPublished) ? 'day' : 'after'
}

/** The menu entries that a person needs most in each form of the home page. */
export const firstEntries: Record<HomeForm, readonly MenuKey[]> = {
  before: ['query', 'eventinfo', 'my', 'racepack'],
  day: ['gpslive', 'liveresults', 'start', 'route'],
  after: ['results', 'photos', 'certificate', 'video'],
}
