import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Line, Page, RaceId, Time, Id } from '#contract/scalars.ts'

/** The kinds of suspicions that staff report after a look at the photos. */
export const reportedKinds = ['gender', 'person'] as const
export const suspicionKinds = ['together', 'pace', 'photo', ...reportedKinds] as const
export const suspicionStates = ['open', 'dismissed', 'substitute'] as const

/** A runner of a suspicion, with photos of the bib. */
const Suspect = z.object({
  bib: z.string(),
  name: z.nullable(z.string()),
  gender: z.nullable(z.string()),
  age: z.nullable(z.number()),
  outcome: z.nullable(z.string()),
  /** The time since the gun, in milliseconds. */
  ms: z.nullable(z.number()),
  registrationid: z.nullable(z.number()),
  photos: z.array(z.string()),
})
export const Suspicion = z.object({
  id: z.number(),
  eventid: z.number(),
  event: z.string(),
  kind: z.enum(suspicionKinds),
  runners: z.array(Suspect),
  /** `together`: the largest and the mean difference of the two runners' times in ms, and the number of points. */
  gap: z.nullable(z.number()),
  mean: z.nullable(z.number()),
  points: z.nullable(z.number()),
  /** `pace`: the time divided by the predicted time, the predicted time in seconds, and the earlier result. */
  ratio: z.nullable(z.number()),
  predicted: z.nullable(z.number()),
  earlier: z.nullable(z.object({ race: z.string(), metres: z.number(), seconds: z.number() })),
  /**
   * `photo`: the number of photos, the point of the nearest photo, and the milliseconds by which this photo is later
   * than the chip. The milliseconds are negative if the photo is earlier.
   */
  shots: z.nullable(z.number()),
  point: z.nullable(z.string()),
  late: z.nullable(z.number()),
  /** `gender` and `person`: the note of the member of staff who reported the case. */
  note: z.nullable(z.string()),
  /** All bibs of the group to which this pair belongs. The list is empty if the group has fewer than three bibs. */
  group: z.array(z.string()),
  state: z.enum(suspicionStates),
  reason: z.nullable(z.string()),
  decided_at: z.nullable(Time),
})
export type Suspicion = z.output<typeof Suspicion>

export const consoleSubstitutesLook = post('/console/substitutes/look', {
  access: { right: 'substitutes.decide' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ looked: z.number(), found: z.number(), fresh: z.number() }),
  refusals: ['race_not_found'],
  description:
    'Looks through the results of a race by the rules and lists what a person must look at. Decided cases stay ' +
    'decided. An open case that the results no longer show is removed.',
})
export const consoleSubstitutesList = post('/console/substitutes/list', {
  access: { right: 'substitutes.decide' },
  input: z.object({ raceid: RaceId, state: z._default(z.enum(suspicionStates), 'open'), ...Page }),
  output: z.object({ items: z.array(Suspicion), after: z.nullable(z.string()) }),
  description:
    'Lists the suspected substitutes of a race by state, the most likely first, with both runners side by side. Pairs ' +
    'of a group that runs together come last.',
})
export const consoleSubstitutesPhotos = post('/console/substitutes/photos', {
  access: { right: 'substitutes.decide' },
  input: z.object({ raceid: RaceId, eventid: Int, gender: z.enum(['M', 'F']), ...Page }),
  output: z.object({ items: z.array(Suspect), after: z.nullable(z.string()) }),
  description:
    'Lists the finishers of an event and a gender who have published photos, the fastest first, for a person to look at.',
})
export const consoleSubstitutesReport = post('/console/substitutes/report', {
  access: { right: 'substitutes.decide' },
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    bib: z.string().check(z.minLength(1), z.maxLength(20)),
    kind: z.enum(reportedKinds),
    note: Line(200),
  }),
  output: Suspicion,
  refusals: ['result_not_found', 'suspicion_there'],
  description: 'Reports a runner whose photos show another gender or another person. The case waits for a decision.',
})
export const consoleSubstitutesDecide = post('/console/substitutes/decide', {
  access: { right: 'substitutes.decide' },
  input: z.object({
    raceid: RaceId,
    id: Id,
    state: z.enum(['dismissed', 'substitute']),
    reason: Line(200),
    /** The bibs that are disqualified. Without a bib the decision changes no result. */
    bibs: z._default(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(2)), []),
  }),
  output: Suspicion,
  refusals: ['suspicion_not_found', 'suspicion_decided', 'suspicion_other_bib', 'event_not_found', 'result_not_found'],
  description:
    'Decides about a suspicion, with a reason. Named bibs are disqualified in the same step by the usual correction ' +
    'of results, which staff can undo.',
})
