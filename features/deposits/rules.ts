export const depositThings = ['chip', 'tracker', 'key', 'other'] as const

export const depositStates = ['paid', 'lent', 'back', 'kept'] as const
export type DepositState = (typeof depositStates)[number]

/**
 * Returns the code of a lent thing in one form. A scanner or a keyboard may write letters in lower or upper case, and
 * in half or full width.
 */
export const thingCode = (written: string): string => written.normalize('NFKC').trim().toUpperCase()
