import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'
import { forgetAccountBelongings, forgetBelongings } from './belongings.store.ts'
import { takeAvatar } from './lists.store.ts'
import type { PrivateFile } from './retention.store.ts'

export type Erasable = {
  id: number
  eventid: number
  state: string
  refundid: number
  deleted_at: Date | null
  closed_at: Date | null
  erased_at: Date | null
  document_ix: Buffer
  idnum_ix: Buffer
  bib: string | null
  prefix_bib: string | null
  orderid: number | null
  uid: number
  qualifying: unknown
}
export const lockErasable = (tx: Tx, raceid: number, id: number): Promise<Erasable | undefined> =>
  tx
    .selectFrom('registrations')
    .select([
      'id',
      'eventid',
      'state',
      'refundid',
      'deleted_at',
      'closed_at',
      'erased_at',
      'document_ix',
      'idnum_ix',
      'bib',
      'prefix_bib',
      'orderid',
      'uid',
      'qualifying',
    ])
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Name and age leave what is published; who it was can no longer be looked up in any case. */
export const eraseResults = async (
  tx: Tx,
  raceid: number,
  registrationid: number,
  anonymous: boolean,
  now: Date,
): Promise<number> => {
  const name = anonymous
    ? sql`, name = null, age = null, age_in_year = null, agegroup = null, city = null, hide_name = true, hide_age = true`
    : sql``
  return Number(
    (
      await sql`update results
        set document_ix = null${name}, updated_at = ${now}
        where raceid = ${raceid} and registrationid = ${registrationid}`.execute(tx)
    ).numAffectedRows ?? 0,
  )
}
export const eraseBeside = async (
  tx: Tx,
  raceid: number,
  { id, orderid, document_ix }: Erasable,
  raceIsOver: boolean,
): Promise<void> => {
  await tx.deleteFrom('signatures').where('raceid', '=', raceid).where('registrationid', '=', id).execute()
  // The log goes on saying what was done; what had been filled in leaves it.
  await tx
    .updateTable('log')
    .set({ before: null, after: null })
    .where('raceid', '=', raceid)
    .where('target', '=', `registration ${id}`)
    .execute()
  await forgetBelongings(tx, raceid, id, orderid)
  if (orderid !== null)
    await sql`update orders
      set paydata = paydata - 'buyer_logon_id'
      where raceid = ${raceid} and id = ${orderid}`.execute(tx)
  // Until the race is over nobody gets a second deletion by erasing the first.
  if (raceIsOver)
    await tx
      .deleteFrom('registration_deletions')
      .where('raceid', '=', raceid)
      .where('document_ix', '=', document_ix)
      .execute()
}
export const takeFile = async (tx: Tx, raceid: number, hash: string, uid: number): Promise<PrivateFile | undefined> =>
  (
    await sql<PrivateFile>`delete from files
      where raceid = ${raceid} and hash = ${hash} and uid = ${uid} and private
      returning raceid, hash, ext, private`.execute(tx)
  ).rows[0]

export const erasePerson = async (tx: Tx, uid: number, key: string): Promise<void> => {
  await tx.deleteFrom('people').where('uid', '=', uid).where('_key', '=', key).execute()
}
/** Way in, saved people, messages, bindings, pictures: what is left is a number without a person. */
export const eraseAccount = async (tx: Tx, uid: number, now: Date): Promise<PrivateFile[]> => {
  await tx.deleteFrom('people').where('uid', '=', uid).execute()
  await tx.deleteFrom('app_ids').where('uid', '=', uid).execute()
  await tx.deleteFrom('messages').where('uid', '=', uid).execute()
  await tx.deleteFrom('sessions').where('uid', '=', uid).execute()
  await forgetAccountBelongings(tx, uid)
  await sql`update orders set paydata = paydata - 'buyer_logon_id' where uid = ${uid}`.execute(tx)
  const shown = await takeAvatar(tx, uid)
  await tx
    .updateTable('accounts')
    .set({
      mobile: null,
      mobile_ix: null,
      mobile_mask: null,
      name: null,
      avatar: null,
      erased_at: now,
      updated_at: now,
    })
    .where('uid', '=', uid)
    .execute()
  return [
    ...shown,
    ...(
      await sql<PrivateFile>`delete from files
        where uid = ${uid} and private
        returning raceid, hash, ext, private`.execute(tx)
    ).rows,
  ]
}
export const registrationsOfAccount = (tx: Tx, uid: number): Promise<{ raceid: number; id: number }[]> =>
  tx
    .selectFrom('registrations')
    .select(['raceid', 'id'])
    .where('uid', '=', uid)
    .where('erased_at', 'is', null)
    .orderBy('raceid')
    .orderBy('id')
    .execute()
