import { readable } from '#db/readable.ts'

/** Who stood in a line, and when a place was given. */
export const waitlistEntryRows = readable('waitlist_entries', ['raceid', 'eventid', 'registrationid', 'given_at'])
