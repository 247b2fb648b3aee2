import { readable } from '#db/readable.ts'

/** The runners of a line, with the times of their places. */
export const waitlistEntryRows = readable('waitlist_entries', ['raceid', 'eventid', 'registrationid', 'given_at'])
