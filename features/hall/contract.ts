import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Key, Line, Page, RaceId, Time } from '#contract/scalars.ts'

export const stationKinds = ['screen', 'printer'] as const
export type StationKind = (typeof stationKinds)[number]
export const jobKinds = ['cast', 'print'] as const
export type JobKind = (typeof jobKinds)[number]
export const jobStates = [
  'held',
  'waiting',
  'showing',
  'shown',
  'taken',
  'printing',
  'done',
  'failed',
  'withdrawn',
  'removed',
] as const
export type JobState = (typeof jobStates)[number]
export const papers = ['A4', 'A5', '6in'] as const
export type Paper = (typeof papers)[number]

const number = (from: number, to: number) => z.number().check(z.int(), z.minimum(from), z.maximum(to))
export const HallSettings = z.object({
  open: z._default(z.boolean(), false),
  from: z.optional(z.iso.datetime({ offset: true })),
  until: z.optional(z.iso.datetime({ offset: true })),
  /** The time of a picture on a screen, in seconds. */
  seconds: z._default(number(5, 120), 12),
  /** The most pictures of one runner on all days of the hall. */
  casts_most: z._default(number(1, 50), 5),
  prints_most: z._default(number(0, 20), 1),
  /** The most pictures of a runner that wait at a time, to be shown and to be printed each. */
  waiting_most: z._default(number(5, 2000), 200),
  /** Pictures with a runner's own photo: refused, checked by staff first, or shown at once. */
  photos: z._default(z.enum(['off', 'checked', 'open']), 'checked'),
  paper: z._default(z.enum(papers), 'A4'),
})
export type HallSettings = z.output<typeof HallSettings>

/** A picture in the hall: its runner as everybody may see them, and the thing to show. */
export const HallJob = z.object({
  id: z.number(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  key: z.string(),
  bib: z.string(),
  /** Null where the runner hides it. */
  name: z.nullable(z.string()),
  event: z.string(),
  /** The id of a game's runner, whose certificate /poster/report answers; null for a finisher of the race. */
  scoreid: z.nullable(z.number()),
  time: z.nullable(z.string()),
  nettime: z.nullable(z.string()),
  place: z.nullable(z.number()),
  certificateid: z.nullable(z.number()),
  /** Path of a picture that the phone drew; null: the certificate is shown. */
  picture: z.nullable(z.string()),
  stationid: z.nullable(z.number()),
  created_at: Time,
  state_at: Time,
})
export type HallJob = z.output<typeof HallJob>

/** Any text of a link. A client that no station has is refused with its own sentence. */
const Client = z.string().check(z.maxLength(200))
/** The bytes that a picture in base64 may take in a form. */
const LARGEST = 12 * 1024 * 1024
const handed = {
  client: Client,
  /** The key of the runner's result; or of a game's runner (`hallkey` of /poster/report). */
  key: Key,
  certificateid: z.optional(Int),
  /** A picture that the phone drew, with a runner's own photo: base64. Without it the certificate is meant. */
  file: z.optional(z.string().check(z.maxLength(9 * 1024 * 1024))),
}
const Queued = z.object({
  id: z.number(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  /** The number of pictures before it. */ before: z.number(),
})
const refusals = [
  'hall_closed',
  'hall_client_unknown',
  'hall_not_finished',
  'hall_blocked',
  'hall_limit',
  'hall_full',
  'hall_already',
  'hall_no_photos',
  'hall_no_printer',
  'hall_under_rule',
  'certificate_not_found',
  'not_a_picture',
  'picture_too_large',
] as const

export const hallCommand = post('/hall/command', {
  access: 'anyone',
  largest: LARGEST,
  input: z.object({ ...handed, command: z._default(z.enum(['cast', 'withdraw']), 'cast'), id: z.optional(Int) }),
  output: Queued,
  refusals: [...refusals, 'hall_job_unknown'],
  description:
    "投屏: puts a runner's certificate, or a picture that the phone drew, in the line of the hall's screen that `client` names (of a printer's client: of the screen with the shortest line). Only finishers of that race or runners of its games, while the hall is open, so many per runner; a picture with an own photo waits for staff where the hall is set so. `withdraw` with `id` takes back what has not been shown.",
})
export const hallPrint = post('/hall/print', {
  access: 'anyone',
  largest: LARGEST,
  input: z.object(handed),
  output: Queued,
  refusals,
  description:
    "打印: puts a runner's certificate or drawn picture in the line of the hall's printers; the first printer that is free takes it. Conditions as /hall/command.",
})

/** The hall as a station sees it. */
export const HallView = z.object({
  raceid: z.number(),
  station: z.object({ id: z.number(), kind: z.enum(stationKinds), name: z.string(), code: z.string() }),
  open: z.boolean(),
  settings: HallSettings,
  /** The picture that this screen shows, or that this printer is printing. */
  current: z.nullable(HallJob),
  /** Milliseconds until a screen's picture ends. */
  left_ms: z.number(),
  next: z.array(HallJob),
  waiting: z.number(),
})
export type HallView = z.output<typeof HallView>

export const hallFetch = post('/hall/fetch', {
  access: 'anyone',
  input: z.object({ station: Key }),
  output: HallView,
  refusals: ['hall_station_unknown'],
  description:
    "The work of a screen or printer, by the station's own key: the picture that it shows or prints, and the next one. A screen or printer asks whenever GET /hall/live reports a change, and every few seconds where that stream is lost.",
})
export const hallActions = ['next', 'take', 'print', 'done', 'failed', 'again'] as const
export const hallAction = post('/hall/action', {
  access: 'anyone',
  input: z.object({ station: Key, action: z.enum(hallActions), id: z.optional(Int) }),
  output: HallView,
  refusals: ['hall_station_unknown', 'hall_job_unknown', 'hall_wrong_station'],
  description:
    'Reports the action of a station. A screen: `next` with the `id` that it shows (none where it shows nothing): the picture that has waited longest follows; a repeated report moves the line once. A printer: `take` gives it the next sheet, or the one that it has already; `print` (with `id`) is sent before the paper moves, and from then on only staff put the sheet back in line; `done`, `failed`; `again` prints the same sheet once more.',
})

export const HallNow = z.object({
  open: z.boolean(),
  /** The time of its opening, where that is still to come. */
  from: z.nullable(Time),
  until: z.nullable(Time),
  photos: z.enum(['off', 'checked', 'open']),
  casts_left: z.nullable(z.number()),
  prints_left: z.nullable(z.number()),
  /** Tells whether a screen or printer was online lately. */
  screen: z.nullable(z.object({ id: z.number(), name: z.string() })),
  printers: z.number(),
  current: z.nullable(z.object({ bib: z.string(), name: z.nullable(z.string()) })),
  next: z.array(z.object({ bib: z.string(), name: z.nullable(z.string()) })),
  mine: z.array(Queued),
})
export type HallNow = z.output<typeof HallNow>
export const hallCurrent = post('/hall/current', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, client: z.optional(Client), key: z.optional(Key) }),
  output: HallNow,
  refusals: ['hall_client_unknown'],
  description:
    "The hall as a phone sees it: whether it is open, who is on the screen that `client` names and who is next, and, for a result's `key`, what of its own is in line and how much it may still hand in.",
})

export const hallUsers = post('/hall/users', {
  access: { right: 'hall.manage' },
  input: z.object({ raceid: RaceId, ...Page }),
  output: z.object({
    items: z.array(
      z.object({
        key: z.string(),
        bib: z.string(),
        name: z.nullable(z.string()),
        casts: z.number(),
        prints: z.number(),
        last_at: Time,
        blocked: z.boolean(),
      }),
    ),
    after: z.nullable(z.string()),
  }),
  description:
    'The users of the hall, the latest first: the number of casts and prints of each, and the users whose pictures are refused.',
})

const Station = z.object({
  id: z.number(),
  kind: z.enum(stationKinds),
  name: z.string(),
  code: z.string(),
  seen_at: z.nullable(Time),
  created_at: Time,
})
export type Station = z.output<typeof Station>
export const consoleHallShow = post('/console/hall/show', {
  access: { right: 'hall.manage' },
  input: z.object({ raceid: RaceId }),
  output: z.object({
    settings: HallSettings,
    /** Null until somebody saves the settings. */
    updated_at: z.nullable(Time),
    open: z.boolean(),
    zone: z.string(),
    stations: z.array(Station),
    counts: z.array(z.object({ kind: z.enum(jobKinds), state: z.enum(jobStates), n: z.number() })),
  }),
  description: "A race's hall: its settings, its screens and printers, and how many pictures stand where.",
})
export const consoleHallSave = post('/console/hall/save', {
  access: { right: 'hall.manage' },
  input: z.object({
    raceid: RaceId,
    settings: HallSettings,
    /**
     * The `updated_at` of the opened settings, empty if there were none. The server does not overwrite a later change
     * by somebody else.
     */
    updated_at: z.optional(z.string().check(z.maxLength(40))),
  }),
  output: HallSettings,
  refusals: ['hall_changed_meanwhile'],
  description:
    "Writes a hall's settings: when it is open, how long a picture stays, how much each runner may hand in, the paper.",
})
export const consoleHallStation = post('/console/hall/station', {
  access: { right: 'hall.manage' },
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    kind: z._default(z.enum(stationKinds), 'screen'),
    name: Line(40),
    renew: z._default(Flag, false),
  }),
  output: z.object({
    id: z.number(),
    /** Shown once; null where nothing new was made. */ link: z.nullable(z.string()),
  }),
  refusals: ['hall_station_unknown'],
  description:
    'Adds a screen or printer, renames one, or (`renew`) gives it a new key and code: the old ones do not count any more. The link with its key is answered once.',
})
export const consoleHallRemove = post('/console/hall/remove', {
  access: { right: 'hall.manage' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['hall_station_unknown'],
  description:
    'Takes a screen or printer out of the hall. Pictures that waited for that screen wait for another; a sheet that the printer has is in doubt and waits for staff.',
})
export const consoleHallJobs = post('/console/hall/jobs', {
  access: { right: 'hall.manage' },
  input: z.object({
    raceid: RaceId,
    kind: z.optional(z.enum(jobKinds)),
    only: z._default(z.enum(['open', 'held', 'doubt', 'past']), 'open'),
    ...Page,
  }),
  output: z.object({ items: z.array(HallJob), after: z.nullable(z.string()) }),
  description:
    'The pictures of a hall: in line or under way, held for a look, in doubt (given to a printer that has said nothing since), or past.',
})
export const judgements = ['approve', 'remove', 'again', 'done'] as const
export const consoleHallJudge = post('/console/hall/judge', {
  access: { right: 'hall.manage' },
  input: z.object({ raceid: RaceId, id: Int, action: z.enum(judgements) }),
  output: z.object({ id: z.number(), state: z.enum(jobStates) }),
  refusals: ['hall_job_unknown', 'hall_job_elsewhere'],
  description:
    'Staff lets a held picture on, takes one away at once (from the screen too), puts a sheet back in line, or says that it was printed.',
})
export const consoleHallBlock = post('/console/hall/block', {
  access: { right: 'hall.manage' },
  input: z.object({ raceid: RaceId, key: Key, blocked: Flag }),
  output: z.object({ key: z.string(), blocked: z.boolean() }),
  refusals: ['hall_not_finished'],
  description: 'Takes no more pictures of a runner, and takes away what is in line; or lets the runner in again.',
})
