import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Key, RaceId, Time, Whole, GivenMoment } from '#contract/scalars.ts'
import { langs } from '#contract/words.ts'

export const ballotStates = ['declared', 'frozen', 'seeded', 'drawn', 'publishing', 'published', 'cancelled'] as const
export type BallotState = (typeof ballotStates)[number]

const Words = z.partialRecord(z.enum(langs), z.string().check(z.maxLength(200)))
/**
 * A rule that selects entrants: the entrants of a segment, the entrants who get a weight, or the entrants with direct
 * entry.
 */
export const Criterion = z.discriminatedUnion('is', [
  z.object({ is: z.literal('everybody') }),
  /** The entrant meets a qualifying standard of the event. If proofs are reviewed, the proof is approved. */
  z.object({ is: z.literal('qualified') }),
  /** The entrant lives in one of these provinces or cities. */
  z.object({
    is: z.literal('local'),
    places: z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.minLength(1), z.maxLength(50)),
  }),
  /** The entrant never finished one of these races. */
  z.object({ is: z.literal('first_timer'), races: z.array(Whole).check(z.maxLength(50)) }),
  z.object({ is: z.literal('gender'), gender: z.enum(['male', 'female']) }),
  /** The age in completed years on race day. `from` and `to` are both included. */
  z.object({ is: z.literal('age'), from: Whole, to: Whole }),
  /** The entrant has this tag from the organiser. */
  z.object({ is: z.literal('tag'), tag: z.string().check(z.minLength(1), z.maxLength(40)) }),
])
export type Criterion = z.output<typeof Criterion>

/**
 * The rules that the organiser declares before the list is frozen. The last segment draws the remaining places and
 * includes everybody.
 */
export const BallotDeclared = z.object({
  places: Whole.check(z.minimum(0)),
  segments: z
    .array(
      z.object({
        name: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,30}$/)),
        says: Words,
        places: z.optional(Whole.check(z.minimum(0))),
        who: Criterion,
      }),
    )
    .check(z.minLength(1), z.maxLength(16)),
  /** Additional tickets. Each weight that applies adds its number to the entrant's first ticket. */
  weights: z._default(
    z
      .array(z.object({ who: Criterion, plus: z.number().check(z.int(), z.minimum(1), z.maximum(50)) }))
      .check(z.maxLength(10)),
    [],
  ),
  direct: z._default(z.array(Criterion).check(z.maxLength(10)), []),
  /** Entrants who win or lose together: the entrants of one sign-up, of one team, or no entrants. */
  together: z._default(z.enum(['none', 'order', 'team']), 'none'),
  groups: z._default(z.enum(['skip', 'stop']), 'skip'),
  source: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('beacon'),
      at: GivenMoment,
      chain: z.optional(z.string()),
      round: z.optional(Whole),
    }),
    z.object({
      kind: z.literal('number'),
      says: z.string().check(z.minLength(1), z.maxLength(200)),
      /** The moment until which nobody can know the number. Older declarations have no moment. */
      at: z.optional(GivenMoment),
    }),
  ]),
})
export type BallotDeclared = z.output<typeof BallotDeclared>

/** A draw as everybody may see it. Hashes are hexadecimal, and null until the server has computed them. */
export const Ballot = z.object({
  raceid: z.number(),
  id: z.number(),
  eventid: z.number(),
  event: z.string(),
  state: z.enum(ballotStates),
  declared: BallotDeclared,
  entries: z.nullable(z.number()),
  list_hash: z.nullable(z.string()),
  source: z.nullable(z.string()),
  signature: z.nullable(z.string()),
  /**
   * The public key of the beacon's chain. Anybody can check the signature with this key. The key is null for a number,
   * and for a chain that the server does not use any more.
   */
  chain_key: z.nullable(z.string()),
  seed: z.nullable(z.string()),
  outcome_hash: z.nullable(z.string()),
  /** The number of drawn entries by segment name, and the numbers of all `direct`, `drawn` and `wait` entries. */
  counts: z.record(z.string(), z.number()),
  code_version: z.nullable(z.string()),
  /** Addresses of the published files. The address of the outcome is null before its publication. */
  list_path: z.nullable(z.string()),
  outcome_path: z.nullable(z.string()),
  draw_at: z.nullable(Time),
  pay_end: z.nullable(Time),
  frozen_at: z.nullable(Time),
  seeded_at: z.nullable(Time),
  drawn_at: z.nullable(Time),
  published_at: z.nullable(Time),
  /** The moment and the organiser's reason for calling off a draw. */
  cancelled_at: z.nullable(Time),
  cancelled_why: z.nullable(z.string()),
  /** True if the beacon is the sandbox. */
  pretend_beacon: z.boolean(),
})
export type Ballot = z.output<typeof Ballot>

export const ballotList = post('/ballot/list', {
  access: 'anyone',
  shared: 5,
  input: z.object({ raceid: RaceId }),
  output: z.array(Ballot),
  description: "Lists a race's draws with their rules and hashes. Seed and outcome follow when they exist.",
})
export const ballotShow = post('/ballot/show', {
  access: 'anyone',
  shared: 5,
  input: z.object({ raceid: RaceId, id: z.coerce.number().check(z.int(), z.minimum(1)) }),
  output: Ballot,
  refusals: ['ballot_not_found'],
  description: 'Shows one draw, for its public page.',
})
export const ballotMine = post('/ballot/mine', {
  access: 'runner',
  input: z.object({ id: Key }),
  output: z.object({
    ballotid: z.number(),
    /** Anybody can compute `entry` from the salt and the key, and find it in the list. */
    salt: z.string(),
    key: z.string(),
    entry: z.string(),
    together: z.nullable(z.string()),
    /**
     * One weight for each segment. Null for a direct entry. `why` gives the reason for each weight in the caller's
     * language.
     */
    weights: z.nullable(z.array(z.number())),
    why: z.array(z.string()),
    /** The result of the entry. Null until the outcome is published. */
    fate: z.nullable(z.enum(['direct', 'drawn', 'wait'])),
    segment: z.nullable(z.string()),
    code: z.nullable(z.number()),
  }),
  refusals: ['registration_not_found', 'not_in_a_ballot'],
  description:
    "Shows the caller's own entry in the draw: the secret salt, the line of the public list, the reasons for its " +
    'weight, and its outcome.',
})
