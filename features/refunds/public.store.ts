import { readable } from '#db/readable.ts'

/** Columns of refund requests for other rooms. */
export const requestRows = readable('refund_requests', ['raceid', 'registrationid', 'refundid', 'kind'])
