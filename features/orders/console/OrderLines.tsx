import { path } from '#seam/console/paths.ts'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Table } from '#ui/layout/table/Table.tsx'
import type { Column, Sorting, Widths } from '#ui/layout/table/tableColumn.ts'
import { useTableLook } from '#ui/layout/table/useTableLook.ts'
import { Link } from '#ui/router/Link.tsx'
import type { OrderLine } from '../contract.ts'
import { namesOfOrder } from '../names.rules.ts'
import { words } from '../words.ts'
import { StateChip } from './StateChip.tsx'

const names = ['number', 'subject', 'state', 'created', 'amount', 'refunded'] as const
type Name = (typeof names)[number]

/**
 * Returns a function that writes an order's people, its event, and the thing that the order pays for. The subject of a
 * ticket order is in the race's first language and names only the race and the kind of tickets. The text therefore
 * leaves this subject out.
 */
const useSubject = () => {
  const t = useWords()
  return ({ registrations, buyers, subject, paid_for }: OrderLine): string =>
    [
      namesOfOrder({ registrations, buyers }),
      paid_for === 'tickets' ? '' : subject,
      paid_for === 'other' ? '' : t(words[`paid_for_${paid_for}`]),
    ]
      .filter(Boolean)
      .join(' · ')
}

/** Returns the columns of the orders' table: all columns, and the columns that this device shows. */
export const useOrderColumns = (raceid: number) => {
  const t = useWords()
  const { lang } = useLang()
  const subjectOf = useSubject()
  const look = useTableLook(raceid, 'orders', names)
  const every: Readonly<Record<Name, Omit<Column<OrderLine>, 'key' | 'title'>>> = {
    number: {
      cell: (line) => (
        <Link
          href={path.order({ raceid, id: line.id })}
          className="figures -my-2 flex min-h-11 items-center whitespace-nowrap text-strong underline underline-offset-2"
        >
          {line.tradeno}
        </Link>
      ),
    },
    subject: { cell: subjectOf },
    state: { cell: (line) => <StateChip order={line} /> },
    created: {
      cell: (line) => dateText(line.created_at, lang, 'deadline'),
      className: 'whitespace-nowrap',
      sorts: { up: 'oldest', down: 'newest' },
    },
    amount: { cell: (line) => money(line.amount, lang), figures: true },
    refunded: { cell: (line) => (line.refunded ? money(line.refunded, lang) : '–'), figures: true },
  }
  const known = names.map((name) => ({
    name,
    label: t(words[name]),
    kind: 'text' as const,
    sealed: false,
    allowed: true,
  }))
  const shown = look.columns.flatMap((key): Column<OrderLine>[] => {
    const name = names.find((one) => one === key)
    return name ? [{ key, title: t(words[name]), ...every[name] }] : []
  })
  return { ...look, known, shown }
}

type Props = {
  raceid: number
  lines: readonly OrderLine[]
  columns: readonly Column<OrderLine>[]
  sorting: Sorting
  drawn: Widths
}
/** The orders as a table on a desktop, and as a list on a phone. */
export const OrderLines = ({ raceid, lines, columns, sorting, drawn }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const subjectOf = useSubject()
  return (
    <>
      <Card className="hidden md:block">
        <Table
          caption={t(words.title)}
          rows={lines}
          rowKey={({ id }) => id}
          columns={columns}
          sorting={sorting}
          drawn={drawn}
        />
      </Card>
      <Card flush className="md:hidden">
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <li key={line.id}>
              <Link
                href={path.order({ raceid, id: line.id })}
                className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 px-4 py-3 hover:bg-tint"
              >
                <span className="min-w-0 truncate font-medium">{subjectOf(line)}</span>
                <span className="figures text-right font-medium">{money(line.amount, lang)}</span>
                <span className="figures min-w-0 truncate text-14 text-soft">
                  {line.tradeno} · {dateText(line.created_at, lang, 'short')}
                </span>
                <span className="flex justify-end">
                  <StateChip order={line} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
