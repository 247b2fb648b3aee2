import * as z from 'zod'
import { measuredFetch } from '#db/measures.ts'

/** The answers of a service that compares a face with the person of a document. */
export const faceAnswers = ['match', 'no_match', 'several', 'none', 'dark'] as const
export type FaceAnswer = (typeof faceAnswers)[number]
export type FacePerson = { name: string; idtype: string; idnum: string }
export type Picture = { bytes: Uint8Array; ext: 'jpg' | 'png' }

/** An outside service that checks faces. Without a configured service the server asks nobody. */
export type FaceService = {
  /** Compares the face in a picture with a person. Throws FaceDown or FaceSlow. */
  verify: (picture: Picture, person: FacePerson) => Promise<FaceAnswer>
  /** Counts the faces in a picture. Throws FaceDown or FaceSlow. */
  detect: (picture: Picture) => Promise<{ faces: number; dark: boolean }>
  sandbox: boolean
}
/** The caller gets this error if the service does not answer, or if its answer cannot be read. */
export class FaceDown extends Error {}
/** The caller gets this error if the service does not answer within the time limit. */
export class FaceSlow extends FaceDown {}

const Verified = z.object({ answer: z.enum(faceAnswers) })
const Detected = z.object({ faces: z.number().int().min(0).max(1000), dark: z.boolean() })

export type FaceSettings = {
  url: string
  key: string
  /** The time limit of a question. A runner waits at the desk for the answer. */
  patienceMs?: number | undefined
}

/** Makes the client of a service over HTTP, as docs/faces.md describes it. */
export const faceServiceOver = ({ url, key, patienceMs = 8_000 }: FaceSettings): FaceService => {
  const ask = async <Answered>(
    path: string,
    { bytes, ext }: Picture,
    fields: Readonly<Record<string, string>>,
    schema: z.ZodType<Answered>,
  ): Promise<Answered> => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const type = ext === 'png' ? 'image/png' : 'image/jpeg'
    body.append('picture', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), `picture.${ext}`)
    let answered: unknown
    try {
      const response = await measuredFetch('faces', `${url.replace(/\/$/, '')}/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      if (!response.ok) throw new FaceDown(`answered ${response.status}`)
      answered = await response.json()
    } catch (error) {
      if (error instanceof FaceDown) throw error
      const name = error instanceof Error ? error.name : 'unreachable'
      throw name === 'TimeoutError' ? new FaceSlow('did not answer in time') : new FaceDown(name)
    }
    const parsed = schema.safeParse(answered)
    if (!parsed.success) throw new FaceDown('answered something else')
    return parsed.data
  }
  return {
    sandbox: false,
    verify: async (picture, { name, idtype, idnum }) =>
      (await ask('verify', picture, { name, idtype, idnum }, Verified)).answer,
    detect: (picture) => ask('detect', picture, {}, Detected),
  }
}
