/** A race without one of these cannot be sold. Free events are published where a person confirms them. */
export const lackable = ['events', 'price', 'channel', 'disclaimer'] as const
export type Lacked = (typeof lackable)[number]
