import { readable } from '#db/readable.ts'

/** Files of schedules that wait for their member of staff. */
export const scheduledFileRows = readable('scheduled_files', ['raceid', 'staffid', 'fetched_at', 'expires_at'])
