import * as z from 'zod/mini'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { entryDoubtWords, aidEntryWords, tableWords as words } from './aid.words.ts'
import { openAidNote } from './aid.service.ts'
import { marginOf } from './entries.rules.ts'
import { type AidEntryRow, pageEntries } from './entries.store.ts'

type Row = Omit<AidEntryRow, 'note'> & { note: string | null }
const columns: readonly TableColumn<Row>[] = [
  { name: 'at', label: words.at, kind: 'moment', cell: ({ at }) => at },
  {
    name: 'margin',
    label: words.margin,
    kind: 'number',
    cell: ({ kind, clock }) => (kind === 'undo' ? null : marginOf(clock)),
  },
  { name: 'station', label: words.station, kind: 'text', cell: ({ station }) => station },
  { name: 'bib', label: words.bib, kind: 'text', cell: ({ bib }) => bib },
  { name: 'kind', label: words.kind, kind: 'text', cell: ({ kind }, { lang }) => aidEntryWords[kind][lang] },
  { name: 'note', label: words.note, kind: 'text', cell: ({ note }) => note },
  { name: 'phone', label: words.phone, kind: 'text', cell: ({ phone }) => phone },
  {
    name: 'undone',
    label: words.undone,
    kind: 'text',
    cell: ({ undone }, { lang }) => (undone ? words.yes[lang] : null),
  },
  {
    name: 'doubts',
    label: words.doubts,
    kind: 'text',
    cell: ({ doubts }, { lang }) =>
      doubts.map((word) => entryDoubtWords[word][lang]).join(lang === 'en' ? ', ' : '、') || null,
  },
  {
    name: 'decision',
    label: words.decision,
    kind: 'text',
    cell: ({ decision }, { lang }) => decision && words.decisions[decision][lang],
  },
  { name: 'received', label: words.received, kind: 'moment', cell: ({ received_at }) => received_at },
  { name: 'entry', label: words.entry, kind: 'text', cell: ({ entry }) => entry },
  { name: 'undoes', label: words.undoes, kind: 'text', cell: ({ undoes }) => undoes },
]

/** Every entry of the aid stations, the latest first, with the entries that somebody took back. */
export const aidTable = tableSource<Row, object>({
  name: 'aid_entries',
  label: words.title,
  right: 'results.import',
  filter: z.object({}),
  columns: async () => columns,
  read: async ({ db, seal }, { raceid, after, limit }) => {
    await seal.prepare(raceScope(raceid))
    const found = await pageEntries(db, raceid, { odd: false, after: idIn(after) ?? null, limit: rowsFor(limit) })
    const { rows, after: next } = pageOf(found, limit, byId)
    return { rows: rows.map((row) => ({ ...row, note: openAidNote(seal, raceid, row.note) })), after: next }
  },
})
