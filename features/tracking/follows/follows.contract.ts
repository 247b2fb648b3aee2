import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Line, RaceId, Time } from '#contract/scalars.ts'
import { PushSubscription } from '#features/push/contract.ts'

const Bib = z.string().check(z.trim(), z.minLength(1), z.maxLength(20))
const Label = z.string().check(z.minLength(1), z.maxLength(20))
/**
 * The points about which a follower gets messages: all points, some of them, or only the finish. The finish always
 * counts.
 */
export const followPoints = ['all', 'some', 'finish'] as const
export type FollowPoints = (typeof followPoints)[number]
export const followChannels = ['app', 'push', 'wechat', 'sms'] as const

export const Follow = z.object({
  raceid: z.number(),
  race: z.string(),
  bib: z.string(),
  /** The event of the runner. Null in a follow of an earlier release. */
  eventid: z.nullable(z.number()),
  /** Null if the public results show no name. */
  name: z.nullable(z.string()),
  /** The key of the runner's published result, for a link to it. */
  _key: z.nullable(z.string()),
  points: z.enum(followPoints),
  /** Labels of the chosen points. */
  labels: z.array(z.string()),
  channels: z.array(z.enum(followChannels)),
  since: Time,
})
export type Follow = z.output<typeof Follow>

export const liveGpsSubscribe = post('/live/gps/subscribe', {
  access: 'anyone',
  input: z.object({
    raceid: RaceId,
    bib: Bib,
    /** The event of the runner. A call needs it if two events of the race use the bib. */
    eventid: z.optional(Int),
    points: z._default(z.enum(followPoints), 'all'),
    labels: z._default(z.array(Label).check(z.maxLength(60)), []),
    channels: z._default(z.array(z.enum(followChannels)).check(z.maxLength(4)), ['app']),
    push: z.optional(PushSubscription),
    /** The browser's time zone, for the quiet hours. */
    zone: z.optional(Line(60)),
  }),
  output: z.object({ follow: Follow }),
  refusals: [
    'race_not_found',
    'runner_not_timed',
    'which_runner',
    'follow_forbidden',
    'too_many_follows',
    'push_unusable',
    'push_no_holder',
    'channel_closed',
    'too_often',
  ],
  description:
    'Follows a runner: a message at the chosen points and the finish. An account holds the follow, or a browser by its ' +
    'cookie. The same call again changes it.',
})
export const liveGpsUnsubscribe = post('/live/gps/unsubscribe', {
  access: 'anyone',
  input: z.object({
    raceid: RaceId,
    bib: z.optional(Bib),
    eventid: z.optional(Int),
    /** The key in a message. A tap on the link in the message sends this key and ends the follow. */
    stop: z.optional(z.string().check(z.maxLength(80))),
  }),
  output: z.object({ stopped: z.number() }),
  description: 'Ends a follow, or all follows of the race if the call names no bib.',
})
export const liveGpsGetsubscribes = post('/live/gps/getsubscribes', {
  access: 'anyone',
  input: z.object({ raceid: z.optional(RaceId), bib: z.optional(Bib), eventid: z.optional(Int) }),
  output: z.object({
    items: z.array(Follow),
    /** The platform's public key for web push. */
    push_key: z.string(),
    /** The channels that the caller can choose. */
    channels: z.array(z.enum(followChannels)),
    /** The points of the course of the named bib, in the order of the course. */
    labels: z.array(z.string()),
    /** False if nobody times the named bib, so that a follow of it sends no messages. */
    timed: z.boolean(),
  }),
  description: 'Lists the follows of the caller, and the ways and the points that can be chosen.',
})
