import * as z from 'zod/mini'
import { fill } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { type LogRow, listLog } from './store.ts'
import { targetText } from './targets.words.ts'
import { isLoggedAction, loggedActions } from './actions.words.ts'
import { words } from './words.ts'

const changeText = (value: LogRow['after']): string | null => (value === null ? null : JSON.stringify(value))

const columns: readonly TableColumn<LogRow>[] = [
  { name: 'at', label: words.log_when, kind: 'moment', cell: ({ at }) => at },
  { name: 'staff', label: words.log_who, kind: 'text', cell: ({ staff }, { lang }) => staff ?? words.log_system[lang] },
  {
    name: 'what',
    label: words.log_what,
    kind: 'text',
    cell: ({ what }, { lang }) => (isLoggedAction(what) ? loggedActions[what][lang] : what),
  },
  {
    name: 'target',
    label: words.log_target,
    kind: 'text',
    cell: ({ target }, { lang }) => {
      const said = targetText(target)
      return said ? fill(said.label[lang], { which: said.which }) : target
    },
  },
  { name: 'before', label: words.log_before, kind: 'text', cell: ({ before }) => changeText(before) },
  { name: 'after', label: words.log_after, kind: 'text', cell: ({ after }) => changeText(after) },
]

/** The log of a race as a table, newest first. */
export const table = tableSource<LogRow, object>({
  name: 'log',
  label: words.log_title,
  right: 'log.read',
  filter: z.object({}),
  columns: async () => columns,
  read: async ({ db }, { raceid, after, limit }) =>
    pageOf(await listLog(db, { raceid, before: idIn(after), limit: rowsFor(limit) }), limit, byId),
})
