import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'

/** What accounts leave in rooms beside their registrations: invoices, parcels, shifts, claims, wishes about photos. */
export type InvoiceRow = {
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
export const listInvoices = (db: Db, uid: number): Promise<InvoiceRow[]> =>
  named<InvoiceRow>(
    db,
    'invoices of holder',
    `select i.raceid, i._key, i.kind, i.title, i.tax_number, i.email, i.amount, i.state, i.number, i.issued_at,
        i.link, i.file, i.created_at
     from orders o
     join invoices i on i.raceid = o.raceid and i.orderid = o.id
     where o.uid = $1 and i.uid = $1
     order by i.created_at desc
     limit 200`,
    [uid],
  )
export type ParcelRow = {
  raceid: number
  size: string
  contact: Buffer
  state: string
  carrier: string | null
  number: string | null
  sent_at: Date | null
  created_at: Date
}
/** An order's parcel is found by its order, in whichever race. */
export const listParcels = (db: Db, uid: number): Promise<ParcelRow[]> =>
  named<ParcelRow>(
    db,
    'parcels of holder',
    `select p.raceid, p.size, p.contact, p.state, p.carrier, p.number, p.sent_at, p.created_at
     from orders o
     join parcels p on p.orderid = o.id and p.raceid = o.raceid
     where o.uid = $1
     order by p.created_at desc
     limit 200`,
    [uid],
  )
export type ClaimRow = {
  raceid: number
  registrationid: number
  time_ms: number
  note: string
  proof: string
  state: string
  reason: string | null
  created_at: Date
}
/** Results that a registration's runner handed in. */
export const listClaims = (db: Db, raceid: number, registrationid: number): Promise<ClaimRow[]> =>
  named<ClaimRow>(
    db,
    'claims of registration',
    `select raceid, registrationid, time_ms, note, proof, state, reason, created_at
      from handed_in_results
      where raceid = $1 and registrationid = $2
      order by id`,
    [raceid, registrationid],
  )
export type LeavingRow = { kind: string; cause: string; note: string; share: number; created_at: Date }
export const listLeavings = (db: Db, raceid: number, registrationid: number): Promise<LeavingRow[]> =>
  named<LeavingRow>(
    db,
    'leavings of registration',
    `select kind, cause, note, share, created_at
      from refund_requests
      where registrationid = $2 and raceid = $1
      order by created_at`,
    [raceid, registrationid],
  )
export type AboutPhotos = {
  followed: { raceid: number; bib: string; created_at: Date }[]
  kept: { raceid: number; photoid: number; created_at: Date }[]
  reported: { raceid: number; photoid: number; own: boolean; reason: string; state: string; created_at: Date }[]
}
export const listAboutPhotos = async (db: Db, uid: number): Promise<AboutPhotos> => {
  const [followed, kept, reported] = await Promise.all([
    named<AboutPhotos['followed'][number]>(
      db,
      'bibs followed by holder',
      'select raceid, bib, created_at from photo_subscriptions where uid = $1 order by created_at desc limit 1000',
      [uid],
    ),
    named<AboutPhotos['kept'][number]>(
      db,
      'photos kept by holder',
      'select raceid, photoid, created_at from photo_favourites where uid = $1 order by created_at desc limit 1000',
      [uid],
    ),
    named<AboutPhotos['reported'][number]>(
      db,
      'photos reported by holder',
      `select raceid, photoid, own, reason, state, created_at
        from photo_reports
        where uid = $1
        order by created_at desc
        limit 1000`,
      [uid],
    ),
  ])
  return { followed, kept, reported }
}
export type ShiftRow = {
  name: string
  idnum: Buffer
  mobile: Buffer | null
  post: string
  team: string
  place: string
  starts_at: Date | null
  ends_at: Date | null
  notes: string
  state: string
}
export const racesWithVolunteers = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('volunteers').select('raceid').distinct().execute()).map(({ raceid }) => raceid)
export const listShifts = (db: Db, raceid: number, mobile_ix: Buffer): Promise<ShiftRow[]> =>
  named<ShiftRow>(
    db,
    'shifts of holder',
    `select name, idnum, mobile, post, team, place, starts_at, ends_at, notes, state
      from volunteers
      where raceid = $1 and mobile_ix = $2
      order by starts_at`,
    [raceid, mobile_ix],
  )

/**
 * An invoice that was never issued goes whole; of an issued one the law keeps what stands on it, and nobody its mail
 * address.
 */
const forgetInvoices = async (tx: Tx, whose: ReturnType<typeof sql>): Promise<void> => {
  await sql`delete from invoices i using orders o
    where i.raceid = o.raceid and i.orderid = o.id and i.state <> 'issued' and ${whose}`.execute(tx)
  await sql`update invoices i
    set email = '', email_mask = ''
    from orders o
    where i.raceid = o.raceid and i.orderid = o.id and ${whose}`.execute(tx)
}
/**
 * What hangs on one registration: its parcel's address, what was written with a claim or on leaving, its order's
 * invoice where nobody else stands in the order.
 */
export const forgetBelongings = async (tx: Tx, raceid: number, id: number, orderid: number | null): Promise<void> => {
  await sql`update parcels
    set contact = '', contact_mask = ''
    where raceid = ${raceid} and registrationid = ${id}`.execute(tx)
  await sql`update handed_in_results set note = '' where raceid = ${raceid} and registrationid = ${id}`.execute(tx)
  await sql`update refund_requests set note = '' where registrationid = ${id} and raceid = ${raceid}`.execute(tx)
  if (orderid !== null)
    await forgetInvoices(
      tx,
      sql`o.raceid = ${raceid} and o.id = ${orderid} and not exists (select 1 from registrations r where r.raceid = o.raceid and r.orderid = o.id and r.id <> ${id} and r.erased_at is null)`,
    )
}
/** What hangs on an account alone. */
export const forgetAccountBelongings = async (tx: Tx, uid: number): Promise<void> => {
  await forgetInvoices(tx, sql`o.uid = ${uid}`)
  await sql`update parcels p
    set contact = '', contact_mask = ''
    from orders o
    where p.raceid = o.raceid and p.orderid = o.id and o.uid = ${uid}`.execute(tx)
  await tx.deleteFrom('photo_subscriptions').where('uid', '=', uid).execute()
  await tx.deleteFrom('photo_favourites').where('uid', '=', uid).execute()
  await tx.updateTable('photo_reports').set({ reason: '' }).where('uid', '=', uid).execute()
}

/**
 * Volunteers' numbers, parcels' addresses, invoices' mail: what is still to be done (sent, issued) is kept until it is.
 */
const openly = {
  mail: sql`length(email) > 0 and state <> 'asked'`,
  address: sql`length(contact) > 0 and state not in ('open', 'paid')`,
  phone: sql`(mobile is not null or leader_mobile is not null)`,
  document: sql`length(idnum) > 0`,
}
export const forgetOfRace = async (tx: Tx, raceid: number, of: 'identity' | 'contact'): Promise<number> => {
  const done =
    of === 'identity'
      ? [
          await sql`update volunteers
            set idnum = '', idnum_mask = '', idnum_ix = decode(md5(raceid::text || ':' || id::text), 'hex')
            where raceid = ${raceid} and ${openly.document}`.execute(tx),
        ]
      : [
          await sql`update volunteers
            set mobile = null, mobile_mask = null, mobile_ix = null, leader_mobile = null, leader_mask = null
            where raceid = ${raceid} and ${openly.phone}`.execute(tx),
          await sql`update parcels
            set contact = '', contact_mask = ''
            where raceid = ${raceid} and ${openly.address}`.execute(tx),
          await sql`update invoices
            set email = '', email_mask = ''
            where raceid = ${raceid} and ${openly.mail}`.execute(tx),
        ]
  return done.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0)
}
/** How many rows beside the registrations of a race still hold something of the class. */
export const countBeside = async (db: Db, raceid: number): Promise<{ identity: number; contact: number }> =>
  (
    await sql<{ identity: number; contact: number }>`
      select (select count(*)::integer from volunteers where raceid = ${raceid} and ${openly.document}) as identity,
        (select count(*)::integer from volunteers where raceid = ${raceid} and ${openly.phone})
          + (select count(*)::integer from parcels where raceid = ${raceid} and length(contact) > 0)
          + (select count(*)::integer from invoices where raceid = ${raceid} and length(email) > 0) as contact`.execute(
      db,
    )
  ).rows[0]!

export type OldInvoice = { raceid: number; _key: string; file: boolean }
/** Invoices older than the law wants them lose whom they name, some at a time; answers which. */
export const forgetOldInvoices = async (db: Db, before: Date, limit: number): Promise<OldInvoice[]> =>
  (
    await sql<OldInvoice>`
      update invoices i
      set title = '', tax_number = case when kind = 'company' then '-' else '' end, email = '', email_mask = '',
        link = null, file = false
      from (select raceid, id, file from invoices where created_at < ${before} and title <> '' limit ${limit}) old
      where i.raceid = old.raceid and i.id = old.id returning i.raceid, i._key, old.file`.execute(db)
  ).rows
