import * as z from 'zod/mini'
import { type Lang, type Text, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { cursorOf, numbersIn, pageOf, rowsFor } from '#db/pages.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { consoleSalesMovements } from './movements.contract.ts'
import { type MovementRow, type MovementsQuery, listMovements } from './movements.store.ts'
import { movementWords as words } from './movements.words.ts'

type Wanted = Pick<MovementsQuery, 'room' | 'goodsid' | 'variantid' | 'cause'>
const cursor = ({ at, nth, id }: MovementRow): string => cursorOf(at.getTime(), nth, id)

export const movementsPage = async (
  db: Db,
  raceid: number,
  wanted: Wanted,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ rows: MovementRow[]; after: string | null }> => {
  const last = numbersIn(after, 3)
  const before = last && { at: new Date(last[0]!), nth: last[1]!, id: last[2]! }
  return pageOf(await listMovements(db, raceid, { ...wanted, before, limit: rowsFor(limit) }), limit, cursor)
}

/** Presents a movement. Staff see the buyer's account number and the number of the order. */
export const shownMovement = (lang: Lang, row: MovementRow) => ({
  ...row,
  key: cursor(row),
  goods: nameIn(lang, row.goods, row.goods_names),
  variant: nameIn(lang, row.variant, row.variant_names),
})

const column = (
  name: string,
  label: Text,
  cell: TableColumn<MovementRow>['cell'],
  kind: 'text' | 'number' = 'text',
) => ({
  name,
  label,
  kind,
  cell,
})
const columns: readonly TableColumn<MovementRow>[] = [
  { name: 'at', label: words.at, kind: 'moment', cell: ({ at }) => at },
  column('goods', words.goods, (row, { lang }) => shownMovement(lang, row).goods),
  column('variant', words.variant, (row, { lang }) => shownMovement(lang, row).variant),
  column('slot', words.slot, ({ slot }) => slot),
  column('cause', words.cause, ({ cause }, { lang }) => words.causes[cause][lang]),
  column('change', words.change, ({ change }) => change, 'number'),
  column('before', words.before, ({ before }) => before, 'number'),
  column('after', words.after, ({ after }) => after, 'number'),
  column('staff', words.staff, ({ staff }) => staff),
  column('account', words.account, ({ uid }) => uid, 'number'),
  column('order', words.order, ({ tradeno }) => tradeno),
  column('reason', words.reason, ({ reason }) => reason),
]
const Filter = z.pick(consoleSalesMovements.input, { room: true, goodsid: true, variantid: true, cause: true })

/** The movements of stock as a file, with the filters of their list. */
export const table = tableSource<MovementRow, z.output<typeof Filter>>({
  name: 'stock_movements',
  label: words.title,
  right: 'money.read',
  filter: Filter,
  columns: async () => columns,
  read: ({ db }, { raceid, filter, ...page }) => movementsPage(db, raceid, filter, page),
})
