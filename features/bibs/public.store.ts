import { needed } from '#db/needed.ts'
import type { Readable } from '#db/readable.ts'

/** Results by the bib that they name. */
export const resultsByBib = needed<Readable<{ raceid: number; bib: string }>>('results by bib')
/** Chips by the bib that they belong to. */
export const chipsByBib = needed<Readable<{ raceid: number; bib: string }>>('chips by bib')
