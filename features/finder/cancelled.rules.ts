/** Tells whether all events of a race are cancelled. */
export const isCancelled = (events: readonly { cancelled: boolean }[]): boolean =>
  events.length > 0 && events.every(({ cancelled }) => cancelled)
