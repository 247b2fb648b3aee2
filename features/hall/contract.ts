import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Key, Line, Page, RaceId, Time, GivenMoment } from '#contract/scalars.ts'

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
  from: z.optional(GivenMoment),
  until: z.optional(GivenMoment),
  /** The time of a picture on a screen, in seconds. */
  seconds: z._default(number(5, 120), 12),
  /** The largest number of casts of one runner, over all days of the hall. */
  casts_most: z._default(number(1, 50), 5),
  prints_most: z._default(number(0, 20), 1),
  /** The largest number of waiting pictures. The screens and the printers each have this limit. */
  waiting_most: z._default(number(5, 2000), 200),
  /** The rule for pictures with a runner's own photo: refused, checked by staff first, or shown at once. */
  photos: z._default(z.enum(['off', 'checked', 'open']), 'checked'),
  paper: z._default(z.enum(papers), 'A4'),
})
export type HallSettings = z.output<typeof HallSettings>

/** A picture in the hall: the public facts of its runner, and the picture to show. */
export const HallJob = z.object({
  id: z.number(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  key: z.string(),
  bib: z.string(),
  /** The runner's name; null if the runner hides it. */
  name: z.nullable(z.string()),
  event: z.string(),
  /** The id of a game's runner, whose certificate the call /poster/report returns; null for a finisher of the race. */
  scoreid: z.nullable(z.number()),
  time: z.nullable(z.string()),
  nettime: z.nullable(z.string()),
  place: z.nullable(z.number()),
  certificateid: z.nullable(z.number()),
  /** The path of a picture that the phone drew. Null means that the certificate is shown. */
  picture: z.nullable(z.string()),
  stationid: z.nullable(z.number()),
  created_at: Time,
  state_at: Time,
})
export type HallJob = z.output<typeof HallJob>

/** The `client` of a link. Any text is valid here, so that an unknown client gets a message of its own. */
const Client = z.string().check(z.maxLength(200))
/** The largest size of a request with a picture in base64, in bytes. */
const LARGEST = 12 * 1024 * 1024
const handed = {
  client: Client,
  /** The key of the runner's result, or of a game's runner (`hallkey` of /poster/report). */
  key: Key,
  certificateid: z.optional(Int),
  /**
   * A picture in base64 that the phone drew with a runner's own photo. Without this picture the call sends the
   * certificate.
   */
  file: z.optional(z.string().check(z.maxLength(9 * 1024 * 1024))),
}
const Queued = z.object({
  id: z.number(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  /** The number of pictures ahead in the queue. */ before: z.number(),
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
  'picture_file_too_large',
] as const

export const hallCommand = post('/hall/command', {
  access: 'anyone',
  largest: LARGEST,
  input: z.object({ ...handed, command: z._default(z.enum(['cast', 'withdraw']), 'cast'), id: z.optional(Int) }),
  output: Queued,
  refusals: [...refusals, 'hall_job_unknown'],
  description:
    "Puts a runner's certificate, or a picture that the phone drew, in a screen's queue (投屏). `client` names the " +
    'screen. If it names a printer, the screen with the shortest queue gets the picture. The hall must be open, and ' +
    'the runner must be a finisher of the race or a runner of its games. The number for each runner is limited. ' +
    "Where the hall's settings say so, staff check a picture with the runner's own photo first. `withdraw` with " +
    '`id` removes a picture that has not been shown.',
})
export const hallPrint = post('/hall/print', {
  access: 'anyone',
  largest: LARGEST,
  input: z.object(handed),
  output: Queued,
  refusals,
  description:
    "Puts a runner's certificate or drawn picture in the queue of the hall's printers (打印). The first free printer " +
    'takes it. The conditions of /hall/command apply.',
})

/** The hall as a station sees it. */
export const HallView = z.object({
  raceid: z.number(),
  station: z.object({ id: z.number(), kind: z.enum(stationKinds), name: z.string(), code: z.string() }),
  open: z.boolean(),
  settings: HallSettings,
  /** The picture that this screen shows or this printer prints. */
  current: z.nullable(HallJob),
  /** The milliseconds until a screen's picture ends; 0 for a printer. */
  left_ms: z.number(),
  /** The test picture that staff have sent, and the milliseconds until it ends. Null if there is no test picture. */
  test: z.nullable(z.object({ at: Time, left_ms: z.number() })),
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
    "Returns the work of a screen or printer, by the station's own key: the present picture and the next one. A " +
    'station calls it when GET /hall/live reports a change. Where that stream is lost, it calls every few seconds.',
})
export const hallActions = ['next', 'take', 'print', 'done', 'failed', 'again'] as const
export const hallAction = post('/hall/action', {
  access: 'anyone',
  input: z.object({ station: Key, action: z.enum(hallActions), id: z.optional(Int) }),
  output: HallView,
  refusals: ['hall_station_unknown', 'hall_job_unknown', 'hall_wrong_station'],
  description:
    'Reports an action of a station. A screen sends `next` with the `id` of its present picture, or without an id ' +
    'where it shows none. The picture that has waited longest follows. A repeated report moves the queue only once. ' +
    'A printer sends `take` to get the next sheet, or the sheet that it has already. It sends `print` with `id` ' +
    'before it prints. From then on only staff can put the sheet back into the queue. `done` and `failed` end the ' +
    'sheet, and `again` prints it once more.',
})

export const HallNow = z.object({
  open: z.boolean(),
  /** The time at which the hall opens, if it is not open yet. */
  from: z.nullable(Time),
  until: z.nullable(Time),
  photos: z.enum(['off', 'checked', 'open']),
  casts_left: z.nullable(z.number()),
  prints_left: z.nullable(z.number()),
  /**
   * The named screen, or the first screen if the call names none. Null if no such screen was online in the last two
   * minutes.
   */
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
    'Shows the hall as a phone sees it. The answer tells whether the hall is open, whose picture is on the screen ' +
    "that `client` names, and whose is next. With the `key` of a result it also lists the runner's waiting pictures " +
    'and how many more the runner may send.',
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
    'Lists the users of the hall, the latest first, with their number of shown and printed pictures. It marks users ' +
    'whose pictures are refused.',
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
    /** The time of the last save; null until somebody saves the settings. */
    updated_at: z.nullable(Time),
    open: z.boolean(),
    zone: z.string(),
    stations: z.array(Station),
    counts: z.array(z.object({ kind: z.enum(jobKinds), state: z.enum(jobStates), n: z.number() })),
  }),
  description: "Shows a race's hall: its settings, its screens and printers, and the number of pictures in each state.",
})
export const consoleHallSave = post('/console/hall/save', {
  access: { right: 'hall.manage' },
  input: z.object({
    raceid: RaceId,
    settings: HallSettings,
    /**
     * The `updated_at` of the opened settings, empty if no settings were saved. The server does not overwrite another
     * person's later change.
     */
    updated_at: z.optional(z.string().check(z.maxLength(40))),
  }),
  output: HallSettings,
  refusals: ['hall_changed_meanwhile'],
  description:
    "Saves a hall's settings: its opening time, the time of a picture on a screen, the limits for each runner, the " +
    'paper.',
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
    /** The link with the key. The server shows it once; null if no key was made. */ link: z.nullable(z.string()),
  }),
  refusals: ['hall_station_unknown'],
  description:
    'Adds a screen or printer, renames one, or with `renew` gives it a new key and code. The old key and code are ' +
    'then invalid. The answer holds the link with the key, once.',
})
export const consoleHallRemove = post('/console/hall/remove', {
  access: { right: 'hall.manage' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['hall_station_unknown'],
  description:
    'Removes a screen or printer from the hall. Pictures that waited for that screen wait for another. A sheet that ' +
    'the printer has waits for a decision of staff.',
})
export const consoleHallTest = post('/console/hall/test', {
  access: { right: 'hall.manage' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number(), connected: z.boolean() }),
  refusals: ['hall_station_unknown'],
  description:
    'Sends a test picture to a screen or printer, also while the hall is closed. A screen shows it for some seconds. ' +
    'A printer offers to print it. `connected` tells whether the device was online in the last minutes.',
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
    'Lists the pictures of a hall: waiting or in work, held for a check by staff, in doubt (a printer took it and ' +
    'has not reported since), or past.',
})
export const judgements = ['approve', 'remove', 'again', 'done'] as const
export const consoleHallJudge = post('/console/hall/judge', {
  access: { right: 'hall.manage' },
  input: z.object({ raceid: RaceId, id: Int, action: z.enum(judgements) }),
  output: z.object({ id: z.number(), state: z.enum(jobStates) }),
  refusals: ['hall_job_unknown', 'hall_job_elsewhere', 'hall_picture_gone'],
  description:
    'Lets staff decide on a picture. They release a held picture, remove one at once (also from the screen), put a ' +
    'sheet back into the queue, or mark it as printed.',
})
export const consoleHallBlock = post('/console/hall/block', {
  access: { right: 'hall.manage' },
  input: z.object({ raceid: RaceId, key: Key, blocked: Flag }),
  output: z.object({ key: z.string(), blocked: z.boolean() }),
  refusals: ['hall_not_finished'],
  description:
    "Refuses further pictures of a runner and removes the waiting pictures, or allows the runner's pictures again.",
})
