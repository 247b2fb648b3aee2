import type { SignupPhase } from '#features/events/contract.ts'
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
/** Returns the best state of a race's events: open before soon, then a waitlist, then full, then over. */
export const phaseOfRace = (phases: readonly SignupPhase[]): SignupPhase =>
  best.find((phase) => phases.includes(phase)) ?? 'over'

/**
 * The end of a page of the finder. All pages use the `now` of the first page. A race that starts meanwhile is therefore
 * in the list exactly once.
 */
export type FinderCursor = { part: 'coming' | 'held' | 'popular'; key: number; id: number; now: number }
export const writeCursor = ({ part, key, id, now }: FinderCursor): string => `${part}.${key}.${id}.${now}`
export const readCursor = (after: string | undefined): FinderCursor | undefined => {
  const found = /^(coming|held|popular)\.(-?\d{1,15})\.(\d{1,9})\.(\d{1,15})$/.exec(after ?? '')
  return found
    ? { part: found[1] as FinderCursor['part'], key: Number(found[2]), id: Number(found[3]), now: Number(found[4]) }
    : undefined
}
