import { readable } from '#db/readable.ts'

export const chipRows = readable('timing_chips', ['raceid', 'chip', 'bib'])

export const newsRows = readable('timing_news', ['raceid', 'id', 'news'])

export const starterRows = readable('timing_runners', ['raceid', 'bib', 'eventid', 'name', 'zone'])
