import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, RaceId } from '#contract/scalars.ts'
import { cellKinds } from './rules.ts'

export const formats = ['xlsx', 'csv'] as const
export type Format = (typeof formats)[number]

const TableName = z.string().check(z.maxLength(40), z.regex(/^[a-z_]+$/))
const ColumnName = z.string().check(z.minLength(1), z.maxLength(120))
const Columns = z.array(ColumnName).check(z.minLength(1), z.maxLength(300))

export const TableLayout = z.object({
  /** Null: the layout comes with the product. */
  id: z.nullable(z.number()),
  name: z.string(),
  columns: z.array(z.string()),
})
export type TableLayout = z.output<typeof TableLayout>

export const consoleExportsShow = post('/console/exports/show', {
  access: 'staff',
  input: z.object({ raceid: RaceId, table: TableName }),
  output: z.object({
    label: z.string(),
    columns: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        kind: z.enum(cellKinds),
        sealed: z.boolean(),
        /** Tells whether the caller has the right that it needs. */
        allowed: z.boolean(),
      }),
    ),
    layouts: z.array(TableLayout),
  }),
  refusals: ['table_not_found'],
  description:
    'The columns that a table of the console may leave with, and the layouts kept for it: those of the race and those ' +
    'that come with the product. To staff with the right of the table.',
})
export const consoleExportsStart = post('/console/exports/start', {
  access: 'staff',
  input: z.object({
    raceid: RaceId,
    table: TableName,
    /** The filter of the table's list. */
    filter: z._default(z.record(z.string(), z.unknown()), {}),
    columns: Columns,
    format: z.enum(formats),
    /** Sealed columns leave open. This needs the right to open them and a reason. */
    open: z._default(Flag, false),
    why: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  }),
  output: z.object({ href: z.string(), filename: z.string() }),
  refusals: ['table_not_found'],
  description:
    'Asks for a table as a file and writes it into the log. `href` gives the file to the same member of staff for ten ' +
    'minutes, streamed.',
})
export const consoleExportsLayoutSave = post('/console/exports/layout/save', {
  access: 'staff',
  input: z.object({ raceid: RaceId, table: TableName, name: Line(40), columns: Columns }),
  output: z.object({ layout: TableLayout }),
  refusals: ['table_not_found', 'layouts_full'],
  description:
    'Keeps columns and their order under a name for everybody who may export the table of the race. A layout of the ' +
    'same name is replaced.',
})
export const consoleExportsLayoutRemove = post('/console/exports/layout/remove', {
  access: 'staff',
  input: z.object({ raceid: RaceId, table: TableName, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['table_not_found', 'layout_not_found'],
  description: 'Takes a layout of the race away.',
})
