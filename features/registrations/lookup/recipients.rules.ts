/** The people whom an organiser may write to: all live registrations, paid ones, unpaid ones, and by state. */
export const audiences = ['all', 'entered', 'unpaid', 'draw', 'undraw', 'wait', 'audit'] as const
export type Audience = (typeof audiences)[number]
