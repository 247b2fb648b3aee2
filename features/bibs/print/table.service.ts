import * as z from 'zod/mini'
import { Int } from '#contract/scalars.ts'
import { nameIn } from '#contract/words.ts'
import { cursorOf, numbersIn, pageOf, rowsFor } from '#db/pages.ts'
import { eventsOf } from '#features/events/service.ts'
import { labels } from '#features/fields/words.ts'
import { readRace } from '#features/races/service.ts'
import { type TableColumn, type Writing, tableSource } from '#seam/server/tables.ts'
import { printed } from '../rules.ts'
import { insertPrint } from '../runs/runs.store.ts'
import { words } from '../words.ts'
import { type PrintRow, listToPrint } from './print.store.ts'
import { bibPrintWords } from './print.words.ts'
import { openSheets } from './sheet.service.ts'

const Filter = z.object({ eventid: z.optional(Int) })
type Row = PrintRow & { event: string; race: string }

/** Returns the address that the code on a bib opens: the status page of the registration. */
const linkOf = ({ _key }: Row, { origin = '' }: Writing): string =>
  `${origin}/queryDetail?${new URLSearchParams({ _key })}`
const bibOf = ({ prefix_bib, bib }: Row): string => printed({ prefix: prefix_bib ?? '', bib })

const columns: readonly TableColumn<Row>[] = [
  { name: 'bib', label: words.bib, kind: 'text', cell: bibOf },
  { name: 'name', label: labels.name, kind: 'text', cell: ({ name }) => name },
  { name: 'race', label: bibPrintWords.race, kind: 'text', cell: ({ race }) => race },
  { name: 'event', label: words.event, kind: 'text', cell: ({ event }) => event },
  { name: 'zone', label: words.zone, kind: 'text', cell: ({ zone }) => zone },
  { name: 'clothes', label: labels.clothes, kind: 'text', cell: ({ clothes }) => clothes },
  { name: 'qr', label: bibPrintWords.qr, kind: 'text', cell: linkOf },
]

/**
 * The export for print shops: a row or a page for each bib. Each export is recorded, so that a later change of bibs can
 * warn about the printed bibs.
 */
export const printTable = tableSource<Row, z.output<typeof Filter>>({
  name: 'bib_print',
  label: bibPrintWords.title,
  right: 'bibs.edit',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db, lang, now }, { raceid, filter: { eventid }, after, limit }) => {
    const [of, id] = numbersIn(after, 2) ?? []
    const place = of === undefined || id === undefined ? undefined : { eventid: of, id }
    const names = new Map((await eventsOf(db, raceid)).map(({ id, name, names }) => [id, nameIn(lang, name, names)]))
    const race = await readRace(db, raceid, now)
    const found = await listToPrint(db, raceid, { eventid, after: place, limit: rowsFor(limit) })
    const { rows, after: next } = pageOf(found, limit, (last) => cursorOf(last.eventid, last.id))
    const named = race ? nameIn(lang, race.name, race.names) : ''
    return { rows: rows.map((row) => ({ ...row, event: names.get(row.eventid) ?? '', race: named })), after: next }
  },
  pages: async ({ db, now }, raceid, writing) => {
    const race = await readRace(db, raceid, now)
    const sheet = openSheets(race ? nameIn(writing.lang, race.name, race.names) : '')
    return (row) => sheet({ ...row, bib: bibOf(row), link: linkOf(row, writing) })
  },
  left: (db, { raceid, filter: { eventid = null }, staffid, rows, now }) =>
    insertPrint(db, { raceid, eventid, staffid, rows, at: now }),
})
