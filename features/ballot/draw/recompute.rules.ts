import { sha256 } from '@noble/hashes/sha2.js'
import { hexOfBytes } from '#contract/written.ts'
import { DIRECT, DRAWN, NoOutcome, drawBallot, outcomeBytes, seedOf, sourceBytes } from './draw.rules.ts'
import { type BallotList, bytesOf, readBallotList } from '../list/list.rules.ts'

/**
 * Computes a draw again from its published files. The public page uses it in the browser, and tools/ballot.ts on the
 * command line.
 */

export type EntryOutcome = { is: 'direct' } | { is: 'drawn'; segment: string } | { is: 'wait'; code: number }
export type Recomputed = {
  list: BallotList
  listHash: string
  /** The drawn outcome. Null while nobody knows the source, and for a list that no draw can use (`noOutcome`). */
  drawn: null | {
    seed: string
    /** The outcome file. */
    outcome: Uint8Array
    outcomeHash: string
    /** The number of drawn entries by segment name, and the numbers of all `direct`, `drawn` and `wait` entries. */
    counts: Record<string, number>
    fateOf: (line: number) => EntryOutcome
  }
  /** The sentence for a draw with more direct entries than places. */
  noOutcome: string | null
}

/**
 * Reads the list, computes the seed, draws, and writes the outcome. `said` is the source. If `said` is null, the
 * function only reads the list. It calls `onProgress` with the progress of the draw, from 0 to 1. It throws BadList for
 * a file that is not a list.
 */
export const recompute = (
  bytes: Uint8Array,
  said: string | null,
  onProgress: (done: number) => void = () => undefined,
): Recomputed => {
  const list = readBallotList(bytes)
  const listHash = hexOfBytes(list.hash)
  if (said === null) return { list, listHash, drawn: null, noOutcome: null }
  const seed = seedOf(list.hash, sourceBytes(list.rules.source.kind, said))
  let outcome
  try {
    outcome = drawBallot(list, seed, onProgress)
  } catch (thrown) {
    if (thrown instanceof NoOutcome) return { list, listHash, drawn: null, noOutcome: thrown.message }
    throw thrown
  }
  const { segments } = list.rules
  const counts: Record<string, number> = {
    direct: outcome.direct,
    drawn: outcome.drawn,
    wait: outcome.waiting,
    ...Object.fromEntries(segments.map(({ name }) => [name, 0])),
  }
  for (let n = 0; n < list.count; n++) if (outcome.fate[n] === DRAWN) counts[segments[outcome.segment[n]!]!.name]!++
  const text = outcomeBytes(list, seed, outcome)
  const fateOf = (line: number): EntryOutcome => {
    if (outcome.fate[line] === DIRECT) return { is: 'direct' }
    return outcome.fate[line] === DRAWN
      ? { is: 'drawn', segment: segments[outcome.segment[line]!]!.name }
      : { is: 'wait', code: outcome.code[line]! }
  }
  return {
    list,
    listHash,
    drawn: { seed: hexOfBytes(seed), outcome: text, outcomeHash: hexOfBytes(sha256(text)), counts, fateOf },
    noOutcome: null,
  }
}

/** Returns the position of an entry in the list, or -1. */
export const indexOfEntry = (list: BallotList, entry: string): number => {
  const bytes = bytesOf(entry)
  let [low, high] = [0, list.count - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    let difference = 0
    for (let at = 0; at < 16 && difference === 0; at++) difference = list.ids[middle * 16 + at]! - bytes[at]!
    if (difference === 0) return middle
    if (difference < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Returns the bytes from `from` up to the line's end. */
const lineAt = (bytes: Uint8Array, from: number): Uint8Array => {
  const end = bytes.indexOf(10, from)
  return bytes.subarray(from, end < 0 ? bytes.length : end)
}
/** Returns the line of an entry as text. `n` counts the entries from 0. */
export const entryLine = (bytes: Uint8Array, n: number): string => {
  let from = 0
  for (let line = 0; line < n + 2; line++) from = bytes.indexOf(10, from) + 1
  return new TextDecoder().decode(lineAt(bytes, from))
}

const compare = (a: Uint8Array, b: Uint8Array, length: number): number => {
  for (let at = 0; at < length; at++) {
    const difference = (a[at] ?? -1) - (b[at] ?? -1)
    if (difference !== 0) return difference
  }
  return 0
}

/**
 * Counts the entries that two outcome files describe differently, or that only one file has. Both files have the order
 * of the ids.
 */
export const differing = (a: Uint8Array, b: Uint8Array): number => {
  const start = (bytes: Uint8Array): number => {
    const first = bytes.indexOf(10) + 1
    return bytes.indexOf(10, first) + 1
  }
  let [atA, atB, others] = [start(a), start(b), 0]
  while (atA < a.length || atB < b.length) {
    const [lineA, lineB] = [lineAt(a, atA), lineAt(b, atB)]
    const order = atA >= a.length ? 1 : atB >= b.length ? -1 : compare(lineA, lineB, 32)
    if (order !== 0 || lineA.length !== lineB.length || compare(lineA, lineB, lineA.length) !== 0) others++
    if (order <= 0) atA += lineA.length + 1
    if (order >= 0) atB += lineB.length + 1
  }
  return others
}
