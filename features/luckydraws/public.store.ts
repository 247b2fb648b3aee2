import { readable } from '#db/readable.ts'

export const prizeRows = readable('prizes', ['raceid', 'id', 'room', 'way', 'state'])
