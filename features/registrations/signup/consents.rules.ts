import * as z from 'zod/mini'
import type { ConsentName } from './consents.contract.ts'

/**
 * A consent in `registrations.consents`: its version, the `hash` of its wording (table consent_texts), its time, and
 * the time of its withdrawal.
 */
export const GivenConsent = z.object({
  version: z.string(),
  at: z.string(),
  hash: z.optional(z.string()),
  withdrawn_at: z.optional(z.string()),
})
export type GivenConsent = z.output<typeof GivenConsent>
export type GivenConsents = Partial<Record<ConsentName, GivenConsent>>

export const agreesTo = (consents: unknown, name: ConsentName): boolean => {
  const given = (consents as GivenConsents | null)?.[name]
  return given !== undefined && given.withdrawn_at === undefined
}
