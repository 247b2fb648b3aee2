import { readable } from '#db/readable.ts'

/** The requests to remove a photo, for other rooms. */
export const reportRows = readable('photo_reports', ['raceid', 'state'])
