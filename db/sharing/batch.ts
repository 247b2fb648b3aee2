import type { Db } from '../db.ts'

/** The items of a batch that still waits, and the outcomes of all of them. */
type Batch<Item, Outcome> = { items: Item[]; outcomes: Promise<readonly Outcome[]> }
/**
 * Commits in groups. While one batch is under way, the next batch collects up to `most` items. The callers of a batch
 * share one promise of its outcomes, so a waiting call costs little memory. `run` returns one outcome for each item, in
 * order. If `run` throws, the promise of that batch rejects. With `everyMs`, batches begin at least that far apart,
 * which suits writes that no caller needs soon. Only a full batch does not wait for this time.
 */
export const inSharedBatches = <Item, Outcome>(
  most: number,
  run: (items: Item[]) => Promise<readonly Outcome[]>,
  everyMs = 0,
): ((item: Item) => Batch<Item, Outcome>) => {
  type Waiting = Batch<Item, Outcome> & PromiseWithResolvers<readonly Outcome[]>
  const waiting: Waiting[] = []
  let running = false
  let notBefore = 0
  const drain = async () => {
    running = true
    while (waiting.length > 0) {
      const early = waiting[0]!.items.length >= most ? 0 : notBefore - performance.now()
      if (early > 0) await new Promise((go) => setTimeout(go, early))
      notBefore = performance.now() + everyMs
      const { items, resolve, reject } = waiting.shift()!
      try {
        resolve(await run(items))
      } catch (error) {
        reject(error)
      }
    }
    running = false
  }
  const open = (): Waiting => {
    const promise = Promise.withResolvers<readonly Outcome[]>()
    const batch = { ...promise, items: [], outcomes: promise.promise }
    waiting.push(batch)
    return batch
  }
  return (item) => {
    const last = waiting.at(-1)
    const batch = last && last.items.length < most ? last : open()
    batch.items.push(item)
    if (!running) queueMicrotask(() => void (running || drain()))
    return batch
  }
}

/** Commits in groups like `inSharedBatches`. Each caller gets its own outcome. */
export const inBatches = <Item, Outcome>(
  most: number,
  run: (items: Item[]) => Promise<readonly Outcome[]>,
  everyMs = 0,
): ((item: Item) => Promise<Outcome>) => {
  const enter = inSharedBatches(most, run, everyMs)
  return async (item) => {
    const { items, outcomes } = enter(item)
    const at = items.length - 1
    return (await outcomes)[at]!
  }
}

/**
 * Commits in groups by name, such as the number of a race. Each name has batches of its own in each database, so nobody
 * waits for a batch of another name. `run` gets the parts of the first call of the name.
 */
export const inNamedBatches = <Given extends { db: Db }, Item, Outcome>(
  most: number,
  run: (parts: Given, items: Item[]) => Promise<Outcome[]>,
): ((parts: Given, name: string | number, item: Item) => Promise<Outcome>) => {
  const queues = new WeakMap<Db, Map<string | number, (item: Item) => Promise<Outcome>>>()
  return (parts, name, item) => {
    let named = queues.get(parts.db)
    if (!named) queues.set(parts.db, (named = new Map()))
    let enter = named.get(name)
    if (!enter) named.set(name, (enter = inBatches(most, (items: Item[]) => run(parts, items))))
    return enter(item)
  }
}

/**
 * Lets all callers that ask for the same name at the same time share one call of `make`. Nothing is kept afterwards.
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
 * Lets at most `most` callers continue in each turn of the event loop. Without this limit, the server would handle all
 * simultaneous callers in one turn. The server reads answers of the database between turns, so the first answers would
 * wait for the last caller.
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
 * The longest piece of work in one turn. libuv accepts one new connection in a turn, and a call needs three or four
 * turns. With turns of 10 ms, the last of 64 people who come at once waits for more than a second.
 */
const mostMs = 2
/**
 * Lets long work share the process with people who wait for answers. The work calls `await breathe()` after each small
 * step. The call lets the event loop turn if `mostMs` have passed since the last turn.
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
/** Runs work in many steps and lets the event loop turn between them. */
export const inTurns = async <T>(steps: Generator<void, T>): Promise<T> => {
  const breathe = breather()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await breathe()
  }
}
