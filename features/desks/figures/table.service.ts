import * as z from 'zod/mini'
import { Int } from '#contract/scalars.ts'
import type { Lang } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { labels } from '#features/fields/words.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { type DeskEntryRow, pageEntries } from '../store.ts'
import { handoutDoubtWords, handoutKindWords, tableWords as words } from './table.words.ts'

const Filter = z.object({ deskid: z.optional(Int) })
const saidIn = (lang: Lang, said: readonly string[]): string | null =>
  said.map((word) => handoutDoubtWords[word]?.[lang] ?? word).join(lang === 'en' ? ', ' : '、') || null

const columns: readonly TableColumn<DeskEntryRow>[] = [
  { name: 'at', label: words.at, kind: 'moment', cell: ({ at }) => at },
  { name: 'desk', label: words.desk, kind: 'text', cell: ({ desk }) => desk },
  { name: 'staff', label: words.staff, kind: 'text', cell: ({ staff }) => staff },
  { name: 'kind', label: words.kind, kind: 'text', cell: ({ kind }, { lang }) => handoutKindWords[kind][lang] },
  { name: 'bib', label: words.bib, kind: 'text', cell: ({ printed }) => printed },
  { name: 'name', label: labels.name, kind: 'text', cell: ({ name }) => name },
  { name: 'proxy', label: words.proxy, kind: 'text', cell: ({ proxy }) => proxy },
  { name: 'size_out', label: words.size_out, kind: 'text', cell: ({ size_out }) => size_out },
  { name: 'size_in', label: words.size_in, kind: 'text', cell: ({ size_in }) => size_in },
  { name: 'tag', label: words.tag, kind: 'text', cell: ({ tag }) => tag },
  {
    name: 'undone',
    label: words.undone,
    kind: 'text',
    cell: ({ undone }, { lang }) => (undone ? words.yes[lang] : null),
  },
  { name: 'despite', label: words.despite, kind: 'text', cell: ({ despite }, { lang }) => saidIn(lang, despite) },
  { name: 'doubts', label: words.doubts, kind: 'text', cell: ({ doubts }, { lang }) => saidIn(lang, doubts) },
  { name: 'received', label: words.received, kind: 'moment', cell: ({ received_at }) => received_at },
  { name: 'entry', label: words.entry, kind: 'text', cell: ({ entry }) => entry },
  { name: 'undoes', label: words.undoes, kind: 'text', cell: ({ undoes }) => undoes },
]

/** The entries of desks, in the order of arrival. Entries that were undone are among them. */
export const handoutTable = tableSource<DeskEntryRow, z.output<typeof Filter>>({
  name: 'handouts',
  label: words.title,
  right: 'desk.manage',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db }, { raceid, filter: { deskid }, after, limit }) =>
    pageOf(await pageEntries(db, raceid, { deskid, after: idIn(after), limit: rowsFor(limit) }), limit, byId),
})
