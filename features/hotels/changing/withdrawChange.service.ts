import type { Tx } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { closeOrder, replaceOrder } from '#features/payments/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { StayRow } from '../store.ts'
import { type OpenChangeRow, findOpenChange, findOpenChangeOfStayOrder, setChangeEndedBy } from './changing.store.ts'

type Closing = Pick<Parts, 'db' | 'integrations' | 'origin'>

type WhyNotWithdrawn = 'stay_change_none' | 'stay_change_paid' | 'stay_change_paying'
/**
 * Takes back a change that waits for its payment, and frees the nights that the change holds. The function asks the
 * gateway, so it takes no transaction. `also` runs in the transaction that ends the change. A payment that arrives
 * later is refunded in full. Returns the reason if the change cannot be taken back.
 */
export const withdrawChange = async (
  parts: Closing,
  { raceid, id }: Pick<StayRow, 'raceid' | 'id'>,
  by: 'guest' | 'hotel',
  now: Date,
  also: (tx: Tx, change: OpenChangeRow) => Promise<void> = async () => undefined,
): Promise<WhyNotWithdrawn | undefined> => {
  const change = await findOpenChange(parts.db, raceid, id)
  if (!change) return 'stay_change_none'
  let ended = false
  const end = async (tx: Tx) => {
    ended = true
    await setChangeEndedBy(tx, change, by)
    await also(tx, change)
  }
  const state = await replaceOrder(parts, raceid, change.orderid, 'cancelled', end, now)
  if (state === 'paid') return 'stay_change_paid'
  if (state === 'waiting') return 'stay_change_paying'
  // `ended` is false if somebody else ended the change at the same moment.
  return ended ? undefined : 'stay_change_none'
}

/** The job that takes back a change that can never be complete. Its payload names the race and the order. */
export const WITHDRAW = 'stay change withdraw'
/** Adds the job that frees the nights of a change, because the stay of this order ended or changed. */
export const withdrawLater = async (tx: Tx, raceid: number, orderid: number): Promise<void> => {
  const open = await findOpenChangeOfStayOrder(tx, raceid, orderid)
  if (open)
    await addJob(tx, WITHDRAW, { raceid, orderid: open.orderid }, { key: `${WITHDRAW} ${raceid} ${open.orderid}` })
}
/**
 * Closes the order of a change that can never be complete. If the gateway does not answer, the order stays open until
 * its time to pay is over.
 */
export const withdrawNow = async (parts: Closing, raceid: number, orderid: number, now: Date): Promise<void> => {
  await closeOrder(parts, raceid, orderid, 'cancelled', now)
}
