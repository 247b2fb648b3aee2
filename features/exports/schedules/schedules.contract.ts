import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Day, Flag, Line, RaceId, Time, Id } from '#contract/scalars.ts'
import { formats, TableName } from '../contract.ts'

const Columns = z.array(z.string().check(z.minLength(1), z.maxLength(120))).check(z.minLength(1), z.maxLength(300))
export const stopReasons = ['right', 'staff', 'archived', 'columns', 'person'] as const

export const ScheduleShown = z.object({
  id: z.number(),
  name: z.string(),
  table: z.string(),
  label: z.string(),
  for: z.string(),
  by: z.string(),
  format: z.enum(formats),
  /** True if the file holds sealed columns unmasked. */
  open: z.boolean(),
  weekdays: z.array(z.number()),
  hour: z.number(),
  until: z.string(),
  next_at: z.nullable(Time),
  state: z.enum(['active', 'ended', 'stopped']),
  why: z.nullable(z.enum(stopReasons)),
  can: z.object({ stop: z.boolean() }),
})
export type ScheduleShown = z.output<typeof ScheduleShown>
export const ScheduledFileShown = z.object({
  id: z.number(),
  name: z.string(),
  filename: z.string(),
  rows: z.number(),
  bytes: z.number(),
  made_at: Time,
  fetched_at: z.nullable(Time),
  expires_at: Time,
  href: z.string(),
})
export type ScheduledFileShown = z.output<typeof ScheduledFileShown>

export const consoleExportsScheduled = post('/console/exports/scheduled', {
  access: 'staff',
  input: z.object({ raceid: RaceId }),
  output: z.object({ zone: z.string(), files: z.array(ScheduledFileShown), schedules: z.array(ScheduleShown) }),
  refusals: ['race_not_found'],
  description:
    "The caller's own files of schedules, and the schedules of a race that concern the caller: own ones, those made by " +
    'the caller, and for staff who may edit the race all of them.',
})
export const consoleExportsScheduleStaff = post('/console/exports/schedule/staff', {
  access: 'staff',
  input: z.object({ raceid: RaceId, table: TableName }),
  output: z.object({
    zone: z.string(),
    today: z.string(),
    staff: z.array(z.object({ staffid: z.number(), name: z.string(), mine: z.boolean(), open: z.boolean() })),
  }),
  refusals: ['race_not_found', 'table_not_found'],
  description:
    'The staff who may get a table of the race by a schedule; `open`: they may have sealed columns open. To staff with the right of the table.',
})
export const consoleExportsScheduleSave = post('/console/exports/schedule/save', {
  access: 'staff',
  input: z.object({
    raceid: RaceId,
    name: Line(60),
    table: TableName,
    filter: z._default(z.record(z.string(), z.unknown()), {}),
    columns: Columns,
    format: z.enum(formats),
    open: z._default(Flag, false),
    why: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    /** The member of staff who gets the files. */
    staffid: Id,
    /** Days of the week, Sunday 0; an empty list means every day. */
    weekdays: z._default(
      z.array(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(6))).check(z.maxLength(7)),
      [],
    ),
    hour: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(23)),
    until: Day,
  }),
  output: z.object({ id: z.number(), next_at: Time }),
  refusals: [
    'race_not_found',
    'table_not_found',
    'race_archived',
    'schedules_full',
    'schedule_for_nobody',
    'schedule_never',
  ],
  description:
    'Lets a table leave as a file on certain days at a full hour in the zone of the race, until a day. The caller and ' +
    'the member of staff who gets the files need the rights; both are checked again for each file.',
})
export const consoleExportsScheduleStop = post('/console/exports/schedule/stop', {
  access: 'staff',
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({ id: z.number() }),
  refusals: ['schedule_not_found'],
  description: 'Ends a schedule. Files that are made stay until their time is over.',
})
