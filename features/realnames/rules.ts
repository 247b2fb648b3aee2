import type { NameAnswer } from '#integrations/realnames/client.ts'

/** The answer of the service about a name. `open` means that the service has not answered yet. */
export type NameOutcome = NameAnswer | 'open'
export type NameDecision = 'allowed' | 'refused'

/** The number of wrong names that one account may try on one day. */
export const NAME_TRIES = 5
/**
 * The number of wrong names that all accounts together may try for one document on one day. The number is higher than
 * that of one account. Otherwise a stranger who knows a number could lock its owner out with one account. Without any
 * number, a person with many accounts could find the name.
 */
export const DOCUMENT_NAME_TRIES = 20

export type NameVerdict = 'in' | 'mismatch' | 'no_record' | 'refused'
/**
 * Decides about a name that was compared before. A decision of staff counts more than the answer of the service. If the
 * service has not answered yet, the person may sign up, and staff see the answer later.
 */
export const nameVerdictOf = (check: { outcome: NameOutcome; decision: NameDecision | null }): NameVerdict => {
  if (check.decision === 'allowed') return 'in'
  if (check.decision === 'refused') return 'refused'
  return check.outcome === 'match' || check.outcome === 'open' ? 'in' : check.outcome
}
