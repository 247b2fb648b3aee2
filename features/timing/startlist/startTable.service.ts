import * as z from 'zod/mini'
import { Int } from '#contract/scalars.ts'
import { nameIn } from '#contract/words.ts'
import { pageOf, rowsFor } from '#db/pages.ts'
import { eventsOf } from '#features/events/service.ts'
import { agegroupOf, rankingOf } from '#features/results/rules.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { listCourses } from '../course/course.store.ts'
import { waveOf } from '../rules.ts'
import { type StarterRow, listStarters } from './startList.store.ts'
import { startWords as words } from './startList.words.ts'

const Filter = z.object({ eventid: z.optional(Int) })
type Row = StarterRow & { event: string; wave: string | null; age_group: string | null }

const columns: readonly TableColumn<Row>[] = [
  { name: 'bib', label: words.bib, kind: 'text', cell: ({ bib }) => bib },
  { name: 'chip', label: words.chip, kind: 'text', cell: ({ chips }) => chips },
  { name: 'name', label: words.name, kind: 'text', cell: ({ name }) => name },
  { name: 'event', label: words.event, kind: 'text', cell: ({ event }) => event },
  { name: 'wave', label: words.wave, kind: 'text', cell: ({ wave }) => wave },
  { name: 'zone', label: words.zone, kind: 'text', cell: ({ zone }) => zone },
  {
    name: 'gender',
    label: words.gender,
    kind: 'text',
    cell: ({ gender }, { lang }) => gender && words.genders[gender][lang],
  },
  { name: 'age', label: words.age, kind: 'number', cell: ({ age }) => age },
  { name: 'age_group', label: words.age_group, kind: 'text', cell: ({ age_group }) => age_group },
  { name: 'club', label: words.club, kind: 'text', cell: ({ club }) => club },
  { name: 'field', label: words.field, kind: 'text', cell: ({ field }) => field },
  {
    name: 'source',
    label: words.source,
    kind: 'text',
    cell: ({ registrationid }, { lang }) => (registrationid === null ? words.listed : words.registered)[lang],
  },
]

const cursorOf = ({ eventid, bib }: StarterRow): string => `${eventid}.${bib}`
const readCursor = (after: string | undefined) => {
  const found = /^(\d{1,9})\.(.{1,30})$/u.exec(after ?? '')
  return found ? { eventid: Number(found[1]), bib: found[2]! } : undefined
}

/** Everybody who may start, registered here or imported, by event and bib. */
export const startTable = tableSource<Row, z.output<typeof Filter>>({
  name: 'start_list',
  label: words.label,
  right: 'results.import',
  filter: Filter,
  columns: async () => columns,
  layouts: [
    {
      name: 'timing',
      label: words.layout,
      columns: ['bib', 'chip', 'name', 'event', 'wave', 'gender', 'age_group'],
    },
  ],
  read: async ({ db, lang }, { raceid, filter: { eventid }, after, limit }) => {
    const [events, courses] = [await eventsOf(db, raceid), await listCourses(db, raceid)]
    const found = await listStarters(db, raceid, eventid, readCursor(after), rowsFor(limit))
    const { rows, after: next } = pageOf(found, limit, cursorOf)
    const of = new Map(events.map((event) => [event.id, event]))
    return {
      rows: rows.map((row) => {
        const event = of.get(row.eventid)
        const waves = courses.find((one) => one.eventid === row.eventid)?.waves ?? []
        return {
          ...row,
          event: event ? nameIn(lang, event.name, event.names) : '',
          wave: waveOf(waves, row.zone)?.name ?? null,
          age_group: event ? agegroupOf(row, rankingOf(event.ranking)) : null,
        }
      }),
      after: next,
    }
  },
})
