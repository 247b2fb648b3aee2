import * as z from 'zod/mini'
import { measuredFetch } from '#db/measures.ts'

/** The caller gets this error if the app does not answer in time, refuses the call, or sends an unexpected answer. */
export class MessagingAppDown extends Error {}

export type AppCredentials = { appid: string; secret: string }

const Failed = z.object({ errcode: z.number(), errmsg: z.optional(z.string()) })

type RequestOptions = {
  /**
   * The error codes of a wrong request, such as a used code. At these codes the call returns undefined and does not
   * throw.
   */
  bad?: ReadonlySet<number>
  /** Runs if the access token has ended. */
  stale?: () => never
  /** Runs for the other error codes. For the code -1, and without `fault`, the call throws MessagingAppDown. */
  fault?: (errcode: number) => never
  body?: object
  timeoutMs: number
}
const STALE: ReadonlySet<number> = new Set([40001, 40014, 42001])
/** The most bytes of an answer. The picture of a code has some 100 kB. */
const MOST_BYTES = 2 * 1024 * 1024

const send = async <Given>(
  address: string,
  { body, timeoutMs }: RequestOptions,
  read: (response: Response) => Promise<Given>,
): Promise<Given> => {
  try {
    const sent =
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return await read(
      await measuredFetch('messaging app', address, {
        ...sent,
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      }),
    )
  } catch (error) {
    throw new MessagingAppDown(`the messaging app did not answer (${error instanceof Error ? error.name : 'unknown'})`)
  }
}

/** Tells whether the answer has one of the codes `bad`. Throws if it has another error code. */
const isBad = (given: unknown, { bad, stale, fault }: RequestOptions): boolean => {
  const failed = Failed.safeParse(given)
  if (!failed.success || failed.data.errcode === 0) return false
  const { errcode } = failed.data
  if (bad?.has(errcode)) return true
  if (stale && STALE.has(errcode)) return stale()
  if (fault && errcode !== -1) return fault(errcode)
  throw new MessagingAppDown(`the messaging app refused: ${errcode}`)
}

/**
 * Makes one call to the messaging app's API. Undefined if the answer has one of the codes `bad`. The API always sends
 * JSON with the status 200. An error is an `errcode` in the JSON. Addresses hold secrets, so no error carries an
 * address.
 */
export const askApp = async <Answer extends z.ZodMiniType>(
  address: string,
  answer: Answer,
  options: RequestOptions,
): Promise<z.output<Answer> | undefined> => {
  const given = await send(address, options, (response) => response.json() as Promise<unknown>)
  if (isBad(given, options)) return undefined
  const read = answer.safeParse(given)
  if (!read.success) throw new MessagingAppDown('the messaging app answered in another form')
  return read.data
}

/**
 * Makes one call for a picture. Undefined if the answer has one of the codes `bad`. The API writes errors as JSON here
 * too.
 */
export const askAppForPicture = async (address: string, options: RequestOptions): Promise<Buffer | undefined> => {
  const bytes = await send(address, options, async (response) => Buffer.from(await response.arrayBuffer()))
  if (bytes[0] === 0x7b) {
    let given: unknown
    try {
      given = JSON.parse(bytes.toString('utf8'))
    } catch {
      throw new MessagingAppDown('the messaging app answered in another form')
    }
    if (isBad(given, options)) return undefined
  }
  if (bytes.length < 100 || bytes.length > MOST_BYTES || bytes[0] === 0x7b)
    throw new MessagingAppDown('the messaging app answered in another form')
  return bytes
}
