import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, RaceId, Time, Typed, GivenMoment } from '#contract/scalars.ts'
import { outcomes } from '../rules.ts'
import { versionDifferenceKinds } from './differences.rules.ts'
import { publicationStates } from './publication.rules.ts'

const time = z.nullable(Time)
const Note = z._default(Typed(300), '')
const Shown = z._default(z.enum(['provisional', 'official']), 'provisional')
/**
 * The newest version that the publisher has seen; 0 if the publisher has seen no version. Without this field the server
 * does not compare versions.
 */
const Seen = z.optional(Int)

export const consoleResultsPublish = post('/console/results/publish', {
  access: { right: 'results.edit' },
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    published: Flag,
    state: Shown,
    /** A note for the version. It gives the reason when official results become provisional again. */
    note: Note,
    seen: Seen,
    /** True if the results become official even though protests are open. */
    despite: z._default(Flag, false),
  }),
  output: z.object({ published_at: time, official_at: time, protest_until: time, version: z.nullable(z.number()) }),
  refusals: ['no_results_yet', 'published_meanwhile', 'reason_missing', 'protests_open'],
  description:
    "Shows an event's results to everybody, as provisional or official, or hides them again. Each publication stores a version of the list with its note.",
})

export const consoleResultsSchedule = post('/console/results/schedule', {
  access: { right: 'results.edit' },
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    /** The moment of the publication. Without this field the server cancels the planned publication. */
    at: z.optional(GivenMoment),
    state: Shown,
    note: Note,
  }),
  output: z.object({ publish_at: time }),
  refusals: ['no_results_yet', 'moment_past', 'reason_missing'],
  description: "Plans the publication of an event's results for a later moment, or cancels the plan.",
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
     * The version to compare with the previous version. Without this field the server compares the present results with
     * the newest version.
     */
    version: z.optional(Int),
  }),
  output: z.object({
    /** The former version in the comparison. Null if no former version has a stored list. */
    against: z.nullable(z.number()),
    /**
     * The moment since which the list has been public without a version, if there is no former version. Timing
     * publishes live results without a version.
     */
    public_since: time,
    /** True if there was a former version whose list is no longer kept. */
    dropped: z.boolean(),
    counts: Counts,
    rows: z.array(
      z.object({
        id: z.number(),
        bib: z.string(),
        /** The present name; null if the result is gone. */
        name: z.nullable(z.string()),
        kinds: z.array(z.enum(versionDifferenceKinds)),
        before: Side,
        after: Side,
      }),
    ),
    /** The number of rows that are not listed. */
    more: z.number(),
  }),
  refusals: ['no_results_yet', 'version_not_found'],
  description:
    'Differences between two versions of a list, as counts and rows: new and removed results, other outcomes, times, names and ranks. Without a version: the differences that a publication at this moment would make.',
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
        /** True if the list of this version is stored, so that a page can show its changes. */
        kept: z.boolean(),
      }),
    ),
  }),
  refusals: ['no_results_yet'],
  description: "An event's publications, newest first, each with its author, moment, note and number of changes.",
})
