import { readable } from '#db/readable.ts'

/** Which requests to take a photo down are open. */
export const reportRows = readable('photo_reports', ['raceid', 'state'])
