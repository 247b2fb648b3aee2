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
    "Whether one may look for oneself by one's face: the consent that it needs (of one's registration `key`, given by `/mydata/consent`), null for who is not registered in the race.",
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
    "Photos in which the face of the picture sent is seen, surest first. Only with the consent of one's registration; the picture is handed on to the configured service and kept nowhere here. Ten an hour.",
})
