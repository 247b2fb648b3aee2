import type * as z from 'zod/mini'
import { GatewayDown, NoticeWrong } from './gateway.ts'
import { measuredFetch } from '#db/measures.ts'

/** The calls of all gateways' clients over HTTP, and the parsing of answers and notices. */

export type Answered = { status: number; headers: Record<string, string>; body: string }
type ExchangeRequest = {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | URLSearchParams | undefined
  timeoutMs: number
}

/** Makes one call over HTTP. Throws GatewayDown if no complete answer comes in time. */
export const exchange = async (
  vendor: string,
  address: string | URL,
  { method, headers, body, timeoutMs }: ExchangeRequest,
): Promise<Answered> => {
  try {
    const response = await measuredFetch(vendor, address, {
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

/** Parses JSON. Undefined means that the text is no JSON, because JSON itself has no such value. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * Parses a value by the schema. If the value does not fit, this function calls `otherwise` with the name of the first
 * wrong field, and `otherwise` throws.
 */
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

export const noticeAs = <Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> =>
  shapedAs(schema, given, () => untrusted('malformed'))

/**
 * Reads a notice with a function that reads answers. A signed notice that does not fit the schema throws NoticeWrong
 * (malformed) and not GatewayDown.
 */
export const readAsNotice = <Content>(read: () => Content): Content => {
  try {
    return read()
  } catch (error) {
    throw error instanceof GatewayDown ? new NoticeWrong('malformed') : error
  }
}
