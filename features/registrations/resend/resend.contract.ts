import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { RaceId } from '#contract/scalars.ts'

export const consoleRegistrationsResend = post('/console/registrations/resend', {
  access: { right: 'registrations.edit' },
  input: z.object({ raceid: RaceId, id: z.coerce.number().check(z.int(), z.minimum(1)) }),
  output: z.object({ id: z.number(), mobile: z.nullable(z.string()) }),
  refusals: ['registration_not_found', 'no_contact'],
  description:
    'Sends the registrant the confirmation again, by text message and in the app, at most three times an hour. It has the present state and the link to the status page.',
})
