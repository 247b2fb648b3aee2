import * as z from 'zod'
import { measuredFetch } from '#db/measures.ts'

/** The answers of a service that judges texts of people: fit, unfit, or for a person to decide. */
export const moderationVerdicts = ['yes', 'no', 'doubtful'] as const
export type ModerationVerdict = (typeof moderationVerdicts)[number]
export type Judged = { kind: 'entry' | 'comment'; text: string; pictures: number }

/** An outside service that judges texts before people see them. Without a configured service the server asks nobody. */
export type Moderation = {
  /** Judges one text. Throws ModerationDown if the service does not answer in time, or breaks its protocol. */
  judge: (judged: Judged) => Promise<ModerationVerdict>
}
/** The caller gets this error if the service does not answer in time, or if its answer cannot be read. */
export class ModerationDown extends Error {}

const Answer = z.object({ verdict: z.enum(moderationVerdicts) })
export type ModerationSettings = {
  url: string
  key: string
  /** The time limit of a question. The writer of the text waits for the answer. */
  patienceMs?: number | undefined
}

/**
 * Makes the client of a moderation service over HTTP. The client sends `POST <url>/judge` with the JSON `{kind, text,
 * pictures}`. The service answers `{verdict}`.
 */
export const moderationOver = ({ url, key, patienceMs = 3_000 }: ModerationSettings): Moderation => ({
  judge: async (judged) => {
    let answered: unknown
    try {
      const response = await measuredFetch('moderation', `${url.replace(/\/$/, '')}/judge`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(judged),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      if (!response.ok) throw new ModerationDown(`answered ${response.status}`)
      answered = await response.json()
    } catch (error) {
      throw error instanceof ModerationDown ? error : new ModerationDown(error instanceof Error ? error.name : 'down')
    }
    const parsed = Answer.safeParse(answered)
    if (!parsed.success) throw new ModerationDown('answered something else')
    return parsed.data.verdict
  },
})
