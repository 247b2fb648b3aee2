import { pageWith } from '#contract/checklist.ts'
import { nameIn } from '#contract/words.ts'
import { goodsOf } from '#features/sales/goods/goods.service.ts'
import type { ChecklistReader, ChecklistLine } from '#seam/server/checklist.ts'
import { ticketPlace, ticketSettings } from './kinds.service.ts'
import { listTicketsOf } from './store.ts'
import { TICKETS, kindAndSlotOf } from './tickets.service.ts'

export const checklist: ChecklistReader = async ({ db, now, lang }, { raceid, uid }) => {
  if (uid === null) return []
  const open = (await listTicketsOf(db, raceid, uid)).filter(({ state, used }) => state === 'valid' && !used)
  if (open.length === 0) return []
  const kinds = await goodsOf(db, raceid, TICKETS)
  const page = pageWith('/tickets', { raceid })
  // Tickets of one kind for one time share a line.
  const alike = Map.groupBy(open, ({ variantid, slot }) => `${variantid} ${slot}`)
  return [...alike.values()].flatMap((rows): ChecklistLine[] => {
    const { goods, stock } = kindAndSlotOf(kinds, rows[0]!)
    if (stock.ends_at && stock.ends_at <= now) return []
    const name = nameIn(lang, goods.name, goods.names)
    const says = rows.length > 1 ? `${name} × ${rows.length}` : name
    const place = ticketPlace(lang, ticketSettings(goods.settings))
    return [{ step: 'ticket', state: 'later', says, beside: place || null, from: stock.starts_at, page }]
  })
}
