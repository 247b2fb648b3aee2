export const depositThings = ['chip', 'tracker', 'key', 'other'] as const

export const depositStates = ['paid', 'lent', 'back', 'kept'] as const
export type DepositState = (typeof depositStates)[number]

/**
 * Returns the code of a lent thing in one form. A scanner and a keyboard write letters small or capital, of half or
 * full width.
 */
export const thingCode = (written: string): string => written.normalize('NFKC').trim().toUpperCase()
