export const depositThings = ['chip', 'tracker', 'key', 'other'] as const

export const depositStates = ['paid', 'lent', 'back', 'kept'] as const
export type DepositState = (typeof depositStates)[number]
