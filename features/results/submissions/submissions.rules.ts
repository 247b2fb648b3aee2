import { isEntered } from '#features/checkin/rules.ts'
import type { ResultOutcome } from '../rules.ts'

type Entry = Parameters<typeof isEntered>[0]

/** The seconds of a typed time. */
export const secondsOf = (typed: string): number => typed.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

/** Nobody runs a kilometre in less, nor walks one in more. Without a distance everything under ten days is accepted. */
const [QUICKEST, SLOWEST] = [130, 3_600]
export const isPlausible = (seconds: number, metres: number | null): boolean =>
  metres === null
    ? seconds > 0 && seconds < 864_000
    : seconds >= (metres / 1000) * QUICKEST && seconds <= (metres / 1000) * SLOWEST

/** Tells whether a runner who started at `start` can have finished by now after this many seconds. */
export const isOverBy = (now: Date, start: Date, seconds: number): boolean =>
  now.getTime() >= start.getTime() + seconds * 1000

/**
 * Tells whether a result is final, so that no submission replaces it: a finish, or a disqualification, which is a
 * ruling.
 */
export const isRuled = ({ outcome }: { outcome: ResultOutcome }): boolean => outcome === 'finished' || outcome === 'dsq'

/** The reason why a runner cannot submit a result for a registration, beside its race's own setting. */
export const whyNoSubmission = (
  entry: Entry | undefined,
  known: { ruled: boolean; waits: boolean },
): 'handin_not_yours' | 'handin_has_result' | 'handin_waits' | undefined => {
  if (!entry || !isEntered(entry)) return 'handin_not_yours'
  if (known.ruled) return 'handin_has_result'
  return known.waits ? 'handin_waits' : undefined
}
