/**
 * The time before the end of a quota at which staff begin to look after a club. Staff look after the club if somebody
 * on its list has no registration, or has not paid.
 */
export const DUE_MS = 3 * 86_400_000
export const followReasons = ['no_captain', 'due'] as const
export type FollowReason = (typeof followReasons)[number]

type QuotaFacts = { until: Date | null; unpaid: number; listed: number }
type ClubFacts = { closed_at: Date | null; captains: number; quotas: readonly QuotaFacts[] }

/** Decides why staff must look after a club. Null if staff have nothing to do, or can do nothing any more. */
export const followReason = ({ closed_at, captains, quotas }: ClubFacts, now: Date): FollowReason | null => {
  const open = quotas.filter(({ until }) => until !== null && until > now)
  if (closed_at !== null || open.length === 0) return null
  if (captains === 0) return 'no_captain'
  const isDue = ({ until, unpaid, listed }: QuotaFacts) =>
    until!.getTime() - now.getTime() < DUE_MS && unpaid + listed > 0
  return open.some(isDue) ? 'due' : null
}
