/**
 * The parts that a race needs before anybody can sign up. If the price is missing, a person may confirm that the events
 * are free.
 */
export const lackable = ['events', 'price', 'channel', 'disclaimer'] as const
export type Lacked = (typeof lackable)[number]
