import { needed } from '#db/needed.ts'
import type { Readable } from '#db/readable.ts'

/** Results by registration: they stay with the event that was run. */
export const resultsToCome =
  needed<Readable<{ raceid: number; registrationid: number | null }>>('results by registration')
