import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Key } from '#contract/scalars.ts'

/** The files of a pass. An address is null if there is no such file, for example for a wallet without credentials. */
const Links = z.object({
  calendar: z.nullable(z.string()),
  pdf: z.nullable(z.string()),
  apple: z.nullable(z.string()),
  google: z.nullable(z.string()),
})
const one = z.object({ id: Key })

export const passesTicket = post('/passes/ticket', {
  access: 'runner',
  input: one,
  output: Links,
  refusals: ['own_ticket_unknown', 'ticket_gone'],
  description:
    "Gives the addresses of an own ticket's files: for the calendar, as PDF, and for the wallets that the server has " +
    'credentials for. An address is valid for one hour and ends when the ticket is handed on. A ticket that still ' +
    'needs a name has only the calendar file.',
})
export const passesRegistration = post('/passes/registration', {
  access: 'anyone',
  input: one,
  output: Links,
  refusals: ['registration_not_found'],
  description:
    "Gives the addresses of a paid registration's files: for the calendar, as PDF, and for the wallets that the server " +
    'has credentials for. The files show no more than the status page shows the caller. A registration that will not ' +
    'run has none.',
})
