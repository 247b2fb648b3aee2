import { dayIn } from '#contract/days.ts'

/** The next step of a registration, the most urgent one first. */
export const steps = ['pay', 'mend', 'sign', 'run', 'pickup', 'result', 'again', 'wait', 'ready', 'over'] as const
export type NextStep = (typeof steps)[number]

export type NextFacts = {
  state: string
  paid: '0' | '1' | '2' | 'closed'
  canPay: boolean
  canMend: boolean
  canSignUpAgain: boolean
  payEnd: Date | null
  /** True where the registrant will run: registered, paid, live. */
  entered: boolean
  /** The kinds of declarations that the event needs now and that the runner has not signed. */
  unsigned: readonly string[]
  /** The hand-out of the race packs, if it is open and the runner's pack is not handed out yet. */
  pickup: { until: Date | null } | undefined
  /** The key of a published result. */
  result: string | undefined
  start: Date
  zone: string
}
export type Next = { step: NextStep; needs: boolean; until: Date | null }
const waits: ReadonlySet<string> = new Set(['draw', 'audit', 'wait', 'undraw'])

/** Decides the next step of one registration. */
export const nextOf = (facts: NextFacts, now: Date): Next => {
  const step = (name: NextStep, needs = false, until: Date | null = null): Next => ({ step: name, needs, until })
  const over = dayIn(facts.zone, now) > dayIn(facts.zone, facts.start)
  if (facts.result !== undefined) return step('result')
  if (over) return step('over')
  if (facts.paid === '0' && facts.canPay) return step('pay', true, facts.payEnd)
  if (facts.canMend) return step('mend', true)
  if (facts.entered) {
    if (facts.unsigned.length > 0) return step('sign', true, facts.start)
    if (facts.pickup) return step('pickup', true, facts.pickup.until)
    return step(dayIn(facts.zone, now) === dayIn(facts.zone, facts.start) ? 'run' : 'ready')
  }
  if (facts.canSignUpAgain) return step('again')
  return step(waits.has(facts.state) ? 'wait' : 'over')
}

/** Orders steps. Steps that need the runner come first, by their deadline. The other steps follow by urgency. */
export const byUrgency = (a: Next, b: Next): number =>
  Number(b.needs) - Number(a.needs) ||
  (a.until?.getTime() ?? Infinity) - (b.until?.getTime() ?? Infinity) ||
  steps.indexOf(a.step) - steps.indexOf(b.step) ||
  0

/**
 * Orders races: first races that need an action of the runner, then coming races (the next race first), then past races
 * (the latest first).
 */
export const byNeed =
  (now: Date) =>
  (a: { needs: boolean; time: Date }, b: { needs: boolean; time: Date }): number => {
    const coming = (one: { time: Date }) => one.time.getTime() > now.getTime() - 86_400_000
    if (a.needs !== b.needs) return Number(b.needs) - Number(a.needs)
    if (coming(a) !== coming(b)) return Number(coming(b)) - Number(coming(a))
    return coming(a) ? a.time.getTime() - b.time.getTime() : b.time.getTime() - a.time.getTime()
  }
