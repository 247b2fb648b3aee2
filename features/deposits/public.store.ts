import { readable } from '#db/readable.ts'

/** Deposits, for rooms that count the things that are still out. */
export const depositRows = readable('deposits', ['raceid', 'id', 'state'])
