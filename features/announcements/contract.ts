import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Page, RaceId, Time } from '#contract/scalars.ts'
import { type Audience, audiences } from '#features/registrations/lookup/recipients.rules.ts'

const Audience = z.enum(audiences)

const Written = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const inThree = (max: number) =>
  z.object({ 'zh-cn': Written(max).check(z.minLength(1)), 'zh-tw': Written(max), en: Written(max) })
/** Simplified Chinese must be there. An empty language shows the Simplified Chinese text. */
export const Title = inThree(60)
export const Body = inThree(2000)

const whom = { raceid: RaceId, eventid: z.optional(Int), audience: z._default(Audience, 'all') }

export const AnnouncementLine = z.object({
  id: z.number(),
  title: z.string(),
  body: z.string(),
  event: z.nullable(z.string()),
  audience: Audience,
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
    "The announcements to a race's registrants, newest first, with the progress of each; and the events to choose from.",
})
export const consoleAnnouncementsPreview = post('/console/announcements/preview', {
  access: { right: 'notices.edit' },
  input: z.object(whom),
  output: z.object({ registrations: z.number(), accounts: z.number(), mobiles: z.number() }),
  description:
    'How many registrations an announcement would be for, of how many accounts (their boxes) and mobile numbers ' +
    '(text messages).',
})
export const consoleAnnouncementsSend = post('/console/announcements/send', {
  access: { right: 'notices.edit' },
  input: z.object({ ...whom, title: Title, body: Body, by_text: z._default(Flag, false) }),
  output: z.object({ id: z.number() }),
  refusals: ['announcement_for_nobody'],
  description:
    "Tells the registrants: a message in each account's box, in the language of whoever reads; with `by_text` a " +
    'text message that names the title too. Sent in the background, to each once.',
})
