import { readable } from '#db/readable.ts'

/** The requests for invoices. */
export const invoiceRows = readable('invoices', ['raceid', 'state'])
