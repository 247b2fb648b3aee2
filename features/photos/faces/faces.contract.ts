import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { RaceId } from '#contract/scalars.ts'
import { Photo } from '../contract.ts'

export const photoFaces = post('/photo/faces', {
  access: 'runner',
  input: z.object({ raceid: RaceId }),
  output: z.object({
    consent: z.nullable(z.object({ key: z.string(), given: z.boolean(), title: z.string(), body: z.string() })),
  }),
  refusals: ['race_not_found', 'faces_off'],
  description:
    'Tells whether the caller may search by their own face. The answer holds the consent that the search needs, and ' +
    "the `key` of the caller's registration. The caller gives the consent by `/mydata/consent`. The answer is null " +
    'for a caller without a registration in the race.',
})
export const photoFace = upload('/photo/face', {
  access: 'runner',
  input: z.object({ raceid: RaceId }),
  output: z.object({ total: z.number(), items: z.array(Photo) }),
  refusals: [
    'race_not_found',
    'faces_off',
    'face_consent',
    'file_missing',
    'not_a_picture',
    'picture_too_large',
    'faces_down',
  ],
  description:
    "Finds photos that show the face in the sent picture, the surest first. The caller's registration needs the " +
    'consent. The server sends the picture to the configured service and keeps it nowhere. The limit is ten ' +
    'searches an hour.',
})
