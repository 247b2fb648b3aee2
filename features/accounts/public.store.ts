import type { Tx } from '#db/db.ts'
import { readable } from '#db/readable.ts'

/** Columns of accounts for other rooms. No sealed column is among them. */
export const accountRows = readable('accounts', ['uid', 'name', 'avatar', 'hide_name', 'hide_age', 'erased_at'])

/** Saves the account's wish to hide name or age. The wish also applies to later registrations. */
export const saveAccountWish = async (
  tx: Tx,
  uid: number,
  wish: { hide_name: boolean; hide_age: boolean },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('accounts')
    .set({ ...wish, updated_at: now })
    .where('uid', '=', uid)
    .execute()
}
