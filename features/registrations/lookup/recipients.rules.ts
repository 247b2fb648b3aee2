/**
 * Whom an organiser may write to: all live registrations, those registered and paid, those yet to pay, and by state.
 */
export const audiences = ['all', 'entered', 'unpaid', 'draw', 'undraw', 'wait', 'audit'] as const
export type Audience = (typeof audiences)[number]
