import * as z from 'zod/mini'
import { copyParts } from '#contract/copying.ts'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, RaceId, GivenMoment } from '#contract/scalars.ts'

/** The templates for the common kinds of race. A race may also start from nothing or from another race. */
export const raceTemplates = ['marathon', 'half', 'city10', 'trail', 'fun', 'online'] as const
export type TemplateKey = (typeof raceTemplates)[number]

const made = {
  /** The race's id. It is a part of the race's addresses and does not change. */
  number: RaceId,
  name: Line(80),
  names: z._default(z.object({ en: z.optional(Line(80)), 'zh-tw': z.optional(Line(80)) }), {}),
  /** An IANA time zone. All times of the race use it. */
  zone: z._default(z.string(), 'Asia/Shanghai'),
  /** The first start of the new race. The dates of its settings are counted from the day of this start. */
  time: GivenMoment,
}
const Made = z.object({ id: z.number() })

export const consoleRacesCreateTemplate = post('/console/races/create/template', {
  access: { right: 'race.edit', scope: 'platform' },
  input: z.object({
    ...made,
    template: z.enum(raceTemplates),
    /**
     * The opening of sign-up. Without this moment sign-up opens 90 days before the race, or at once if the race is less
     * than 100 days away.
     */
    signup_from: z.optional(GivenMoment),
  }),
  output: Made,
  refusals: ['race_number_taken', 'zone_unknown', 'race_day_past'],
  description:
    'Creates a race from a template. The template has events with distances, prices, cut-offs and forms, refund ' +
    'rules, a disclaimer and a menu. All dates are counted from the race day. Runners see the race when it is ' +
    'published.',
})

export const consoleRacesCreateCopy = post('/console/races/create/copy', {
  access: { right: 'race.edit', scope: 'platform' },
  input: z.object({
    ...made,
    /** The race to copy. */
    from: RaceId,
    /** The parts to copy. Place, look and legal texts are always copied. */
    parts: z.array(z.enum(copyParts)).check(z.maxLength(copyParts.length)),
    /** The events to copy. Without a list all events are copied. */
    events: z.optional(z.array(Int).check(z.maxLength(100))),
  }),
  output: Made,
  refusals: ['race_number_taken', 'zone_unknown', 'race_to_copy_gone', 'staff_not_yours'],
  description:
    "Creates a race as a copy of another race's settings. All dates move by the days between the two race days. The " +
    'copy has no people, orders or results.',
})

export const consoleRacesCopyOffer = post('/console/races/copy/offer', {
  access: { right: 'race.edit', scope: 'platform' },
  input: z.object({ from: RaceId }),
  output: z.object({
    events: z.array(z.object({ id: z.number(), name: z.string() })),
    /** The proposed start in the future: near the same date of a later year, with the same weekday and hour. */
    time: z.string(),
    zone: z.string(),
    name: z.string(),
    names: z.object({ en: z.optional(z.string()), 'zh-tw': z.optional(z.string()) }),
    /** True if the caller may also copy the staff with their roles. */
    may_staff: z.boolean(),
  }),
  refusals: ['race_to_copy_gone'],
  description: 'Proposes a copy of a race: its events, and its day in the next year on the same weekday.',
})

export const consoleRacesArchive = post('/console/races/archive', {
  access: { right: 'race.edit' },
  input: z.object({ raceid: RaceId, archived: Flag }),
  output: z.object({ archived: z.boolean() }),
  refusals: ['race_not_over'],
  description:
    'Takes a race out of all lists, or puts it back. The race must be over or unpublished. Its results and ' +
    'certificates keep their addresses.',
})

export const consoleRacesRemove = post('/console/races/remove', {
  access: { right: 'race.edit', scope: 'platform' },
  input: z.object({ number: RaceId }),
  output: z.object({ id: z.number() }),
  refusals: ['race_not_empty'],
  description: 'Deletes a race for good with all its settings. Nobody may have signed up, ordered or got a result.',
})
