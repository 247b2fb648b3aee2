import { readable } from '#db/readable.ts'

/** The runners on a waitlist, with the times at which they got a place. */
export const waitlistEntryRows = readable('waitlist_entries', ['raceid', 'eventid', 'registrationid', 'given_at'])
