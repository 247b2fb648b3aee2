import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, RaceId } from '#contract/scalars.ts'
import { cellKinds } from './rules.ts'

/** The kinds of files. `pdf` is only for tables that draw their rows on pages. */
export const formats = ['xlsx', 'csv', 'pdf'] as const
export type Format = (typeof formats)[number]

export const TableName = z.string().check(z.maxLength(40), z.regex(/^[a-z_]+$/))
const ColumnName = z.string().check(z.minLength(1), z.maxLength(120))
const Columns = z.array(ColumnName).check(z.minLength(1), z.maxLength(300))

export const TableLayout = z.object({
  /** The layout's id; null for a layout of the product. */
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
        /** True if the caller has the right that the column needs. */
        allowed: z.boolean(),
      }),
    ),
    layouts: z.array(TableLayout),
    formats: z.array(z.enum(formats)),
  }),
  refusals: ['table_not_found'],
  description:
    "Lists the columns of a table that staff may export, and its saved layouts: the race's layouts and the " +
    "product's. The caller needs the right of the table.",
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
    /**
     * True if sealed columns are exported in clear text. The caller needs the right to open them and must give a
     * reason.
     */
    open: z._default(Flag, false),
    why: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  }),
  output: z.object({ href: z.string(), filename: z.string() }),
  refusals: ['table_not_found'],
  description:
    'Requests a table as a file. The staff log records the request. The same member of staff can download the file ' +
    'at `href` for ten minutes. The server streams it.',
})
export const consoleExportsLayoutSave = post('/console/exports/layout/save', {
  access: 'staff',
  input: z.object({ raceid: RaceId, table: TableName, name: Line(40), columns: Columns }),
  output: z.object({ layout: TableLayout }),
  refusals: ['table_not_found', 'layouts_full'],
  description:
    'Saves columns and their order under a name, for everybody who may export the table of the race. It replaces a ' +
    'layout with the same name.',
})
export const consoleExportsLayoutRemove = post('/console/exports/layout/remove', {
  access: 'staff',
  input: z.object({ raceid: RaceId, table: TableName, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['table_not_found', 'layout_not_found'],
  description: 'Removes a layout of the race.',
})
