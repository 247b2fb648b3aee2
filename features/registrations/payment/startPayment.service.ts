import type { Parts } from '#seam/server/handle.ts'
import type { Db, Tx } from '#db/db.ts'
import { ordersBeside } from '../public.store.ts'
import { openOrder } from '#features/orders/service.ts'
import { findOrder } from '#features/orders/finding.service.ts'
import { payEndFor } from '#features/orders/rules.ts'
import { rateOf } from '#db/limits/rates.ts'
import { type RaceGiven, factsOf } from '../status/present.service.ts'
import { chargeOf, openingOf } from './pricing.rules.ts'
import { statusOf } from '../rules.ts'
import { findByKey, linkOrder, lockRegistration } from '../store.ts'

/** Starting a payment calls the gateway, which counts our calls. A waiting page names no method and is not counted. */
export const starts = rateOf(60, 60)

/** The order for the difference of another event, while it waits to be paid: it goes before the registration's own. */
export const pendingOrder = async (
  on: Db | Tx,
  { raceid, id }: { raceid: number; id: number },
): Promise<number | undefined> => (await ordersBeside.get()(on, raceid, id)).find(({ pending }) => pending)?.orderid

/**
 * The order of a registration. It is made now where there is none yet and where money may be taken: won in the draw,
 * approved, free of charge. Undefined where no money is due.
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
    if (!statusOf(factsOf(row, race), now).can.pay.ok) return undefined
    const payEnd = payEndFor(now, row.e_pay_minutes ?? race.settings.pay_minutes, row.e_pay_end)
    const order = await openOrder(
      tx,
      race.id,
      { room: 'registrations', uid: row.uid, ...openingOf(chargeOf(row)), subject, payEnd },
      now,
    )
    const paid = order.state === 'paid' ? await findOrder(tx, race.id, order.id) : undefined
    await linkOrder(tx, race.id, row.id, order.id, paid?.pay_at ?? null, now)
    return order.id
  })
