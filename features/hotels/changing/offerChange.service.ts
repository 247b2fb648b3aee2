import type { OnceKey } from '#db/sharing/onceAnswers.ts'
import type { Db } from '#db/db.ts'
import { buyPriced } from '#features/sales/service.ts'
import { HOTELS } from '../hotels.service.ts'
import type { StayRow } from '../store.ts'
import type { StayPlan } from './changing.service.ts'
import type { ChangeDetails } from './changeOrders.service.ts'

type Offering = {
  row: StayRow
  plan: StayPlan & { way: 'exchange' }
  race: { id: number }
  arrival: string
  departure: string
  subject: string
  payMinutes: number
  once: OnceKey | undefined
  now: Date
}
/** Holds the new nights of a change under an order for the difference. */
export const offerChange = (
  db: Db,
  { row, plan, race, arrival, departure, subject, payMinutes, once, now }: Offering,
) => {
  const from = { from_arrival: row.arrival, from_departure: row.departure }
  const details: ChangeDetails = { change: { stayid: row.id, arrival, departure, ...from }, credit: plan.credit }
  return buyPriced(db, {
    raceid: race.id,
    room: HOTELS,
    uid: row.uid,
    lines: plan.added.map(({ slot, n }) => ({ variantid: row.variantid, slot, n })),
    seen: plan.due,
    subject,
    payMinutes,
    details,
    once,
    now,
  })
}
