/**
 * Group commit without a timer: while one batch is under way, the next collects (at most `most`); each caller gets its
 * own outcome. `run` answers one outcome per item, in order; where it throws, every item of that batch gets the error.
 * With `everyMs` no two batches begin closer together: for what nobody waits for, so that it is written seldom.
 */
export const inBatches = <Item, Outcome>(
  most: number,
  run: (items: Item[]) => Promise<Outcome[]>,
  everyMs = 0,
): ((item: Item) => Promise<Outcome>) => {
  type Waiting = { item: Item; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let running = false
  let notBefore = 0
  const drain = async () => {
    running = true
    while (waiting.length > 0) {
      const early = notBefore - performance.now()
      if (early > 0) await new Promise((go) => setTimeout(go, early))
      notBefore = performance.now() + everyMs
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
 * Lets all who ask for the same thing wait for one making of it: a rush for one name makes it once. Nothing is kept
 * afterwards.
 */
export const onceAtATime = <Made>(): ((name: string, make: () => Promise<Made>) => Promise<Made>) => {
  const making = new Map<string, Promise<Made>>()
  return (name, make) => {
    const under = making.get(name)
    if (under) return under
    const made = make().finally(() => making.delete(name))
    making.set(name, made)
    return made
  }
}

/**
 * Lets at most `most` callers go on per turn of the event loop. A crowd that arrives at once would otherwise be worked
 * on in one piece, and the database, whose answers are read between turns, would wait for the last of it.
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

/**
 * A turn takes in one new connection (libuv accepts no more), and a call needs three or four turns: with turns of 10 ms
 * the last of 64 people who came at once waited for more than a second.
 */
const mostMs = 2
/**
 * For long work beside people who wait for answers: `await breathe()` after each small step lets the event loop turn
 * whenever this work has had the processor for so long.
 */
export const breather = (): (() => Promise<void> | undefined) => {
  let since = performance.now()
  return () =>
    performance.now() - since < mostMs
      ? undefined
      : new Promise((go) =>
          setImmediate(() => {
            since = performance.now()
            go()
          }),
        )
}
/** Work in many steps, with a breath between them. */
export const inTurns = async <T>(steps: Generator<void, T>): Promise<T> => {
  const breathe = breather()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await breathe()
  }
}
