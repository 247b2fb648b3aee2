import { readable } from '#db/readable.ts'

/** Chips of a race with their bibs. */
export const chipRows = readable('timing_chips', ['raceid', 'chip', 'bib'])

/** News of timing, by race and number. */
export const newsRows = readable('timing_news', ['raceid', 'id', 'news'])

/** Runners of start lists with their start zones. */
export const starterRows = readable('timing_runners', ['raceid', 'bib', 'eventid', 'zone'])
