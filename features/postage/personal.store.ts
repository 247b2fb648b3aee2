import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { orderRows } from '#features/orders/public.store.ts'
import type { Merging } from '#contract/personal.ts'

export const countedParcels = (uid: string): string =>
  `select count(*)::integer from ${orderRows.text} o join parcels p on p.orderid = o.id and p.raceid = o.raceid
    where o.uid = ${uid}`

type HeldParcel = {
  raceid: number
  size: string
  contact: Buffer
  state: string
  carrier: string | null
  number: string | null
  sent_at: Date | null
  created_at: Date
}
/** Lists the parcels of an account in any race, by their orders. */
export const listHeldParcels = (db: Db, uid: number): Promise<HeldParcel[]> =>
  named<HeldParcel>(
    db,
    'parcels of holder',
    `select p.raceid, p.size, p.contact, p.state, p.carrier, p.number, p.sent_at, p.created_at
     from ${orderRows.text} o
     join parcels p on p.orderid = o.id and p.raceid = o.raceid
     where o.uid = $1
     order by p.created_at desc
     limit 200`,
    [uid],
  )
export const eraseAddressOf = async (tx: Tx, raceid: number, registrationid: number): Promise<void> => {
  await sql`update parcels
    set contact = '', contact_mask = ''
    where raceid = ${raceid} and registrationid = ${registrationid}`.execute(tx)
}
export const eraseAddressesOf = async (tx: Tx, uid: number): Promise<void> => {
  await sql`update parcels p
    set contact = '', contact_mask = ''
    from ${orderRows.sql} o
    where p.raceid = o.raceid and p.orderid = o.id and o.uid = ${uid}`.execute(tx)
}
/** Removes addresses when no parcel must be sent there any more. */
export const eraseAddressesOfRace = async (tx: Tx, raceid: number): Promise<void> => {
  await sql`update parcels
    set contact = '', contact_mask = ''
    where raceid = ${raceid} and length(contact) > 0 and state not in ('open', 'paid')`.execute(tx)
}
export const countAddresses = async (db: Db, raceid: number): Promise<number> =>
  (
    await sql<{ n: number }>`
      select count(*)::integer as n from parcels where raceid = ${raceid} and length(contact) > 0`.execute(db)
  ).rows[0]!.n

/** Moves the parcels of an account to another account of the same person. */
export const adoptParcels = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update parcels set uid = ${to} where uid = ${from}`.execute(tx)
}
