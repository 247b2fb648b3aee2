import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, RaceId } from '#contract/scalars.ts'
import { Boxes } from './boxes.contract.ts'
import { certificateKinds } from '../contract.ts'

export const consoleCertificatesStart = post('/console/certificates/start', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId, kind: z.enum(certificateKinds) }),
  output: z.object({ bg: z.string(), width: z.number(), height: z.number(), boxes: Boxes }),
  refusals: ['picture_unknown'],
  description:
    "Returns the standard certificate in a race's own colour as a start. The server keeps its background as a " +
    'picture of the race, and saves no definition.',
})

export const consoleCertificatesTry = post('/console/certificates/try', {
  access: { right: 'certificates.edit' },
  input: z.object({
    raceid: RaceId,
    kind: z.enum(certificateKinds),
    eventid: z.optional(z.nullable(Int)),
    /**
     * The bib of the runner whose facts are shown. Without a bib the call shows the first finisher, or the first
     * registration with a bib for the kind `reg`.
     */
    bib: z.optional(z.string().check(z.maxLength(40))),
  }),
  output: z.object({
    /**
     * The text of every field for this person. The fields of a definition's `map` are left out. A hidden name is empty.
     */
    values: z.record(z.string(), z.string()),
    link: z.string(),
  }),
  refusals: ['certificate_of_nobody'],
  description: "Returns the values of a certificate's fields for a finisher or for a registered person, for a preview.",
})
