/**
 * A race that lacks one of these cannot be sold. A person may confirm that events have no price because they are free.
 */
export const lackable = ['events', 'price', 'channel', 'disclaimer'] as const
export type Lacked = (typeof lackable)[number]
