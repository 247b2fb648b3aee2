import { path } from '#seam/console/paths.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import type { Column, Sorting, Widths } from '#ui/layout/table/tableColumn.ts'
import type { RegistrationLine } from '../changes/changes.contract.ts'
import { words } from './desk.words.ts'
import { StateChips } from './StateChips.tsx'

type Props = {
  raceid: number
  rows: readonly RegistrationLine[]
  columns: readonly Column<RegistrationLine>[]
  chosen: ReadonlySet<number>
  /** True if all matches are chosen, including the rows that are not loaded. */
  everything: boolean
  sorting: Sorting
  drawn: Widths
  onChoose: (chosen: ReadonlySet<number>) => void
}

/** A table on a desktop, cards on a phone. Staff can select each line. */
export const RegistrationLines = (props: Props) => {
  const { raceid, rows, columns, chosen, everything, sorting, drawn, onChoose } = props
  const t = useWords()
  const { lang } = useLang()
  const isChosen = (id: number) => everything || chosen.has(id)
  const toggle = (id: number) => {
    // While all matches are chosen, a click on one row leaves only the other loaded rows chosen.
    const next = new Set(everything ? rows.map((row) => row.id) : chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  const all = rows.every(({ id }) => isChosen(id))
  const everybody = (
    <Checkbox checked={all} onChange={() => onChoose(all ? new Set() : new Set(rows.map(({ id }) => id)))}>
      <span className="text-14 text-soft md:sr-only">{t(words.choose_all)}</span>
    </Checkbox>
  )
  const choose = (row: RegistrationLine) => (
    <Checkbox checked={isChosen(row.id)} onChange={() => toggle(row.id)}>
      <span className="sr-only">{t(words.choose, { name: row.name })}</span>
    </Checkbox>
  )
  return (
    <>
      <Card className="hidden md:block">
        <Table
          caption={t(words.title)}
          rows={rows}
          rowKey={({ id }) => id}
          sorting={sorting}
          drawn={drawn}
          columns={[{ key: 'choose', title: everybody, cell: choose, className: 'w-11' }, ...columns]}
        />
      </Card>
      <Card flush className="md:hidden">
        <div className="border-b border-line px-4 py-1">{everybody}</div>
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <li key={row.id} className="flex items-start gap-1 px-4 py-1">
              {choose(row)}
              <Link
                href={path.registration({ raceid, id: row.id })}
                className="grid min-w-0 flex-1 gap-1 py-2 hover:bg-tint"
              >
                <span className="flex items-start justify-between gap-3">
                  <span className="min-w-0 truncate font-medium">{row.name}</span>
                  <span className="flex shrink-0 justify-end">
                    <StateChips row={row} />
                  </span>
                </span>
                <span className="flex items-baseline justify-between gap-3 text-14 text-soft">
                  <span className="min-w-0 truncate">
                    {row.event} · {row.paid_label}
                  </span>
                  <span className="figures shrink-0">{row.bib ?? dateText(row.created_at, lang, 'short')}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
