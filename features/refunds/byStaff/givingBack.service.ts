import type { Tx } from '#db/db.ts'
import { giveBackShare } from '#features/registrations/payment/shares.service.ts'
import type { RegistrationRow } from '#features/registrations/lookup/registration.service.ts'
import { shareFacts } from '#features/registrations/payment/shares.service.ts'
import { insertRequest } from '../store.ts'

type Given = {
  row: RegistrationRow
  /** The amount that goes back from the registration's own order and from its additional orders. */
  amount: number
  kind: 'exit' | 'partial'
  note: string
  staffid: number | null
  orderid: number
  now: Date
}

/**
 * Gives an amount back for a locked registration and notes each refund. It returns the id of the refund from the
 * registration's own order. This refund is noted with the kind of the request, and refunds from additional orders are
 * noted as partial.
 */
export const giveAndNote = async (
  tx: Tx,
  { row, amount, kind, note, staffid, orderid, now }: Given,
): Promise<number> => {
  const { share, back } = await shareFacts(tx, row)
  const { id, beside } = await giveBackShare(tx, row, { orderid, amount, reason: kind }, now)
  const request = {
    raceid: row.raceid,
    registrationid: row.id,
    eventid: row.eventid,
    uid: row.uid,
    note,
    staffid,
    share,
    created_at: now,
  }
  await insertRequest(tx, { ...request, refundid: id, kind, fixed: share - back - amount })
  for (const refundid of beside) await insertRequest(tx, { ...request, refundid, kind: 'partial', fixed: 0 })
  return id
}

/**
 * Gives back a part of the payment for a registration that stays, because its event costs less after a change. The
 * caller has locked the registration.
 */
export const givePart = (
  tx: Tx,
  { row, amount, note, staffid, now }: Omit<Given, 'kind' | 'orderid'>,
): Promise<number> => giveAndNote(tx, { row, amount, kind: 'partial', note, staffid, orderid: row.orderid!, now })
