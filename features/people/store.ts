import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#db/db.ts'
import type { People } from '#db/schema.ts'

export type PersonRow = Selectable<People>

export const listPeople = (db: Db, uid: number): Promise<PersonRow[]> => db.selectFrom('people').selectAll().where('uid', '=', uid).orderBy('used_at', 'desc').orderBy('id', 'desc').limit(100).execute()

export const findPerson = (db: Db, uid: number, key: string): Promise<PersonRow | undefined> =>
  db.selectFrom('people').selectAll().where('uid', '=', uid).where('_key', '=', key).executeTakeFirst()

/** One person per account and document: kept anew, the key stays. */
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
