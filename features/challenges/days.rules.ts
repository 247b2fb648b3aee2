import { dayAfter, daysFrom, daysTo } from '#contract/days.ts'

/**
 * Days of a challenge: calendar days such as `2026-03-08` on the clock of the race. These rules only count days, so a
 * day of 23 or 25 hours counts as one day.
 */

export const proofKinds = ['track', 'photo'] as const
export type ProofKind = (typeof proofKinds)[number]
export const goals = ['days', 'metres'] as const
export type Goal = (typeof goals)[number]

export type DayRules = {
  goal: Goal
  /** Days for the goal `days`, metres for the goal `metres`. */
  target: number
  starts_on: string
  ends_on: string
  /** The metres of tracks that complete a day. A photo completes a day without metres. */
  least_metres: number
  proofs: readonly ProofKind[]
  /** The number of missed days that a person may make up, and the number of days within which the person must do it. */
  makeups: number
  makeup_days: number
}
/** A proof that counts, or waits for staff. */
export type DayProof = { day: string; proof: ProofKind; metres: number; made_up: boolean; waiting: boolean }

export const dayReasons = [
  'not_begun',
  'over',
  'ahead',
  'not_missed',
  'makeup_none',
  'makeup_late',
  'late_track',
] as const
export type DayReason = (typeof dayReasons)[number]

/** The number of days after the day of a track within which a person may hand the track in. */
const lateDays = 2

const byDay = (proofs: readonly DayProof[]): Map<string, DayProof[]> => {
  const days = new Map<string, DayProof[]>()
  for (const one of proofs) days.set(one.day, [...(days.get(one.day) ?? []), one])
  return days
}
/** Tells which days are complete: by a photo, or by enough metres of tracks. */
export const completeDays = (rules: Pick<DayRules, 'least_metres'>, proofs: readonly DayProof[]): Set<string> => {
  const counting = byDay(proofs.filter(({ waiting }) => !waiting))
  return new Set(
    [...counting].flatMap(([day, all]) => {
      const metres = all.reduce((sum, one) => sum + one.metres, 0)
      const isDone = all.some(({ proof }) => proof === 'photo') || metres >= Math.max(1, rules.least_metres)
      return isDone ? [day] : []
    }),
  )
}

type Ask = {
  /** The day that the proof is for, today on the race's clock, and the day on which a track began. */
  day: string
  today: string
  trackDay: string | null
}
/**
 * Decides whether a proof may count for a day. A track counts for its own day, and a photo counts for today. A later
 * track or a photo of today makes up for a missed day, within the limits of the challenge.
 */
export const placeOfProof = (
  rules: DayRules,
  proofs: readonly DayProof[],
  { day, today, trackDay }: Ask,
): { made_up: boolean } | DayReason => {
  if (day < rules.starts_on) return 'not_begun'
  if (day > rules.ends_on) return 'over'
  if (day > today) return 'ahead'
  if (trackDay !== null && daysTo(trackDay, today) > lateDays) return 'late_track'
  if (day === (trackDay ?? today)) return { made_up: false }
  if (trackDay !== null && trackDay < day) return 'not_missed'
  if (completeDays(rules, proofs).has(day)) return 'not_missed'
  const used = new Set(proofs.filter(({ made_up }) => made_up).map((one) => one.day))
  if (!used.has(day) && used.size >= rules.makeups) return 'makeup_none'
  return daysTo(day, today) > rules.makeup_days ? 'makeup_late' : { made_up: true }
}

export type ChallengeDayState = 'done' | 'made_up' | 'waiting' | 'part' | 'missed' | 'today' | 'ahead'
export type CalendarDay = { day: string; state: ChallengeDayState; metres: number }
/** Returns the calendar of one person: the state of every day of the challenge. */
export const dayStatesOf = (rules: DayRules, proofs: readonly DayProof[], today: string): CalendarDay[] => {
  const done = completeDays(rules, proofs)
  const onDay = byDay(proofs)
  const stateOf = (day: string, own: readonly DayProof[]): ChallengeDayState => {
    if (done.has(day)) return own.some(({ made_up, waiting }) => made_up && !waiting) ? 'made_up' : 'done'
    if (own.some(({ waiting }) => waiting)) return 'waiting'
    if (day > today) return 'ahead'
    if (own.length > 0) return 'part'
    return day === today ? 'today' : 'missed'
  }
  return daysFrom(rules.starts_on, rules.ends_on).map((day) => {
    const own = onDay.get(day) ?? []
    const metres = own.reduce((sum, one) => sum + (one.waiting ? 0 : one.metres), 0)
    return { day, state: stateOf(day, own), metres }
  })
}

/** The progress of a person. `complete_on` is the day on which the person reached the goal. */
export type ChallengeStanding = {
  days: number
  metres: number
  /** Complete days in a row up to today, or up to yesterday while today is open. */
  streak: number
  longest: number
  makeups_left: number
  complete_on: string | null
}
const longestRow = (days: readonly string[]): number => {
  let [best, row] = [0, 0]
  for (const [n, day] of days.entries()) {
    row = n > 0 && daysTo(days[n - 1]!, day) === 1 ? row + 1 : 1
    best = Math.max(best, row)
  }
  return best
}
const rowUpTo = (done: ReadonlySet<string>, today: string): number => {
  const last = done.has(today) ? today : dayAfter(today, -1)
  let row = 0
  while (done.has(dayAfter(last, -row))) row++
  return row
}
/** Returns the day on which the person reached the goal. */
const reachedOn = (rules: DayRules, days: readonly string[], proofs: readonly DayProof[]): string | null => {
  if (rules.goal === 'days') return days[rules.target - 1] ?? null
  let metres = 0
  for (const one of proofs.filter(({ waiting }) => !waiting).toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    metres += one.metres
    if (metres >= rules.target) return one.day
  }
  return null
}
export const challengeStandingOf = (rules: DayRules, proofs: readonly DayProof[], today: string): ChallengeStanding => {
  const done = completeDays(rules, proofs)
  const days = [...done].toSorted()
  const used = new Set(proofs.filter(({ made_up }) => made_up).map(({ day }) => day)).size
  return {
    days: days.length,
    metres: proofs.reduce((sum, one) => sum + (one.waiting ? 0 : one.metres), 0),
    streak: rowUpTo(done, today),
    longest: longestRow(days),
    makeups_left: Math.max(0, rules.makeups - used),
    complete_on: reachedOn(rules, days, proofs),
  }
}

/**
 * Ranks people by metres or by days. Between equal metres the days decide, and between equal days the metres decide.
 * People with equal metres and equal days share a rank. People with neither metres nor days are left out.
 */
export const rankPeople = <T extends { days: number; metres: number }>(
  goal: Goal,
  people: readonly T[],
): (T & { rank: number })[] => {
  const values = ({ days, metres }: T): [number, number] => (goal === 'days' ? [days, metres] : [metres, days])
  const compare = (a: T, b: T) => values(b)[0] - values(a)[0] || values(b)[1] - values(a)[1]
  const ordered = people.filter(({ days, metres }) => days > 0 || metres > 0).toSorted(compare)
  let rank = 0
  return ordered.map((one, n) => {
    if (n === 0 || compare(ordered[n - 1]!, one) !== 0) rank = n + 1
    return { ...one, rank }
  })
}
