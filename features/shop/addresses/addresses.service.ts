import type { Db, Tx } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import type { BookAddress } from '../contract.ts'
import { type BookAddressRow, findAddress, listAddresses } from './addresses.store.ts'

const CONTEXT = 'address'
export type Address = Omit<BookAddress, '_key' | 'main'>

/** Seals an address. The caller has prepared the scope 'accounts'. */
export const sealAddress = (seal: Seal, address: Address): Buffer =>
  seal.seal('accounts', CONTEXT, JSON.stringify(address))
const openAddress = (seal: Seal, { sealed, ...row }: BookAddressRow): BookAddress => ({
  ...(JSON.parse(seal.open('accounts', CONTEXT, sealed)) as Address),
  ...row,
})

export const bookAddressesOf = async (on: Db | Tx, seal: Seal, uid: number): Promise<BookAddress[]> => {
  await seal.prepare('accounts')
  return (await listAddresses(on, uid)).map((row) => openAddress(seal, row))
}
/** Opens one address of an account's own book. */
export const findBookAddress = async (
  on: Db,
  seal: Seal,
  uid: number,
  key: string,
): Promise<BookAddress | undefined> => {
  await seal.prepare('accounts')
  const row = await findAddress(on, uid, key)
  return row && openAddress(seal, row)
}
