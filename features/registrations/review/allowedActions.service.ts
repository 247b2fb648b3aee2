import type { ChangeOutcome } from '../changes/changes.contract.ts'
import type { RegistrationState } from '../contract.ts'
import { paidStateOf } from '../status/payable.rules.ts'
import { type RaceGiven, statusFactsOf } from '../status/present.service.ts'
import { transition } from '../status/transitions.rules.ts'
import type { ViewRow } from '../store.ts'

/**
 * The reason why an action is not possible for a registration; undefined if the action is possible. The preview and the
 * action use the same rule.
 */
type WhyNot = Exclude<ChangeOutcome['outcome'], 'done'> | undefined

/** Tells whether a registration is live: not deleted, not closed without payment, and not refunded. */
export const isLive = (row: ViewRow, race: RaceGiven): boolean =>
  row.deleted_at === null && ['0', '1'].includes(paidStateOf(statusFactsOf(row, race)))

/**
 * Tells whether the registration is unpaid, and whether an approval asks for money at once. `unpaid` can also be true
 * for a registration that costs nothing.
 */
export const dueOf = (row: ViewRow, race: RaceGiven): { unpaid: boolean; due: boolean } => {
  const unpaid = paidStateOf(statusFactsOf(row, race)) === '0'
  return { unpaid, due: unpaid && row.price > 0 && row.orderid === null && row.e_paystate === 'open' }
}

export const whyNotApproved = (row: ViewRow, race: RaceGiven, now: Date): WhyNot => {
  if (row.state === 'normal') return 'unchanged'
  if (!isLive(row, race) || !transition(row.state as RegistrationState, 'approve')) return 'not_possible'
  return dueOf(row, race).due && row.e_pay_end && row.e_pay_end <= now ? 'pay_over' : undefined
}

export const whyNotRefused = (row: ViewRow, race: RaceGiven): WhyNot => {
  if (row.state === 'auditfail') return 'unchanged'
  return isLive(row, race) && transition(row.state as RegistrationState, 'refuse') ? undefined : 'not_possible'
}

export const whyNotReserved = (row: ViewRow, race: RaceGiven): WhyNot => {
  if (row.state === 'delay') return 'unchanged'
  const paid = paidStateOf(statusFactsOf(row, race)) === '1'
  return isLive(row, race) && paid && transition(row.state as RegistrationState, 'reserve') ? undefined : 'not_possible'
}

export const whyNotTagged = (row: ViewRow): WhyNot => (row.deleted_at ? 'not_possible' : undefined)

export const whyNotZoned = (row: ViewRow, race: RaceGiven): WhyNot =>
  isLive(row, race) && row.place_held ? undefined : 'not_possible'
