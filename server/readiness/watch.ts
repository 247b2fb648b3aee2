import type { ReadyWord } from './readiness.rules.ts'
import { readinessAfter, unseen, readyWordOf } from './readiness.rules.ts'

/** A look that takes longer counts as failed. Load balancers wait one to five seconds for an answer. */
const LOOK_MS = 1000
/** One look serves every balancer that asks within this time. */
const AGAIN_MS = 250

export type ReadyWatch = {
  word: () => Promise<ReadyWord>
  /** Lets the server say from now on that it stops. */
  stopping: () => void
}

/**
 * Watches whether the server is ready. `ask` throws if the database does not answer. A question that still waits for
 * its answer is not asked twice, so looks at a slow database take one connection of the pool.
 */
export const watchReadiness = (
  ask: () => Promise<unknown>,
  freeBytes: () => Promise<number>,
  now: () => number = () => performance.now(),
): ReadyWatch => {
  let [state, stops] = [unseen, false]
  let question: Promise<boolean> | undefined
  let look: Promise<void> | undefined
  let looked = -Infinity
  const answered = (): Promise<boolean> => {
    question ??= ask()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (question = undefined))
    const late = Promise.withResolvers<boolean>()
    const limit = setTimeout(() => late.resolve(false), LOOK_MS)
    return Promise.race([question, late.promise]).finally(() => clearTimeout(limit))
  }
  const lookNow = async (): Promise<void> => {
    looked = now()
    const [isAnswered, free] = await Promise.all([answered(), freeBytes()])
    state = readinessAfter(state, { at: now(), answered: isAnswered, freeBytes: free })
  }
  return {
    word: async () => {
      if (!stops && (look || now() - looked >= AGAIN_MS)) {
        look ??= lookNow().finally(() => (look = undefined))
        await look
      }
      return readyWordOf(state, stops)
    },
    stopping: () => void (stops = true),
  }
}
