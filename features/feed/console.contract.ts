import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Flag, Int, Line, Page, RaceId, Time } from '#contract/scalars.ts'
import { FeedEntry } from './contract.ts'
import { BODY_LENGTH, commentModes, commentStates, entryStates, reporterStates } from './feed.rules.ts'

const right = { right: 'feed.manage' } as const
const Settings = z.object({
  open: z.boolean(),
  comments: z.enum(commentModes),
  cheers: z.boolean(),
  words: z.array(z.string()),
  keep_days: z.number(),
  /** The number of days after which entries leave the feed with their pictures; null if the entries stay. */
  entry_days: z.nullable(z.number()),
})
export type FeedSettings = z.output<typeof Settings>
const Reporter = z.object({
  id: z.number(),
  uid: z.number(),
  name: z.string(),
  about: z.string(),
  state: z.enum(reporterStates),
  entries: z.number(),
  muted: z.boolean(),
  created_at: Time,
})
export type FeedReporter = z.output<typeof Reporter>
const StaffEntry = z.extend(FeedEntry, { state: z.enum(entryStates), why: z.nullable(z.string()) })
export type StaffEntry = z.output<typeof StaffEntry>
const StaffComment = z.object({
  id: z.number(),
  entryid: z.number(),
  uid: z.number(),
  author: z.string(),
  body: z.string(),
  state: z.enum(commentStates),
  why: z.nullable(z.string()),
  reports: z.number(),
  at: Time,
})
export type StaffComment = z.output<typeof StaffComment>

export const consoleFeedShow = post('/console/feed/show', {
  access: right,
  input: z.object({ raceid: RaceId }),
  output: z.object({
    settings: Settings,
    reporters: z.array(Reporter),
    /** The number of applications, entries and comments that wait for a decision. */
    waiting: z.object({ reporters: z.number(), entries: z.number(), comments: z.number() }),
    /** True if an outside service judges texts. */
    service: z.boolean(),
  }),
  description: 'Shows the settings of the live feed, its reporters and what waits for a decision.',
})
export const consoleFeedSettings = post('/console/feed/settings', {
  access: right,
  input: z.object({
    raceid: RaceId,
    open: Flag,
    comments: z.enum(commentModes),
    cheers: Flag,
    words: z._default(z.array(Line(40)).check(z.maxLength(500)), []),
    keep_days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3650)), 365),
    /** The number of days for which entries stay; 0 means for ever. */
    entry_days: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(3650)), 0),
  }),
  output: z.object({ settings: Settings }),
  description: 'Changes the settings of the live feed: open or not, comments, cheers, words, and how long to keep.',
})
export const consoleFeedReporter = post('/console/feed/reporter', {
  access: right,
  input: z.object({ raceid: RaceId, id: Int, state: z.enum(['accepted', 'refused']) }),
  output: z.object({ id: z.number() }),
  refusals: ['feed_reporter_not_found'],
  description: 'Accepts or refuses a reporter.',
})
export const consoleFeedList = post('/console/feed/list', {
  access: right,
  input: z.object({ raceid: RaceId, only: z._default(z.enum(['all', 'waiting', 'pinned']), 'all'), ...Page }),
  output: z.object({ items: z.array(StaffEntry), after: z.nullable(z.string()) }),
  description: 'Lists the entries of the feed for staff, hidden and waiting ones too.',
})
export const consoleFeedCreate = upload('/console/feed/create', {
  access: right,
  input: z.object({
    raceid: RaceId,
    body: z._default(z.string().check(z.trim(), z.maxLength(BODY_LENGTH)), ''),
    km: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000))),
    /** The name below the entry. */
    author: Line(30),
    pinned: z._default(Flag, false),
  }),
  output: z.object({ entry: StaffEntry }),
  refusals: [
    'feed_empty',
    'feed_full',
    'feed_film_unknown',
    'not_a_picture',
    'picture_too_large',
    'picture_file_too_large',
  ],
  description: 'Writes an entry of the staff, with up to four pictures or one short film.',
})
export const entryActions = ['show', 'hide', 'pin', 'unpin', 'remove'] as const
export const consoleFeedChange = post('/console/feed/change', {
  access: right,
  input: z.object({ raceid: RaceId, id: Int, action: z.enum(entryActions) }),
  output: z.object({ entry: StaffEntry }),
  refusals: ['feed_entry_not_found'],
  description: 'Shows, hides, pins, unpins or removes an entry.',
})
export const consoleFeedComments = post('/console/feed/comments', {
  access: right,
  input: z.object({ raceid: RaceId, only: z._default(z.enum(['open', 'all']), 'open'), ...Page }),
  output: z.object({ items: z.array(StaffComment), after: z.nullable(z.string()) }),
  description: 'Lists the comments that wait or were reported, or all of them.',
})
export const consoleFeedDecide = post('/console/feed/decide', {
  access: right,
  input: z.object({ raceid: RaceId, id: Int, show: Flag }),
  output: z.object({ comment: StaffComment }),
  refusals: ['feed_comment_not_found'],
  description: 'Shows or hides a comment. Its reports are settled.',
})
export const consoleFeedMute = post('/console/feed/mute', {
  access: right,
  input: z.object({
    raceid: RaceId,
    uid: Int,
    /** The number of hours of the mute; 0 means for ever. */
    hours: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(8760)), 24),
    muted: z._default(Flag, true),
  }),
  output: z.object({ muted: z.boolean() }),
  description: 'Mutes an account in the feed of a race, or lets it write again. Its waiting comments are hidden.',
})
