import { readable } from '#db/readable.ts'

/** Stays at partner hotels, for rooms that count them. */
export const stayRows = readable('hotel_stays', ['raceid', 'id', 'state', 'confirmation'])
