import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import type { People } from '#db/schema.ts'

export type PersonRow = Selectable<People>

/**
 * Lists the people whom an account can sign up again. It leaves out the account's own document until a sign-up has used
 * this document, because until then it lacks values that a registration needs.
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

/** Saves a person. There is one row for each account and document, and a second save keeps the key of the row. */
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

/** Finds the account's own document. Returns undefined if the account has none. */
export const findOwnPerson = (on: Db | Tx, uid: number): Promise<PersonRow | undefined> =>
  on.selectFrom('people').selectAll().where('uid', '=', uid).where('is_me', '=', true).executeTakeFirst()
export const findByDocument = (on: Db | Tx, uid: number, document_ix: Buffer): Promise<PersonRow | undefined> =>
  on.selectFrom('people').selectAll().where('uid', '=', uid).where('document_ix', '=', document_ix).executeTakeFirst()
export const markOwnDocument = async (
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
