import * as z from 'zod'
import { flag, wordSetting } from './kinds.ts'

/**
 * The variables of other companies' services, and of receivers of webhooks on this machine. The server does not call a
 * service whose variables are unset.
 */
export const servicesOfOthers = {
  WEBHOOK_LOOPBACK: {
    schema: flag,
    description:
      'Webhooks: 1 lets messages go to programs on this machine over http, for development (docs/integrate.md). ' +
      'Unset: 0, only https to public addresses.',
  },
  RECOGNITION_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'is an address like https://reader.example.org/bibs' }),
    description: 'A service that reads bibs in photos (docs/photos.md). Unset: none is asked.',
  },
  RECOGNITION_KEY: { schema: wordSetting, description: 'Its key, sent as a bearer token.' },
  RECOGNITION_FACES_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'is an address like https://reader.example.org/faces' }),
    description:
      'Where that service is asked for the photos of a face: only a runner who agreed to it asks, with a ' +
      'picture of himself (docs/photos.md). Unset: faces are never compared.',
  },
  MODERATION_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'is an address like https://judge.example.org/v1' }),
    description:
      'A service that judges entries and comments of the live feed before people see them: fit, unfit or doubtful ' +
      '(docs/behaviour/live.md, Live feed). Unset: the word list of the race and its staff judge alone.',
  },
  MODERATION_KEY: { schema: wordSetting, description: 'Its key, sent as a bearer token.' },
  FACE_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'is an address like https://faces.example.org/v1' }),
    description:
      'A service that compares the face of a runner at a desk with the document: only for a runner who agreed to it ' +
      '(docs/faces.md). Unset: desks compare no faces, except a sandbox with the demo races.',
  },
  FACE_KEY: { schema: wordSetting, description: 'Its key, sent as a bearer token.' },
  REALNAMES_SECRET_ID: {
    schema: wordSetting,
    description:
      'The secret id of Tencent Cloud FaceID, which compares the name and number of a resident at sign-up ' +
      '(docs/behaviour/documents.md, Real names). Unset: no name is compared.',
  },
  REALNAMES_SECRET_KEY: { schema: wordSetting, description: 'Its secret key.' },
  REALNAMES_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'is an address like https://names.example.org' }),
    description: 'Another address of that service. Unset: the address of the vendor.',
  },
} as const
