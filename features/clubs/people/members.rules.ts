/**
 * The states of a person of a club. `waiting`: the person's entry lacks something. `ready`: the captain can pay for the
 * person.
 */
export const memberStates = ['waiting', 'ready', 'unpaid', 'entered', 'left'] as const
export type MemberState = (typeof memberStates)[number]

/** The facts that decide the state of a person: the entry of the list, and the registration if there is one. */
export type MemberFacts = {
  completed_at: Date | null
  registrationid: number | null
  r_state: string | null
  r_pay_at: Date | null
  r_deleted_at: Date | null
  r_closed_at: Date | null
  r_refundid: number | null
  r_exited_at: Date | null
}

/**
 * Decides the state of a person. A registration whose payment ran out frees its place, so that the captain can begin
 * again.
 */
export const memberState = (facts: MemberFacts): MemberState => {
  if (facts.registrationid === null || facts.r_state === null || facts.r_closed_at !== null)
    return facts.completed_at === null ? 'waiting' : 'ready'
  if (facts.r_exited_at !== null || facts.r_deleted_at !== null || (facts.r_refundid ?? 0) !== 0) return 'left'
  return facts.r_pay_at === null ? 'unpaid' : 'entered'
}

/** Returns the places of a quota that a captain can still give to new people of the list. */
export const placesLeft = ({ places, used, listed }: { places: number; used: number; listed: number }): number =>
  Math.max(0, places - used - listed)

type SwapFacts = { swap_until: Date | null; closed_at: Date | null; state: MemberState; pending: boolean }
export const whyNoSwap = (
  { swap_until, closed_at, state, pending }: SwapFacts,
  now: Date,
): 'club_closed' | 'club_swap_over' | 'club_member_not_found' | 'club_swap_pending' | undefined => {
  if (closed_at !== null) return 'club_closed'
  if (swap_until === null || swap_until <= now) return 'club_swap_over'
  if (state !== 'entered') return 'club_member_not_found'
  return pending ? 'club_swap_pending' : undefined
}
