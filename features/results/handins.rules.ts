import { isEntered } from '#features/checkin/rules.ts'

type Entry = Parameters<typeof isEntered>[0]

/** Seconds of a time as it was typed. */
export const secondsOf = (typed: string): number => typed.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

/** Nobody runs a kilometre in less, nor walks one in more; without a distance everything under ten days is taken. */
const [QUICKEST, SLOWEST] = [130, 3_600]
export const isPlausible = (seconds: number, metres: number | null): boolean =>
  metres === null ? seconds > 0 && seconds < 864_000 : seconds >= (metres / 1000) * QUICKEST && seconds <= (metres / 1000) * SLOWEST

/** Why no result can be handed in for a registration, beside its race's own setting. */
export const whyNoHandin = (entry: Entry | undefined, known: { finished: boolean; waits: boolean }): 'handin_not_yours' | 'handin_has_result' | 'handin_waits' | undefined => {
  if (!entry || !isEntered(entry)) return 'handin_not_yours'
  if (known.finished) return 'handin_has_result'
  return known.waits ? 'handin_waits' : undefined
}
