import * as z from 'zod/mini'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { consoleSubstitutesList } from './contract.ts'
import { evidenceText } from './figures.rules.ts'
import { pageOfCases, suspicionsShown } from './present.service.ts'
import { words } from './words.ts'

const Filter = z.pick(consoleSubstitutesList.input, { state: true })
type Row = Awaited<ReturnType<typeof suspicionsShown>>[number]
const decidedAt = ({ decided_at }: Row): Date | null => (decided_at instanceof Date ? decided_at : null)

const columns: readonly TableColumn<Row>[] = [
  { name: 'event', label: words.event, kind: 'text', cell: ({ event }) => event },
  { name: 'kind', label: words.kind, kind: 'text', cell: ({ kind }, { lang }) => words[kind][lang] },
  { name: 'bibs', label: words.bibs, kind: 'text', cell: ({ runners }) => runners.map(({ bib }) => bib).join(' / ') },
  {
    name: 'names',
    label: words.names,
    kind: 'text',
    cell: ({ runners }) => runners.map(({ name }) => name ?? '').join(' / '),
  },
  { name: 'figures', label: words.figures, kind: 'text', cell: (row, { lang }) => evidenceText(row, lang) },
  { name: 'state', label: words.state, kind: 'text', cell: ({ state }, { lang }) => words[state][lang] },
  { name: 'reason', label: words.reason, kind: 'text', cell: ({ reason }) => reason },
  { name: 'decided_at', label: words.decided_at, kind: 'moment', cell: decidedAt },
]

/** The suspected substitutes of a race, as a jury reads them. */
export const table = tableSource<Row, z.output<typeof Filter>>({
  name: 'substitutes',
  label: words.title,
  right: 'substitutes.decide',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db, lang, now }, { raceid, filter: { state }, after, limit }) => {
    const rows = await pageOfCases(db, raceid, { state, after: idIn(after), limit: rowsFor(limit) })
    const page = pageOf(rows, limit, byId)
    return { rows: await suspicionsShown(db, raceid, page.rows, { lang, now }), after: page.after }
  },
})
