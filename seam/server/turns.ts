const last = new Map<string, Promise<unknown>>()

/**
 * Runs pieces of work with the same name one after another in this process. Otherwise guesses that arrive at the same
 * moment would all run before the server counts the first failed try.
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
