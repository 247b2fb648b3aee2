import * as z from 'zod/mini'
import { upload } from '#contract/endpoint.ts'
import { RaceId } from '#contract/scalars.ts'
import { detectOutcomes, faceOutcomes } from './face.rules.ts'

const asked = {
  access: { right: 'desk.work' },
  input: z.object({ raceid: RaceId, id: z.coerce.number().check(z.int(), z.minimum(1)) }),
  refusals: [
    'registration_not_found',
    'face_check_off',
    'face_not_agreed',
    'file_missing',
    'not_a_picture',
    'picture_too_large',
  ],
} as const
export const checkinFaceVerify = upload('/checkin/face/verify', {
  ...asked,
  output: z.object({
    outcome: z.enum(faceOutcomes),
    /** The sentence for the answer. Unless the answer is `match`, the sentence names another way to prove identity. */
    says: z.string(),
    /**
     * The page on which a tester chooses the next answer of the sandbox. It is missing if a real service answers.
     */
    sandbox: z.optional(z.string()),
  }),
  description:
    "Compares the face in a picture with the person of a registration's document, by the configured outside service. " +
    'The registrant must have agreed to it (consent `face`) and be of age. The picture stays in memory. The log keeps ' +
    'each check, without picture and answer. The limit is ten checks of a runner in ten minutes.',
})
export const aiFaceDetect = upload('/ai/face/detect', {
  ...asked,
  output: z.object({ faces: z.number(), outcome: z.enum(detectOutcomes), says: z.string() }),
  description:
    'Counts the faces in a picture of a registrant, before a check, with the same consent and limit. It compares nothing.',
})
