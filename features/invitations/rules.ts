import type { Invitation } from './contract.ts'

/** A code as it is compared: without spaces and dashes, upper-cased. */
export const normalCode = (typed: string): string => typed.normalize('NFKC').replace(/[\s\-–—]/g, '').toUpperCase()

export type WhyNotInvited = 'invite_over' | 'invite_used_up' | 'invite_elsewhere'
/** Why a code lets nobody (more) into an event, or undefined where it does. */
export const whyNotInvited = (invitation: Pick<Invitation, 'eventid' | 'uses' | 'used' | 'expires_at' | 'stopped_at'>, eventid: number, now: Date): WhyNotInvited | undefined => {
  if (invitation.stopped_at !== null && invitation.stopped_at <= now) return 'invite_over'
  if (invitation.expires_at !== null && invitation.expires_at <= now) return 'invite_over'
  if (invitation.eventid !== null && invitation.eventid !== eventid) return 'invite_elsewhere'
  return invitation.uses !== null && invitation.used >= invitation.uses ? 'invite_used_up' : undefined
}

/** What is paid with a code where the event costs `price`: never more than without it. */
export const priceWith = (invitation: Pick<Invitation, 'price'>, price: number): number => (invitation.price === null ? price : Math.min(invitation.price, price))
