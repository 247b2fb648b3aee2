const last = new Map<string, Promise<unknown>>()

/**
 * One after another of those who share a name, in this process: what is counted after a miss would come too late for
 * guesses that are made at once.
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
