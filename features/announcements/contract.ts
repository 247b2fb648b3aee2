import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Page, RaceId, Time } from '#contract/scalars.ts'
import { type MessageAudience, audiences } from '#features/registrations/lookup/recipients.rules.ts'

const MessageAudience = z.enum(audiences)

const Written = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const inThree = (max: number) =>
  z.object({ 'zh-cn': Written(max).check(z.minLength(1)), 'zh-tw': Written(max), en: Written(max) })
/** The Simplified Chinese text is required. An empty language shows the Simplified Chinese text. */
export const Title = inThree(60)
export const Body = inThree(2000)

const whom = { raceid: RaceId, eventid: z.optional(Int), audience: z._default(MessageAudience, 'all') }

export const AnnouncementLine = z.object({
  id: z.number(),
  title: z.string(),
  body: z.string(),
  event: z.nullable(z.string()),
  audience: MessageAudience,
  by_text: z.boolean(),
  state: z.enum(['sending', 'sent']),
  total: z.number(),
  told: z.number(),
  created_at: Time,
  sent_at: z.nullable(Time),
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
export const consoleAnnouncementsPreview = post('/console/announcements/preview', {
  access: { right: 'notices.edit' },
  input: z.object(whom),
  output: z.object({ registrations: z.number(), accounts: z.number(), mobiles: z.number() }),
  description:
    'Counts the readers of an announcement: registrations, accounts (their boxes) and mobile numbers (text messages).',
})
export const consoleAnnouncementsSend = post('/console/announcements/send', {
  access: { right: 'notices.edit' },
  input: z.object({ ...whom, title: Title, body: Body, by_text: z._default(Flag, false) }),
  output: z.object({ id: z.number() }),
  refusals: ['announcement_for_nobody'],
  description:
    "Notifies the registrants. Each account gets a message in its box, in the reader's language. With `by_text` " +
    'each mobile also gets a text message with the title. The server sends in the background, once to each person.',
})
