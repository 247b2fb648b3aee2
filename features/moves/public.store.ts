import { needed } from '#db/needed.ts'
import type { Readable } from '#db/readable.ts'

/**
 * The results with their registrations. A runner with a result cannot move, because the result belongs to its event.
 */
export const resultsToCome =
  needed<Readable<{ raceid: number; registrationid: number | null }>>('results by registration')
