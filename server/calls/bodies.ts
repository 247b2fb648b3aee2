import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { RefusalError, type Upload } from '#seam/server/handle.ts'
import { FormUnreadable, parseForm } from './form.ts'

export const bodyLimit = 1024 * 1024
const uploadLimit = 30 * 1024 * 1024
/**
 * A runner sends one picture of a phone's camera at a time. More files would fill the memory before the server looks at
 * them.
 */
const runnerUpload = { fileSize: 15 * 1024 * 1024, files: 1 }

/**
 * Removes control characters from a file's name, and characters that reverse the order of other characters. With such a
 * character, a name that ends in `exe` could look like the name of a picture.
 */
const readable = (filename: string): string =>
  filename.toWellFormed().replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')

/**
 * Reads the fields and files of an upload. `admit` gets the fields that come before the first file. It runs before this
 * file is read into memory, so that the server holds no file of a caller whom `admit` refuses.
 */
const readUpload = async (
  request: FastifyRequest,
  limits: { fileSize: number; files: number } | undefined,
  admit: (body: Record<string, unknown>) => Promise<void>,
): Promise<{ body: Record<string, unknown>; files: Upload[] }> => {
  const fields = new URLSearchParams()
  const files: Upload[] = []
  try {
    for await (const part of request.parts(limits && { limits })) {
      if (part.type !== 'file') {
        fields.append(part.fieldname, String(part.value))
        continue
      }
      if (files.length === 0) await admit(parseForm(fields.toString()))
      files.push({ field: part.fieldname, filename: readable(part.filename), bytes: await part.toBuffer() })
    }
    return { body: parseForm(fields.toString()), files }
  } catch (error) {
    // The server reads and drops the remaining bytes, because otherwise the connection would wait for a reader.
    request.raw.unpipe()
    request.raw.resume()
    // The parser's error about a broken body has no code of its own, so the server answers `body_malformed`.
    throw error instanceof RefusalError || (error as { code?: unknown }).code !== undefined
      ? error
      : new RefusalError('body_malformed')
  }
}

const jsonObject = (body: string): object | undefined => {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return undefined
  }
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : undefined
}

/** Lets the app read bodies: JSON, a form, an upload. It refuses other kinds. */
export const takeBodies = async (app: FastifyInstance): Promise<void> => {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const parsed = body === '' ? {} : jsonObject(body as string)
    done(parsed ? null : new RefusalError('body_malformed'), parsed)
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    let parsed: Record<string, unknown>
    try {
      parsed = parseForm(body as string)
    } catch (error) {
      return done(error instanceof FormUnreadable ? new RefusalError('body_malformed') : (error as Error))
    }
    done(null, parsed)
  })
  await app.register(multipart, { limits: { fileSize: uploadLimit, files: 4, fields: 200 } })
}

const limitsOf = ({ access, files }: Endpoint): { fileSize: number; files: number } | undefined => {
  if (access === 'runner') return runnerUpload
  return files === undefined ? undefined : { fileSize: uploadLimit, files }
}

/**
 * Reads the fields and files of a call, from the part of the request where its endpoint expects them. `admit` runs only
 * for an upload, before its first file.
 */
export const readBody = async (
  request: FastifyRequest,
  endpoint: Endpoint,
  admit: (body: Record<string, unknown>) => Promise<void>,
): Promise<{ body: Record<string, unknown>; files: Upload[] }> => {
  const { body, files } =
    endpoint.kind === 'upload' && request.isMultipart()
      ? await readUpload(request, limitsOf(endpoint), admit)
      : { body: endpoint.kind === 'get' ? request.query : request.body, files: [] }
  return { body: { ...(body as object | undefined), ...(request.params as Record<string, string>) }, files }
}
