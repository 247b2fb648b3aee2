import { type KeyObject, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { raceScope } from '#db/sealing/seal.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type CodeFacts, signedPart } from './gate.rules.ts'
import { findRaceKey, keepRaceKey } from './store.ts'

const FIELD = 'ticket key'
type Ground = Pick<Parts, 'db' | 'seal'>

/**
 * Returns the key pair of a race, and makes the pair at its first use. If two callers make a pair at the same time, the
 * first pair stays.
 */
const pairOf = async ({ db, seal }: Ground, raceid: number, now: Date) => {
  const known = await findRaceKey(db, raceid)
  if (known) return known
  await seal.prepare(raceScope(raceid))
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  const row = {
    public: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    secret: seal.seal(raceScope(raceid), FIELD, secret),
  }
  await keepRaceKey(db, raceid, row, now)
  return (await findRaceKey(db, raceid))!
}

/** Returns the public key by which gates check the codes of a race. */
export const ticketPublicKey = async (parts: Ground, raceid: number, now: Date): Promise<string> =>
  (await pairOf(parts, raceid, now)).public

export const signerOf = async (
  parts: Ground,
  raceid: number,
  now: Date,
): Promise<(facts: Omit<CodeFacts, 'raceid'>) => string> => {
  const { secret } = await pairOf(parts, raceid, now)
  await parts.seal.prepare(raceScope(raceid))
  const key: KeyObject = createPrivateKey({
    key: Buffer.from(parts.seal.open(raceScope(raceid), FIELD, secret), 'base64'),
    format: 'der',
    type: 'pkcs8',
  })
  return (facts) => {
    const signed = signedPart({ raceid, ...facts })
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
    return `${signed}.${signature.toString('base64url')}`
  }
}
