import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Int, Line, Page, RaceId, Time } from '#contract/scalars.ts'
import { BODY_LENGTH, COMMENT_LENGTH, commentModes, commentStates, entryStates, reporterStates } from './feed.rules.ts'

const body = (max: number) => z.string().check(z.trim(), z.maxLength(max))
/** A place on the course in metres from the start. */
const Metres = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000))

/** An entry of the feed. The same value goes to every reader, in every language. */
export const FeedEntry = z.object({
  id: z.number(),
  author: z.string(),
  /** True if staff of the race wrote the entry. */
  official: z.boolean(),
  body: z.string(),
  /** Metres from the start; null if the entry names no place. */
  km: z.nullable(z.number()),
  pictures: z.array(z.object({ path: z.string(), width: z.number(), height: z.number() })),
  film: z.nullable(z.string()),
  pinned: z.boolean(),
  cheers: z.number(),
  comments: z.number(),
  version: z.number(),
  at: Time,
})
export type FeedEntry = z.output<typeof FeedEntry>
export const FeedComment = z.object({ id: z.number(), author: z.string(), body: z.string(), at: Time })
export type FeedComment = z.output<typeof FeedComment>

export const liveFeedList = post('/live/feed/list', {
  access: 'anyone',
  shared: 2,
  input: z.object({
    raceid: RaceId,
    /** The bounds of a part of the course, in metres. The call lists only entries of this part. */
    from: z.optional(Metres),
    until: z.optional(Metres),
    ...Page,
  }),
  output: z.object({
    open: z.boolean(),
    comments: z.enum(commentModes),
    cheers: z.boolean(),
    /** The version of the newest change. The stream continues from this version. */
    version: z.number(),
    pinned: z.array(FeedEntry),
    items: z.array(FeedEntry),
    after: z.nullable(z.string()),
  }),
  refusals: ['race_not_found'],
  description:
    'Lists the live feed of a race, newest first, with the pinned entries on the first page. It needs no log-in. ' +
    'New entries arrive by `GET /live/feed/stream`.',
})
const written = z.object({ entry: z.nullable(FeedEntry), state: z.enum(entryStates) })
export const liveFeedCreate = upload('/live/feed/create', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    body: z._default(body(BODY_LENGTH), ''),
    km: z.optional(Metres),
    /** An entry that the caller wrote in the last 15 minutes. The call adds its picture to this entry. */
    id: z.optional(Int),
  }),
  output: written,
  refusals: [
    'race_not_found',
    'feed_closed',
    'feed_not_reporter',
    'feed_muted',
    'feed_unfit',
    'feed_empty',
    'feed_full',
    'feed_entry_not_found',
    'feed_film_unknown',
    'not_a_picture',
    'picture_too_large',
    'picture_file_too_large',
  ],
  description:
    'Writes an entry of an accepted reporter, with one picture or short film. Further pictures come by further calls ' +
    'with its `id`. `state` is `waiting` where staff must look first.',
})
export const liveFeedDel = post('/live/feed/del', {
  access: 'runner',
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['feed_entry_not_found'],
  description: 'Removes an own entry, with its pictures and comments.',
})
const Application = z.object({
  id: z.number(),
  name: z.string(),
  about: z.string(),
  state: z.enum(reporterStates),
  created_at: Time,
  decided_at: z.nullable(Time),
})
export const liveFeedAuth = post('/live/feed/auth', {
  access: 'anyone',
  input: z.object({ raceid: RaceId }),
  output: z.object({
    open: z.boolean(),
    /** The state of the caller's application as a reporter; null if the caller has not applied. */
    reporter: z.nullable(z.enum(reporterStates)),
    may_write: z.boolean(),
    may_comment: z.boolean(),
    may_cheer: z.boolean(),
    muted: z.boolean(),
    own: z.array(z.number()),
  }),
  refusals: ['race_not_found'],
  description: 'Tells what the caller may do in the feed of a race, and which of the newest entries are own ones.',
})
export const applyAdd = post('/apply/add', {
  access: 'runner',
  input: z.object({ raceid: RaceId, name: Line(30), about: z._default(body(500), '') }),
  output: z.object({ application: Application }),
  refusals: ['race_not_found', 'feed_closed', 'feed_muted', 'feed_unfit', 'feed_decided'],
  description: 'Applies to report from a race, or changes an application that waits.',
})
export const applyFetch = post('/apply/fetch', {
  access: 'runner',
  input: z.object({ raceid: RaceId }),
  output: z.object({ application: z.nullable(Application) }),
  description: "Shows the caller's application.",
})
export const applyDel = post('/apply/del', {
  access: 'runner',
  input: z.object({ raceid: RaceId }),
  output: z.object({ application: z.null() }),
  description: "Withdraws the caller's application. An accepted reporter gives the task back. Entries stay.",
})

export const liveFeedComments = post('/live/feed/comments', {
  access: 'anyone',
  shared: 2,
  input: z.object({ raceid: RaceId, id: Int, ...Page }),
  output: z.object({ items: z.array(FeedComment), after: z.nullable(z.string()) }),
  refusals: ['race_not_found', 'feed_entry_not_found'],
  description: 'Lists the comments on an entry, newest first.',
})
export const liveFeedComment = post('/live/feed/comment', {
  access: 'runner',
  input: z.object({ raceid: RaceId, id: Int, name: Line(20), body: Line(COMMENT_LENGTH) }),
  output: z.object({ comment: FeedComment, state: z.enum(commentStates) }),
  refusals: ['race_not_found', 'feed_entry_not_found', 'feed_comments_off', 'feed_muted', 'feed_unfit', 'too_often'],
  description: 'Comments on an entry. `state` is `waiting` where staff must let the comment through.',
})
export const liveFeedCheer = post('/live/feed/cheer', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ cheers: z.number() }),
  refusals: ['race_not_found', 'feed_entry_not_found', 'feed_cheers_off', 'page_needed'],
  description: 'Cheers for an entry. An account or a browser counts once for each entry.',
})
export const liveFeedReport = post('/live/feed/report', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['race_not_found', 'feed_comment_not_found', 'page_needed'],
  description: 'Reports a comment. Staff see it, and after three reports it waits for their decision.',
})
