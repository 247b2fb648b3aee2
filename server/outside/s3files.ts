import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as wait } from 'node:timers/promises'
import { type FileStore, isFileName } from './files.ts'
import { type S3Credentials, s3Path, sha256, signS3 } from './s3signing.ts'

export type S3Settings = S3Credentials & {
  /** `https://s3.eu-central-1.amazonaws.com`, `https://oss-cn-shanghai.aliyuncs.com`, a server of one's own. */
  endpoint: string
  bucket: string
  /** The bucket in the path instead of in front of the host: what most servers of one's own want. */
  pathStyle: boolean
  /** Where browsers fetch what is public, straight from the storage or a network in front of it. */
  publicUrl?: string | undefined
  /** The storage makes smaller copies itself, by the resize suffix (Aliyun OSS). */
  resizes: boolean
}

/** The storage did not answer, or not as the protocol says; `code` is its own word. */
export class StorageDown extends Error {
  constructor(code: string) {
    super(`The object storage failed: ${code}`)
  }
}

const NOTHING = sha256('')
const PART = 8 * 1024 * 1024
const TRIES = 4
const FIRST_PAUSE = 100

const codeIn = (text: string, status: number) => /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? String(status)

/** Files in a bucket of an object storage that speaks the S3 protocol. */
export const s3Files = (settings: S3Settings, clock: () => Date = () => new Date()): FileStore => {
  const base = new URL(settings.endpoint)
  if (!settings.pathStyle) base.hostname = `${settings.bucket}.${base.hostname}`
  const root = settings.pathStyle ? `/${settings.bucket}/` : '/'
  const at = (name: string, query = '') => {
    if (!isFileName(name)) throw new RangeError(`Not a file's name: ${name}`)
    return new URL(`${root}${s3Path(name)}${query}`, base)
  }

  type Given = { method: string; url: URL; body?: Uint8Array; headers?: Record<string, string>; missing?: boolean }
  /** A request is the same however often it is sent, so what fails on the way is sent again; `missing` lets a 404 through. */
  const send = async ({ method, url, body, headers, missing }: Given): Promise<Response> => {
    const payload = body ? sha256(body) : NOTHING
    for (let tried = 1; ; tried++) {
      let failure: string
      try {
        const response = await fetch(url, {
          method,
          headers: signS3({ method, url, headers: headers ?? {}, payload }, settings, clock()),
          ...(body ? { body: body as Uint8Array<ArrayBuffer> } : {}),
          redirect: 'error',
          signal: AbortSignal.timeout(60_000),
        })
        if (response.ok || (missing && response.status === 404)) return response
        failure = codeIn(await response.text(), response.status)
        if (response.status < 500 && response.status !== 429) throw new StorageDown(failure)
      } catch (error) {
        if (error instanceof StorageDown) throw error
        failure = error instanceof Error ? error.name : 'unreachable'
      }
      if (tried === TRIES) throw new StorageDown(failure)
      await wait(FIRST_PAUSE * 2 ** tried * (0.5 + Math.random()))
    }
  }

  const write: FileStore['write'] = async (name, bytes) => {
    await (await send({ method: 'PUT', url: at(name), body: bytes })).body?.cancel()
  }

  const sendPart = async (name: string, upload: string, number: number, bytes: Uint8Array): Promise<string> => {
    const response = await send({
      method: 'PUT',
      url: at(name, `?partNumber=${number}&uploadId=${encodeURIComponent(upload)}`),
      body: bytes,
    })
    await response.body?.cancel()
    const tag = response.headers.get('etag')
    if (!tag) throw new StorageDown('NoETag')
    return tag
  }

  /** In parts, of which only the whole becomes visible: the storage drops what is broken off. */
  const writeParts = async (name: string, first: Buffer, more: AsyncIterator<Uint8Array>): Promise<void> => {
    const started = await (await send({ method: 'POST', url: at(name, '?uploads=') })).text()
    const upload = /<UploadId>([^<]{1,1024})<\/UploadId>/.exec(started)?.[1]
    if (!upload) throw new StorageDown('NoUploadId')
    const query = `?uploadId=${encodeURIComponent(upload)}`
    try {
      const tags = [await sendPart(name, upload, 1, first)]
      for (let part = await nextPart(more); part.length > 0; part = await nextPart(more))
        tags.push(await sendPart(name, upload, tags.length + 1, part))
      const list = tags
        .map((tag, nth) => `<Part><PartNumber>${nth + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
        .join('')
      const done = await send({
        method: 'POST',
        url: at(name, query),
        body: Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`),
      })
      // The protocol lets this one fail after it began to answer 200.
      const said = await done.text()
      if (/<Error>/.test(said)) throw new StorageDown(codeIn(said, done.status))
    } catch (error) {
      await send({ method: 'DELETE', url: at(name, query), missing: true }).then(
        (response) => response.body?.cancel(),
        () => undefined,
      )
      throw error
    }
  }

  return {
    read: async (name) => {
      const response = await send({ method: 'GET', url: at(name), missing: true })
      const bytes = Buffer.from(await response.arrayBuffer())
      return response.ok ? bytes : undefined
    },
    write,
    writeFrom: async (name, pieces) => {
      const more = pieces[Symbol.asyncIterator]()
      const first = await nextPart(more)
      if (first.length < PART) await write(name, first)
      else await writeParts(name, first, more)
    },
    stream: async (name) => {
      const response = await send({ method: 'GET', url: at(name), missing: true })
      if (response.ok && response.body)
        return {
          bytes: Number(response.headers.get('content-length')),
          content: Readable.fromWeb(response.body as ReadableStream<Uint8Array>),
        }
      await response.body?.cancel()
      return undefined
    },
    remove: async (name) => {
      await (await send({ method: 'DELETE', url: at(name), missing: true })).body?.cancel()
    },
    ...(settings.publicUrl
      ? {
          addressOf: (name: string, process?: string) =>
            process === undefined || settings.resizes
              ? `${settings.publicUrl!}/${s3Path(name)}${process === undefined ? '' : `?x-oss-process=${encodeURIComponent(process)}`}`
              : undefined,
        }
      : {}),
  }
}

/** The next piece of at least a part's size, or what is left; empty at the end. */
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
