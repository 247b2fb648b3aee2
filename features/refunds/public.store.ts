import { readable } from '#db/readable.ts'

export const requestRows = readable('refund_requests', ['raceid', 'registrationid', 'refundid', 'kind'])
