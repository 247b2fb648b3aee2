import * as z from 'zod/mini'
import { nameIn } from '#contract/words.ts'
import { readRace } from '#features/races/service.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { Month } from './contract.ts'
import { LINES_OF_PAGE, openAccountingPages } from './page.service.ts'
import type { BookedLine } from './rules.ts'
import { booksOfMonth } from './service.ts'
import { accountingWords as words, channelName } from './words.ts'

/** The month of the books. Without a month the file has no rows. */
const Filter = z.object({ month: z.optional(Month) })

const columns: readonly TableColumn<BookedLine>[] = [
  { name: 'line', label: words.kind, kind: 'text', cell: ({ kind }, { lang }) => words.kinds[kind][lang] },
  { name: 'day', label: words.day, kind: 'text', cell: ({ day }) => day },
  { name: 'channel', label: words.channel, kind: 'text', cell: ({ channel }, { lang }) => channelName(channel, lang) },
  { name: 'currency', label: words.currency, kind: 'text', cell: ({ currency }) => currency },
  { name: 'payments', label: words.payments, kind: 'number', cell: ({ payments }) => payments },
  { name: 'received', label: words.received, kind: 'money', cell: ({ received }) => received },
  { name: 'refunds', label: words.refunds, kind: 'number', cell: ({ refunds }) => refunds },
  { name: 'refunded', label: words.refunded, kind: 'money', cell: ({ refunded }) => refunded },
  { name: 'fee', label: words.fee, kind: 'money', cell: ({ fee }) => fee },
  { name: 'payout', label: words.payout, kind: 'money', cell: ({ payout }) => payout },
  {
    name: 'fee_from',
    label: words.basis,
    kind: 'text',
    cell: ({ fee_basis }, { lang }) => words.bases[fee_basis][lang],
  },
]
const isNumber = (kind: string): boolean => kind === 'number' || kind === 'money'
const written = (kind: string, cell: string | number | Date | null): string =>
  cell === null ? '' : kind === 'money' && typeof cell === 'number' ? (cell / 100).toFixed(2) : String(cell)

/** The books of a month, for an accountant: CSV, XLSX, and a PDF on A4. */
export const table = tableSource<BookedLine, z.output<typeof Filter>>({
  name: 'accounting_month',
  label: words.title,
  right: 'money.read',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db }, { raceid, filter: { month } }) => ({
    rows: month === undefined ? [] : await booksOfMonth(db, raceid, month),
    after: null,
  }),
  list: {
    rows: LINES_OF_PAGE,
    open: async ({ db, now }, raceid, writing) => {
      const { lang } = writing
      const race = await readRace(db, raceid, now)
      const page = openAccountingPages({
        title: [race && nameIn(lang, race.name, race.names), words.title[lang]].filter(Boolean).join(' · '),
        page: (n) => words.page[lang].replace('{n}', String(n)),
        heads: columns.map(({ label, kind }) => ({ text: label[lang], right: isNumber(kind) })),
      })
      return (rows, n) =>
        page(
          rows.map((row) =>
            columns.map(({ kind, cell }) => ({ text: written(kind, cell(row, writing)), right: isNumber(kind) })),
          ),
          n,
        )
    },
  },
})
