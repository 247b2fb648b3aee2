/** Without one of these a race cannot be sold; free events are published where somebody says that they are meant so. */
export const lackable = ['events', 'price', 'channel', 'disclaimer'] as const
export type Lacked = (typeof lackable)[number]
