import { readable } from '#db/readable.ts'

/** The columns of invoices for other rooms. */
export const invoiceRows = readable('invoices', ['raceid', 'state'])
