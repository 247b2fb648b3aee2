import type { Db, Tx } from '#db/db.ts'

export type BookAddressRow = { _key: string; sealed: Buffer; main: boolean }
export const listAddresses = (on: Db | Tx, uid: number): Promise<BookAddressRow[]> =>
  on
    .selectFrom('addresses')
    .select(['_key', 'sealed', 'main'])
    .where('uid', '=', uid)
    .orderBy('main', 'desc')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
export const findAddress = (on: Db | Tx, uid: number, key: string): Promise<BookAddressRow | undefined> =>
  on
    .selectFrom('addresses')
    .select(['_key', 'sealed', 'main'])
    .where('uid', '=', uid)
    .where('_key', '=', key)
    .executeTakeFirst()
export const insertAddress = async (tx: Tx, uid: number, row: BookAddressRow, now: Date): Promise<void> => {
  await tx
    .insertInto('addresses')
    .values({ uid, ...row, created_at: now, updated_at: now })
    .execute()
}
export const changeAddress = async (
  tx: Tx,
  uid: number,
  { _key, ...set }: BookAddressRow,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('addresses')
    .set({ ...set, updated_at: now })
    .where('uid', '=', uid)
    .where('_key', '=', _key)
    .execute()
}
export const clearMain = async (tx: Tx, uid: number): Promise<void> => {
  await tx.updateTable('addresses').set({ main: false }).where('uid', '=', uid).where('main', '=', true).execute()
}
export const removeAddress = async (tx: Tx, uid: number, key: string): Promise<void> => {
  await tx.deleteFrom('addresses').where('uid', '=', uid).where('_key', '=', key).execute()
}
