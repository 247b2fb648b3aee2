import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, RaceId } from '#contract/scalars.ts'

export const activityKinds = ['trail', 'challenge'] as const
export type ActivityKind = (typeof activityKinds)[number]
/** The kinds of records to which a certificate's number may belong. */
export const holderKinds = ['reg', 'timing', ...activityKinds] as const
export type HolderKind = (typeof holderKinds)[number]

export const certificatesActivity = post('/certificates/activity', {
  access: 'runner',
  input: z.object({ raceid: RaceId, kind: z.enum(activityKinds), id: Int }),
  output: z.object({ number: z.string(), link: z.string() }),
  refusals: ['activity_not_completed'],
  description:
    'Gives the signed number of the own certificate of a completed trail or challenge, and the address in its code, ' +
    'where anybody can verify it.',
})
