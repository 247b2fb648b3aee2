import * as z from 'zod/mini'
import { copyParts } from '#contract/copying.ts'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, RaceId } from '#contract/scalars.ts'

/** The templates of a race: the common kinds of race. A race may also start from nothing or from another race. */
export const templates = ['marathon', 'half', 'city10', 'trail', 'fun', 'online'] as const
export type TemplateKey = (typeof templates)[number]

const Instant = z.iso.datetime({ offset: true })
const made = {
  /** The race's id, which stands in its addresses and does not change. */
  number: RaceId,
  name: Line(80),
  names: z._default(z.object({ en: z.optional(Line(80)), 'zh-tw': z.optional(Line(80)) }), {}),
  /** An IANA time zone. The race goes by its clock. */
  zone: z._default(z.string(), 'Asia/Shanghai'),
  /** The first start. All other dates are counted from its day. */
  time: Instant,
}
const Made = z.object({ id: z.number() })

export const consoleRacesCreateTemplate = post('/console/races/create/template', {
  access: { right: 'race.edit', scope: 'platform' },
  input: z.object({
    ...made,
    template: z.enum(templates),
    /** The opening of sign-up; without it three months before the race, or now where that is past. */
    signup_from: z.optional(Instant),
  }),
  output: Made,
  refusals: ['race_number_taken', 'zone_unknown', 'race_day_past'],
  description:
    'Creates a race from a template: events with distances, prices, cut-offs and forms, refund rules, disclaimer and ' +
    'menu, with all dates counted from the race day. Runners see it once it is published.',
})

export const consoleRacesCreateCopy = post('/console/races/create/copy', {
  access: { right: 'race.edit', scope: 'platform' },
  input: z.object({
    ...made,
    /** The race that is copied. */
    from: RaceId,
    /** The parts that are copied beside name, place, look and legal texts. */
    parts: z.array(z.enum(copyParts)).check(z.maxLength(copyParts.length)),
    /** The events that are copied; without it all of them. */
    events: z.optional(z.array(Int).check(z.maxLength(100))),
  }),
  output: Made,
  refusals: ['race_number_taken', 'zone_unknown', 'race_to_copy_gone', 'staff_not_yours'],
  description:
    "Creates a race as a copy of another one's set-up, with all dates moved by the days between the two race days. People, orders and results never come along.",
})

export const consoleRacesCopyOffer = post('/console/races/copy/offer', {
  access: { right: 'race.edit', scope: 'platform' },
  input: z.object({ from: RaceId }),
  output: z.object({
    events: z.array(z.object({ id: z.number(), name: z.string() })),
    /** The same weekday a year later. */
    time: z.string(),
    zone: z.string(),
    name: z.string(),
    names: z.object({ en: z.optional(z.string()), 'zh-tw': z.optional(z.string()) }),
    /** Tells whether the caller may give the staff of that race their roles again. */
    may_staff: z.boolean(),
  }),
  refusals: ['race_to_copy_gone'],
  description: 'The start of a copy of a race: its events, and its day in the next year on the same weekday.',
})

export const consoleRacesArchive = post('/console/races/archive', {
  access: { right: 'race.edit' },
  input: z.object({ raceid: RaceId, archived: Flag }),
  output: z.object({ archived: z.boolean() }),
  refusals: ['race_not_over'],
  description:
    'Takes a race that is over, or not published, out of all lists, or puts it back. Its results and certificates stay where they are.',
})

export const consoleRacesRemove = post('/console/races/remove', {
  access: { right: 'race.edit', scope: 'platform' },
  input: z.object({ number: RaceId }),
  output: z.object({ id: z.number() }),
  refusals: ['race_not_empty'],
  description:
    'Deletes a race for good with all that was set up for it, while nobody has signed up, ordered or got a result.',
})
