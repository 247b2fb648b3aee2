import * as z from 'zod/mini'
import type { ConsentName } from './consents.contract.ts'

/**
 * A consent as `registrations.consents` holds it: to which version and wording (`hash`, table consent_texts), when, and
 * since when it no longer stands.
 */
export const GivenConsent = z.object({
  version: z.string(),
  at: z.string(),
  hash: z.optional(z.string()),
  withdrawn_at: z.optional(z.string()),
})
export type GivenConsent = z.output<typeof GivenConsent>
export type GivenConsents = Partial<Record<ConsentName, GivenConsent>>

/** Whether a registrant agrees to something now. */
export const agreesTo = (consents: unknown, name: ConsentName): boolean => {
  const given = (consents as GivenConsents | null)?.[name]
  return given !== undefined && given.withdrawn_at === undefined
}
