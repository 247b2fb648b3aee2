import { readable } from '#db/readable.ts'

/** Scans of gates, for other rooms. */
export const ticketScanRows = readable('ticket_scans', ['raceid', 'id', 'outcome', 'offline', 'settled_at'])
