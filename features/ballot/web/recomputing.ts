import type { BallotRules } from '../list/list.rules.ts'
import type { EntryOutcome } from '../draw/recompute.rules.ts'
import type { LineChange, ChangedLine } from './changes.ts'

/** The request to the worker that computes a draw again. */
export type RecomputeRequest = {
  /** The published file, or a file that the doubter chose. */
  list: string | Blob
  outcome: string | null
  source: string | null
  signature: string | null
  chainKey: string | null
  change: LineChange | null
  mine: { salt: string; key: string } | null
}
export const recomputePhases = ['fetch', 'read', 'draw', 'write', 'compare'] as const
export type RecomputePhase = (typeof recomputePhases)[number]
export type RecomputeFinding = {
  rules: BallotRules
  entries: number
  listHash: string
  seed: string | null
  outcomeHash: string | null
  counts: Record<string, number> | null
  noOutcome: string | null
  /**
   * True if the chain signed the round and the source belongs to that signature. Null if there is nothing to check, or
   * no key for the check.
   */
  signed: boolean | null
  /**
   * The number of entries whose published outcome differs from the outcome that this device computed. Null without a
   * published or a computed outcome.
   */
  others: number | null
  mine: { entry: string; line: number; text: string; fate: EntryOutcome | null } | { entry: string; line: null } | null
  changed: ChangedLine | null
}
export type RecomputeNews =
  | { is: 'at'; phase: RecomputePhase; done: number | null }
  | { is: 'done'; found: RecomputeFinding }
  | { is: 'failed'; why: 'network' | 'list' | 'change' | 'other'; message: string }
