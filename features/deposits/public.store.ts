import { readable } from '#db/readable.ts'

export const depositRows = readable('deposits', ['raceid', 'id', 'state'])
