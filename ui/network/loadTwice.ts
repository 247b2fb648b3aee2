/**
 * The wait before the second request of a file, in ms. The first request fails, for example, while a phone leaves a
 * tunnel.
 */
const AGAIN_MS = 800

/** Loads a file of the app. If the request fails, it makes the request once more. */
export const loadTwice = <Loaded>(load: () => Promise<Loaded>): Promise<Loaded> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    return load()
  })
