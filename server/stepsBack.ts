import { setTimeout as wait } from 'node:timers/promises'

/** The first step ends calls under way, then come the others. No step may keep the database from its own stop. */
const STEP_LIMIT_MS = 12_000

const within = async (ms: number, work: Promise<unknown>): Promise<unknown> => {
  const ended = new AbortController()
  return Promise.race([work, wait(ms, undefined, { signal: ended.signal })]).finally(() => ended.abort())
}

/** A server stops in the reverse order of its start. Each step runs even where another one fails. */
export const stepsBack = () => {
  const steps: (() => Promise<unknown>)[] = []
  return {
    add: (step: () => Promise<unknown>) => void steps.push(step),
    run: async () => {
      for (const step of steps.splice(0).reverse()) await within(STEP_LIMIT_MS, step()).catch(() => undefined)
    },
  }
}
