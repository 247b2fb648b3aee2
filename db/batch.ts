/**
 * Group commit without a timer: while one batch is under way, the next collects (at most `most`); each caller gets its own outcome.
 * `run` answers one outcome per item, in order; where it throws, every item of that batch gets the error.
 */
export const inBatches = <Item, Outcome>(most: number, run: (items: Item[]) => Promise<Outcome[]>): ((item: Item) => Promise<Outcome>) => {
  type Waiting = { item: Item; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let running = false
  const drain = async () => {
    running = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const outcomes = await run(batch.map(({ item }) => item))
        batch.forEach(({ resolve }, at) => resolve(outcomes[at]!))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!running) queueMicrotask(() => void (running || drain()))
    })
}

/**
 * Lets at most `most` callers go on per turn of the event loop. A crowd that arrives at once would otherwise be worked on in one piece,
 * and the database, whose answers are read between turns, would wait for the last of it.
 */
export const byTurns = (most: number): (() => Promise<void>) => {
  const waiting: (() => void)[] = []
  let turning = false
  const turn = () => {
    for (const go of waiting.splice(0, most)) go()
    turning = waiting.length > 0
    if (turning) setImmediate(turn)
  }
  return () =>
    new Promise((go) => {
      waiting.push(go)
      if (turning) return
      turning = true
      setImmediate(turn)
    })
}
