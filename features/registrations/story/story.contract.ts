import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { RaceId, Time } from '#contract/scalars.ts'
import { type StoryKind, storyKinds } from '#contract/story.words.ts'

const kinds = Object.keys(storyKinds) as [StoryKind, ...StoryKind[]]
export const StoryLine = z.object({
  at: Time,
  kind: z.enum(kinds),
  says: z.string(),
  /** The amount in the smallest unit of the currency. */
  amount: z.nullable(z.number()),
  /** A further fact about the line, for example whether a message arrived. */
  beside: z.nullable(z.string()),
  by: z.enum(['runner', 'staff', 'system']),
  /** The member of staff who did the action. */
  who: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  orderid: z.nullable(z.number()),
  /** The number of a correction that staff can still undo. */
  correctionid: z.nullable(z.number()),
})
export type StoryLine = z.output<typeof StoryLine>
export const consoleRegistrationsStory = post('/console/registrations/story', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, id: z.coerce.number().check(z.int(), z.minimum(1)) }),
  /** `zone` is the race's time zone, by which the page groups the days. */
  output: z.object({ zone: z.string(), items: z.array(StoryLine) }),
  refusals: ['registration_not_found'],
  description:
    'Everything that happened to one registration, newest first. This includes sign-up, order, payment, messages, look-ups, refunds, bib, race day, result and certificate, and each change with its reason and author. It has no sealed values.',
})
