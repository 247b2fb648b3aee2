import type { Tx } from '#db/db.ts'
import { readable } from '#db/readable.ts'

/** What other rooms read of accounts: nothing sealed. */
export const accountRows = readable('accounts', ['uid', 'avatar', 'hide_name', 'hide_age'])

/** The wish counts for registrations to come, too. */
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
