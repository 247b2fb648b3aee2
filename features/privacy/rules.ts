import type { OrganisationClass, RaceClass } from '#contract/personal.ts'
import { optionalConsents } from '#features/registrations/signup/signup.rules.ts'

export type DataClass = RaceClass | OrganisationClass

const [month, halfYear, year] = [30, 180, 365]
/**
 * The defaults where organisers set nothing. Health and emergency data serve race day and the days after it; contact
 * data the year in which races answer for it; identity the three years in which claims can be raised (Civil Code art.
 * 188); the log of staff at least the six months of the Cybersecurity Law art. 21, here as long as claims.
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
/** The least days, whatever is set: the law wants this data kept. */
export const retentionLeast: Record<DataClass, number> = {
  identity: 0,
  contact: 0,
  emergency: 0,
  health: 0,
  proofs: 0,
  messages: 0,
  log: halfYear,
}
/** Orders, payments and refunds, kept without a name (accounting law). */
export const ordersYears = 10

const DAY = 24 * 3_600_000
/** The date on which a class of a race is erased. */
export const goesAt = (raceTime: Date, days: number): Date => new Date(raceTime.getTime() + days * DAY)

/**
 * A person can take an erasure back for a week. Data that a race still needs is kept until protests and insurance are
 * settled.
 */
export const graceDays = 7
export const settledDays = 30

export type RetainedRegistration = { deleted_at: Date | null; closed_at: Date | null; refundid: number; state: string }
/**
 * Tells whether a registration can still lead to a start: a runner who left, was refused or was not drawn holds
 * nothing.
 */
export const isLive = (row: RetainedRegistration): boolean =>
  row.deleted_at === null &&
  row.closed_at === null &&
  row.refundid === 0 &&
  !['auditfail', 'waitfail'].includes(row.state)
/** The earliest date at which a registration's data can be erased, and whether a race still needs it. */
export const erasableAt = (row: RetainedRegistration, raceTime: Date, now: Date): { at: Date; needed: boolean } => {
  const grace = goesAt(now, graceDays)
  const settled = goesAt(raceTime, settledDays)
  const needed = isLive(row) && settled > grace
  return { at: needed ? settled : grace, needed }
}

/**
 * Tells whether a consent is a choice. The registration itself needs the other consents: withdrawing one means leaving,
 * unless the race is over.
 */
export const isChoice = (name: string): boolean => (optionalConsents as readonly string[]).includes(name)
