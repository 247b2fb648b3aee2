import type * as z from 'zod/mini'
import { ownFieldsOf } from '#features/forms/service.ts'
import { type TableReading, tableSource } from '#seam/server/tables.ts'
import { filtersPrivate } from '../lookup/filterRight.rules.ts'
import { Filter, listFor } from '../lookup/registrationList.service.ts'
import { statusOf } from '../rules.ts'
import { statusFactsOf } from '../status/present.service.ts'
import { type Exported, columns, labelled, questionColumns } from './columns.service.ts'
import { exportWords } from './export.words.ts'
import { readyLayouts } from './layouts.rules.ts'

type Filter = z.output<typeof Filter>

/** Lists every column of a race's registrations. The columns of the race's own fields come last. */
export const columnsOfRegistrations = async ({ db }: Pick<TableReading, 'db'>, raceid: number) => {
  const own = await ownFieldsOf(db, raceid)
  return [...columns.map((column) => labelled(column, own)), ...questionColumns(own)]
}

/** The registrations as a table. It has the filters of the list, and the newest come first. */
export const table = tableSource<Exported, Filter>({
  name: 'registrations',
  label: exportWords.table,
  right: 'registrations.read',
  filter: Filter,
  filterRight: (filter) => (filtersPrivate(filter) ? 'sealed.open' : undefined),
  columns: columnsOfRegistrations,
  layouts: readyLayouts,
  read: async (reading, { raceid, filter, after, limit }) => {
    const listed = await listFor(reading, { ...filter, raceid, after }, limit)
    return {
      rows: listed?.rows.map((row) => ({ row, found: statusOf(statusFactsOf(row, listed.race), reading.now) })) ?? [],
      after: listed?.after ?? null,
    }
  },
  opened: { what: 'registration opened', target: ({ row }) => `registration ${row.id}` },
})
