import type { Db, Tx } from '#db/db.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { countedSizes, insertStock, sumSizes } from '../store.ts'
import { bySize } from '#features/fields/sizes.rules.ts'
import { consoleDesksStock, consoleDesksStockChange } from './stock.contract.ts'
import { countWaitingPacks, listChanges } from './stock.store.ts'

const sizesOf = async (on: Db | Tx, raceid: number) => {
  const [sums, waiting] = [await sumSizes(on, raceid), await countWaitingPacks(on, raceid)]
  const names = new Set(await countedSizes(on, raceid))
  const sizes = new Map(
    sums.map((sum) => [sum.size, { ...sum, counted: names.has(sum.size), left: sum.came - sum.gone, waiting: 0 }]),
  )
  for (const { size, waiting: n } of waiting)
    sizes.set(size, {
      ...(sizes.get(size) ?? { size, counted: names.has(size), came: 0, gone: 0, left: 0 }),
      waiting: n,
    })
  return [...sizes.values()].sort((a, b) => bySize(a.size, b.size))
}

export const stockRoutes = [
  handle(consoleDesksStock, async ({ input: { raceid }, db }) => ({
    sizes: await sizesOf(db, raceid),
    changes: await listChanges(db, raceid),
  })),

  handle(consoleDesksStockChange, async ({ input: { raceid, changes, note }, now, who, save }) =>
    save(async (tx) => {
      await insertStock(tx, raceid, changes, { note, staffid: who.staffid, now })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'desk stock changed',
        target: `race ${raceid}`,
        after: { changes, note },
      })
      return { sizes: await sizesOf(tx, raceid) }
    }),
  ),
]
