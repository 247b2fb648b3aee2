import * as z from 'zod/mini'

/** No answer, none in time, or not one of its kind. */
export class MessagingAppDown extends Error {}

export type AppCredentials = { appid: string; secret: string }

const Failed = z.object({ errcode: z.number(), errmsg: z.optional(z.string()) })

type Manner = {
  /** What is answered with undefined instead of thrown: the fault of what was asked about. */
  bad?: ReadonlySet<number>
  /** The access token does not count any more. */
  stale?: () => never
  body?: object
  timeoutMs: number
}
const STALE: ReadonlySet<number> = new Set([40001, 40014, 42001])

/** One question to the messaging app's API, which answers JSON with status 200 whatever happened, errors as `errcode`. Addresses hold secrets: none stands in an error. */
export const askApp = async <Answer extends z.ZodMiniType>(address: string, answer: Answer, { bad, stale, body, timeoutMs }: Manner): Promise<z.output<Answer> | undefined> => {
  let given: unknown
  try {
    const sent = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(address, { ...sent, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    given = await response.json()
  } catch (error) {
    throw new MessagingAppDown(`the messaging app did not answer (${error instanceof Error ? error.name : 'unknown'})`)
  }
  const failed = Failed.safeParse(given)
  if (failed.success && failed.data.errcode !== 0) {
    const { errcode } = failed.data
    if (bad?.has(errcode)) return undefined
    if (stale && STALE.has(errcode)) return stale()
    throw new MessagingAppDown(`the messaging app refused: ${errcode}`)
  }
  const read = answer.safeParse(given)
  if (!read.success) throw new MessagingAppDown('the messaging app answered in another form')
  return read.data
}
