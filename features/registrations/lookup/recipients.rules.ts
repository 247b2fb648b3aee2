/**
 * The groups of people to whom an organiser may write: all live registrations, paid ones, unpaid ones, or those in one
 * state.
 */
export const audiences = ['all', 'entered', 'unpaid', 'draw', 'undraw', 'wait', 'audit'] as const
export type MessageAudience = (typeof audiences)[number]
