import type { Right } from '#contract/rights.ts'
import { csvCell, localCell } from '#features/exports/rules.ts'
import type { TableReading, TableColumn } from '#seam/server/tables.ts'
import type { RaceGiven } from '../status/present.service.ts'
import type { Exported } from './columns.service.ts'
import { columnsOfRegistrations } from './table.service.ts'

type Cell = string | number | null
/** The length of a written time without its seconds. The cells of a table have no space for seconds. */
const MINUTE = 'YYYY-MM-DD HH:MM'.length

const shown = ({ kind }: TableColumn<Exported>, value: string | number | Date | null, zone: string): Cell =>
  kind === 'moment' && value instanceof Date
    ? String(localCell(value, zone)).slice(0, MINUTE)
    : csvCell(kind, value, zone)

/**
 * Returns a function that writes the cells of a row: the wanted columns, without the columns that the caller may not
 * see. Sealed values are masked.
 */
export const cellsFor = async (
  reading: TableReading,
  race: RaceGiven,
  names: readonly string[],
  may: (right: Right) => boolean,
): Promise<(row: Exported) => Record<string, Cell>> => {
  const columns = names.length === 0 ? [] : await columnsOfRegistrations(reading, race.id)
  const chosen = columns.filter(({ name, right }) => names.includes(name) && (right === undefined || may(right)))
  const writing = { lang: reading.lang, zone: race.zone, now: reading.now, seal: null }
  return (row) =>
    Object.fromEntries(chosen.map((column) => [column.name, shown(column, column.cell(row, writing), race.zone)]))
}
