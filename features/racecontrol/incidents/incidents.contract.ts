import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Line, Page, RaceId, Time, Id, Typed, GivenMoment } from '#contract/scalars.ts'

export const incidentStates = ['open', 'treating', 'hospital', 'closed'] as const
export type IncidentState = (typeof incidentStates)[number]
/** The sealed texts of an incident. */
export const detailNames = ['happened', 'measure', 'hospital', 'family', 'notes'] as const
export type DetailName = (typeof detailNames)[number]

const right = { right: 'medical.register' } as const
const text = z.nullable(z.string())
const number = z.nullable(z.number())
/** A text of several lines, for inputs only. It may hold line breaks and tabs, and no other control characters. */
const Long = (max: number) =>
  z._default(z.string().check(z.trim(), z.maxLength(max), z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u)), '')
const Short = (max: number) => z._default(Typed(max), '')

/** An entry of the register. It holds nothing sealed. */
export const Incident = z.object({
  id: z.number(),
  version: z.number(),
  at: Time,
  eventid: number,
  event: text,
  metres: number,
  lat: number,
  lon: number,
  place: z.string(),
  bib: text,
  state: z.enum(incidentStates),
  family_at: z.nullable(Time),
  /** The name of the member of staff who changed the incident last. */
  changed_by: text,
  updated_at: Time,
  /** True if the sealed texts are erased. */
  erased: z.boolean(),
})
export type Incident = z.output<typeof Incident>
export const IncidentOpened = z.extend(Incident, {
  /** The runner of the bib; null if no registration has the bib. */
  name: text,
  registrationid: number,
  happened: z.string(),
  measure: z.string(),
  hospital: z.string(),
  family: z.string(),
  notes: z.string(),
})
export type IncidentOpened = z.output<typeof IncidentOpened>

export const consoleRacecontrolIncidentsList = post('/console/racecontrol/incidents/list', {
  access: right,
  input: z.object({ raceid: RaceId, state: z.optional(z.enum(incidentStates)), ...Page }),
  output: z.object({
    items: z.array(Incident),
    after: z.nullable(z.string()),
    /** The number of incidents in each state. */
    counts: z.record(z.enum(incidentStates), z.number()),
    zone: z.string(),
    /** The events of the race, each with the length of its course. */
    courses: z.array(z.object({ eventid: z.number(), event: z.string(), metres: number })),
  }),
  refusals: ['race_not_found'],
  description:
    'Lists the medical incidents of a race, the latest first: time, place, bib and state. The list holds nothing ' +
    'sealed.',
})
export const consoleRacecontrolIncidentsOpen = post('/console/racecontrol/incidents/open', {
  access: right,
  input: z.object({ raceid: RaceId, id: Id, reason: Line(200) }),
  output: IncidentOpened,
  refusals: ['incident_not_found'],
  description:
    'Opens the sealed texts of an incident: the event itself, measures, hospital, informed relatives, and ' +
    'notes. The staff log keeps each opening with its reason, and the runner sees it.',
})
export const consoleRacecontrolIncidentsSave = post('/console/racecontrol/incidents/save', {
  access: right,
  input: z.object({
    raceid: RaceId,
    id: z.optional(Id),
    /** The version that the caller opened. A new incident has no version. */
    version: z.optional(Int),
    at: GivenMoment,
    eventid: z._default(z.nullable(Int), null),
    metres: z._default(z.nullable(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000))), null),
    lat: z._default(z.nullable(z.coerce.number().check(z.minimum(-90), z.maximum(90))), null),
    lon: z._default(z.nullable(z.coerce.number().check(z.minimum(-180), z.maximum(180))), null),
    place: Short(200),
    bib: Short(20),
    state: z.enum(incidentStates),
    happened: Long(2000),
    measure: Long(2000),
    hospital: Short(200),
    family: Short(200),
    family_at: z._default(z.nullable(GivenMoment), null),
    notes: Long(4000),
  }),
  output: Incident,
  refusals: ['incident_not_found', 'incident_changed', 'event_not_found'],
  description:
    'Writes a medical incident, new or by its id. The place is a distance on the course, a position or words. A change needs the version that the caller opened.',
})
