import { needed } from '#db/needed.ts'
import type { Readable } from '#db/readable.ts'

/** Results of earlier races. A criterion that selects entrants who never finished these races reads them. */
export const pastResults =
  needed<Readable<{ raceid: number; registrationid: number | null; outcome: string }>>('results of races')
