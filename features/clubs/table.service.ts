import * as z from 'zod/mini'
import { type Lang, nameIn } from '#contract/words.ts'
import { Search } from '#contract/scalars.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { eventsOf } from '#features/events/service.ts'
import { heldQuotas, type HeldQuota } from './quotas.service.ts'
import { type ClubRow, countCaptains, listClubs } from './store.ts'
import { words } from './words.ts'

const Filter = z.object({ q: z._default(Search, '') })
type Row = { club: ClubRow; captains: number; quotas: readonly (HeldQuota & { name: string; names: unknown })[] }

/** Sums a figure over the quotas of a club, because the file has one line for each club. */
const sum = ({ quotas }: Row, of: (quota: HeldQuota) => number) => quotas.reduce((all, quota) => all + of(quota), 0)
const eventsText = ({ quotas }: Row, lang: Lang) =>
  quotas
    .map((one) => `${nameIn(lang, one.name, one.names)} ${one.invitation.used}/${one.invitation.uses ?? 0}`)
    .join('; ')

const columns: readonly TableColumn<Row>[] = [
  { name: 'name', label: words.name, kind: 'text', cell: ({ club }) => club.name },
  { name: 'kind', label: words.kind, kind: 'text', cell: ({ club }, { lang }) => words[club.kind][lang] },
  { name: 'events', label: words.event, kind: 'text', cell: (row, { lang }) => eventsText(row, lang) },
  {
    name: 'quota',
    label: words.quota,
    kind: 'number',
    cell: (row) => sum(row, ({ invitation }) => invitation.uses ?? 0),
  },
  { name: 'used', label: words.used, kind: 'number', cell: (row) => sum(row, ({ invitation }) => invitation.used) },
  { name: 'unpaid', label: words.unpaid, kind: 'number', cell: (row) => sum(row, ({ unpaid }) => unpaid) },
  { name: 'listed', label: words.listed, kind: 'number', cell: (row) => sum(row, ({ listed }) => listed) },
  { name: 'captains', label: words.captains, kind: 'number', cell: ({ captains }) => captains },
  { name: 'swap_until', label: words.swap_until, kind: 'moment', cell: ({ club }) => club.swap_until },
  {
    name: 'state',
    label: words.state,
    kind: 'text',
    cell: ({ club }, { lang }) => words[club.closed_at === null ? 'open' : 'closed'][lang],
  },
]

export const table = tableSource<Row, z.output<typeof Filter>>({
  name: 'clubs',
  label: words.clubs,
  right: 'clubs.manage',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db }, { raceid, filter: { q }, after, limit }) => {
    const page = pageOf(await listClubs(db, raceid, { q, before: idIn(after), limit: rowsFor(limit) }), limit, byId)
    const ids = page.rows.map(({ id }) => id)
    const [quotas, captains, events] = [
      await heldQuotas(db, raceid, ids),
      await countCaptains(db, raceid, ids),
      new Map((await eventsOf(db, raceid)).map((event) => [event.id, event])),
    ]
    return {
      after: page.after,
      rows: page.rows.map((club) => ({
        club,
        captains: captains.get(club.id) ?? 0,
        quotas: quotas
          .filter(({ clubid }) => clubid === club.id)
          .map((quota) => ({
            ...quota,
            name: events.get(quota.eventid)?.name ?? '',
            names: events.get(quota.eventid)?.names,
          })),
      })),
    }
  },
})
