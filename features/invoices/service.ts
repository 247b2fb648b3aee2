import type { Tx } from '#db/db.ts'
import { newKey } from '#db/random.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import type { OrderRow } from '#features/orders/rules.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import { type InvoiceKind, invoiceable, whyNoInvoice } from './rules.ts'
import { findOfOrder, saveInvoiceRequest } from './store.ts'

/** A request for an invoice that the server has checked. `taxNumber` has the form of `normalTaxNumber`. */
export type InvoiceRequest = { kind: InvoiceKind; title: string; taxNumber: string; email: string }

/** Masks a mail address so that its owner still recognises it: `m***@example.com`. */
const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1***')

/**
 * Requests an order's invoice, or changes the request. Returns the reason if the order can have no invoice. The caller
 * has prepared the race's key.
 */
export const askInvoice = async (
  tx: Tx,
  seal: Seal,
  { raceid, id }: Pick<OrderRow, 'raceid' | 'id'>,
  request: InvoiceRequest,
  uid: number,
  now: Date,
): Promise<ReturnType<typeof whyNoInvoice>> => {
  const order = (await lockOrder(tx, raceid, id))!
  const why = whyNoInvoice(order, await findOfOrder(tx, raceid, id))
  if (why) return why
  const { kind, title, taxNumber, email } = request
  await saveInvoiceRequest(
    tx,
    {
      raceid,
      orderid: id,
      _key: newKey(raceid),
      uid,
      kind,
      title,
      tax_number: taxNumber,
      email: seal.seal(raceScope(raceid), 'invoice email', email),
      email_mask: maskEmail(email),
      amount: invoiceable(order),
    },
    now,
  )
  return undefined
}
