import { type ChecklistState, type ChecklistStep, checklistSteps } from '#contract/checklist.ts'
import { dayIn } from '#contract/days.ts'

/** The states of a registration whose runner need not act. */
export const restingSteps = ['run', 'again', 'wait', 'ready', 'over'] as const
/** The next step of a registration: a step of its check list, or a state in which the runner need not act. */
export const nextSteps = [...checklistSteps, ...restingSteps] as const
export type NextStep = (typeof nextSteps)[number]
type RestingStep = (typeof restingSteps)[number]

type Line = { step: ChecklistStep; state: ChecklistState; until?: Date | null }
export type NextFacts<Of extends Line> = {
  state: string
  canSignUpAgain: boolean
  /** True if the registrant will run: the registration is paid and live. */
  entered: boolean
  /** The check list of the registration, in its order. It is empty after the day of the race. */
  lines: readonly Of[]
  /** True if the registration has a published result. */
  hasResult: boolean
  start: Date
  zone: string
}
export type Next = { step: NextStep; needs: boolean; until: Date | null }
/** The next step, and the line of the check list that decides this step. */
export type DecidedStep<Of extends Line> = Next & ({ step: RestingStep | 'result'; line?: undefined } | { line: Of })
const waits: ReadonlySet<string> = new Set(['draw', 'audit', 'wait', 'undraw'])

/**
 * Tells whether the day of a race is over in the race's time zone. After this day a runner needs the result and no
 * check list.
 */
export const isPast = ({ start, zone }: { start: Date; zone: string }, now: Date): boolean =>
  dayIn(zone, now) > dayIn(zone, start)

/** Decides the next step of one registration. The check list decides what the runner must do. */
export const nextStepOf = <Of extends Line>(facts: NextFacts<Of>, now: Date): DecidedStep<Of> => {
  const rests = (step: RestingStep | 'result') => ({ step, needs: false, until: null })
  if (facts.hasResult) return rests('result')
  if (isPast(facts, now)) return rests('over')
  const line = facts.lines.find(({ state }) => state === 'todo')
  if (line) return { step: line.step, needs: true, until: line.until ?? null, line }
  if (facts.entered) return rests(dayIn(facts.zone, now) === dayIn(facts.zone, facts.start) ? 'run' : 'ready')
  if (facts.canSignUpAgain) return rests('again')
  return rests(waits.has(facts.state) ? 'wait' : 'over')
}

/** Compares two steps. Steps that need the runner come first, by deadline. Other steps follow as in `nextSteps`. */
export const byUrgency = (a: Next, b: Next): number =>
  Number(b.needs) - Number(a.needs) ||
  (a.until?.getTime() ?? Infinity) - (b.until?.getTime() ?? Infinity) ||
  nextSteps.indexOf(a.step) - nextSteps.indexOf(b.step) ||
  0

/**
 * Returns a comparison that sorts races: first races in which the runner must act, then coming races (the next race
 * first), then past races (the latest first). A race counts as coming until 24 hours after its time.
 */
export const byNeed =
  (now: Date) =>
  (a: { needs: boolean; time: Date }, b: { needs: boolean; time: Date }): number => {
    const coming = (one: { time: Date }) => one.time.getTime() > now.getTime() - 86_400_000
    if (a.needs !== b.needs) return Number(b.needs) - Number(a.needs)
    if (coming(a) !== coming(b)) return Number(coming(b)) - Number(coming(a))
    return coming(a) ? a.time.getTime() - b.time.getTime() : b.time.getTime() - a.time.getTime()
  }
