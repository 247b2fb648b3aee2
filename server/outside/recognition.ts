import * as z from 'zod'

/** A service that reads bibs in photos; none is asked unless one is configured. */
export type Recognition = {
  /** What it reads in a JPEG or PNG, surest first. Throws RecognitionDown. */
  bibsIn: (picture: Uint8Array) => Promise<{ bib: string; confidence: number }[]>
}
export class RecognitionDown extends Error {}

const Answer = z.object({ bibs: z.array(z.object({ bib: z.string().max(40), confidence: z.number().min(0).max(1) })).max(200) })

/**
 * Over HTTP, as docs/photos.md describes it: POST of the picture's bytes with `Authorization: Bearer <key>`, answered with
 * `{"bibs": [{"bib": "A1234", "confidence": 0.97}]}`. Pictures leave our house for it, names and numbers do not.
 */
export const recognitionOver = ({ url, key }: { url: string; key: string }): Recognition => ({
  bibsIn: async (picture) => {
    let answered: unknown
    try {
      const response = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream', accept: 'application/json' }, body: picture as Uint8Array<ArrayBuffer>, redirect: 'error', signal: AbortSignal.timeout(30_000) })
      if (!response.ok) throw new RecognitionDown(`answered ${response.status}`)
      answered = await response.json()
    } catch (error) {
      throw error instanceof RecognitionDown ? error : new RecognitionDown(error instanceof Error ? error.name : 'unreachable')
    }
    const parsed = Answer.safeParse(answered)
    if (!parsed.success) throw new RecognitionDown('answered something else')
    return parsed.data.bibs.map(({ bib, confidence }) => ({ bib: bib.normalize('NFKC').toUpperCase().trim(), confidence })).sort((a, b) => b.confidence - a.confidence)
  },
})
