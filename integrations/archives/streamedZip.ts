import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { type Headed, LARGE, directoryEntry, ending, localHeader } from './zip.ts'

/** A file of an archive. The size of the file is unknown until its content is read. */
export type Flowing = { name: string; content: AsyncIterable<Uint8Array> }

/** The level of compression. A higher level makes the archive a few percent smaller and takes twice the time. */
const LEVEL = 4

const sizesBehind = ({ crc, bytes, deflated }: Headed): Buffer => {
  const behind = Buffer.alloc(16)
  behind.write('PK\u0007\u0008', 0, 'latin1')
  behind.writeUInt32LE(crc, 4)
  behind.writeUInt32LE(deflated ?? bytes, 8)
  behind.writeUInt32LE(bytes, 12)
  return behind
}

/**
 * Writes an archive while its files come in. Size and checksum of a file follow after its content. If a file reaches 4
 * GB, the archive ends with an error. A workbook is such an archive, and Excel cannot open a workbook with a file of
 * that size.
 */
export async function* streamedZip(files: AsyncIterable<Flowing>, at: Date): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, content } of files) {
    const file = { name, bytes: 0, crc: 0, deflated: 0, later: true }
    const header = localHeader(file, at)
    const start = offset
    yield header
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const bytes of content) {
        file.crc = crc32(bytes, file.crc)
        file.bytes += bytes.length
        yield bytes
      }
    }
    const source = Readable.from(counted(), { highWaterMark: 2 })
    const packed = createDeflateRaw({ level: LEVEL })
    source.on('error', (error) => packed.destroy(error))
    try {
      for await (const chunk of source.pipe(packed)) {
        file.deflated += (chunk as Buffer).length
        yield chunk as Buffer
      }
    } finally {
      source.destroy()
    }
    if (Math.max(file.bytes, file.deflated) >= LARGE) throw new RangeError(`${name} is too large for the archive`)
    yield sizesBehind(file)
    offset += header.length + file.deflated + 16
    directory.push(directoryEntry(file, start, at))
  }
  const listed = Buffer.concat(directory)
  yield Buffer.concat([listed, ending(directory.length, listed.length, offset)])
}
