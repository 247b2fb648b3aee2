/**
 * Holds a store for this window until the signal, because two windows would not see each other's entries. Returns false
 * if another window holds the store already.
 */
export const holdStore = async (name: string, until: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, async (held) => {
      resolve(held !== null)
      if (held)
        await new Promise<void>((done) => {
          if (until.aborted) done()
          until.addEventListener('abort', () => done())
        })
    })
  })
