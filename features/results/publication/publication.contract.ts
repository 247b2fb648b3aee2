import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, RaceId, Time } from '#contract/scalars.ts'
import { outcomes } from '../rules.ts'
import { differenceKinds } from './differences.rules.ts'
import { publicationStates } from './publication.rules.ts'

const time = z.nullable(Time)
const Note = z._default(z.string().check(z.trim(), z.maxLength(300), z.regex(/^\P{Cc}*$/u)), '')
const Shown = z._default(z.enum(['provisional', 'official']), 'provisional')
/** The newest version that the publisher has seen; 0: there was none. If it is not set, the server does not compare. */
const Seen = z.optional(Int)

export const consoleResultsPublish = post('/console/results/publish', {
  access: { right: 'results.edit' },
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    published: Flag,
    state: Shown,
    /** A note for the version; the reason if official results become provisional again. */
    note: Note,
    seen: Seen,
    /** Makes the results official although protests are open. */
    despite: z._default(Flag, false),
  }),
  output: z.object({ published_at: time, official_at: time, protest_until: time, version: z.nullable(z.number()) }),
  refusals: ['no_results_yet', 'published_meanwhile', 'reason_missing', 'protests_open'],
  description:
    "Shows an event's results to everybody, as provisional or official, or takes them back. Each publication keeps a version of the list with its note.",
})

export const consoleResultsSchedule = post('/console/results/schedule', {
  access: { right: 'results.edit' },
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    /** The moment of the publication. If it is not set, the server gives up the planned publication. */
    at: z.optional(z.iso.datetime({ offset: true })),
    state: Shown,
    note: Note,
  }),
  output: z.object({ publish_at: time }),
  refusals: ['no_results_yet', 'moment_past', 'reason_missing'],
  description: "Publishes an event's results by themselves at a moment to come, or gives that up.",
})

const Counts = z.object({
  results: z.number(),
  finished: z.number(),
  added: z.number(),
  gone: z.number(),
  outcome: z.number(),
  time: z.number(),
  name: z.number(),
  rank: z.number(),
})
const Side = z.nullable(
  z.object({ outcome: z.enum(outcomes), time: z.nullable(z.string()), rank: z.nullable(z.number()) }),
)
export const consoleResultsDifferences = post('/console/results/differences', {
  access: { right: 'results.import' },
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    /**
     * The version to compare with the version before it. If it is not set, the present results are compared with the
     * newest version.
     */
    version: z.optional(Int),
  }),
  output: z.object({
    /** The version to compare with; null: there is no former version. */
    against: z.nullable(z.number()),
    counts: Counts,
    rows: z.array(
      z.object({
        id: z.number(),
        bib: z.string(),
        /** The present name; null if the result is gone. */
        name: z.nullable(z.string()),
        kinds: z.array(z.enum(differenceKinds)),
        before: Side,
        after: Side,
      }),
    ),
    /** The number of rows beyond the listed ones. */
    more: z.number(),
  }),
  refusals: ['no_results_yet', 'version_not_found'],
  description:
    'Differences between two versions of a list: new and gone results, other outcomes, times, names and places, as counts and rows. Without a version: the differences that publishing now would make.',
})

export const consoleResultsVersions = post('/console/results/versions', {
  access: { right: 'results.import' },
  input: z.object({ raceid: RaceId, eventid: Int }),
  output: z.object({
    state: z.enum(publicationStates),
    published_at: time,
    official_at: time,
    protest_until: time,
    publish_at: time,
    publish_as: z.nullable(z.enum(['provisional', 'official'])),
    publish_note: z.nullable(z.string()),
    protests_open: z.number(),
    versions: z.array(
      z.object({
        id: z.number(),
        state: z.enum(publicationStates),
        note: z.string(),
        by: z.nullable(z.string()),
        created_at: Time,
        counts: Counts,
        /** The list of this version is kept, so a page can show its changes. */
        kept: z.boolean(),
      }),
    ),
  }),
  refusals: ['no_results_yet'],
  description: "An event's publications, newest first: who, when, with which note, and how much each changed.",
})
