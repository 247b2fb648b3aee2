import { readable } from '#db/readable.ts'

export const invoiceRows = readable('invoices', ['raceid', 'state'])
