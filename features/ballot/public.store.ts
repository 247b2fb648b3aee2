import { needed } from '#db/needed.ts'
import type { Readable } from '#db/readable.ts'

/** Finishers of earlier races, for the criterion of those who never finished one. */
export const pastResults =
  needed<Readable<{ raceid: number; registrationid: number | null; outcome: string }>>('results of races')
