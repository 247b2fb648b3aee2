/**
 * The groups of people to whom an organiser may write: all live registrations, paid ones, unpaid ones, those in one
 * state, or those whose runners agreed to news about other races. Only this last group may get such news.
 */
export const audiences = ['all', 'entered', 'unpaid', 'draw', 'undraw', 'wait', 'audit', 'news'] as const
export type MessageAudience = (typeof audiences)[number]
