import { path } from '#seam/console/paths.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { consoleExportsShow } from '#features/exports/contract.ts'
import type { Column } from '#ui/layout/table/tableColumn.ts'
import { Link } from '#ui/router/Link.tsx'
import type { RegistrationLine } from '../changes/changes.contract.ts'
import type { RegistrationSort } from '../lookup/filter.contract.ts'
import { StateChips } from './StateChips.tsx'

export type ColumnKnown = OutputOf<typeof consoleExportsShow>['columns'][number]
type Sorts = { up?: RegistrationSort; down?: RegistrationSort }

/** The columns that the table shows until somebody chooses other columns. */
export const usualColumns = ['name', 'event', 'state', 'paid', 'bib', 'zone', 'idnum', 'mobile', 'signed_up'] as const

/** The sort orders that a click on a column's title offers. The other columns have no index for sorting. */
const sortsOf: Readonly<Record<string, Sorts>> = {
  name: { up: 'name', down: 'name_down' },
  bib: { up: 'bib', down: 'bib_down' },
  age: { up: 'youngest', down: 'eldest' },
  birth: { up: 'eldest', down: 'youngest' },
  signed_up: { up: 'oldest', down: 'newest' },
  paid_at: { up: 'unpaid', down: 'paid' },
  paid: { up: 'unpaid', down: 'paid' },
}

/** Makes a column of the table from a column of the server's list. */
export const columnShown = (raceid: number, { name, label, kind }: ColumnKnown): Column<RegistrationLine> => {
  const figures = kind === 'number' || kind === 'money'
  const cell = (row: RegistrationLine) => {
    if (name === 'name')
      return (
        <Link
          href={path.registration({ raceid, id: row.id })}
          className="-my-2 flex min-h-11 items-center text-strong underline underline-offset-2"
        >
          {row.name}
        </Link>
      )
    if (name === 'state') return <StateChips row={row} />
    const value = row.cells[name]
    if (value === null || value === undefined || value === '') return <span className="text-soft">–</span>
    return kind === 'text' ? <span title={String(value)}>{value}</span> : <span className="figures">{value}</span>
  }
  return {
    key: name,
    title: label,
    cell,
    figures,
    sorts: sortsOf[name],
    // Each row has one line. The cell shows the beginning of a longer text until the person makes the column wider.
    className: 'max-w-[18rem] truncate',
  }
}
