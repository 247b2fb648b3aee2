import { isEntered } from '#features/checkin/rules.ts'
import type { ResultOutcome } from '../rules.ts'

type Entry = Parameters<typeof isEntered>[0]

export const submittedSecondsOf = (typed: string): number =>
  typed.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

/**
 * The least and the most seconds for a kilometre, running or walking. Without a distance every time under ten days is
 * accepted.
 */
const [QUICKEST, SLOWEST] = [130, 3_600]
export const isPlausible = (seconds: number, metres: number | null): boolean =>
  metres === null
    ? seconds > 0 && seconds < 864_000
    : seconds >= (metres / 1000) * QUICKEST && seconds <= (metres / 1000) * SLOWEST

/**
 * Tells whether a runner who started at `start` can have finished after this many seconds, so that the time is not in
 * the future.
 */
export const isOverBy = (now: Date, start: Date, seconds: number): boolean =>
  now.getTime() >= start.getTime() + seconds * 1000

/** Tells whether a result is final, so that no submission replaces it: a finish, or a disqualification by a judge. */
export const isRuled = ({ outcome }: { outcome: ResultOutcome }): boolean => outcome === 'finished' || outcome === 'dsq'

/**
 * Returns the reason why a runner cannot submit a result for a registration. The caller checks whether the race takes
 * submissions.
 */
export const whyNoSubmission = (
  entry: Entry | undefined,
  known: { ruled: boolean; waits: boolean },
): 'handin_not_yours' | 'handin_has_result' | 'handin_waits' | undefined => {
  if (!entry || !isEntered(entry)) return 'handin_not_yours'
  if (known.ruled) return 'handin_has_result'
  return known.waits ? 'handin_waits' : undefined
}
