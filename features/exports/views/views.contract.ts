import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, RaceId } from '#contract/scalars.ts'

const TableName = z.string().check(z.maxLength(40), z.regex(/^[a-z_]+$/))
const Columns = z.array(z.string().check(z.minLength(1), z.maxLength(120))).check(z.maxLength(100))

export const TableView = z.object({
  id: z.number(),
  name: z.string(),
  shared: z.boolean(),
  /** The owner; null for the caller's own view. */
  by: z.nullable(z.string()),
  /** Tells whether the caller may change and remove the view. */
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
    "Views kept for a table of the race: the caller's own and those shared with its staff. To staff with the right of " +
    'the table.',
})
export const consoleExportsViewsSave = post('/console/exports/views/save', {
  access: 'staff',
  input: z.object({
    raceid: RaceId,
    table: TableName,
    name: Line(40),
    /** Everybody who may read the table of the race sees the view. */
    shared: z._default(Flag, false),
    /** The filter and the order of the list. The searched text is not kept. */
    filter: z._default(z.record(z.string(), z.unknown()), {}),
    /** An empty list means the usual columns. */
    columns: z._default(Columns, []),
  }),
  output: z.object({ view: TableView }),
  refusals: ['table_not_found', 'views_full'],
  description:
    "Keeps how a list stands under a name. A view of the caller's of the same name is replaced. A filter that wants a " +
    'right of its own wants it here too, and again of whoever opens the view.',
})
export const consoleExportsViewsRemove = post('/console/exports/views/remove', {
  access: 'staff',
  input: z.object({ raceid: RaceId, table: TableName, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['table_not_found', 'view_not_found'],
  description: "Removes a view: one's own, or a shared one by staff who may edit the race.",
})
