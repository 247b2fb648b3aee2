export const depositThings = ['chip', 'tracker', 'key', 'other'] as const
export type DepositThing = (typeof depositThings)[number]
export const depositStates = ['paid', 'lent', 'back', 'kept'] as const
export type DepositState = (typeof depositStates)[number]
