export type MergeAccount = { uid: number; merged_into: number | null; erased_at: Date | null }

/** Returns the reason why two accounts can never be merged. */
export const whyNotMerge = (
  keep: MergeAccount | undefined,
  gone: MergeAccount | undefined,
): 'accounts_same' | 'account_unknown' | 'account_gone' | undefined => {
  if (!keep || !gone) return 'account_unknown'
  if (keep.uid === gone.uid) return 'accounts_same'
  return [keep, gone].some((one) => one.merged_into !== null || one.erased_at !== null) ? 'account_gone' : undefined
}

type AppId = { kind: string; ix: Buffer }
/**
 * Tells whether two accounts are bound to two people of the messaging app. An account has one id of each kind, so one
 * of the two people would lose the log-in.
 */
export const areTwoApps = (one: readonly AppId[], other: readonly AppId[]): boolean =>
  one.length > 0 &&
  other.length > 0 &&
  (one.some(({ kind, ix }) => other.some((id) => id.kind === kind && !id.ix.equals(ix))) ||
    !one.some(({ ix }) => other.some((id) => id.ix.equals(ix))))

/** Reads a typed text as the number of an account. */
export const accountNumberIn = (typed: string): number | undefined =>
  /^\d{1,10}$/.test(typed) ? Number(typed) : undefined
