import * as z from 'zod/mini'
import { Int, Line } from '#contract/scalars.ts'
import { nameIn } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { labels } from '#features/fields/words.ts'
import { readRace } from '#features/races/service.ts'
import { type TableColumn, type TableSource, type Writing, tableSource } from '#seam/server/tables.ts'
import { type PackRow, pagePacks } from '../packs.store.ts'
import { LINES, type PrintedPack, openLabels, openList } from './label.service.ts'
import { deskPrintWords as words } from './print.words.ts'

const Filter = z.object({
  eventid: z.optional(Int),
  /** The name of a desk. The table has only registrations whose `window` is this name. */
  desk: z.optional(Line(40)),
})
type Source = TableSource<PackRow, z.output<typeof Filter>>

/** Returns the address of the page that the label's code opens. A desk finds the runner by the same code. */
const linkOf = ({ _key }: PackRow, { origin = '' }: Writing): string =>
  `${origin}/queryDetail?${new URLSearchParams({ _key })}`
const eventIn = ({ event, event_names }: PackRow, { lang }: Writing): string => nameIn(lang, event, event_names)
const printedOf = (row: PackRow, writing: Writing): PrintedPack => ({
  ...row,
  bib: row.printed!,
  event: eventIn(row, writing),
  link: linkOf(row, writing),
})

const columns: readonly TableColumn<PackRow>[] = [
  { name: 'bib', label: words.bib, kind: 'text', cell: ({ printed }) => printed },
  { name: 'name', label: labels.name, kind: 'text', cell: ({ name }) => name },
  { name: 'event', label: words.event, kind: 'text', cell: eventIn },
  { name: 'zone', label: words.zone, kind: 'text', cell: ({ zone }) => zone },
  { name: 'clothes', label: labels.clothes, kind: 'text', cell: ({ size }) => size },
  { name: 'window', label: words.window, kind: 'text', cell: ({ window }) => window },
  {
    name: 'handed',
    label: words.handed,
    kind: 'text',
    cell: ({ handed }, { lang }) => (handed ? words.yes[lang] : null),
  },
  { name: 'qr', label: words.qr, kind: 'text', cell: linkOf },
]
const packs = {
  right: 'desk.manage',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db }, { raceid, filter: { eventid, desk }, after, limit }) =>
    pageOf(
      await pagePacks(db, raceid, { eventid, window: desk, after: idIn(after), limit: rowsFor(limit) }),
      limit,
      byId,
    ),
} as const satisfies Partial<Source>

/** A label for each pack, for a roll that is 62 mm wide. */
export const labelTable = tableSource<PackRow, z.output<typeof Filter>>({
  ...packs,
  name: 'pack_labels',
  label: words.labels,
  pages: async (_, __, writing) => {
    const page = openLabels()
    return (row) => page(printedOf(row, writing))
  },
})
/** A list on A4 paper, with which a desk can work without a device. */
export const listTable = tableSource<PackRow, z.output<typeof Filter>>({
  ...packs,
  name: 'pack_list',
  label: words.list,
  list: {
    rows: LINES,
    open: async ({ db, now }, raceid, writing) => {
      const { lang } = writing
      const race = await readRace(db, raceid, now)
      const page = openList({
        title: [race && nameIn(lang, race.name, race.names), words.list[lang]].filter(Boolean).join(' · '),
        page: (n) => words.page[lang].replace('{n}', String(n)),
        columns: [words.bib, labels.name, words.event, labels.clothes, words.window, words.signature].map(
          (said) => said[lang],
        ),
      })
      return (rows, n) =>
        page(
          rows.map((row) => printedOf(row, writing)),
          n,
        )
    },
  },
})
