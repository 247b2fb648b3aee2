import { readable } from '#db/readable.ts'

/** Chips of a race with their bibs. */
export const chipRows = readable('timing_chips', ['raceid', 'chip', 'bib'])
