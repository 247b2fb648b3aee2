import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { type Right, rights } from '#contract/rights.ts'
import { Int, Line, RaceId, Time, GivenMoment } from '#contract/scalars.ts'

const manage = { right: 'integrations.manage' } as const
const race = { raceid: z.optional(RaceId) }

/**
 * Rights that no key may have. With the first two, a key could give more rights to itself or to other keys. Only a
 * person merges accounts or vouches for a payment channel.
 */
const neverOfKeys: readonly Right[] = ['staff.manage', 'integrations.manage', 'accounts.merge', 'channels.prove']
export const keyRights = (Object.keys(rights) as Right[]).filter((right) => !neverOfKeys.includes(right))

const KeyRight = z.enum(keyRights as [Right, ...Right[]])
const ApiKey = z.object({
  raceid: z.nullable(z.number()),
  id: z.number(),
  name: z.string(),
  /** The beginning of the key. */
  prefix: z.string(),
  rights: z.array(KeyRight),
  made_by: z.string(),
  state: z.enum(['live', 'expired', 'revoked']),
  expires_at: z.nullable(Time),
  revoked_at: z.nullable(Time),
  used_at: z.nullable(Time),
  created_at: Time,
})
export type ApiKey = z.output<typeof ApiKey>

export const consoleApikeysList = post('/console/apikeys/list', {
  access: manage,
  input: z.object(race),
  output: z.object({
    items: z.array(ApiKey),
    /** Rights that the caller may give to a key. */
    rights: z.array(KeyRight),
  }),
  description: 'Lists the API keys of one race, or without `raceid` those for all races. No key itself is in the list.',
})
export const consoleApikeysMake = post('/console/apikeys/make', {
  access: manage,
  input: z.object({
    ...race,
    name: Line(60),
    rights: z.array(KeyRight).check(z.minLength(1), z.maxLength(100)),
    expires_at: z._default(z.nullable(GivenMoment), null),
  }),
  output: z.object({ key: z.string(), item: ApiKey }),
  refusals: ['right_not_yours', 'key_end_past', 'keys_too_many'],
  description:
    'Makes an API key with rights that the caller has. The answer is the only one that shows the key. A program sends it ' +
    'as `Authorization: Bearer sk_…`.',
})
export const consoleApikeysRevoke = post('/console/apikeys/revoke', {
  access: manage,
  input: z.object({ ...race, id: Int }),
  output: ApiKey,
  refusals: ['key_unknown'],
  description: 'Revokes an API key for good. Its next call is refused.',
})
