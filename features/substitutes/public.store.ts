import { readable } from '#db/readable.ts'

/** The suspected substitutes, for other rooms to count. */
export const suspicionRows = readable('suspicions', ['raceid', 'state'])
