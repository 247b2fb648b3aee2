const last = new Map<string, Promise<unknown>>()

/**
 * Runs works that share a name one after another in this process. A count after a failed try comes too late for guesses
 * that are sent at once.
 */
export const inTurn = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const before = last.get(name)
  const mine = before ? before.then(work, work) : work()
  last.set(name, mine)
  try {
    return await mine
  } finally {
    if (last.get(name) === mine) last.delete(name)
  }
}
