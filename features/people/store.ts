import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import type { People } from '#db/schema.ts'

export type PersonRow = Selectable<People>

/**
 * The people whom an account can sign up again. Its own document that was bound and not yet used for a sign-up lacks
 * values that a registration needs.
 */
export const listPeople = (db: Db, uid: number): Promise<PersonRow[]> =>
  db
    .selectFrom('people')
    .selectAll()
    .where('uid', '=', uid)
    .where('mobile_mask', '<>', '')
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

export const findPerson = (db: Db, uid: number, key: string): Promise<PersonRow | undefined> =>
  db.selectFrom('people').selectAll().where('uid', '=', uid).where('_key', '=', key).executeTakeFirst()

/** One person for each account and document: saved again, the key stays. */
export const savePersonRow = async (db: Db, row: Insertable<People>): Promise<void> => {
  const { _key: _, created_at: __, ...changed } = row
  await db
    .insertInto('people')
    .values(row)
    .onConflict((clash) => clash.columns(['uid', 'document_ix']).doUpdateSet(changed))
    .execute()
}

export const removePerson = async (db: Db, uid: number, key: string): Promise<void> => {
  await db.deleteFrom('people').where('uid', '=', uid).where('_key', '=', key).execute()
}

/** One's own document. */
export const findOwnPerson = (on: Db | Tx, uid: number): Promise<PersonRow | undefined> =>
  on.selectFrom('people').selectAll().where('uid', '=', uid).where('is_me', '=', true).executeTakeFirst()
export const findByDocument = (on: Db | Tx, uid: number, document_ix: Buffer): Promise<PersonRow | undefined> =>
  on.selectFrom('people').selectAll().where('uid', '=', uid).where('document_ix', '=', document_ix).executeTakeFirst()
export const markOwn = async (
  on: Db | Tx,
  uid: number,
  document_ix: Buffer,
  is_me: boolean,
  now: Date,
): Promise<void> => {
  await on
    .updateTable('people')
    .set({ is_me, updated_at: now })
    .where('uid', '=', uid)
    .where('document_ix', '=', document_ix)
    .execute()
}
