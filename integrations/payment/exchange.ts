import type * as z from 'zod/mini'
import { GatewayDown, NoticeWrong } from './gateway.ts'

/** How the clients of all gateways ask over HTTP, and how they read answers and notices. */

export type Answered = { status: number; headers: Record<string, string>; body: string }
type Asked = {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | URLSearchParams | undefined
  timeoutMs: number
}

/** One call over HTTP. Throws GatewayDown where no whole answer comes in time. */
export const exchange = async (
  vendor: string,
  address: string | URL,
  { method, headers, body, timeoutMs }: Asked,
): Promise<Answered> => {
  try {
    const response = await fetch(address, {
      method,
      headers: { accept: 'application/json', 'user-agent': 'startline', ...headers },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  } catch (error) {
    throw new GatewayDown(`${vendor} did not answer (${error instanceof Error ? error.name : 'unknown'})`)
  }
}

/** Undefined where the text is no JSON, which has no such value. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The value in the schema's form. `otherwise` throws; it is told which field is the first wrong one. */
export const shapedAs = <Schema extends z.ZodMiniType>(
  schema: Schema,
  given: unknown,
  otherwise: (field: string | undefined) => never,
): z.output<Schema> => {
  const parsed = schema.safeParse(given)
  return parsed.success ? parsed.data : otherwise(parsed.error.issues[0]?.path.join('.'))
}

export const untrusted = (why: string): never => {
  throw new NoticeWrong(why)
}

/** A notice is read as an answer is; a signed notice that cannot be read so is malformed. */
export const readAsNotice = <Content>(read: () => Content): Content => {
  try {
    return read()
  } catch (error) {
    throw error instanceof GatewayDown ? new NoticeWrong('malformed') : error
  }
}
