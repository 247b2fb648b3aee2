import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as wait } from 'node:timers/promises'
import { type FileStore, isFileName } from './files.ts'
import { type S3Credentials, s3Path, sha256, signS3 } from './signing.ts'
import { measuredFetch } from '#db/measures.ts'

export type S3Settings = S3Credentials & {
  /**
   * The address of the storage: `https://s3.eu-central-1.amazonaws.com`, `https://oss-cn-shanghai.aliyuncs.com`, or a
   * server of one's own.
   */
  endpoint: string
  bucket: string
  /** True if the bucket is in the path and not in front of the host, as most self-hosted servers want. */
  pathStyle: boolean
  /** The address from which browsers fetch public files: the storage itself, or a CDN in front of the storage. */
  publicUrl?: string | undefined
  /** True if the storage makes smaller copies itself, by the resize suffix (Aliyun OSS). */
  resizes: boolean
}

/** The sentences for operators, by the word of a failure. For other failures the operator sees only the word. */
const REASONS: Readonly<Record<string, string>> = {
  RequestTimeTooSkewed: 'the clock of this server differs too much from that of the storage',
  NoSuchBucket: 'there is no bucket of this name (S3_BUCKET)',
  InvalidAccessKeyId: 'it does not know the key (S3_KEY_ID)',
  SignatureDoesNotMatch: 'the secret is wrong (S3_KEY_SECRET), or the region (S3_REGION)',
  AccessDenied: 'the key may not do this in the bucket',
  AllAccessDisabled: 'the bucket is closed',
  QuotaExceeded: 'the bucket is full',
  EntityTooLarge: 'the file is too large for it',
  TimeoutError: 'it does not answer',
  TypeError: 'it cannot be reached (S3_ENDPOINT)',
}

/**
 * The error for a storage that did not answer, or answered against the protocol. `word` names the failure, mostly in
 * the storage's own word.
 */
export class StorageDown extends Error {
  readonly code = 'STORAGE_DOWN'
  constructor(word: string) {
    super(`The object storage failed: ${word}${REASONS[word] ? ` (${REASONS[word]})` : ''}`)
  }
}

const NOTHING = sha256('')
const PART = 8 * 1024 * 1024
const TRIES = 4
const FIRST_PAUSE = 100

const codeIn = (text: string, status: number) => /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? String(status)

/** A bucket with the path to its files. `root` is the path before a file's name. */
type Bucket = { settings: S3Settings; clock: () => Date; base: URL; root: string; seenAt: number }
const bucketOf = (settings: S3Settings, clock: () => Date): Bucket => {
  const base = new URL(settings.endpoint)
  if (!settings.pathStyle) base.hostname = `${settings.bucket}.${base.hostname}`
  return { settings, clock, base, root: settings.pathStyle ? `/${settings.bucket}/` : '/', seenAt: -Infinity }
}
const addressIn = ({ root, base }: Bucket, name: string, query = ''): URL => {
  if (!isFileName(name)) throw new RangeError(`Not a file's name: ${name}`)
  return new URL(`${root}${s3Path(name)}${query}`, base)
}

/** The time within which the storage must begin its answer to a request. */
const ANSWER_MS = 60_000
/** The time after a check of the bucket in which the client does not check the bucket again. */
const SEEN_MS = 30_000
/**
 * Throws if the bucket is gone. Some storages answer the same for a missing bucket and a missing file, and a missing
 * bucket must not look like files that were removed.
 */
const needBucket = async (bucket: Bucket): Promise<void> => {
  if (performance.now() - bucket.seenAt < SEEN_MS) return
  const url = new URL(bucket.root, bucket.base)
  const headers = await signS3({ method: 'HEAD', url, payload: NOTHING }, bucket.settings, bucket.clock())
  const response = await measuredFetch('object storage', url, {
    method: 'HEAD',
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  })
  // If the key may not list the bucket, the storage answers 403 for an existing bucket. So only 404 means that the
  // bucket is missing.
  if (response.status === 404) throw new StorageDown('NoSuchBucket')
  bucket.seenAt = performance.now()
}

type Given = { method: string; name: string; query?: string; body?: Uint8Array; missing?: boolean }
/**
 * Sends a request. A second sending of the same request does no harm, so the client repeats a request that fails on the
 * way. With `missing`, a 404 is an answer and no error.
 */
const send = async (bucket: Bucket, { method, name, query, body, missing }: Given): Promise<Response> => {
  const url = addressIn(bucket, name, query)
  const payload = body ? sha256(body) : NOTHING
  for (let tried = 1; ; tried++) {
    let failure: string
    // The time limit ends when the headers of the answer arrive. A large file may take longer to arrive.
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(new DOMException('no answer', 'TimeoutError')), ANSWER_MS)
    try {
      const response = await measuredFetch('object storage', url, {
        method,
        headers: await signS3({ method, url, payload }, bucket.settings, bucket.clock()),
        ...(body ? { body: body as Uint8Array<ArrayBuffer> } : {}),
        redirect: 'error',
        signal: limit.signal,
      })
      if (response.ok) return response
      failure = codeIn(await response.text(), response.status)
      if (missing && response.status === 404 && failure !== 'NoSuchBucket') {
        await needBucket(bucket)
        return response
      }
      if (response.status < 500 && response.status !== 429) throw new StorageDown(failure)
    } catch (error) {
      if (error instanceof StorageDown) throw error
      failure = error instanceof Error ? error.name : 'unreachable'
    } finally {
      clearTimeout(timer)
    }
    if (tried === TRIES) throw new StorageDown(failure)
    await wait(FIRST_PAUSE * 2 ** tried * (0.5 + Math.random()))
  }
}
/** Sends a request whose answer has no body that the client needs. */
const sendUnread = async (bucket: Bucket, given: Given): Promise<Response> => {
  const response = await send(bucket, given)
  if (response.ok) await response.body?.cancel()
  return response
}

const sendPart = async (
  bucket: Bucket,
  name: string,
  upload: string,
  number: number,
  body: Uint8Array,
): Promise<string> => {
  const query = `?partNumber=${number}&uploadId=${encodeURIComponent(upload)}`
  const response = await sendUnread(bucket, { method: 'PUT', name, query, body })
  const tag = response.headers.get('etag')
  if (!tag) throw new StorageDown('NoETag')
  return tag
}

const isThere = async (bucket: Bucket, name: string, bytes: number): Promise<boolean> => {
  const { ok, headers } = await sendUnread(bucket, { method: 'HEAD', name, missing: true })
  return ok && Number(headers.get('content-length')) === bytes
}

const finishParts = async (bucket: Bucket, name: string, query: string, tags: readonly string[]): Promise<void> => {
  const list = tags.map((tag, nth) => `<Part><PartNumber>${nth + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('')
  const body = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`)
  const done = await send(bucket, { method: 'POST', name, query, body })
  // In this protocol an answer with the code 200 may still report an error in its body.
  const said = await done.text()
  if (/<Error>/.test(said)) throw new StorageDown(codeIn(said, done.status))
}

/**
 * Writes a file in parts. Only the whole file becomes visible. After a failure the client asks the storage to drop the
 * parts.
 */
const writeParts = async (
  bucket: Bucket,
  name: string,
  first: Buffer,
  more: AsyncIterator<Uint8Array>,
): Promise<void> => {
  const started = await (await send(bucket, { method: 'POST', name, query: '?uploads=' })).text()
  const upload = /<UploadId>([^<]{1,1024})<\/UploadId>/.exec(started)?.[1]
  if (!upload) throw new StorageDown('NoUploadId')
  const query = `?uploadId=${encodeURIComponent(upload)}`
  let bytes = first.length
  try {
    const tags = [await sendPart(bucket, name, upload, 1, first)]
    for (let part = await nextPart(more); part.length > 0; part = await nextPart(more)) {
      tags.push(await sendPart(bucket, name, upload, tags.length + 1, part))
      bytes += part.length
    }
    await finishParts(bucket, name, query, tags).catch(async (error: unknown) => {
      // If the answer of a successful try was lost, the storage does not know the upload any more, but it has the file.
      if (!(await isThere(bucket, name, bytes))) throw error
    })
  } catch (error) {
    await sendUnread(bucket, { method: 'DELETE', name, query, missing: true }).catch(() => undefined)
    throw error
  }
}

/**
 * Returns the address from which browsers fetch a file; undefined for smaller copies that the storage does not make.
 */
const publicAddress = (publicUrl: string, resizes: boolean, name: string, process?: string): string | undefined => {
  if (process === undefined) return `${publicUrl}/${s3Path(name)}`
  return resizes ? `${publicUrl}/${s3Path(name)}?x-oss-process=${encodeURIComponent(process)}` : undefined
}

export const s3Files = (settings: S3Settings, clock: () => Date = () => new Date()): FileStore => {
  const bucket = bucketOf(settings, clock)
  const { publicUrl, resizes } = settings
  const write: FileStore['write'] = async (name, body) => {
    await sendUnread(bucket, { method: 'PUT', name, body })
  }
  return {
    read: async (name) => {
      const response = await send(bucket, { method: 'GET', name, missing: true })
      return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined
    },
    write,
    writeFrom: async (name, pieces) => {
      const more = pieces[Symbol.asyncIterator]()
      const first = await nextPart(more)
      if (first.length < PART) await write(name, first)
      else await writeParts(bucket, name, first, more)
    },
    stream: async (name) => {
      const response = await send(bucket, { method: 'GET', name, missing: true })
      if (response.ok && response.body)
        return {
          bytes: Number(response.headers.get('content-length')),
          content: Readable.fromWeb(response.body as ReadableStream<Uint8Array>),
        }
      return undefined
    },
    remove: async (name) => {
      await sendUnread(bucket, { method: 'DELETE', name, missing: true })
    },
    ...(publicUrl
      ? { addressOf: (name: string, process?: string) => publicAddress(publicUrl, resizes, name, process) }
      : {}),
  }
}

/**
 * Collects at least as many bytes as a part must have. At the end of the pieces, returns the bytes that are left, or an
 * empty buffer.
 */
const nextPart = async (pieces: AsyncIterator<Uint8Array>): Promise<Buffer> => {
  const gathered: Uint8Array[] = []
  let size = 0
  while (size < PART) {
    const next = await pieces.next()
    if (next.done) break
    gathered.push(next.value)
    size += next.value.length
  }
  return Buffer.concat(gathered)
}
