import * as z from 'zod/mini'
import { nameIn } from '#contract/words.ts'
import { cursorOf, momentCursorIn, pageOf } from '#db/pages.ts'
import { saidIn } from '#features/checkin/rules.ts'
import { labels } from '#features/fields/words.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { type CheckinService, services } from '#features/checkin/contract.ts'
import { type BookedRow, pageOfRace } from './store.ts'
import { serviceWords, tableWords } from './words.ts'

const Filter = z.object({ service: z.optional(z.enum(services)) })

const columns: readonly TableColumn<BookedRow>[] = [
  {
    name: 'service',
    label: tableWords.service,
    kind: 'text',
    cell: ({ service }, { lang }) => serviceWords[service as CheckinService][lang],
  },
  { name: 'from', label: tableWords.from, kind: 'moment', cell: ({ starts_at }) => starts_at },
  { name: 'until', label: tableWords.until, kind: 'moment', cell: ({ ends_at }) => ends_at },
  { name: 'slot', label: tableWords.slot, kind: 'text', cell: ({ slot_name }, { lang }) => saidIn(lang, slot_name) },
  { name: 'place', label: tableWords.place, kind: 'text', cell: ({ place }, { lang }) => saidIn(lang, place) },
  { name: 'name', label: labels.name, kind: 'text', cell: ({ registration_name }) => registration_name },
  {
    name: 'event',
    label: tableWords.event,
    kind: 'text',
    cell: ({ event, event_names }, { lang }) => nameIn(lang, event, event_names),
  },
  {
    name: 'bib',
    label: tableWords.bib,
    kind: 'text',
    cell: ({ bib, prefix_bib }) => (bib === null ? null : `${prefix_bib ?? ''}${bib}`),
  },
]

/** The bookings, in the order of the slots. */
export const table = tableSource<BookedRow, z.output<typeof Filter>>({
  name: 'appointments',
  label: tableWords.title,
  right: 'checkin.edit',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db }, { raceid, filter: { service }, after, limit }) =>
    pageOf(await pageOfRace(db, raceid, { service, after: momentCursorIn(after), limit }), limit, ({ starts_at, id }) =>
      cursorOf(starts_at.getTime(), id),
    ),
})
