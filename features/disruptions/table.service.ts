import * as z from 'zod/mini'
import { Int } from '#contract/scalars.ts'
import { nameIn } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { labels } from '#features/fields/words.ts'
import { exportWords } from '#features/registrations/export/export.words.ts'
import { tableSource } from '#seam/server/tables.ts'
import { type ListedChoice, listForTable } from './store.ts'
import { planTermWords, tableWords as words } from './words.ts'

/** The number of the plan. No plan has the number 0. */
const Filter = z.object({ id: z._default(Int, 0) })

export const table = tableSource<ListedChoice, z.output<typeof Filter>>({
  name: 'disruption_choices',
  label: words.table,
  right: 'registrations.read',
  filter: Filter,
  columns: async () => [
    { name: 'id', label: exportWords.id, kind: 'text', cell: ({ id }) => String(id) },
    { name: 'name', label: labels.name, kind: 'text', cell: ({ name }) => name },
    {
      name: 'event',
      label: exportWords.event,
      kind: 'text',
      cell: ({ e_name, e_names }, { lang }) => nameIn(lang, e_name, e_names),
    },
    {
      name: 'choice',
      label: words.choice,
      kind: 'text',
      cell: ({ choice }, { lang }) => (choice === null ? null : planTermWords.choices[choice][lang]),
    },
    { name: 'chosen_at', label: words.chosen_at, kind: 'moment', cell: ({ chosen_at }) => chosen_at },
    {
      name: 'applied',
      label: words.applied,
      kind: 'text',
      cell: ({ applied }, { lang }) =>
        applied === null ? null : applied === 'left' ? words.left[lang] : planTermWords.choices[applied][lang],
    },
  ],
  read: async ({ db }, { raceid, filter: { id }, after, limit }) =>
    pageOf(await listForTable(db, raceid, id, { after: idIn(after) ?? 0, limit: rowsFor(limit) }), limit, byId),
})
