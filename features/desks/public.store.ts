import { needed } from '#db/needed.ts'
import type { Readable } from '#db/readable.ts'

/** The chips of runners, by the bib that each belongs to. */
export const chipsOfRunners = needed<Readable<{ raceid: number; chip: string; bib: string }>>('chips of runners')
