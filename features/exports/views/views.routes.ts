import { wrong } from '#contract/wrong.ts'
import { readRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { type Who, handle } from '#seam/server/handle.ts'
import { type TableCall, tableFor } from '../tableOfCall.service.ts'
import {
  type TableView,
  consoleExportsViewsList,
  consoleExportsViewsRemove,
  consoleExportsViewsSave,
} from './views.contract.ts'
import { type SavedViewRow, countViews, listViews, removeView, saveView } from './views.store.ts'

/** The largest number of views of a table that one member of staff saves for a race. */
const MOST_VIEWS = 50
/**
 * Filters that a view does not save. A search may hold a person's name or number, and a choice of rows is no property
 * of the list.
 */
const NOT_KEPT: ReadonlySet<string> = new Set(['q', 'ids'])

const isMine = (row: Pick<SavedViewRow, 'staffid'>, who: Who): boolean => row.staffid === who.staffid
const viewShown = (row: SavedViewRow, who: Who, may: TableCall['may']): TableView => ({
  id: row.id,
  name: row.name,
  shared: row.shared,
  by: isMine(row, who) ? null : row.by,
  may: isMine(row, who) || may('race.edit'),
  filter: row.filter as Record<string, unknown>,
  columns: row.columns as string[],
})

export const routes = [
  handle(consoleExportsViewsList, async ({ input, db, who, may, refuse }) => {
    const table = tableFor({ input, may, refuse })
    const rows = await listViews(db, input.raceid, table.name, who.staffid!)
    return { items: rows.map((row) => viewShown(row, who, may)) }
  }),

  handle(consoleExportsViewsSave, async ({ input, db, now, who, may, refuse, refuseField, save }) => {
    const { raceid, name, shared, columns } = input
    const table = tableFor({ input, may, refuse })
    if (!(await readRace(db, raceid, now))) return refuse('race_not_found')
    const given = Object.fromEntries(Object.entries(input.filter).filter(([key]) => !NOT_KEPT.has(key)))
    const filter = table.filter.safeParse(given)
    if (!filter.success) return refuseField('filter', wrong.unknown)
    const right = table.filterRight?.(filter.data)
    if (right !== undefined && !may(right)) return refuse('no_permission')
    return save(async (tx) => {
      const kept = await listViews(tx, raceid, table.name, who.staffid!)
      const before = kept.find((one) => one.name === name && isMine(one, who))
      if (!before && (await countViews(tx, raceid, table.name, who.staffid!)) >= MOST_VIEWS) return refuse('views_full')
      const id = await saveView(tx, {
        raceid,
        subject: table.name,
        name,
        staffid: who.staffid!,
        shared,
        filter: JSON.stringify(given),
        columns: JSON.stringify(columns),
        updated_at: now,
      })
      // The log records only shared views, because nobody else needs to know of a private view.
      if (shared || before?.shared)
        await logChange(tx, {
          who,
          now,
          raceid,
          what: 'view shared',
          target: `table ${table.name}`,
          before: before && { name, filter: before.filter },
          after: { name, filter: given },
        })
      return { view: { id, name, shared, by: null, may: true, filter: given, columns } }
    })
  }),

  handle(consoleExportsViewsRemove, async ({ input, now, who, may, refuse, save }) => {
    const { raceid, id } = input
    const table = tableFor({ input, may, refuse })
    return save(async (tx) => {
      const rows = await listViews(tx, raceid, table.name, who.staffid!)
      const row = rows.find((one) => one.id === id) ?? refuse('view_not_found')
      if (!isMine(row, who) && !may('race.edit')) return refuse('no_permission')
      await removeView(tx, raceid, id)
      if (row.shared)
        await logChange(tx, {
          who,
          now,
          raceid,
          what: 'view removed',
          target: `table ${table.name}`,
          before: { name: row.name, filter: row.filter },
        })
      return { id }
    })
  }),
]
