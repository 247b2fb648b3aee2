import { readable } from '#db/readable.ts'

/** The files that schedules made, each for one member of staff. */
export const scheduledFileRows = readable('scheduled_files', ['raceid', 'staffid', 'fetched_at', 'expires_at'])
