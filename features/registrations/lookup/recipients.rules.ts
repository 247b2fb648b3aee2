/**
 * The groups of people to whom an organiser may write. `news` is the group of runners who agreed to news about other
 * races. Only this group may get such news.
 */
export const messageAudiences = ['all', 'entered', 'unpaid', 'draw', 'undraw', 'wait', 'audit', 'news'] as const
export type MessageAudience = (typeof messageAudiences)[number]
