import { createHash } from 'node:crypto'
import * as z from 'zod'
import { measuredFetch } from '#db/measures.ts'

/**
 * A public randomness beacon of drand (https://docs.drand.love). A chain makes a round every `period` seconds, and a
 * threshold of independent organisations signs each round, so that nobody knows a round before its time. Scheme
 * `bls-unchained-g1-rfc9380`: the signature, on G1, is over SHA-256 of the round's number in eight bytes; the
 * randomness is SHA-256 of the signature.
 */
export type Chain = {
  hash: string
  /** A key on G2, compressed, in hexadecimal. */
  publicKey: string
  /** The time of round 1, in seconds since 1970. */
  genesis: number
  period: number
}
export type Round = { round: number; randomness: string; signature: string }

/** The League of Entropy's chain `quicknet`; its constants are published at api.drand.sh/<hash>/info. */
export const quicknet: Chain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
    '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367,
  period: 3,
}

const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

export const messageOf = (round: number): Buffer => {
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(BigInt(round))
  return createHash('sha256').update(number).digest()
}

/** Returns the first round at or after `at`. */
export const roundAt = (chain: Chain, at: Date): number =>
  Math.max(1, Math.ceil((at.getTime() / 1000 - chain.genesis) / chain.period) + 1)
export const timeOfRound = (chain: Chain, round: number): Date =>
  new Date((chain.genesis + (round - 1) * chain.period) * 1000)

/** Loads the curve at the first draw, because a server that draws nothing does not need it. */
export const curve = async () => {
  const { bls12_381 } = await import('@noble/curves/bls12-381.js')
  return { signatures: bls12_381.shortSignatures, points: bls12_381.G2.Point, domain: DOMAIN }
}

/** The error for a wrong answer of the beacon. */
export class BeaconWrong extends Error {}
/** The error for a beacon that does not answer. */
export class BeaconDown extends Error {}

/** Returns the round, if the chain signed it. Throws BeaconWrong otherwise. */
export const verifyRound = async (chain: Pick<Chain, 'publicKey'>, round: number, said: Round): Promise<Round> => {
  if (said.round !== round) throw new BeaconWrong(`asked for round ${round}, told of ${said.round}`)
  const { signatures, points, domain } = await curve()
  const signature = Buffer.from(said.signature, 'hex')
  let holds = false
  try {
    holds = signatures.verify(
      signatures.Signature.fromBytes(signature),
      signatures.hash(messageOf(round), domain),
      points.fromHex(chain.publicKey),
    )
  } catch {
    holds = false
  }
  if (!holds) throw new BeaconWrong(`the signature of round ${round} is not the chain's`)
  if (createHash('sha256').update(signature).digest('hex') !== said.randomness)
    throw new BeaconWrong(`the randomness of round ${round} is not its signature's`)
  return said
}

export type Beacon = {
  sandbox: boolean
  chain: () => Promise<Chain>
  /**
   * Asks for a round and verifies the answer. Undefined before the time of the round. Throws BeaconDown or BeaconWrong.
   */
  round: (round: number) => Promise<Round | undefined>
}

const Answer = z.object({
  round: z.number().int(),
  randomness: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().regex(/^[0-9a-f]{96}$/),
})

/** Makes a beacon over drand's HTTP API. The beacon asks the relays one after another until one answers. */
export const drandBeacon = (
  places: () => Promise<{ bases: readonly string[]; chain: Chain; sandbox: boolean }>,
  sandbox: boolean,
): Beacon => ({
  sandbox,
  chain: async () => (await places()).chain,
  round: async (round) => {
    const { bases, chain } = await places()
    let silent: unknown
    for (const base of bases) {
      let response: Response
      try {
        response = await measuredFetch('beacon', `${base}/${chain.hash}/public/${round}`, {
          signal: AbortSignal.timeout(8_000),
          headers: { accept: 'application/json' },
        })
      } catch (error) {
        silent = error
        continue
      }
      // Code 425 means too early. Older relays answer 404 for a round that is still to come.
      if (response.status === 425 || response.status === 404) return undefined
      const answer = response.ok ? Answer.safeParse(await response.json().catch(() => undefined)) : undefined
      if (answer?.success) return verifyRound(chain, round, answer.data)
      silent = new Error(`status ${response.status}`)
    }
    throw new BeaconDown(`no relay of the beacon answers: ${silent instanceof Error ? silent.message : 'unknown'}`)
  },
})
