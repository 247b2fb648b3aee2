import { sha256 } from '@noble/hashes/sha2.js'
import { hexOfBytes } from '#contract/written.ts'

/** The name and version of the method by which a draw on stage is made (docs/luckydraw.md, second part). */
export const STAGE_METHOD = 'startline-stage 1'
/**
 * The least number of seconds from the freezing to the beacon's round. At the freezing, nobody can therefore know the
 * random number of this round.
 */
export const SOURCE_SECONDS = 20
/** The time after which the code of the hall changes. The previous code is still valid. */
export const HALL_STEP_MS = 60_000

export type StageSource = { kind: 'beacon'; chain: string; round: number } | { kind: 'number'; says: string }
export type StageRules = {
  race: number
  draw: number
  gifts: readonly { gift: number; pieces: number }[]
  source: StageSource
}
export const stageHead = (rules: StageRules): string => `${STAGE_METHOD}\n${JSON.stringify(rules)}\n`

const bytes = (said: string): Uint8Array => new TextEncoder().encode(said)
const fromHex = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16))
const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))

/** Returns the name of an entry in the list. Without the secret salt, the name tells nothing about the person. */
export const entryId = (salt: string, key: string): Uint8Array => sha256(bytes(`${salt}:${key}`)).slice(0, 16)
/** Hashes the list: its first lines and then its ids, which the caller gives in ascending order. */
export const listHash = (head: string, ids: readonly Uint8Array[]): Uint8Array => {
  const hash = sha256.create()
  hash.update(bytes(head))
  for (const id of ids) hash.update(bytes(`${hexOfBytes(id)}\n`))
  return hash.digest()
}
export const stageSeed = (list: Uint8Array, kind: StageSource['kind'], source: string): Uint8Array =>
  sha256(joined(bytes(`${STAGE_METHOD}\n`), list, kind === 'beacon' ? fromHex(source) : bytes(source.trim())))
const scoreOf = (seed: Uint8Array, id: Uint8Array): string => hexOfBytes(sha256(joined(seed, id)))
/** Orders the entries by their scores, the smallest first. */
export const rankEntries = (seed: Uint8Array, ids: readonly Uint8Array[]): Uint8Array[] =>
  ids
    .map((id) => ({ id, score: `${scoreOf(seed, id)}${hexOfBytes(id)}` }))
    .toSorted((a, b) => (a.score < b.score ? -1 : 1))
    .map(({ id }) => id)

/**
 * Returns the gift of the next winner. The order of the rules decides which gift comes next. Returns undefined if no
 * piece is left.
 */
export const nextGift = (
  gifts: readonly { gift: number; pieces: number }[],
  won: ReadonlyMap<number, number>,
): number | undefined => gifts.find(({ gift, pieces }) => (won.get(gift) ?? 0) < pieces)?.gift

export const hallStep = (at: Date): number => Math.floor(at.getTime() / HALL_STEP_MS)
/** Returns the six digits of the hall from a keyed hash. */
export const hallDigits = (mac: Uint8Array): string =>
  String(new DataView(mac.buffer, mac.byteOffset, 4).getUint32(0) % 1_000_000).padStart(6, '0')
