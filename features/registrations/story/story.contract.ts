import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { RaceId, Time } from '#contract/scalars.ts'
import { type StoryKind, storyKinds } from '#contract/story.words.ts'

const kinds = Object.keys(storyKinds) as [StoryKind, ...StoryKind[]]
export const StoryLine = z.object({
  at: Time,
  kind: z.enum(kinds),
  says: z.string(),
  /** In the smallest unit of the currency. */
  amount: z.nullable(z.number()),
  /** An addition, for example the fate of a message. */
  beside: z.nullable(z.string()),
  by: z.enum(['runner', 'staff', 'system']),
  /** Which member of staff. */
  who: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  orderid: z.nullable(z.number()),
  /** A correction that can be undone, as far as its fields stand. */
  correctionid: z.nullable(z.number()),
})
export type StoryLine = z.output<typeof StoryLine>
export const consoleRegistrationsStory = post('/console/registrations/story', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, id: z.coerce.number().check(z.int(), z.minimum(1)) }),
  /** `zone`: of the race, by which its days are counted. */
  output: z.object({ zone: z.string(), items: z.array(StoryLine) }),
  refusals: ['registration_not_found'],
  description:
    'All that happened to one registration, the newest first: sign-up, order, payment, messages, look-ups, refunds, ' +
    'bib, race day, result, certificate, and each change with who made it and why. Nothing sealed is in it.',
})
