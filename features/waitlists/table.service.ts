import * as z from 'zod/mini'
import { Int } from '#contract/scalars.ts'
import { nameIn } from '#contract/words.ts'
import { cursorOf, numbersIn, pageOf, rowsFor } from '#db/pages.ts'
import { eventsOf } from '#features/events/service.ts'
import { labels } from '#features/fields/words.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { type LineRow, LAST_RANK, pageLine } from './store.ts'
import { tableWords, words } from './words.ts'

const Filter = z.object({ eventid: z.optional(Int) })
type Row = LineRow & { event: string }

const columns: readonly TableColumn<Row>[] = [
  { name: 'event', label: tableWords.event, kind: 'text', cell: ({ event }) => event },
  { name: 'rank', label: tableWords.rank, kind: 'number', cell: ({ rank }) => rank },
  { name: 'rank_before', label: tableWords.rank_before, kind: 'number', cell: ({ rank_before }) => rank_before },
  { name: 'name', label: labels.name, kind: 'text', cell: ({ name }) => name },
  { name: 'code', label: tableWords.code, kind: 'number', cell: ({ code }) => code },
  { name: 'joined_at', label: tableWords.joined_at, kind: 'moment', cell: ({ joined_at }) => joined_at },
  { name: 'pay_at', label: tableWords.pay_at, kind: 'moment', cell: ({ pay_at }) => pay_at },
  { name: 'registration', label: tableWords.registration, kind: 'text', cell: ({ id }) => String(id) },
]

/** The runners in line as a table, event by event, in order. A cursor has the event, the rank and the registration. */
export const table = tableSource<Row, z.output<typeof Filter>>({
  name: 'waitlist',
  label: words.title,
  right: 'registrations.read',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db, lang }, { raceid, filter, after, limit }) => {
    const [since = 0, rank = 0, id = 0] = numbersIn(after, 3) ?? []
    const events = (await eventsOf(db, raceid))
      .filter((event) => event.id >= since && (filter.eventid === undefined || event.id === filter.eventid))
      .toSorted((one, other) => one.id - other.id)
    const found: (Row & { eventid: number })[] = []
    for (const event of events) {
      if (found.length > limit) break
      const from = event.id === since ? { rank: Math.min(rank, LAST_RANK), id } : { rank: 0, id: 0 }
      const rows = await pageLine(db, raceid, event.id, from, rowsFor(limit) - found.length)
      found.push(...rows.map((row) => ({ ...row, eventid: event.id, event: nameIn(lang, event.name, event.names) })))
    }
    return pageOf(found, limit, (last) => cursorOf(last.eventid, last.rank ?? LAST_RANK, last.id))
  },
})
