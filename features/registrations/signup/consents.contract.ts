import * as z from 'zod/mini'

export const consentNames = [
  'terms',
  'sensitive',
  'disclaimer',
  'guardian',
  'publication',
  'photos',
  'face',
  'marketing',
] as const
export type ConsentName = (typeof consentNames)[number]
/**
 * The consents. The form asks for each consent separately. `disclaimer` and `face` are asked if the race has them,
 * `guardian` for runners under 18 on race day. `terms`, `sensitive`, `disclaimer` and `guardian` are required where
 * they are asked. The other consents are the runner's choice. Without `publication` public lists show neither name nor
 * age.
 */
export const Consent = z.object({
  name: z.enum(consentNames),
  version: z.string(),
  title: z.string(),
  body: z.string(),
  asked: z.enum(['always', 'under_age', 'optional']),
})
export type Consent = z.output<typeof Consent>
