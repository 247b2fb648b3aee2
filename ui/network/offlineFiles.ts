type Load = () => Promise<unknown>

let waiting: Load[] | undefined = []

/** Tells whether a worker already keeps the files of this page. A worker does so after an earlier visit. */
const isKept = (): boolean => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null

/**
 * Loads files that a page needs only without a network. On a first visit they wait until the page has had the network
 * for itself (see `loadOfflineFiles`).
 */
export const loadForOffline = (load: Load): void => {
  if (waiting && !isKept()) waiting.push(load)
  else void load().catch(() => undefined)
}

/** Loads all waiting files. From then on, `loadForOffline` loads each file at once. */
export const loadOfflineFiles = async (): Promise<void> => {
  const loads = waiting ?? []
  waiting = undefined
  await Promise.allSettled(loads.map((load) => load()))
}
