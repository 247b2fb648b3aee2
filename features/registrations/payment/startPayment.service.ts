import type { Parts } from '#seam/server/handle.ts'
import type { Db, Tx } from '#db/db.ts'
import { ordersBeside } from '../public.store.ts'
import { openOrder } from '#features/orders/service.ts'
import { findOrder } from '#features/orders/finding.service.ts'
import { payEndFor } from '#features/orders/rules.ts'
import { rateOf } from '#db/limits/rates.ts'
import { type RaceGiven, statusFactsOf } from '../status/present.service.ts'
import { chargeOf, openingOfCharge } from './pricing.rules.ts'
import { statusOf } from '../rules.ts'
import { findByKey, linkOrder, lockRegistration } from '../store.ts'

/**
 * Limits the starts of payments, because each start calls the gateway, which counts our calls. A page that only waits
 * names no method and is not counted.
 */
export const starts = rateOf(60, 60, 'registrations payment starts')

/**
 * Finds the unpaid order for the price difference to another event. The runner pays it before the registration's own
 * order.
 */
export const pendingOrder = async (
  on: Db | Tx,
  { raceid, id }: { raceid: number; id: number },
): Promise<number | undefined> => (await ordersBeside.get()(on, raceid, id)).find(({ pending }) => pending)?.orderid

/**
 * Finds the order that the runner pays next: the unpaid order for a price difference, otherwise the registration's own
 * order. If there is none and payment is possible (after the draw or an approval, or for a free registration), the
 * function makes one. Returns undefined if payment is not possible.
 */
export const orderToPay = (
  { db }: Pick<Parts, 'db'>,
  race: RaceGiven,
  key: string,
  subject: string,
  now: Date,
): Promise<number | undefined> =>
  db.transaction().execute(async (tx) => {
    await lockRegistration(tx, race.id, key)
    const row = await findByKey(tx, race.id, key)
    if (!row) return undefined
    const pending = await pendingOrder(tx, row)
    if (pending !== undefined) return pending
    if (row.orderid !== null) return row.orderid
    if (!statusOf(statusFactsOf(row, race), now).can.pay.ok) return undefined
    const payEnd = payEndFor(now, row.e_pay_minutes ?? race.settings.pay_minutes, row.e_pay_end)
    const order = await openOrder(
      tx,
      race.id,
      { room: 'registrations', uid: row.uid, ...openingOfCharge(chargeOf(row)), subject, payEnd },
      now,
    )
    const paid = order.state === 'paid' ? await findOrder(tx, race.id, order.id) : undefined
    await linkOrder(tx, race.id, row.id, order.id, paid?.pay_at ?? null, now)
    return order.id
  })
