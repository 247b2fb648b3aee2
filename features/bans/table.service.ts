import * as z from 'zod/mini'
import { chinaDay } from '#contract/days.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { consoleBansList } from './contract.ts'
import { banShown } from './present.service.ts'
import { documentsTyped } from './typed.service.ts'
import { listBans } from './store.ts'
import { words } from './words.ts'

const Filter = z.pick(consoleBansList.input, { q: true, past: true })
type Row = ReturnType<typeof banShown>

const columns: readonly TableColumn<Row>[] = [
  { name: 'name', label: words.name, kind: 'text', cell: ({ name }) => name },
  { name: 'idnum', label: words.idnum, kind: 'text', cell: ({ idnum }) => idnum },
  { name: 'source', label: words.source, kind: 'text', cell: ({ source }, { lang }) => words[source][lang] },
  { name: 'reason', label: words.reason, kind: 'text', cell: ({ reason }) => reason },
  { name: 'from', label: words.from, kind: 'text', cell: ({ from }) => from },
  { name: 'until', label: words.until, kind: 'text', cell: ({ until }, { lang }) => until ?? words.life[lang] },
  {
    name: 'scope',
    label: words.scope,
    kind: 'text',
    cell: ({ everywhere }, { lang }) => words[everywhere ? 'everywhere' : 'this_race'][lang],
  },
  { name: 'state', label: words.state, kind: 'text', cell: ({ state }, { lang }) => words[state][lang] },
  { name: 'lift_reason', label: words.lift_reason, kind: 'text', cell: ({ lift_reason }) => lift_reason },
]

/** The banned runners of a race, with masked numbers. */
export const table = tableSource<Row, z.output<typeof Filter>>({
  name: 'bans',
  label: words.bans,
  right: 'bans.edit',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db, seal, now }, { raceid, filter: { q, past }, after, limit }) => {
    const rows = await listBans(db, raceid, {
      q,
      past,
      document_ixs: await documentsTyped(seal, q, now),
      today: chinaDay(now),
      before: idIn(after),
      limit: rowsFor(limit),
    })
    const page = pageOf(rows, limit, byId)
    return { rows: page.rows.map((row) => banShown(row, now)), after: page.after }
  },
})
