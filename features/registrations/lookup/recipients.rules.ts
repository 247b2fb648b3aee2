/**
 * The groups of people to whom an organiser may write: all live registrations, paid registrations, unpaid
 * registrations, the registrations in one state, or the registrations whose runners agreed to news about other races.
 * Only this last group may get such news.
 */
export const messageAudiences = ['all', 'entered', 'unpaid', 'draw', 'undraw', 'wait', 'audit', 'news'] as const
export type MessageAudience = (typeof messageAudiences)[number]
