import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, RaceId } from '#contract/scalars.ts'
import { TableName } from '../contract.ts'

const Columns = z.array(z.string().check(z.minLength(1), z.maxLength(120))).check(z.maxLength(100))

export const TableView = z.object({
  id: z.number(),
  name: z.string(),
  shared: z.boolean(),
  /** The name of the member of staff who saved the view; null for the caller's own view. */
  by: z.nullable(z.string()),
  /** True if the caller may change and remove the view. */
  may: z.boolean(),
  filter: z.record(z.string(), z.unknown()),
  columns: z.array(z.string()),
})
export type TableView = z.output<typeof TableView>

export const consoleExportsViewsList = post('/console/exports/views/list', {
  access: 'staff',
  input: z.object({ raceid: RaceId, table: TableName }),
  output: z.object({ items: z.array(TableView) }),
  refusals: ['table_not_found'],
  description:
    "Lists the saved views of a table of the race: the caller's own views and the shared views. The caller needs " +
    'the right of the table.',
})
export const consoleExportsViewsSave = post('/console/exports/views/save', {
  access: 'staff',
  input: z.object({
    raceid: RaceId,
    table: TableName,
    name: Line(40),
    /** True if everybody who may read the table of the race sees the view. */
    shared: z._default(Flag, false),
    /** The filter and the order of the list. The searched text is not saved. */
    filter: z._default(z.record(z.string(), z.unknown()), {}),
    /** An empty list means the usual columns. */
    columns: z._default(Columns, []),
  }),
  output: z.object({ view: TableView }),
  refusals: ['table_not_found', 'views_full'],
  description:
    "Saves the filter, the columns and the order of a list under a name. It replaces the caller's view with the " +
    'same name. A filter may need a right of its own. The caller needs that right, and so does everybody who opens ' +
    'the view.',
})
export const consoleExportsViewsRemove = post('/console/exports/views/remove', {
  access: 'staff',
  input: z.object({ raceid: RaceId, table: TableName, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['table_not_found', 'view_not_found'],
  description: 'Removes a view. Staff remove their own views. Staff who may edit the race also remove shared views.',
})
