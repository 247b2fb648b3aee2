import * as z from 'zod'
import { measuredFetch } from '#db/measures.ts'
import { signTc3 } from '../sms/tencent.ts'

/** The answers of a service that compares a name with the number of a resident's identity card. */
export const nameAnswers = ['match', 'mismatch', 'no_record'] as const
export type NameAnswer = (typeof nameAnswers)[number]
export type NamedNumber = { name: string; idnum: string }

/** An outside service that knows the names of residents. Without a configured service the server asks nobody. */
export type RealNames = {
  /**
   * Compares a name with a number. Throws NamesDown or NamesSlow. The texts of these errors hold neither the name nor
   * the number.
   */
  verify: (person: NamedNumber) => Promise<NameAnswer>
}
/** The caller gets this error if the service does not answer, or if its answer cannot be used. */
export class NamesDown extends Error {}
/** The caller gets this error if the service does not answer within the time limit. */
export class NamesSlow extends NamesDown {}

export type RealNamesSettings = {
  secretId: string
  secretKey: string
  /** An address in place of the vendor's address, such as a proxy. */
  url?: string | undefined
  /** The time limit of a question. A person waits at the sign-up meanwhile. */
  patienceMs?: number | undefined
}

export const NAMES_ACTION = 'IdCardVerification'
export const NAMES_VERSION = '2018-03-01'
const Answer = z.object({
  Response: z.object({
    Result: z.string().optional(),
    Error: z.object({ Code: z.string() }).optional(),
  }),
})

/**
 * Results of the action: 0 is a match and -1 a mismatch. -2 and -3 mean a number or a name in a wrong form, which
 * belongs to nobody. -5 means that there is no such number. The other results mean that the service cannot decide now.
 */
const meanings: Readonly<Record<string, NameAnswer>> = {
  '0': 'match',
  '-1': 'mismatch',
  '-2': 'mismatch',
  '-3': 'mismatch',
  '-5': 'no_record',
}

/**
 * Makes the client of Tencent Cloud FaceID, for its action IdCardVerification (2018-03-01) with the signature v3. The
 * documentation is at cloud.tencent.com/document/api/1007/33188.
 */
export const realNamesOver = (
  { secretId, secretKey, url = 'https://faceid.tencentcloudapi.com', patienceMs = 3_000 }: RealNamesSettings,
  clock: () => Date,
): RealNames => ({
  verify: async ({ name, idnum }) => {
    const body = JSON.stringify({ IdCard: idnum, Name: name })
    const { host: _host, ...headers } = signTc3(
      { secretId, secretKey },
      {
        host: new URL(url).host,
        service: 'faceid',
        action: NAMES_ACTION,
        version: NAMES_VERSION,
        region: '',
        body,
        timestamp: Math.floor(clock().getTime() / 1000),
      },
    )
    let answered: unknown
    try {
      const response = await measuredFetch('real names', `${url.replace(/\/$/, '')}/`, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      if (!response.ok) throw new NamesDown(`answered ${response.status}`)
      answered = await response.json()
    } catch (error) {
      if (error instanceof NamesDown) throw error
      const why = error instanceof Error ? error.name : 'unreachable'
      throw why === 'TimeoutError' ? new NamesSlow('did not answer in time') : new NamesDown(why)
    }
    const parsed = Answer.safeParse(answered)
    if (!parsed.success) throw new NamesDown('answered something else')
    const { Result, Error: failed } = parsed.data.Response
    const meaning = meanings[Result ?? '']
    if (failed || !meaning) throw new NamesDown(`cannot tell: ${failed?.Code ?? Result}`)
    return meaning
  },
})
