import { setTimeout as wait } from 'node:timers/promises'
import { isLost } from '#db/pool.ts'

/** The most tries of one call, and the time after which it is not tried again, because its caller has waited enough. */
const TRIES = 3
const SOON_MS = 5000
/**
 * The pause before each further try, in milliseconds. If the database breaks several connections, the pool notices each
 * broken connection at a different moment. Until then the pool may give out a broken connection again.
 */
const PAUSES_MS = [50, 250]

/**
 * Runs work. If the connection to the database breaks, it runs the work again over another connection. The database may
 * have done the first try, so the work must be a read, or a write that changes nothing if it is repeated.
 */
export const despiteLoss = async <Given>(work: () => Promise<Given>): Promise<Given> => {
  const began = performance.now()
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES || !isLost(error) || performance.now() - began > SOON_MS) throw error
      await wait(PAUSES_MS[tries - 1])
    }
}
