import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Flag, Int, Line, Page, RaceId, Search, Time, Typed } from '#contract/scalars.ts'
import { SheetName, tableRefusals } from '#features/files/contract.ts'

export const volunteerStates = ['invited', 'confirmed', 'off'] as const
export type VolunteerState = (typeof volunteerStates)[number]

const text = z.nullable(z.string())
/**
 * A shift as a caller sees it. `mine` is true for a caller who knows the document number and has proved to hold the
 * mobile. Other callers see `leader_mobile` masked.
 */
export const VolunteerShift = z.object({
  _key: z.string(),
  name: z.string(),
  post: z.string(),
  team: z.string(),
  place: z.string(),
  starts_at: z.nullable(Time),
  ends_at: z.nullable(Time),
  leader: z.string(),
  leader_mobile: text,
  notes: z.string(),
  state: z.enum(volunteerStates),
  mine: z.boolean(),
})
export type VolunteerShift = z.output<typeof VolunteerShift>

/**
 * A volunteer in the console's list, with sealed values masked. `from` and `until` are times on the race's own clock,
 * in the form in which staff type them.
 */
export const Volunteer = z.object({
  id: z.number(),
  _key: z.string(),
  name: z.string(),
  idnum: z.string(),
  mobile: text,
  post: z.string(),
  team: z.string(),
  place: z.string(),
  starts_at: z.nullable(Time),
  ends_at: z.nullable(Time),
  from: z.string(),
  until: z.string(),
  leader: z.string(),
  leader_mobile: text,
  notes: z.string(),
  state: z.enum(volunteerStates),
})
export type Volunteer = z.output<typeof Volunteer>

const optional = (max: number) => z._default(Typed(max), '')

export const consoleVolunteersList = post('/console/volunteers/list', {
  access: { right: 'checkin.edit' },
  input: z.object({ raceid: RaceId, q: z._default(Search, ''), ...Page }),
  output: z.object({ items: z.array(Volunteer), after: z.nullable(z.string()), total: z.number() }),
  description:
    'The volunteers of a race, one line per shift, optionally by name, post or team. Sealed values are masked.',
})
/**
 * The shifts of a post. Shifts with the same place and the same times are one element of `shifts`, which lists their
 * people. Times are on the race's own clock.
 */
export const PostCalendar = z.object({
  post: z.string(),
  shifts: z.array(
    z.object({
      from: z.string(),
      until: z.string(),
      place: z.string(),
      people: z.array(z.object({ id: z.number(), name: z.string(), state: z.enum(volunteerStates) })),
    }),
  ),
})
export type PostCalendar = z.output<typeof PostCalendar>
export const consoleVolunteersCalendar = post('/console/volunteers/calendar', {
  access: { right: 'checkin.edit' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ posts: z.array(PostCalendar), more: z.number() }),
  description:
    'The shifts of a race by post, the earliest post first. `more` counts the shifts that are left out: the answer holds at most 5,000.',
})
export const consoleVolunteersSave = post('/console/volunteers/save', {
  access: { right: 'checkin.edit' },
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    name: Line(80),
    /** The document number. An empty value keeps the present number. */
    idnum: optional(60),
    mobile: optional(30),
    post: Line(80),
    team: optional(80),
    place: optional(200),
    /** The beginning as `2026-11-01T06:30`, on the race's own clock. */
    from: optional(16),
    until: optional(16),
    leader: optional(80),
    leader_mobile: optional(30),
    notes: optional(500),
    state: z._default(z.enum(volunteerStates), 'confirmed'),
  }),
  output: Volunteer,
  refusals: ['volunteer_not_found', 'shift_twice'],
  description: "Writes a volunteer's shift, new or by its id.",
})
export const volunteerColumns = [
  'name',
  'idnum',
  'mobile',
  'post',
  'team',
  'place',
  'from',
  'until',
  'leader',
  'leader_mobile',
  'notes',
] as const
export type VolunteerColumn = (typeof volunteerColumns)[number]
export const consoleVolunteersImport = upload('/console/volunteers/import', {
  access: { right: 'checkin.edit' },
  input: z.object({
    raceid: RaceId,
    /** The list as text, if the caller sends no file. */
    text: z._default(z.string().check(z.maxLength(2_000_000)), ''),
    sheet: SheetName,
    /** The column of each meaning that the server recognised wrongly. '' means that the list has no such column. */
    mapping: z._default(z.partialRecord(z.enum(volunteerColumns), z.string().check(z.maxLength(200))), {}),
    dry: z._default(Flag, false),
  }),
  output: z.object({
    header: z.array(z.string()),
    columns: z.partialRecord(z.enum(volunteerColumns), z.string()),
    rows: z.number(),
    added: z.number(),
    changed: z.number(),
    refused: z.array(z.object({ line: z.number(), says: z.string() })),
    dry: z.boolean(),
  }),
  refusals: ['list_empty', ...tableRefusals, 'list_without_columns'],
  description:
    'Imports a list of volunteers (CSV in any encoding, or .xlsx). A row without name, post or a readable document number is refused by itself. An existing shift is changed. With `dry` the server only reads the list.',
})
export const consoleVolunteersOpen = post('/console/volunteers/open', {
  access: { right: 'sealed.open' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ idnum: z.string(), mobile: text, leader_mobile: text }),
  refusals: ['volunteer_not_found'],
  description: "Opens a volunteer's document and mobile numbers. The log keeps each opening.",
})
export const consoleVolunteersRemove = post('/console/volunteers/remove', {
  access: { right: 'checkin.edit' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['volunteer_not_found'],
  description: "Removes a volunteer's shift for good. The log keeps its post.",
})
