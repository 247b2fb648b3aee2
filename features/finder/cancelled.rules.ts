export const isCancelled = (events: readonly { cancelled: boolean }[]): boolean =>
  events.length > 0 && events.every(({ cancelled }) => cancelled)
