import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Key, Time } from '#contract/scalars.ts'

export const registrationDeferral = post('/registration/deferral', {
  access: 'runner',
  input: z.object({ id: Key }),
  output: z.object({
    /** Null if the reserved place leads to no race yet. */
    deferral: z.nullable(
      z.object({
        raceid: z.number(),
        race: z.string(),
        code: z.string(),
        /**
         * `open`: the code can be used. `soon`: the race is not published yet. `over`: staff stopped the code, or it
         * has expired.
         */
        state: z.enum(['open', 'soon', 'used', 'over']),
        expires_at: z.nullable(Time),
      }),
    ),
  }),
  refusals: ['registration_not_found', 'no_permission'],
  description: 'The race where the caller can use a reserved place, with the invitation code for it.',
})
