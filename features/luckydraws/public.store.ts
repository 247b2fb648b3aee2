import { readable } from '#db/readable.ts'

/** Won prizes, for rooms that count what waits for staff. */
export const prizeRows = readable('prizes', ['raceid', 'id', 'room', 'way', 'state'])
