/**
 * The parts without which nobody can sign up for a race. If the price is missing, a person may confirm that the events
 * are free.
 */
export const lackable = ['events', 'price', 'channel', 'disclaimer'] as const
export type Lacked = (typeof lackable)[number]
