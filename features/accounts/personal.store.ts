import { type Db, type Tx, named } from '#db/db.ts'

export type AccountHolder = {
  uid: number
  mobile: Buffer | null
  mobile_mask: string | null
  created_at: Date
  hide_name: boolean
  hide_age: boolean
}
/** Finds an account and the number of its rows of each kind. */
export const findHolder = async <Name extends string>(
  db: Db,
  uid: number,
  counted: Readonly<Record<Name, (uid: string) => string>>,
): Promise<(AccountHolder & Record<Name, number>) | undefined> => {
  const [found] = await named<AccountHolder>(
    db,
    'holder of data',
    'select uid, mobile, mobile_mask, created_at, hide_name, hide_age from accounts where uid = $1',
    [uid],
  )
  if (!found) return undefined
  const counts = await named<{ name: Name; n: number }>(db, 'things of holder', countingEach(counted), [uid])
  const things = Object.fromEntries(counts.map(({ name, n }) => [name, n])) as Record<Name, number>
  return { ...found, ...things }
}
/**
 * Returns SQL text that counts the data of the account $1, with one row for each name. Each value of `counted` counts
 * one kind. The counts do not refer to the account's row, because a distributed database keeps that row on another
 * machine.
 */
export const countingEach = (counted: Readonly<Record<string, (uid: string) => string>>): string =>
  Object.entries(counted)
    .map(([name, of]) => `select '${name}' as name, n from (${of('$1::bigint')}) as one (n)`)
    .join(' union all ')
export const hasBindings = async (tx: Tx, uid: number): Promise<boolean> =>
  (await tx.selectFrom('app_ids').select('uid').where('uid', '=', uid).limit(1).executeTakeFirst()) !== undefined

/**
 * Erases the bindings, the mobile, the name and the picture of an account and of the accounts that were merged into it.
 * The rows of these accounts stay with their `uid`, but name no person.
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
