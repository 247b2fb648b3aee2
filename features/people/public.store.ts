import { type Db, type Tx, named } from '#db/db.ts'

export type SavedPerson = { _key: string; name: string; idnum_mask: string; mobile_mask: string; used_at: Date }
export const listSaved = (db: Db, uid: number): Promise<SavedPerson[]> =>
  named<SavedPerson>(
    db,
    'persons of holder',
    `select _key, name, idnum_mask, mobile_mask, used_at
      from people
      where uid = $1
      order by used_at desc, id desc
      limit 200`,
    [uid],
  )
/** Removes a saved person. The registrations of this person stay. */
export const eraseSaved = async (tx: Tx, uid: number, key: string): Promise<void> => {
  await tx.deleteFrom('people').where('uid', '=', uid).where('_key', '=', key).execute()
}
