import { setTimeout as wait } from 'node:timers/promises'

/**
 * The longest time of one step in ms, so that no step keeps the database from stopping. It exceeds the ten seconds that
 * running calls get at the end.
 */
export const STEP_LIMIT_MS = 12_000

const within = async (ms: number, work: Promise<unknown>): Promise<unknown> => {
  const ended = new AbortController()
  return Promise.race([work, wait(ms, undefined, { signal: ended.signal })]).finally(() => ended.abort())
}

/**
 * Collects the steps that stop a server, and runs them in the reverse order of its start. Each step runs even if another
 * step fails. A step that waits on purpose gives its own limit in ms.
 */
export const stepsBack = () => {
  const steps: { step: () => Promise<unknown>; limitMs: number }[] = []
  return {
    add: (step: () => Promise<unknown>, limitMs = STEP_LIMIT_MS) => void steps.push({ step, limitMs }),
    run: async () => {
      for (const { step, limitMs } of steps.splice(0).reverse()) await within(limitMs, step()).catch(() => undefined)
    },
  }
}
