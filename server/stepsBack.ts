import { setTimeout as wait } from 'node:timers/promises'

/**
 * The longest time of one step, so that no step keeps the database from stopping. It exceeds the ten seconds that the
 * first step gives to running calls.
 */
const STEP_LIMIT_MS = 12_000

const within = async (ms: number, work: Promise<unknown>): Promise<unknown> => {
  const ended = new AbortController()
  return Promise.race([work, wait(ms, undefined, { signal: ended.signal })]).finally(() => ended.abort())
}

/**
 * Collects the steps that stop a server. `run` takes them in the reverse order of the start. Each step runs even if
 * another step fails.
 */
export const stepsBack = () => {
  const steps: (() => Promise<unknown>)[] = []
  return {
    add: (step: () => Promise<unknown>) => void steps.push(step),
    run: async () => {
      for (const step of steps.splice(0).reverse()) await within(STEP_LIMIT_MS, step()).catch(() => undefined)
    },
  }
}
