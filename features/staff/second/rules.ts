import type { RoleHeld } from '#contract/rights.ts'

/** The roles for which the owners may demand a second factor. */
export const guardedRoles = ['owner', 'cashier', 'director'] as const
export type GuardedRole = (typeof guardedRoles)[number]
/** The rule of the platform: the roles that need a second factor, and the days in which a person may set it up. */
export type SecondPolicy = { roles: readonly string[]; grace_days: number }
export const noPolicy: SecondPolicy = { roles: [], grace_days: 14 }
export const secondGraceDays = { least: 0, most: 90 }

export type SecondFactors = { totp: boolean; passkeys: number; recovery: number }
export const hasSecond = ({ totp, passkeys }: SecondFactors): boolean => totp || passkeys > 0

export const needsSecond = ({ roles }: SecondPolicy, held: readonly RoleHeld[]): boolean =>
  held.some(({ role }) => roles.includes(role))

const DAY = 24 * 60 * 60 * 1000
/**
 * Decides the moment from which a person without a second factor has no right. Returns null if the person has a second
 * factor or needs none. A moment that was decided before stays, unless the rule changed.
 */
export const dueAt = (
  policy: SecondPolicy,
  person: { roles: readonly RoleHeld[]; hasSecond: boolean; due: Date | null },
  now: Date,
  isRuleNew = false,
): Date | null => {
  if (person.hasSecond || !needsSecond(policy, person.roles)) return null
  return person.due !== null && !isRuleNew ? person.due : new Date(now.getTime() + policy.grace_days * DAY)
}

/**
 * The state of a person: `set` with a second factor, `due` until the person must have a second factor, `locked` after
 * this moment, and `none` if no role needs a second factor.
 */
export type SecondState = 'set' | 'due' | 'locked' | 'none'
export const secondState = (isSet: boolean, due: Date | null, now: Date): SecondState => {
  if (isSet) return 'set'
  if (due === null) return 'none'
  return due > now ? 'due' : 'locked'
}

/** Letters and digits of recovery codes. Signs that look alike are left out: 0 and O, 1 and I and L. */
const signs = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const recoveryCount = 10
const codeLength = 12
/** Writes a recovery code from random bytes, in groups of four: `7KQM-2XHV-9RTA`. */
export const recoveryCodeFrom = (random: Uint8Array): string => {
  // The 256 values of a byte do not divide evenly among the signs. The largest values are left out, because they would
  // make the first signs more likely.
  const fair = [...random].filter((byte) => byte < 256 - (256 % signs.length)).slice(0, codeLength)
  if (fair.length < codeLength) throw new RangeError('A recovery code needs more random bytes')
  return fair
    .map((byte) => signs[byte % signs.length])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-')
}
/** Writes a typed code in its one form: capitals without blanks and dashes. */
export const normalSecondCode = (typed: string): string =>
  typed.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase()
export const isAppCode = (typed: string): boolean => /^\d{6}$/.test(typed)
export const isRecoveryCode = (typed: string): boolean =>
  typed.length === codeLength && [...typed].every((sign) => signs.includes(sign))
