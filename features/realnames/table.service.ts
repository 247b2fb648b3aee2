import * as z from 'zod/mini'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { consoleRealnamesList } from './contract.ts'
import { type NameCheckRow, listChecks } from './store.ts'
import { words } from './words.ts'

const Filter = z.pick(consoleRealnamesList.input, { q: true, show: true })
const columns: readonly TableColumn<NameCheckRow>[] = [
  { name: 'name', label: words.name, kind: 'text', cell: ({ name }) => name },
  { name: 'idnum', label: words.idnum, kind: 'text', cell: ({ idnum_mask }) => idnum_mask },
  {
    name: 'outcome',
    label: words.outcome,
    kind: 'text',
    cell: ({ outcome }, { lang }) => words[`outcome_${outcome}`][lang],
  },
  {
    name: 'decision',
    label: words.decision,
    kind: 'text',
    cell: ({ decision }, { lang }) => (decision === null ? words.undecided[lang] : words[decision][lang]),
  },
  { name: 'reason', label: words.reason, kind: 'text', cell: ({ decide_reason }) => decide_reason },
  { name: 'asked_at', label: words.asked_at, kind: 'moment', cell: ({ asked_at }) => asked_at },
]

/** The names that the service did not confirm, with masked numbers. */
export const table = tableSource<NameCheckRow, z.output<typeof Filter>>({
  name: 'realnames',
  label: words.title,
  right: 'names.decide',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db }, { raceid, filter: { q, show }, after, limit }) =>
    pageOf(
      await listChecks(db, raceid, { q, decided: show === 'decided', before: idIn(after), limit: rowsFor(limit) }),
      limit,
      byId,
    ),
})
