import type { Db } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { saveNews } from './address.store.ts'

const FIELD = 'mail stop'

/**
 * Returns the token by which the reader of one mail ends the news. It is sealed, so nobody can make a token for another
 * address.
 */
export const stopToken = (seal: Seal, { address_ix, mask }: { address_ix: Buffer; mask: string }): string =>
  seal.seal('accounts', FIELD, JSON.stringify([address_ix.toString('hex'), mask])).toString('base64url')

/** Ends the news to the address of a token. Returns the masked address, or undefined if the token is not ours. */
export const stopNews = async (db: Db, seal: Seal, token: string, now: Date): Promise<string | undefined> => {
  await seal.prepare('accounts')
  let opened: string
  try {
    opened = seal.open('accounts', FIELD, Buffer.from(token, 'base64url'))
  } catch {
    // A token whose bytes somebody has changed cannot be opened.
    return undefined
  }
  if (opened === '') return undefined
  const [ix, mask] = JSON.parse(opened) as [string, string]
  await db.transaction().execute((tx) => saveNews(tx, { address_ix: Buffer.from(ix, 'hex'), mask }, false, now))
  return mask
}
