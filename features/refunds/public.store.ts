import { readable } from '#db/readable.ts'

/** What other rooms read of requests to be given money back. */
export const requestRows = readable('refund_requests', ['raceid', 'registrationid', 'refundid', 'kind'])
