import type { OrganisationClass, RaceClass } from '#contract/personal.ts'
import { optionalConsents } from '#features/registrations/signup/signup.rules.ts'

export type DataClass = RaceClass | OrganisationClass

const [month, halfYear, year] = [30, 180, 365]
/**
 * The default days for which data is kept. Health and emergency data are for race day and the days after it. Contact
 * data stays for the year in which organisers still answer questions about the race. Identity stays for the three years
 * in which claims are possible (Civil Code art. 188). The Cybersecurity Law art. 21 demands six months for the log of
 * staff, which stays as long as claims are possible.
 */
export const retentionDefaults: Record<DataClass, number> = {
  identity: 3 * year,
  contact: year,
  emergency: month,
  health: month,
  proofs: halfYear,
  messages: year,
  log: 3 * year,
}
/** The least number of days for which data is kept. No setting may be lower. The law requires the time for the log. */
export const retentionLeast: Record<DataClass, number> = {
  identity: 0,
  contact: 0,
  emergency: 0,
  health: 0,
  proofs: 0,
  messages: 0,
  log: halfYear,
}
/** The years for which orders, payments and refunds are kept without a name (accounting law). */
export const ordersYears = 10

const DAY = 24 * 3_600_000
/** Returns the moment that lies `days` days after another moment. A negative number leads to an earlier moment. */
export const goesAt = (raceTime: Date, days: number): Date => new Date(raceTime.getTime() + days * DAY)

/**
 * The days in which a person can cancel an erasure. The next constant is the days after a race until protests and
 * insurance are settled.
 */
export const erasureGraceDays = 7
export const settledDays = 30

export type RetainedRegistration = { deleted_at: Date | null; closed_at: Date | null; refundid: number; state: string }
/**
 * Tells whether a registration can still lead to a start. A runner who left, failed the review or got no place from the
 * waitlist cannot start.
 */
export const isStillLive = (row: RetainedRegistration): boolean =>
  row.deleted_at === null &&
  row.closed_at === null &&
  row.refundid === 0 &&
  !['auditfail', 'waitfail'].includes(row.state)
/** Returns the earliest date for erasing a registration's data, and whether a race still needs the data. */
export const erasableAt = (row: RetainedRegistration, raceTime: Date, now: Date): { at: Date; needed: boolean } => {
  const grace = goesAt(now, erasureGraceDays)
  const settled = goesAt(raceTime, settledDays)
  const needed = isStillLive(row) && settled > grace
  return { at: needed ? settled : grace, needed }
}

/**
 * Tells whether a consent is a choice. The registration needs every other consent, so a runner can withdraw such a
 * consent only by leaving the race, or after the race.
 */
export const isChoice = (name: string): boolean => (optionalConsents as readonly string[]).includes(name)
