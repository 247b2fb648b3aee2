import * as z from 'zod/mini'
import { nameIn } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { eventsOf } from '#features/events/service.ts'
import { labels } from '#features/fields/words.ts'
import { registrationsOfBib } from '#features/registrations/lookup/findingBibs.service.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { consoleBibsList } from './contract.ts'
import { type BibRow, listLines } from './store.ts'
import { words } from './words.ts'

const Filter = z.pick(consoleBibsList.input, { eventid: true, q: true })
type Row = BibRow & { event: string }

const columns: readonly TableColumn<Row>[] = [
  {
    name: 'bib',
    label: words.bib,
    kind: 'text',
    cell: ({ bib, prefix_bib }) => (bib === null ? null : `${prefix_bib ?? ''}${bib}`),
  },
  { name: 'name', label: labels.name, kind: 'text', cell: ({ name }) => name },
  { name: 'event', label: words.event, kind: 'text', cell: ({ event }) => event },
  { name: 'zone', label: words.zone, kind: 'text', cell: ({ zone }) => zone },
  { name: 'clothes', label: labels.clothes, kind: 'text', cell: ({ clothes }) => clothes },
  { name: 'registration', label: words.registration, kind: 'text', cell: ({ id }) => String(id) },
]

/** The registrations that are due a bib, with the filters of the list, in the order of sign-up. */
export const table = tableSource<Row, z.output<typeof Filter>>({
  name: 'bibs',
  label: words.table,
  right: 'bibs.edit',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db, lang }, { raceid, filter: { eventid, q }, after, limit }) => {
    const [events, worn] = [await eventsOf(db, raceid), q === '' ? [] : await registrationsOfBib(db, raceid, q)]
    const names = new Map(events.map(({ id, name, names }) => [id, nameIn(lang, name, names)]))
    const found = await listLines(db, { raceid, eventid, q, worn, after: idIn(after), limit: rowsFor(limit) })
    const { rows, after: next } = pageOf(found, limit, byId)
    return { rows: rows.map((row) => ({ ...row, event: names.get(row.eventid)! })), after: next }
  },
})
