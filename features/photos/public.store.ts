import { readable } from '#db/readable.ts'

/** The open requests to remove a photo. */
export const reportRows = readable('photo_reports', ['raceid', 'state'])
