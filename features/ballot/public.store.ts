import { needed } from '#db/needed.ts'
import type { Readable } from '#db/readable.ts'

/** Who finished earlier races, for those who never did. */
export const pastResults =
  needed<Readable<{ raceid: number; registrationid: number | null; outcome: string }>>('results of races')
