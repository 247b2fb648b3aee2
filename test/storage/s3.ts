import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A bucket on loopback. It is as strict as a real bucket: it checks each signature and hash by itself. A test can make
 * it fail.
 */
export type SandboxBucket = {
  endpoint: string
  objects: Map<string, Buffer>
  /** Returns the number of uploads in parts that were begun and neither completed nor dropped. */
  open: () => number
  /** Sets the answers to the next calls: a status, or a cut connection. */
  fail: (...next: (number | 'cut')[]) => void
  calls: string[]
  close: () => Promise<void>
}

const credentials = { keyId: 'AKIDEXAMPLE', keySecret: 'secret/of+example', region: 'cn-test-1' }
export const bucketCredentials = { ...credentials, bucket: 'race-files' }

/** The largest difference between two clocks that the protocol allows. */
const SKEW_MS = 15 * 60_000

const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

export const openBucket = async (): Promise<SandboxBucket> => {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, { name: string; parts: Map<number, { tag: string; bytes: Buffer }> }>()
  const failures: (number | 'cut')[] = []
  const calls: string[] = []
  let begun = 0

  const whyRefused = (
    method: string,
    url: URL,
    headers: Record<string, string | undefined>,
    body: Buffer,
  ): string | undefined => {
    const given =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      )
    if (!given) return 'AccessDenied'
    const [, keyId, day, region, signed, signature] = given
    const at = headers['x-amz-date'] ?? ''
    if (keyId !== credentials.keyId || region !== credentials.region || !at.startsWith(day!))
      return 'InvalidAccessKeyId'
    const [year, month, date, hour, minute, second] = (/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at) ?? [])
      .slice(1)
      .map(Number)
    const sent = Date.UTC(year ?? 0, (month ?? 1) - 1, date, hour, minute, second)
    if (!(Math.abs(Date.now() - sent) <= SKEW_MS)) return 'RequestTimeTooSkewed'
    const names = signed!.split(';')
    if (
      !names.includes('host') ||
      !Object.keys(headers)
        .filter((name) => name.startsWith('x-amz-'))
        .every((name) => names.includes(name))
    )
      return 'HeadersNotSigned'
    if (headers['x-amz-content-sha256'] !== hash(body)) return 'XAmzContentSHA256Mismatch'
    const query = url.search.slice(1).split('&').filter(Boolean).sort().join('&')
    const canonical = `${method}\n${url.pathname}\n${query}\n${names.map((name) => `${name}:${headers[name]}\n`).join('')}\n${signed}\n${hash(body)}`
    const key = hmac(hmac(hmac(hmac(`AWS4${credentials.keySecret}`, day!), region!), 's3'), 'aws4_request')
    const right = hmac(key, `AWS4-HMAC-SHA256\n${at}\n${day}/${region}/s3/aws4_request\n${hash(canonical)}`).toString(
      'hex',
    )
    return right === signature ? undefined : 'SignatureDoesNotMatch'
  }

  type Answer = { status: number; body?: Buffer | string; headers?: Record<string, string> }
  const error = (status: number, code: string): Answer => ({
    status,
    body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
  })
  const answer = (method: string, name: string, query: URLSearchParams, body: Buffer): Answer => {
    const uploadId = query.get('uploadId')
    if (method === 'POST' && query.has('uploads')) {
      const id = `upload/${++begun}==`
      uploads.set(id, { name, parts: new Map() })
      return {
        status: 200,
        body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      }
    }
    if (uploadId !== null) {
      const upload = uploads.get(uploadId)
      if (!upload || upload.name !== name) return error(404, 'NoSuchUpload')
      if (method === 'DELETE') return (uploads.delete(uploadId), { status: 204 })
      if (method === 'PUT') {
        const tag = `"${createHash('md5').update(body).digest('hex')}"`
        upload.parts.set(Number(query.get('partNumber')), { tag, bytes: body })
        return { status: 200, headers: { etag: tag } }
      }
      const listed = [
        ...body.toString().matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag><\/Part>/g),
      ].map(([, number, tag]) => ({ number: Number(number), tag }))
      const parts = listed.map(({ number, tag }) =>
        upload.parts.get(number)?.tag === tag ? upload.parts.get(number)!.bytes : undefined,
      )
      if (parts.includes(undefined)) return error(400, 'InvalidPart')
      if (parts.slice(0, -1).some((part) => part!.length < 5 * 1024 * 1024)) return error(400, 'EntityTooSmall')
      objects.set(name, Buffer.concat(parts as Buffer[]))
      uploads.delete(uploadId)
      return { status: 200, body: '<CompleteMultipartUploadResult/>' }
    }
    if (method === 'PUT')
      return (
        objects.set(name, body), { status: 200, headers: { etag: `"${createHash('md5').update(body).digest('hex')}"` } }
      )
    if (method === 'DELETE') return (objects.delete(name), { status: 204 })
    const found = objects.get(name)
    if (method === 'HEAD' && !found) return { status: 404 }
    return found ? { status: 200, body: found } : error(404, 'NoSuchKey')
  }

  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const url = new URL(request.url!, `http://${request.headers.host}`)
      const body = Buffer.concat(pieces)
      calls.push(`${request.method} ${url.pathname}${url.search}`)
      const failing = failures.shift()
      if (failing === 'cut') return request.socket.destroy()
      const refused = whyRefused(request.method!, url, request.headers as Record<string, string>, body)
      const prefix = `/${bucketCredentials.bucket}/`
      const given =
        failing !== undefined
          ? error(failing, 'InternalError')
          : refused
            ? error(403, refused)
            : request.method === 'HEAD' && url.pathname === prefix
              ? { status: 200 }
              : url.pathname.startsWith(prefix)
                ? answer(request.method!, decodeURIComponent(url.pathname.slice(prefix.length)), url.searchParams, body)
                : error(404, 'NoSuchBucket')
      response
        .writeHead(given.status, {
          'content-type': 'application/xml',
          'content-length': Buffer.byteLength(given.body ?? ''),
          ...given.headers,
        })
        .end(given.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    open: () => uploads.size,
    fail: (...next) => void failures.push(...next),
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
