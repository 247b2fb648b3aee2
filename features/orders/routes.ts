import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { handle } from '#seam/server/handle.ts'
import { ordersOfName, withPeople } from './buyers.service.ts'
import { type CloseReason, type OrderState, type Payment, consoleOrdersList, consoleOrdersShow } from './contract.ts'
import { itemsIn } from './items.rules.ts'
import { noteRoutes } from './notes/notes.routes.ts'
import { paidForOf } from './paidFor.rules.ts'
import { listOrders, orderTotals, orderStory } from './store.ts'

/** Gives these columns the types of the contract, because the database checks their words. */
const typed = <
  Row extends { room: string; items: unknown; state: string; close_reason: string | null; payment: string | null },
>(
  row: Row,
) => ({
  ...row,
  paid_for: paidForOf(row.room, itemsIn('en', row.items)),
  state: row.state as OrderState,
  close_reason: row.close_reason as CloseReason | null,
  payment: row.payment as Payment | null,
})

export const routes = [
  ...noteRoutes,
  handle(consoleOrdersList, async ({ input, db, lang, may }) => {
    const { state, q, sort } = input
    const last = idIn(input.after)
    const oldest = sort === 'oldest'
    const named = may('registrations.read')
    const people = named ? ordersOfName(input.raceid, q) : undefined
    const [rows, totals] = await Promise.all([
      listOrders(db, input.raceid, { state, q, people, after: last, oldest, limit: rowsFor(input.limit) }),
      last === undefined ? orderTotals(db, input.raceid) : null,
    ])
    const { rows: items, after } = pageOf(rows, input.limit, byId)
    const orders = await withPeople(db, input.raceid, items.map(typed), { lang, named })
    return { items: orders, after, totals }
  }),
  handle(consoleOrdersShow, async ({ input, db, lang, may, refuse }) => {
    const story = await orderStory(db, input.raceid, input.id)
    if (!story) return refuse('order_unknown')
    const named = may('registrations.read')
    const [order] = await withPeople(db, input.raceid, [typed(story.order)], { lang, named })
    return { ...story, order: order!, items: itemsIn(lang, story.order.items) }
  }),
]
