import { sha256 } from '@noble/hashes/sha2.js'
import { hexOfBytes } from '#contract/written.ts'
import { bytesOf } from '../list/list.rules.ts'

/**
 * Checks a beacon's round without the server, for people who doubt the server. The browser and the command line share
 * this check (docs/ballot.md section 2).
 */

/** The public chain of drand. api.drand.sh/<hash>/info publishes its constants. */
export const publicChain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  key: '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
}
/**
 * Returns the key that checks a chain. The program knows the key of the public chain, and ignores another published key
 * for this chain. Null if nobody has published the key.
 */
export const keyOfChain = (hash: string, published: string | null): string | null =>
  hash === publicChain.hash ? publicChain.key : published

const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

/** Returns the message that a round's signature covers: SHA-256 of the round's number in eight bytes. */
const signedOf = (round: number): Uint8Array => {
  const number = new DataView(new ArrayBuffer(8))
  number.setBigUint64(0, BigInt(round))
  return sha256(new Uint8Array(number.buffer))
}

/** Tells whether the chain with this key signed this round. The first use loads the code of the curve. */
export const signatureHolds = async (key: string, round: number, signature: string): Promise<boolean> => {
  const { bls12_381 } = await import('@noble/curves/bls12-381.js')
  const { shortSignatures } = bls12_381
  try {
    return shortSignatures.verify(
      shortSignatures.Signature.fromBytes(bytesOf(signature)),
      shortSignatures.hash(signedOf(round), DOMAIN),
      bls12_381.G2.Point.fromHex(key),
    )
  } catch {
    return false // The bytes are not a point of the curve.
  }
}

/** Returns the randomness of a signature, in hexadecimal. */
export const randomnessOf = (signature: string): string => hexOfBytes(sha256(bytesOf(signature)))
