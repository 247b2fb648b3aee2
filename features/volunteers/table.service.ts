import * as z from 'zod/mini'
import { byId, idIn, pageOf } from '#db/pages.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { consoleVolunteersList } from './contract.ts'
import { minutesOf } from './signing/signing.rules.ts'
import { type VolunteerRow, listVolunteers } from './store.ts'
import { words } from './words.ts'

const Filter = z.pick(consoleVolunteersList.input, { q: true })
type Column = TableColumn<VolunteerRow>
/** Writes a sealed number: unmasked if the caller may see it, otherwise masked. */
const sealed = (
  name: 'idnum' | 'mobile' | 'leader_mobile',
  field: string,
  mask: (row: VolunteerRow) => string | null,
): Column => ({
  name,
  label: words[name],
  kind: 'text',
  sealed: true,
  cell: (row, { seal }) => {
    const bytes = row[name]
    return seal && bytes ? seal.open(raceScope(row.raceid), field, bytes) : mask(row)
  },
})

const columns: readonly Column[] = [
  { name: 'name', label: words.name, kind: 'text', cell: ({ name }) => name },
  { name: 'post', label: words.post, kind: 'text', cell: ({ post }) => post },
  { name: 'team', label: words.team, kind: 'text', cell: ({ team }) => team },
  { name: 'place', label: words.place, kind: 'text', cell: ({ place }) => place },
  { name: 'from', label: words.from, kind: 'moment', cell: ({ starts_at }) => starts_at },
  { name: 'until', label: words.until, kind: 'moment', cell: ({ ends_at }) => ends_at },
  { name: 'state', label: words.state, kind: 'text', cell: ({ state }, { lang }) => words[state][lang] },
  { name: 'came_at', label: words.came_at, kind: 'moment', cell: ({ came_at }) => came_at },
  { name: 'left_at', label: words.left_at, kind: 'moment', cell: ({ left_at }) => left_at },
  { name: 'minutes', label: words.minutes, kind: 'number', cell: (row) => minutesOf(row) },
  sealed('mobile', 'volunteer mobile', ({ mobile_mask }) => mobile_mask),
  sealed('idnum', 'volunteer idnum', ({ idnum_mask }) => idnum_mask),
  { name: 'leader', label: words.leader, kind: 'text', cell: ({ leader }) => leader },
  sealed('leader_mobile', 'volunteer leader', ({ leader_mask }) => leader_mask),
  { name: 'notes', label: words.notes, kind: 'text', cell: ({ notes }) => notes },
]

/** The volunteers as a table with the filters of their list. Each shift has a line. */
export const table = tableSource<VolunteerRow, z.output<typeof Filter>>({
  name: 'volunteers',
  label: words.title,
  right: 'checkin.edit',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db }, { raceid, filter: { q }, after, limit }) =>
    pageOf(await listVolunteers(db, { raceid, q, after: idIn(after), limit }), limit, byId),
  opened: { what: 'volunteer opened', target: ({ id }) => `volunteer ${id}` },
})
