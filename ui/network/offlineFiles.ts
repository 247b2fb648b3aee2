type Load = () => Promise<unknown>

let waiting: Load[] | undefined = []

/**
 * Loads files that a page needs only without a network. They wait until the page has had the network for itself (see
 * `loadOfflineFiles`).
 */
export const loadForOffline = (load: Load): void => {
  if (waiting) waiting.push(load)
  else void load().catch(() => undefined)
}

/** Loads all files that wait for their time. A later file is loaded at once. */
export const loadOfflineFiles = async (): Promise<void> => {
  const loads = waiting ?? []
  waiting = undefined
  await Promise.allSettled(loads.map((load) => load()))
}
