import type { Updateable } from 'kysely'
import { type Tx, named } from '#db/db.ts'
import type { Registrations } from '#db/schema.ts'
import { eventRows } from '#features/events/public.store.ts'
import type { PricedRegistration } from '../payment/pricing.rules.ts'

/** Records the one deletion that a document has; false if the document has already used it. */
export const insertDeletion = async (tx: Tx, raceid: number, document: Buffer, now: Date): Promise<boolean> => {
  const rows = await named<{ at: Date }>(
    tx,
    'insert deletion',
    `insert into registration_deletions (raceid, document_ix, at) values ($1, $2, $3) on conflict do nothing
     returning at`,
    [raceid, document, now],
  )
  return rows.length > 0
}

export const updateRegistration = async (
  tx: Tx,
  raceid: number,
  id: number,
  set: Updateable<Registrations>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('registrations')
    .set({ ...set, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}

/** A live companion in an order. */
type CompanionRow = PricedRegistration & { id: number }
/**
 * Lists the other live registrations in a registration's order, with the price and code of each and the fee of its
 * event.
 */
export const listCompanions = async (
  tx: Tx,
  raceid: number,
  orderid: number,
  without: number,
): Promise<CompanionRow[]> =>
  named(
    tx,
    'list companions',
    `select r.id, r.price, r.fee, r.price_by, r.addons, r.invite, e.price as e_price, e.name as e_name,
       e.names as e_names
     from registrations r join ${eventRows.text} e on e.raceid = r.raceid and e.id = r.eventid
     where r.raceid = $1 and r.orderid = $2 and r.id <> $3 and r.closed_at is null and r.deleted_at is null
       order by r.id`,
    [raceid, orderid, without],
  )
