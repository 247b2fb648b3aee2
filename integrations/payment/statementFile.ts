import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { openPromise } from 'yauzl'
import { contentOf } from '../archives/unzip.ts'
import { GatewayDown } from './gateway.ts'
import { StatementUnreadable } from './statement.ts'
import { measuredFetch } from '#db/measures.ts'

/** Statements as files: fetched, unpacked and read line by line, never whole in memory. */

/**
 * The most bytes of a statement. Channels do not announce the size, so a limit is needed. The statement of a year's
 * busiest day reaches a tenth of this limit.
 */
const MOST_BYTES = 4 * 2 ** 30
const DOWNLOAD_LIMIT_MS = 10 * 60_000

/** Writes the answer of an address into a file. Throws GatewayDown if the answer does not arrive whole. */
export const downloadTo = async (file: string, address: URL, headers: Record<string, string> = {}): Promise<void> => {
  try {
    const response = await measuredFetch('statement file', address, {
      headers: { 'user-agent': 'startline', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(DOWNLOAD_LIMIT_MS),
    })
    if (response.status !== 200 || !response.body)
      throw new GatewayDown(`the statement's address answered ${response.status}`)
    let bytes = 0
    const bounded = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        bytes += chunk.length
        if (bytes > MOST_BYTES) throw new GatewayDown('the statement has no end')
        yield chunk
      }
    }
    await pipeline(
      Readable.from(response.body as AsyncIterable<Uint8Array>),
      bounded,
      createWriteStream(file, { mode: 0o600 }),
    )
  } catch (error) {
    throw error instanceof GatewayDown
      ? error
      : new GatewayDown(`the statement did not come whole (${error instanceof Error ? error.name : 'unknown'})`)
  }
}

/**
 * Yields the bytes of one entry of a zip, the first whose name `picks` accepts. Names are GBK unless the entry marks
 * them as UTF-8.
 */
const unpacked = async function* (file: string, picks: (name: string) => boolean): AsyncGenerator<Buffer> {
  const zip = await openPromise(file, { lazyEntries: true, decodeStrings: false, autoClose: false })
  try {
    for await (const entry of zip.eachEntry()) {
      const code = entry.generalPurposeBitFlag & 0x800 ? 'utf-8' : 'gb18030'
      if (!picks(new TextDecoder(code).decode(entry.fileNameRaw))) continue
      yield* contentOf(zip, entry)
      return
    }
  } finally {
    zip.close()
  }
  throw new StatementUnreadable('a zip without a statement in it')
}

/** Joins a source to a transform. An error of the source ends the transform too. */
const through = (source: Readable, transform: Transform): Readable => {
  source.on('error', (error) => transform.destroy(error))
  return source.pipe(transform)
}

/** Yields a file's bytes before compression. The file is plain, gzip, or a zip whose entry `picks` chooses. */
export const plainBytes = async function* (
  file: string,
  picks: (name: string) => boolean = () => true,
): AsyncGenerator<Buffer> {
  const handle = await open(file).catch(() => {
    throw new StatementUnreadable('no such file')
  })
  const { buffer: magic } = await handle.read(Buffer.alloc(4), 0, 4, 0).finally(() => handle.close())
  try {
    if (magic.toString('latin1') === 'PK\x03\x04') yield* unpacked(file, picks)
    else if (magic[0] === 0x1f && magic[1] === 0x8b)
      for await (const chunk of through(createReadStream(file), createGunzip())) yield chunk as Buffer
    else for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) yield chunk as Buffer
  } catch (error) {
    // An error of the disk is no fault of the file, so it is thrown unchanged.
    if (error instanceof StatementUnreadable || (error as NodeJS.ErrnoException).syscall !== undefined) throw error
    throw new StatementUnreadable('a packed file that does not open')
  }
}

/** Returns SHA-1 of a file's bytes before compression, in hex. */
export const sha1Of = async (file: string): Promise<string> => {
  const hash = createHash('sha1')
  for await (const chunk of plainBytes(file)) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Returns the decoder of a file: UTF-8 if the first bytes are UTF-8, otherwise GB18030, in which spreadsheet programs
 * in China save files.
 */
const decoderFor = (first: Buffer): TextDecoder => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(first, { stream: true })
    return new TextDecoder('utf-8')
  } catch {
    return new TextDecoder('gb18030')
  }
}

/**
 * The longest line, in characters. Every published line is shorter than a twentieth of this length. A file without line
 * ends is no statement.
 */
const LONGEST = 65_536

/** Yields the lines of a file with their numbers from 1, without empty lines; `text` is null if a line is too long. */
export const statementLinesOf = async function* (
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ line: number; text: string | null }> {
  let decoder: TextDecoder | undefined
  let rest = ''
  let tooLong = false
  let line = 0
  const take = function* (text: string): Generator<{ line: number; text: string | null }> {
    const parts = (rest + text).split('\n')
    rest = parts.pop()!
    for (const part of parts) {
      line += 1
      if (tooLong || part.length > LONGEST) yield { line, text: null }
      else if (part.trim() !== '') yield { line, text: part.endsWith('\r') ? part.slice(0, -1) : part }
      tooLong = false
    }
    if (rest.length > LONGEST) {
      tooLong = true
      rest = ''
    }
  }
  for await (const chunk of chunks) yield* take((decoder ??= decoderFor(chunk)).decode(chunk, { stream: true }))
  yield* take(`${decoder?.decode() ?? ''}\n`)
}

/** Reads yuan with up to five decimals as thousandths of a fen. Undefined if the text is no such number. */
export const thousandthsOf = (yuan: string): number | undefined => {
  const found = /^(-?)(\d{1,9})(?:\.(\d{1,5}))?$/.exec(yuan)
  if (!found) return undefined
  const size = Number(found[2]) * 100_000 + Number((found[3] ?? '').padEnd(5, '0'))
  return found[1] && size > 0 ? -size : size
}
/** Reads yuan as whole fen, with the sign. Undefined if the text is no whole number of fen. */
export const signedFen = (yuan: string): number | undefined => {
  const thousandths = thousandthsOf(yuan)
  return thousandths !== undefined && thousandths % 1000 === 0 ? thousandths / 1000 : undefined
}
/** Reads a rate such as `0.60%` in millionths. Undefined for any other text. */
export const feeRateOf = (said: string): number | undefined => {
  const found = /^(\d{1,2}(?:\.\d{1,4})?)%$/.exec(said)
  return found ? Math.round(Number(found[1]) * 10_000) : undefined
}
/** Tells whether a text has a form that we and the channels allow for numbers of payments and refunds. */
export const isNumber = (said: string): boolean => /^[0-9A-Za-z_\-|*@]{1,64}$/.test(said)
