import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { RaceId } from '#contract/scalars.ts'
import { placeSources } from './rules.ts'

export const placesLedger = post('/places/ledger', {
  access: 'anyone',
  shared: 30,
  input: z.object({ raceid: RaceId }),
  output: z.object({
    race: z.string(),
    /** The smallest part of the places that should go to the public, in percent. */
    least: z.number(),
    events: z.array(
      z.object({
        eventid: z.number(),
        name: z.string(),
        places: z.number(),
        held: z.number(),
        sources: z.array(z.object({ source: z.enum(placeSources), n: z.number() })),
        reserved: z.number(),
        share: z.nullable(z.number()),
      }),
    ),
  }),
  refusals: ['race_not_found'],
  description:
    'The ledger of places of a race: for each event the places, the held places by source, what open codes may still take, and the public share in percent, rounded down.',
})
