import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { accountRows } from '#features/accounts/public.store.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
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
/** Finds the latest 200 parcels of an account in any race, through the orders of the account. */
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
/**
 * Lists the parcels of an account, or of one registration, that are paid and not sent yet. Another account may have
 * ordered the parcel of a registration.
 */
export const listUnsent = async (
  db: Db,
  { uid, raceid, registrationid }: { uid: number; raceid?: number; registrationid?: number },
): Promise<{ raceid: number; size: string }[]> => {
  const wanted =
    registrationid === undefined
      ? sql`select p.raceid, p.id, p.size, p.state
          from ${orderRows.sql} o join parcels p on p.orderid = o.id and p.raceid = o.raceid where o.uid = ${uid}
          union select p.raceid, p.id, p.size, p.state
          from ${registrationRows.sql} r join parcels p on p.registrationid = r.id and p.raceid = r.raceid
          where r.uid = ${uid}`
      : sql`select raceid, id, size, state from parcels
          where raceid = ${raceid!} and registrationid = ${registrationid}`
  const { rows } = await sql<{ raceid: number; size: string }>`select w.raceid, w.size from (${wanted}) w
    where w.state = 'paid' order by w.id limit 100`.execute(db)
  return rows
}
/** Removes the address of a registration's parcel, unless the parcel must still be sent. */
export const eraseAddressOf = async (tx: Tx, raceid: number, registrationid: number): Promise<void> => {
  await sql`update parcels
    set contact = '', contact_mask = ''
    where raceid = ${raceid} and registrationid = ${registrationid} and state not in ('open', 'paid')`.execute(tx)
}
/** Removes the remaining addresses of sent, closed or refunded parcels whose account or registration was erased. */
export const eraseAddressesOfErased = async (tx: Tx): Promise<void> => {
  const isDone = sql`length(p.contact) > 0 and p.state not in ('open', 'paid')`
  await sql`update parcels p set contact = '', contact_mask = ''
    from ${orderRows.sql} o, ${accountRows.sql} a
    where ${isDone} and p.raceid = o.raceid and p.orderid = o.id and a.uid = o.uid
      and a.erased_at is not null`.execute(tx)
  await sql`update parcels p set contact = '', contact_mask = ''
    from ${registrationRows.sql} r
    where ${isDone} and p.raceid = r.raceid and p.registrationid = r.id and r.erased_at is not null`.execute(tx)
}
/** Removes the addresses of an account's parcels, except the addresses of parcels that must still be sent. */
export const eraseAddressesOf = async (tx: Tx, uid: number): Promise<void> => {
  await sql`update parcels p
    set contact = '', contact_mask = ''
    from ${orderRows.sql} o
    where p.raceid = o.raceid and p.orderid = o.id and o.uid = ${uid} and p.state not in ('open', 'paid')`.execute(tx)
}
/** Removes the addresses of a race's parcels, except the addresses of parcels that must still be sent. */
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

export const adoptParcels = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update parcels set uid = ${to} where uid = ${from}`.execute(tx)
}
