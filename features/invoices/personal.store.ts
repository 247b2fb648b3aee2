import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { orderRows } from '#features/orders/public.store.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import type { Merging } from '#contract/personal.ts'

export const countedInvoices = (uid: string): string =>
  `select count(*)::integer from ${orderRows.text} o join invoices i on i.raceid = o.raceid and i.orderid = o.id
    where o.uid = ${uid}`

export type HeldInvoice = {
  raceid: number
  _key: string
  kind: string
  title: string
  tax_number: string
  email: Buffer
  amount: number
  state: string
  number: string | null
  issued_at: Date | null
  link: string | null
  file: boolean
  created_at: Date
}
export const listHeldInvoices = (db: Db, uid: number): Promise<HeldInvoice[]> =>
  named<HeldInvoice>(
    db,
    'invoices of holder',
    `select i.raceid, i._key, i.kind, i.title, i.tax_number, i.email, i.amount, i.state, i.number, i.issued_at,
        i.link, i.file, i.created_at
     from ${orderRows.text} o
     join invoices i on i.raceid = o.raceid and i.orderid = o.id
     where o.uid = $1 and i.uid = $1
     order by i.created_at desc
     limit 200`,
    [uid],
  )

/**
 * Removes an invoice that was never issued. The law requires us to keep an issued invoice, so only the mail address of
 * an issued invoice is removed.
 */
const eraseInvoices = async (tx: Tx, whose: ReturnType<typeof sql>): Promise<void> => {
  await sql`delete from invoices i using ${orderRows.sql} o
    where i.raceid = o.raceid and i.orderid = o.id and i.state <> 'issued' and ${whose}`.execute(tx)
  await sql`update invoices i
    set email = '', email_mask = ''
    from ${orderRows.sql} o
    where i.raceid = o.raceid and i.orderid = o.id and ${whose}`.execute(tx)
}
/** Erases the invoice of an order, if all registrations of the order except the given one are erased already. */
export const eraseInvoiceOf = (tx: Tx, raceid: number, orderid: number, registrationid: number): Promise<void> =>
  eraseInvoices(
    tx,
    sql`o.raceid = ${raceid} and o.id = ${orderid}
      and not exists (select 1 from ${registrationRows.sql} r
        where r.raceid = o.raceid and r.orderid = o.id and r.id <> ${registrationid} and r.erased_at is null)`,
  )
export const eraseInvoicesOf = (tx: Tx, uid: number): Promise<void> => eraseInvoices(tx, sql`o.uid = ${uid}`)

/** Removes the mail addresses of a race's invoices. A request that still waits for its invoice keeps its address. */
export const eraseMailOfRace = async (tx: Tx, raceid: number): Promise<void> => {
  await sql`update invoices
    set email = '', email_mask = ''
    where raceid = ${raceid} and length(email) > 0 and state <> 'asked'`.execute(tx)
}
export const countMail = async (db: Db, raceid: number): Promise<number> =>
  (
    await sql<{ n: number }>`
      select count(*)::integer as n from invoices where raceid = ${raceid} and length(email) > 0`.execute(db)
  ).rows[0]!.n

export type OldInvoice = { raceid: number; _key: string; file: boolean }
/**
 * Removes personal data, link and file from invoices that the law no longer requires us to keep, at most `limit` of
 * them. Returns these invoices.
 */
export const emptyOldInvoices = async (db: Db, before: Date, limit: number): Promise<OldInvoice[]> =>
  (
    await sql<OldInvoice>`
      update invoices i
      set title = '', tax_number = case when kind = 'company' then '-' else '' end, email = '', email_mask = '',
        link = null, file = false
      from (select raceid, id, file from invoices where created_at < ${before} and title <> '' limit ${limit}) old
      where i.raceid = old.raceid and i.id = old.id returning i.raceid, i._key, old.file`.execute(db)
  ).rows

export const adoptInvoices = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update invoices set uid = ${to} where uid = ${from}`.execute(tx)
}
