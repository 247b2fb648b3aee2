import type { Db, Tx } from '#db/db.ts'
import type { Drawer } from './drawers.contract.ts'
import { drawerState } from './drawers.rules.ts'
import { type DrawerRow, findDrawer } from './drawers.store.ts'

/** Returns the cash that should lie in a drawer, and the number of its movements. */
export const cashOf = (row: DrawerRow) => ({
  expected: row.cash_sum + row.back_sum,
  moves: row.cash_count + row.back_count,
})

export const presentDrawer = (row: DrawerRow): Drawer => {
  const cash = cashOf(row)
  const last =
    row.last_counted === null
      ? undefined
      : { counted: row.last_counted, expected: row.last_expected!, moves: row.last_moves! }
  return {
    day: row.day,
    staffid: row.staffid,
    staff: row.staff,
    cash: { count: row.cash_count, sum: row.cash_sum },
    card: { count: row.card_count, sum: row.card_sum },
    transfer: { count: row.transfer_count, sum: row.transfer_sum },
    refunded: { count: row.back_count, sum: row.back_sum },
    expected: cash.expected,
    state: drawerState(cash, last),
    counted: last?.counted ?? null,
    difference: last ? last.counted - last.expected : null,
  }
}

export const drawerOf = async (
  on: Db | Tx,
  { raceid, zone }: { raceid: number; zone: string },
  drawer: { day: string; staffid: number },
): Promise<Drawer | undefined> => {
  const row = await findDrawer(on, raceid, zone, drawer)
  return row && presentDrawer(row)
}
