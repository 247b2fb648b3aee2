import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Flag, Int, Line, Page, RaceId, Time, Id } from '#contract/scalars.ts'
import { filterOfRegistrations } from '#features/registrations/lookup/filter.contract.ts'
import { messageAudiences } from '#features/registrations/lookup/recipients.rules.ts'

/** The groups of people to whom a message goes. `chosen`: the registrations of a filter of the console's table. */
export const announcementAudiences = [...messageAudiences, 'chosen'] as const
export type AnnouncementAudience = (typeof announcementAudiences)[number]
const MessageAudience = z.enum(announcementAudiences)

const Written = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const inThree = (max: number) =>
  z.object({ 'zh-cn': Written(max).check(z.minLength(1)), 'zh-tw': Written(max), en: Written(max) })
/** The Simplified Chinese text is required. An empty language shows the Simplified Chinese text. */
export const AnnouncementTitle = inThree(60)
export const Body = inThree(2000)
/** Returns the schema of a text that is still being written, so each language may be empty. */
const unfinished = (max: number) => z.object({ 'zh-cn': Written(max), 'zh-tw': Written(max), en: Written(max) })

const whom = {
  raceid: RaceId,
  eventid: z.optional(Int),
  audience: z._default(MessageAudience, 'all'),
  /** The filter that selects the readers if the audience is `chosen`. */
  filter: z.optional(z.omit(z.object(filterOfRegistrations), { sort: true })),
}

export const announcementStates = ['scheduled', 'sending', 'sent', 'stopped'] as const
export const AnnouncementLine = z.object({
  id: z.number(),
  title: z.string(),
  body: z.string(),
  event: z.nullable(z.string()),
  audience: MessageAudience,
  by_text: z.boolean(),
  by_mail: z.boolean(),
  state: z.enum(announcementStates),
  total: z.number(),
  told: z.number(),
  created_at: Time,
  send_at: z.nullable(Time),
  sent_at: z.nullable(Time),
  stopped_at: z.nullable(Time),
})
export type AnnouncementLine = z.output<typeof AnnouncementLine>

export const consoleAnnouncementsList = post('/console/announcements/list', {
  access: { right: 'notices.edit' },
  input: z.object({ raceid: RaceId, ...Page }),
  output: z.object({
    items: z.array(AnnouncementLine),
    after: z.nullable(z.string()),
    events: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  description:
    "Lists the announcements to a race's registrants, the newest first, with the progress of each. The answer also " +
    'lists the events to choose from.',
})
/** A message as one real person would read it. The name is masked. */
export const AnnouncementSample = z.object({
  id: z.number(),
  name: z.string(),
  lang: z.string(),
  title: z.string(),
  text: z.string(),
  sms: z.string(),
})
export const consoleAnnouncementsPreview = post('/console/announcements/preview', {
  access: { right: 'notices.edit' },
  input: z.object({
    ...whom,
    title: z.optional(unfinished(60)),
    body: z.optional(unfinished(2000)),
    by_text: z._default(Flag, false),
    /** The registration that the last preview showed. The next preview shows another person. */
    after: z.optional(Int),
  }),
  output: z.object({
    registrations: z.number(),
    accounts: z.number(),
    mobiles: z.number(),
    mails: z.number(),
    /** The number of parts of text messages for which the provider charges, and their price. */
    parts: z.number(),
    cost: Fen,
    sample: z.nullable(AnnouncementSample),
  }),
  refusals: ['race_not_found', 'no_permission', 'variable_unknown'],
  description:
    'Counts the readers of an announcement: registrations, accounts (their boxes), mobile numbers (text messages) and ' +
    'accounts with mail. It tells the price of the text messages, and shows the message as one of its readers would ' +
    'get it, with a masked name.',
})
export const consoleAnnouncementsSend = post('/console/announcements/send', {
  access: { right: 'notices.edit' },
  input: z.object({
    ...whom,
    title: AnnouncementTitle,
    body: Body,
    by_text: z._default(Flag, false),
    by_mail: z._default(Flag, true),
    /** The moment at which the announcement is sent. Without a moment it is sent at once. */
    send_at: z.optional(z.iso.datetime()),
    /** The number of registrations that the preview showed. If it differs now, nothing begins. */
    registrations: z.optional(Int),
  }),
  output: z.object({ id: z.number(), registrations: z.number() }),
  refusals: [
    'race_not_found',
    'announcement_for_nobody',
    'announcement_changed',
    'announcement_in_the_past',
    'variable_unknown',
    'no_permission',
    'too_often',
  ],
  description:
    "Notifies the registrants. Each account gets a message in its box, in the reader's language, and by mail where it " +
    'takes news by mail. With `by_text` each mobile also gets a text message with the title. The readers are those of ' +
    'this moment. The server sends in the background, once to each person.',
})
export const consoleAnnouncementsStop = post('/console/announcements/stop', {
  access: { right: 'notices.edit' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({}),
  refusals: ['announcement_not_found', 'announcement_over'],
  description: 'Stops an announcement. Nobody else gets it. It does not come back from those who have it.',
})

/** One reader of an announcement, with the outcome of each channel. */
export const AnnouncementReader = z.object({
  id: z.number(),
  name: z.nullable(z.string()),
  event: z.string(),
  outcome: z.nullable(z.enum(['sent', 'left'])),
  read: z.boolean(),
  text: z.nullable(z.string()),
  mail: z.nullable(z.string()),
})
export type AnnouncementReader = z.output<typeof AnnouncementReader>
export const consoleAnnouncementsReaders = post('/console/announcements/readers', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, id: Id, ...Page }),
  output: z.object({ items: z.array(AnnouncementReader), after: z.nullable(z.string()) }),
  refusals: ['announcement_not_found'],
  description:
    'Lists the registrations to which an announcement goes, with the outcome of each channel. The table ' +
    '`announcement_readers` has every row and can be exported.',
})

export const AnnouncementTemplate = z.object({
  id: z.number(),
  name: z.string(),
  title: unfinished(60),
  body: unfinished(2000),
})
export type AnnouncementTemplate = z.output<typeof AnnouncementTemplate>
export const consoleAnnouncementsTemplates = post('/console/announcements/templates', {
  access: { right: 'notices.edit' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(AnnouncementTemplate) }),
  description: 'Lists the texts that staff of the race keep for announcements, by name.',
})
export const consoleAnnouncementsTemplatesSave = post('/console/announcements/templates/save', {
  access: { right: 'notices.edit' },
  input: z.object({ raceid: RaceId, name: Line(40), title: AnnouncementTitle, body: Body }),
  output: z.object({ id: z.number() }),
  refusals: ['variable_unknown', 'templates_full'],
  description: 'Keeps a text under a name. It replaces the text of the same name.',
})
export const consoleAnnouncementsTemplatesRemove = post('/console/announcements/templates/remove', {
  access: { right: 'notices.edit' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({}),
  refusals: ['announcement_not_found'],
  description: 'Removes a kept text.',
})
