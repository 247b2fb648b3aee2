import { needed } from '#db/needed.ts'
import type { Readable } from '#db/readable.ts'

/**
 * Results of earlier races. The draw's criterion for entrants who never finished one of these races reads the results.
 */
export const pastResults =
  needed<Readable<{ raceid: number; registrationid: number | null; outcome: string }>>('results of races')
