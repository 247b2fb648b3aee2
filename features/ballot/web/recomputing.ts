import type { BallotRules } from '../list/list.rules.ts'
import type { EntryOutcome } from '../draw/recompute.rules.ts'
import type { Change, Changed } from './changes.ts'

/** What the worker that draws again is asked, what it tells on the way, and what it found. */
export type RecomputeRequest = {
  /** The published file, or one that the doubter brought. */
  list: string | Blob
  outcome: string | null
  source: string | null
  signature: string | null
  chainKey: string | null
  change: Change | null
  mine: { salt: string; key: string } | null
}
export const phases = ['fetch', 'read', 'draw', 'write', 'compare'] as const
export type Phase = (typeof phases)[number]
export type RecomputeFinding = {
  rules: BallotRules
  entries: number
  listHash: string
  seed: string | null
  outcomeHash: string | null
  counts: Record<string, number> | null
  noOutcome: string | null
  /**
   * Whether the chain signed the round, and the source is that signature's. Null: nothing to check, or no key to check
   * it with.
   */
  signed: boolean | null
  /** How many entries the published outcome tells otherwise; null while none is published. */
  others: number | null
  mine: { entry: string; line: number; text: string; fate: EntryOutcome | null } | { entry: string; line: null } | null
  changed: Changed | null
}
export type News =
  | { is: 'at'; phase: Phase; done: number | null }
  | { is: 'done'; found: RecomputeFinding }
  | { is: 'failed'; why: 'network' | 'list' | 'change' | 'other'; message: string }
