import * as z from 'zod/mini'
import { type OutputOf, post, upload } from '#contract/endpoint.ts'
import { Day, Flag, Int, Line, Page, RaceId, Time, IntBetween, OtherNames, Typed } from '#contract/scalars.ts'
import { trackReasons } from '#features/trails/track.rules.ts'
import { dayReasons, goals, proofKinds } from './days.rules.ts'

const moment = z.nullable(Time)
export const proofReasons = [...dayReasons, ...trackReasons, 'proof_kind', 'photo_known', 'staff'] as const
export const ProofReason = z.enum(proofReasons)
export type ProofReason = z.output<typeof ProofReason>
export const proofStates = ['counts', 'waiting', 'refused'] as const
export const challengeDayStates = ['done', 'made_up', 'waiting', 'part', 'missed', 'today', 'ahead'] as const

export const challengeRules = {
  goal: z.enum(goals),
  target: z.number(),
  starts_on: Day,
  ends_on: Day,
  least_metres: z.number(),
  proofs: z.array(z.enum(proofKinds)),
  makeups: z.number(),
  makeup_days: z.number(),
}
const Challenge = z.object({
  id: z.number(),
  raceid: z.number(),
  name: z.string(),
  description: z.string(),
  ...challengeRules,
  review: z.boolean(),
  people: z.number(),
})
export type Challenge = z.output<typeof Challenge>
const named = { raceid: RaceId, id: Int }

export const challengesList = post('/challenges/list', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, id: z.optional(Int) }),
  output: z.object({
    zone: z.string(),
    items: z.array(Challenge),
    consent: z.object({ version: z.string(), title: z.string(), body: z.string() }),
  }),
  refusals: ['race_not_found', 'challenge_not_found'],
  description: 'Lists the published challenges of a race with the consent that a sign-up needs.',
  shared: 5,
})

const Proof = z.object({
  id: z.number(),
  day: Day,
  made_up: z.boolean(),
  proof: z.enum(proofKinds),
  metres: z.number(),
  seconds: z.nullable(z.number()),
  photo: z.nullable(z.string()),
  state: z.enum(proofStates),
  reason: z.nullable(ProofReason),
  /** The reason in the language of the caller. */
  says: z.nullable(z.string()),
  created_at: Time,
})
const Mine = z.object({
  challenge: Challenge,
  zone: z.string(),
  /** Today on the clock of the race. */
  today: Day,
  name: z.string(),
  group: z.nullable(z.object({ id: z.number(), name: z.string(), code: z.string(), people: z.number() })),
  standing: z.object({
    days: z.number(),
    metres: z.number(),
    streak: z.number(),
    longest: z.number(),
    makeups_left: z.number(),
    complete_on: z.nullable(Day),
  }),
  calendar: z.array(z.object({ day: Day, state: z.enum(challengeDayStates), metres: z.number() })),
  /** The newest 50 proofs. */
  proofs: z.array(Proof),
})
export type ChallengeMine = z.output<typeof Mine>

export const clockMy = post('/clock/my', {
  access: 'runner',
  input: z.object({ raceid: z.optional(RaceId), id: z.optional(Int) }),
  output: z.object({ items: z.array(Mine) }),
  description:
    'Lists the challenges that the account takes part in, of one race or of all, each with its calendar, its streak on ' +
    "the race's own clock, and the newest proofs.",
})
export const clockSign = upload('/clock/sign', {
  access: 'runner',
  input: z.object({
    ...named,
    proof: z.enum(proofKinds),
    /**
     * The day that the proof is for. Without a day, the proof is for the day of its track, or for today if there is
     * no track.
     */
    day: z.optional(Day),
    note: z._default(Typed(200), ''),
  }),
  output: z.object({ proof: Proof, mine: Mine }),
  refusals: [
    'race_not_found',
    'challenge_not_found',
    'challenge_not_joined',
    'challenge_file_needed',
    'track_file_too_large',
    'track_file_unreadable',
    'track_file_without_times',
    'not_a_picture',
    'picture_too_large',
    'too_often',
  ],
  description:
    'Clocks in with a GPX or FIT file or a photo, for today or for a missed day. A proof that does not count is ' +
    'answered and kept with its reason.',
  largest: 16 * 1024 * 1024,
})

export const challengesJoin = post('/challenges/join', {
  access: 'runner',
  input: z.object({
    ...named,
    change: z._default(z.enum(['join', 'withdraw', 'group', 'leave']), 'join'),
    /** The person's name in the ranking (`join`), or the name of a new group (`group`). */
    name: z.optional(Line(30)),
    consent: z.optional(Line(40)),
    /** The code of an existing group. */
    code: z.optional(Line(40)),
  }),
  output: z.object({ mine: z.nullable(Mine) }),
  refusals: [
    'race_not_found',
    'challenge_not_found',
    'challenge_over',
    'challenge_consent_outdated',
    'challenge_not_joined',
    'challenge_group_not_found',
    'challenge_group_full',
  ],
  description:
    'Joins a challenge with a consent of its own, withdraws it, which erases every proof, or makes, joins or leaves a ' +
    'group of friends.',
})

const Ranked = z.object({
  rank: z.number(),
  name: z.string(),
  group: z.nullable(z.string()),
  days: z.number(),
  metres: z.number(),
})
export const challengesRank = post('/challenges/rank', {
  access: 'anyone',
  input: z.object({ ...named, code: z.optional(Line(40)), limit: Page.limit }),
  output: z.object({ total: z.number(), items: z.array(Ranked) }),
  refusals: ['race_not_found', 'challenge_not_found', 'challenge_group_not_found'],
  description: 'Ranks the people of a challenge under the names that they chose, or of one group by its code.',
  shared: 5,
})
export type ChallengeList = OutputOf<typeof challengesList>

const Description = z.string().check(z.trim(), z.maxLength(2000))
const ConsoleChallenge = z.object({
  id: z.number(),
  name: z.string(),
  names: z.record(z.string(), z.string()),
  description: z.string(),
  descriptions: z.record(z.string(), z.string()),
  ...challengeRules,
  review: z.boolean(),
  published_at: moment,
  updated_at: Time,
  people: z.number(),
  waiting: z.number(),
})
export type ConsoleChallenge = z.output<typeof ConsoleChallenge>
export const consoleChallengesList = post('/console/challenges/list', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(ConsoleChallenge) }),
  description: 'Lists the challenges of a race, drafts too, with the number of proofs that wait for staff.',
})
export const consoleChallengesSave = post('/console/challenges/save', {
  access: { right: 'events.edit' },
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    name: Line(60),
    names: z._default(OtherNames, {}),
    description: z._default(Description, ''),
    descriptions: z._default(z.object({ 'zh-tw': z.optional(Description), en: z.optional(Description) }), {}),
    goal: z.enum(goals),
    target: IntBetween(1, 100_000_000),
    starts_on: Day,
    ends_on: Day,
    least_metres: z._default(IntBetween(0, 200_000), 0),
    proofs: z.array(z.enum(proofKinds)).check(z.minLength(1), z.maxLength(2)),
    review: z._default(Flag, false),
    makeups: z._default(IntBetween(0, 366), 0),
    makeup_days: z._default(IntBetween(1, 366), 3),
    published: z._default(Flag, false),
    updated_at: z.optional(z.string()),
  }),
  output: z.object({ challenge: ConsoleChallenge }),
  refusals: ['challenge_not_found', 'challenge_changed_meanwhile', 'challenge_days_wrong', 'challenge_target_too_far'],
  description: 'Writes or changes a challenge. Days and ranks follow from its rules, so a changed rule counts at once.',
})
const ConsoleProof = z.object({
  ...Proof.shape,
  name: z.string(),
  note: z.string(),
  decided_at: moment,
})
export const consoleChallengesProofs = post('/console/challenges/proofs', {
  access: { right: 'results.edit' },
  input: z.object({
    ...named,
    only: z._default(z.enum(['waiting', 'refused', 'all']), 'waiting'),
    ...Page,
  }),
  output: z.object({ items: z.array(ConsoleProof), after: z.nullable(z.string()) }),
  refusals: ['challenge_not_found'],
  description: 'Lists the proofs of a challenge, newest first: those that wait for staff, the refused ones, or all.',
})
export const consoleChallengesDecide = post('/console/challenges/decide', {
  access: { right: 'results.edit' },
  input: z.object({ ...named, proofid: Int, counts: Flag }),
  output: z.object({ proof: ConsoleProof }),
  refusals: ['challenge_not_found', 'challenge_proof_not_found', 'challenge_proof_again'],
  description: 'Lets a proof count, or refuses it. The ranking follows at once.',
})
