import type { Invitation } from './contract.ts'

/** Brings a code into comparable form: without spaces and dashes, in upper case. */
export const normalCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\-–—]/g, '')
    .toUpperCase()

export type WhyNotInvited = 'invite_over' | 'invite_used_up' | 'invite_elsewhere'
/** Returns the reason why a code does not work for an event; undefined if it works. */
export const whyNotInvited = (
  invitation: Pick<Invitation, 'eventid' | 'uses' | 'used' | 'expires_at' | 'stopped_at'>,
  eventid: number,
  now: Date,
): WhyNotInvited | undefined => {
  if (invitation.stopped_at !== null && invitation.stopped_at <= now) return 'invite_over'
  if (invitation.expires_at !== null && invitation.expires_at <= now) return 'invite_over'
  if (invitation.eventid !== null && invitation.eventid !== eventid) return 'invite_elsewhere'
  return invitation.uses !== null && invitation.used >= invitation.uses ? 'invite_used_up' : undefined
}

/** Tells whether a person may use a code. `document` is the keyed index of the person's document, as hex. */
export const mayUse = ({ holder }: Pick<Invitation, 'holder'>, document: string): boolean =>
  holder === null || holder === document

/** Returns the price with a code for an event that costs `price`. It is never more than `price`. */
export const priceWith = (invitation: Pick<Invitation, 'price'>, price: number): number =>
  invitation.price === null ? price : Math.min(invitation.price, price)

export type InvitationState = 'open' | 'used_up' | 'over' | 'stopped'
export const invitationState = (
  { stopped_at, expires_at, uses, used }: Pick<Invitation, 'stopped_at' | 'expires_at' | 'uses' | 'used'>,
  now: Date,
): InvitationState => {
  if (stopped_at !== null && stopped_at <= now) return 'stopped'
  if (expires_at !== null && expires_at <= now) return 'over'
  return uses !== null && used >= uses ? 'used_up' : 'open'
}
/** Returns the remaining uses; null means no limit. */
export const remainingUses = ({ uses, used }: Pick<Invitation, 'uses' | 'used'>): number | null =>
  uses === null ? null : Math.max(0, uses - used)

/** Tells whether an organiser may choose this code: 4 to 32 capitals, digits or Chinese characters. */
export const isCode = (code: string): boolean => /^[A-Z0-9\p{Script=Han}]{4,32}$/u.test(code)

/**
 * The letters and digits of codes. People read and type them without mistakes, because 0 and O, 1 and I are left out.
 * There are 32 of them, so a random byte chooses each with the same probability.
 */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Makes a code from ten random bytes, and uses 5 bits of each byte. There are 2^50 codes. */
export const invitationCodeFrom = (random: Uint8Array): string =>
  Array.from(random.subarray(0, 10), (byte) => letters[byte % 32]).join('')
/**
 * Makes a code with small letters. The normal form of a typed code has only capitals, so no typed text can match this
 * code.
 */
export const untypedCode = (random: Uint8Array): string => `q${invitationCodeFrom(random).toLowerCase()}`
/** Returns a code as people see it. A generated code is in two halves, which the normal form joins again. */
export const shownCode = (code: string): string =>
  /^[A-HJ-NP-Z2-9]{10}$/.test(code) ? `${code.slice(0, 5)}-${code.slice(5)}` : code
