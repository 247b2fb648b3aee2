import { readable } from '#db/readable.ts'

/** Scans of gates, for other rooms. */
export const ticketScanRows = readable('ticket_scans', ['raceid', 'id', 'outcome', 'offline', 'settled_at'])
/** Tickets without the names on them, for rooms that show that a ticket changed. */
export const ticketRows = readable('tickets', ['raceid', 'id', 'goodsid', 'updated_at'])
