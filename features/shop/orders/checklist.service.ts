import { pageWith } from '#contract/checklist.ts'
import type { ChecklistReader, ChecklistLine } from '#seam/server/checklist.ts'
import { checklistWords as words } from './checklist.words.ts'
import { placesIn } from './orders.service.ts'
import { listOrdersOfAccount } from './orders.store.ts'

export const checklist: ChecklistReader = async ({ db, now, lang }, { raceid, uid }) => {
  if (uid === null) return []
  const orders = await listOrdersOfAccount(db, raceid, uid)
  if (orders.length === 0) return []
  const placeIn = await placesIn(db, raceid, lang)
  return orders.flatMap((order): ChecklistLine[] => {
    const line = { step: 'order', page: pageWith('/shop/order', { raceid, id: order._key }) } as const
    if (order.state === 'open' && order.pay_end > now)
      return [{ ...line, state: 'todo', says: words.pay[lang], until: order.pay_end }]
    if (order.way === 'pickup' && (order.state === 'paid' || order.state === 'packed'))
      return [{ ...line, state: 'later', says: words.hand[lang], beside: placeIn(order.place) || null }]
    const number = [order.carrier, order.number].filter(Boolean).join(' ')
    return order.state === 'sent' ? [{ ...line, state: 'later', says: words.sent[lang], beside: number || null }] : []
  })
}
