import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Flag, Int, Key, Line, RaceId, Time } from '#contract/scalars.ts'
import { CHEER_LENGTH, SENDER_LENGTH, stops, visibilities } from './share.rules.ts'

/** The secret part of a run's link, or the secret name of a device. */
const Secret = z.string().check(z.minLength(22), z.maxLength(64), z.regex(/^[\w-]+$/))
const count = z.nullable(z.number())

export const TrackedRun = z.object({
  id: z.number(),
  raceid: z.number(),
  race: z.string(),
  eventid: z.nullable(z.number()),
  event: z.string(),
  colour: z.string(),
  zone: z.string(),
  bib: z.nullable(z.string()),
  /** Null if the runner's name is not public. */
  name: z.nullable(z.string()),
  visibility: z.enum(visibilities),
  /** True if spectators may send short texts. */
  cheers: z.boolean(),
  consent_at: Time,
  consent_version: z.nullable(z.string()),
  withdrawn_at: z.nullable(Time),
  created_at: Time,
  started_at: z.nullable(Time),
  stopped_at: z.nullable(Time),
  stopped_by: z.nullable(z.enum(stops)),
  /** The moment at which the server erases the positions, if no more positions arrive. */
  kept_until: Time,
  /** True if the server has erased the positions. */
  erased: z.boolean(),
  battery: count,
  contact_at: z.nullable(Time),
  /** The last place. `along` is in metres along the course, `off` in metres from the course. */
  last: z.nullable(z.object({ at: Time, lat: z.number(), lon: z.number(), along: count, off: count })),
  fixes: z.number(),
  metres: z.number(),
  /** True if the account keeps the route after its positions are erased. */
  kept: z.boolean(),
})
export type TrackedRun = z.output<typeof TrackedRun>
export const Cheer = z.object({ id: z.number(), text: z.string(), from: z.nullable(z.string()), at: Time })
export type Cheer = z.output<typeof Cheer>
export const ShareConsent = z.object({ version: z.string(), title: z.string(), body: z.string() })
const Entry = z.object({
  _key: z.string(),
  eventid: z.number(),
  event: z.string(),
  bib: z.nullable(z.string()),
  /** The reason why a run cannot begin now. Null if it can begin. */
  why: z.nullable(z.string()),
})

export const appLiveCreate = post('/app/live/create', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    /** The key of one of the caller's registrations. */
    id: Key,
    visibility: z._default(z.enum(visibilities), 'link'),
    cheers: z._default(Flag, true),
    /** The version of the consent that the runner read and agreed to. */
    consent: Line(40),
  }),
  output: z.object({
    run: TrackedRun,
    /** The secret name of the device. Only this answer holds it. */
    token: z.nullable(z.string()),
    /** The secret part of the link; null if the run is not shared by link. Only this answer holds the secret. */
    link: z.nullable(z.string()),
  }),
  refusals: ['race_not_found', 'share_needs_entry', 'share_not_yet', 'share_over', 'consent_outdated'],
  description:
    'Opens a run that a runner shares, with a consent of its own. For a run that is open already, the answer ' +
    'has the run without its secrets.',
})

export const runChanges = ['show', 'cheers', 'stop', 'withdraw', 'delete', 'link', 'token'] as const
export const appLivePublish = post('/app/live/publish', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    id: Int,
    change: z.enum(runChanges),
    visibility: z.optional(z.enum(visibilities)),
    cheers: z.optional(Flag),
  }),
  output: z.object({
    /** Null after the run was deleted. */
    run: z.nullable(TrackedRun),
    token: z.nullable(z.string()),
    link: z.nullable(z.string()),
  }),
  refusals: ['run_not_found', 'run_stopped'],
  description:
    'Changes an own run: the people who see it, cheers on or off, stop, a new link or a new device name. ' +
    '`withdraw` ends the consent and erases the positions at once. `delete` also erases the kept route.',
})

export const appLiveQuery = post('/app/live/query', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, id: z.optional(Int), link: z.optional(Secret) }),
  output: z.object({
    now: Time,
    /** The caller's own run, or the run of the link. Null if the caller has no run. */
    run: z.nullable(TrackedRun),
    own: z.boolean(),
    cheers: z.array(Cheer),
    consent: ShareConsent,
    /** The caller's registrations with which a run can be opened. */
    entries: z.array(Entry),
  }),
  refusals: ['race_not_found', 'run_not_found'],
  description:
    "Reads the state of the caller's newest run of a race, or of the run of a link, with its newest cheers, the " +
    'consent, and the registrations that can share.',
})

const place = {
  raceid: RaceId,
  id: z.optional(Int),
  link: z.optional(Secret),
}
export const appLivePoint = post('/app/live/point', {
  access: 'anyone',
  input: z.object({ ...place, since: z._default(z.coerce.number().check(z.minimum(0)), 0) }),
  output: z.object({
    /** Milliseconds since 1970, latitude, longitude, height and metres along the course. */
    points: z.array(z.tuple([z.number(), z.number(), z.number(), count, count])),
    /** The `since` of the next call. */
    since: z.number(),
  }),
  refusals: ['race_not_found', 'run_not_found'],
  description: 'Reads the points of a run after a moment, at most 2,000 at a time.',
})
export const appLiveRoute = post('/app/live/route', {
  access: 'anyone',
  input: z.object({ ...place, gpx: z._default(Flag, false) }),
  output: z.object({
    line: z.array(z.tuple([z.number(), z.number()])),
    metres: z.number(),
    started_at: z.nullable(Time),
    stopped_at: z.nullable(Time),
    kept: z.boolean(),
    /** The text of a GPX file. Only the runner gets it. */
    gpx: z.nullable(z.string()),
  }),
  refusals: ['race_not_found', 'run_not_found'],
  description: 'Reads the line of a run, thinned for a map. The runner can have it as GPX with every point.',
})
export const appLiveHistory = post('/app/live/history', {
  access: 'runner',
  input: z.object({ raceid: z.optional(RaceId) }),
  output: z.object({ items: z.array(TrackedRun) }),
  description: 'Lists the own runs of an account, newest first, of one race or of all. Deleted runs are left out.',
})

/** The server checks each value when it stores the fix, because one wrong fix must not stop the other fixes. */
const fix = z.object({
  at: z.unknown(),
  lat: z.unknown(),
  lon: z.unknown(),
  accuracy: z.optional(z.unknown()),
  altitude: z.optional(z.unknown()),
  speed: z.optional(z.unknown()),
  heading: z.optional(z.unknown()),
  battery: z.optional(z.unknown()),
  sos: z.optional(Flag),
})
const positions = {
  access: 'anyone',
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    /** The secret name of the device. Without it the runner's session and the id of the run identify the run. */
    token: z.optional(Secret),
    fixes: z.array(fix).check(z.maxLength(500)),
  }),
  output: z.object({
    now: Time,
    taken: z.number(),
    /** The number of fixes that the server already had. */
    known: z.number(),
    refused: z.array(z.object({ reason: z.string(), times: z.number() })),
    stopped_by: z.nullable(z.enum(stops)),
  }),
  refusals: ['run_not_found', 'too_often'],
  description:
    'Takes fixes of a run, several at once. They may come late, more than once and out of order. The answer ' +
    'goes out after the fixes are committed. After the stop, the server still stores a fix of the time before ' +
    'the stop.',
} as const
export const appLivePos = post('/app/live/pos', positions)
export const appRunnerSavePos = post('/app/runner/savePos', positions)
export const runnerSavePos = post('/runner/savePos', positions)

export const appLiveBroadcast = post('/app/live/broadcast', {
  access: 'anyone',
  input: z.object({
    raceid: RaceId,
    link: z.optional(Secret),
    /** The bib of a runner whose run is public with the race. */
    bib: z.optional(Line(20)),
    /** The event of the runner, because another event may use the bib. */
    eventid: z.optional(Int),
    text: Line(CHEER_LENGTH),
    from: z.optional(Line(SENDER_LENGTH)),
  }),
  output: z.object({ cheer: Cheer }),
  refusals: ['race_not_found', 'run_not_found', 'run_stopped', 'cheers_off', 'cheer_unfit', 'too_often'],
  description: 'Sends a short text of a spectator to a runner who shares a run and takes cheers.',
})

const saving = {
  access: 'runner',
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ run: TrackedRun, added: z.number(), known: z.number(), metres: z.number() }),
  refusals: [
    'run_not_found',
    'too_often',
    'route_empty',
    'track_file_too_large',
    'track_file_unreadable',
    'track_file_without_times',
    'track_file_other_day',
  ],
  description:
    'Keeps the route of an own run for the account. If the call has a GPX or FIT file of the same run, the file ' +
    'first fills the gaps of the run. A point within a minute of a known fix adds nothing.',
} as const
export const appLiveSaveroute = upload('/app/live/saveroute', saving)
export const liveSaveroute = upload('/live/saveroute', saving)
