import { type Db, type Tx, named } from '#db/db.ts'

export type AccountHolder = {
  uid: number
  mobile: Buffer | null
  mobile_mask: string | null
  created_at: Date
  hide_name: boolean
  hide_age: boolean
}
/** Finds an account and the number of its things of each kind, in one statement. */
export const findHolder = async <Name extends string>(
  db: Db,
  uid: number,
  counted: Readonly<Record<Name, (uid: string) => string>>,
): Promise<(AccountHolder & Record<Name, number>) | undefined> => {
  const counts = Object.entries<(uid: string) => string>(counted).map(([name, of]) => `, (${of('a.uid')}) as ${name}`)
  const [found] = await named<AccountHolder & Record<Name, number>>(
    db,
    'holder of data',
    `select uid, mobile, mobile_mask, created_at, hide_name, hide_age${counts.join('')} from accounts a where uid = $1`,
    [uid],
  )
  return found
}
export const hasBindings = async (tx: Tx, uid: number): Promise<boolean> =>
  (await tx.selectFrom('app_ids').select('uid').where('uid', '=', uid).limit(1).executeTakeFirst()) !== undefined

/**
 * Erases log-ins and bindings, with those of accounts that were merged into this one. The account's number stays,
 * without a person.
 */
export const eraseAccount = async (tx: Tx, uid: number, now: Date): Promise<void> => {
  await tx.deleteFrom('app_ids').where('uid', '=', uid).execute()
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
    .where((row) => row.or([row('uid', '=', uid), row('merged_into', '=', uid)]))
    .execute()
}
