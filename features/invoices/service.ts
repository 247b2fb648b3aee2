import type { Tx } from '#db/db.ts'
import { newKey } from '#db/random.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import type { OrderRow } from '#features/orders/rules.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import { type InvoiceKind, invoiceable, whyNoInvoice } from './rules.ts'
import { findOfOrder, saveAsked } from './store.ts'

/** What somebody asked for, checked and in normal form. */
export type InvoiceWanted = { kind: InvoiceKind; title: string; taxNumber: string; email: string }

/** `m***@example.com`: enough to know it again. */
const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1***')

/**
 * Asks for an order's invoice, or changes what was asked; answers why not, or nothing. The race's key must be prepared.
 */
export const askInvoice = async (
  tx: Tx,
  seal: Seal,
  { raceid, id }: Pick<OrderRow, 'raceid' | 'id'>,
  wanted: InvoiceWanted,
  uid: number,
  now: Date,
): Promise<ReturnType<typeof whyNoInvoice>> => {
  const order = (await lockOrder(tx, raceid, id))!
  const why = whyNoInvoice(order, await findOfOrder(tx, raceid, id))
  if (why) return why
  const { kind, title, taxNumber, email } = wanted
  await saveAsked(
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
