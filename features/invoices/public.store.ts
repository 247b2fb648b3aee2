import { readable } from '#db/readable.ts'

/** Which invoices were asked for. */
export const invoiceRows = readable('invoices', ['raceid', 'state'])
