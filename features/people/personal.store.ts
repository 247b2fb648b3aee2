import type { Tx } from '#db/db.ts'

export const hasPeople = async (tx: Tx, uid: number): Promise<boolean> =>
  (await tx.selectFrom('people').select('uid').where('uid', '=', uid).limit(1).executeTakeFirst()) !== undefined

export const erasePeople = async (tx: Tx, uid: number): Promise<void> => {
  await tx.deleteFrom('people').where('uid', '=', uid).execute()
}
