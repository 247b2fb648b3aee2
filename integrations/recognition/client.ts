import * as z from 'zod'
import { measuredFetch } from '#db/measures.ts'

/** A service that reads bibs in photos. Without a configured service the server asks nobody. */
export type Recognition = {
  /**
   * Reads the bibs in a JPEG or PNG, surest first. Throws RecognitionDown. `photo` names the picture for a service that
   * can find it again by a face.
   */
  bibsIn: (
    picture: Uint8Array,
    photo?: { raceid: number; id: number },
  ) => Promise<{ bib: string; confidence: number }[]>
  /**
   * Finds the photos of a race that show a face, surest first. Absent if the service looks for no faces. Throws
   * RecognitionDown.
   */
  photosWith?: (face: Uint8Array, raceid: number) => Promise<{ id: number; confidence: number }[]>
}
export class RecognitionDown extends Error {}

const Photos = z.object({
  photos: z
    .array(z.object({ photo: z.string().regex(/^\d{1,10}\/\d{1,15}$/), confidence: z.number().min(0).max(1) }))
    .max(1000),
})
const Answer = z.object({
  bibs: z.array(z.object({ bib: z.string().max(40), confidence: z.number().min(0).max(1) })).max(200),
})

const ask = async <Answered>(
  key: string,
  address: string,
  bytes: Uint8Array,
  headers: Record<string, string>,
  schema: z.ZodType<Answered>,
): Promise<Answered> => {
  let answered: unknown
  try {
    const response = await measuredFetch('recognition', address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/octet-stream',
        accept: 'application/json',
        ...headers,
      },
      body: bytes as Uint8Array<ArrayBuffer>,
      redirect: 'error',
      signal: AbortSignal.timeout(30_000),
    })
    if (!response.ok) throw new RecognitionDown(`answered ${response.status}`)
    answered = await response.json()
  } catch (error) {
    throw error instanceof RecognitionDown
      ? error
      : new RecognitionDown(error instanceof Error ? error.name : 'unreachable')
  }
  const parsed = schema.safeParse(answered)
  if (!parsed.success) throw new RecognitionDown('answered something else')
  return parsed.data
}

const surest = <One extends { confidence: number }>(all: One[]): One[] =>
  all.sort((a, b) => b.confidence - a.confidence)

/**
 * Makes the client of a service over HTTP, as docs/photos.md describes it. The service gets pictures, but neither names
 * nor identity numbers. If there is an address for faces, the server also names each photo, and sends faces to that
 * address.
 */
export const recognitionOver = ({
  url,
  key,
  faces,
}: {
  url: string
  key: string
  faces?: string | undefined
}): Recognition => ({
  bibsIn: async (picture, photo) => {
    const named: Record<string, string> = faces && photo ? { 'x-photo': `${photo.raceid}/${photo.id}` } : {}
    const { bibs } = await ask(key, url, picture, named, Answer)
    return surest(bibs.map(({ bib, confidence }) => ({ bib: bib.normalize('NFKC').toUpperCase().trim(), confidence })))
  },
  ...(faces === undefined
    ? {}
    : {
        photosWith: async (face, raceid) => {
          const { photos } = await ask(key, faces, face, { 'x-race': String(raceid) }, Photos)
          return surest(
            photos.flatMap(({ photo, confidence }) =>
              photo.startsWith(`${raceid}/`) ? [{ id: Number(photo.slice(photo.indexOf('/') + 1)), confidence }] : [],
            ),
          )
        },
      }),
})
