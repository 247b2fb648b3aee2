import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Line } from '#contract/scalars.ts'

const Base64 = (max: number) => z.string().check(z.regex(/^[\w-]+=*$/), z.maxLength(max))
/** The address and the keys of a browser's push subscription, as the Push API gives them. */
export const PushSubscription = z.object({
  endpoint: z.string().check(z.minLength(1), z.maxLength(1000)),
  p256dh: Base64(120),
  auth: Base64(60),
})
export type PushSubscription = z.output<typeof PushSubscription>

/** The state of push for one browser. `push_key` is the platform's public key, for which a browser subscribes. */
const PushState = z.object({
  push_key: z.string(),
  /** True if the browser with the given `endpoint` gets messages. */
  on: z.boolean(),
  /** True if the browser also gets the messages of the account's box. */
  box: z.boolean(),
})
export type PushState = z.output<typeof PushState>
const endpoint = z.string().check(z.maxLength(1000))

export const pushShow = post('/push/show', {
  access: 'anyone',
  input: z.object({ endpoint: z.optional(endpoint) }),
  output: PushState,
  description: 'Shows the public key for web push, and what the browser of this address gets.',
})
export const pushSave = post('/push/save', {
  access: 'anyone',
  input: z.object({
    push: PushSubscription,
    /** The browser's time zone, for the quiet hours. */
    zone: z.optional(Line(60)),
    /** True if the browser also gets the messages of the account's box. */
    box: z.optional(Flag),
    /** The address that the push service has replaced by a new address. */
    former: z.optional(endpoint),
  }),
  output: PushState,
  refusals: ['push_unusable', 'push_no_holder', 'too_often'],
  description:
    'Keeps the subscription of a browser, for its account and its cookie. The same call again changes the language, the ' +
    'time zone and what the browser gets.',
})
export const pushRemove = post('/push/remove', {
  access: 'anyone',
  input: z.object({ endpoint }),
  output: PushState,
  description: 'Ends the messages to the browser of this address.',
})
