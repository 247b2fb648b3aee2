import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { handle } from '#seam/server/handle.ts'
import { type CloseReason, type OrderState, type Payment, consoleOrdersList, consoleOrdersShow } from './contract.ts'
import { itemsIn } from './items.rules.ts'
import { listOrders, orderTotals, storyOf } from './store.ts'

/** The database checks these columns, so their words are those of the contract. */
const typed = <Row extends { state: string; close_reason: string | null; payment: string | null }>(row: Row) => ({
  ...row,
  state: row.state as OrderState,
  close_reason: row.close_reason as CloseReason | null,
  payment: row.payment as Payment | null,
})

export const routes = [
  handle(consoleOrdersList, async ({ input, db }) => {
    const { state, q, sort } = input
    const last = idIn(input.after)
    const oldest = sort === 'oldest'
    const [rows, totals] = await Promise.all([
      listOrders(db, input.raceid, { state, q, after: last, oldest, limit: rowsFor(input.limit) }),
      last === undefined ? orderTotals(db, input.raceid) : null,
    ])
    const { rows: items, after } = pageOf(rows, input.limit, byId)
    return { items: items.map(typed), after, totals }
  }),
  handle(consoleOrdersShow, async ({ input, db, lang, refuse }) => {
    const story = await storyOf(db, input.raceid, input.id)
    if (!story) return refuse('order_unknown')
    return { ...story, order: typed(story.order), items: itemsIn(lang, story.order.items) }
  }),
]
