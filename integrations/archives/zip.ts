import { crc32, deflateRawSync } from 'node:zlib'

/**
 * ZIP archives by PKWARE's APPNOTE 6.3. The position of every byte in an `Archive` is known before the first file is
 * read.
 */

type Bytes = Uint8Array | Promise<Uint8Array>
/**
 * A file of an archive, with its size and checksum. `deflated` is its size in the archive if it is packed. `name` is a
 * text in UTF-8, or bytes in another encoding, which the archive does not name.
 */
export type Filed<Read extends Bytes = Bytes> = {
  name: string | Buffer
  bytes: number
  crc: number
  deflated?: number
  read: () => Read
}
/** The facts about a file in its headers. `later` means that size and checksum come after the content of the file. */
export type Headed = Omit<Filed, 'read'> & { later?: boolean }
/** An archive of known size, so that a browser can continue an interrupted download. */
export type Archive = { bytes: number; from: (start: number, end: number) => AsyncGenerator<Uint8Array> }

export const LARGE = 0xffffffff
/** Returns date and time as archives write them: in UTC, exact to two seconds. */
const stampOf = (at: Date): number =>
  (((((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()) << 16) |
    (at.getUTCHours() << 11) |
    (at.getUTCMinutes() << 5) |
    (at.getUTCSeconds() >> 1)) >>>
  0

const sizeOf = ({ bytes, deflated }: Headed): number => deflated ?? bytes
const titleOf = ({ name }: Headed): Buffer => (typeof name === 'string' ? Buffer.from(name) : name)

/**
 * Returns the fields that local and central headers share. `version` is 2.0, or 4.5 if the position of the file needs
 * more than 32 bits.
 */
const facts = (file: Headed, at: Date, version: number, extra: number): Buffer => {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(version, 0)
  bytes.writeUInt16LE((typeof file.name === 'string' ? 0x0800 : 0) | (file.later ? 0x0008 : 0), 2)
  bytes.writeUInt16LE(file.deflated === undefined ? 0 : 8, 4)
  bytes.writeUInt32LE(stampOf(at), 6)
  bytes.writeUInt32LE(file.crc, 10)
  bytes.writeUInt32LE(sizeOf(file), 14)
  bytes.writeUInt32LE(file.bytes, 18)
  bytes.writeUInt16LE(titleOf(file).length, 22)
  bytes.writeUInt16LE(extra, 24)
  return bytes
}

export const localHeader = (file: Headed, at: Date): Buffer =>
  Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts(file, at, 20, 0), titleOf(file)])

export const directoryEntry = (file: Headed, offset: number, at: Date): Buffer => {
  const far = offset >= LARGE
  const extra = Buffer.alloc(far ? 12 : 0)
  if (far) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(offset), 4)
  }
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(far ? LARGE : offset, 10)
  return Buffer.concat([
    Buffer.from('PK\u0001\u0002', 'latin1'),
    Buffer.from([far ? 45 : 20, 0]),
    facts(file, at, far ? 45 : 20, extra.length),
    tail,
    titleOf(file),
    extra,
  ])
}

/** Writes the end of an archive, which comes after its directory. */
export const ending = (count: number, size: number, offset: number): Buffer => {
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(Math.min(count, 0xffff), 8)
  end.writeUInt16LE(Math.min(count, 0xffff), 10)
  end.writeUInt32LE(Math.min(size, LARGE), 12)
  end.writeUInt32LE(Math.min(offset, LARGE), 16)
  if (count < 0xffff && size < LARGE && offset < LARGE) return end
  const wide = Buffer.alloc(56 + 20)
  wide.write('PK\u0006\u0006', 0, 'latin1')
  wide.writeBigUInt64LE(44n, 4)
  wide.writeUInt16LE(45, 12)
  wide.writeUInt16LE(45, 14)
  wide.writeBigUInt64LE(BigInt(count), 24)
  wide.writeBigUInt64LE(BigInt(count), 32)
  wide.writeBigUInt64LE(BigInt(size), 40)
  wide.writeBigUInt64LE(BigInt(offset), 48)
  wide.write('PK\u0006\u0007', 56, 'latin1')
  wide.writeBigUInt64LE(BigInt(offset + size), 64)
  wide.writeUInt32LE(1, 72)
  return Buffer.concat([wide, end])
}

type Piece<Read extends Bytes> = { start: number; bytes: number; read: () => Read | Buffer }
/**
 * Lays out the header and the content of each file in turn, then the directory. A local header is made only when its
 * piece is read.
 */
const layOut = <Read extends Bytes>(files: readonly Filed<Read>[], at: Date) => {
  const pieces: Piece<Read>[] = []
  const directory: Buffer[] = []
  let offset = 0
  const add = (bytes: number, read: () => Read | Buffer) => {
    pieces.push({ start: offset, bytes, read })
    offset += bytes
  }
  for (const file of files) {
    directory.push(directoryEntry(file, offset, at))
    add(30 + titleOf(file).length, () => localHeader(file, at))
    add(sizeOf(file), file.read)
  }
  const central = Buffer.concat([
    ...directory,
    ending(
      files.length,
      directory.reduce((sum, entry) => sum + entry.length, 0),
      offset,
    ),
  ])
  add(central.length, () => central)
  return { bytes: offset, pieces }
}

/**
 * Puts files one after another into an archive. Only one file is in memory at a time, plus a few dozen bytes for each
 * of the other files.
 */
export const archiveOf = (files: readonly Filed[], at: Date): Archive => {
  const { bytes: all, pieces } = layOut(files, at)
  return {
    bytes: all,
    from: async function* (start, end) {
      for (const piece of pieces) {
        if (piece.start + piece.bytes <= start) continue
        if (piece.start >= end) return
        const bytes = await piece.read()
        if (bytes.length !== piece.bytes) throw new Error('A file of the archive is not what it was')
        yield bytes.subarray(Math.max(0, start - piece.start), Math.min(piece.bytes, end - piece.start))
      }
    },
  }
}

/**
 * Returns an archive of a few files, whole in memory. If packing does not make a file smaller, as with pictures, the
 * archive holds the file unpacked.
 */
export const zipOf = (files: readonly { name: string | Buffer; bytes: Uint8Array }[], at: Date): Buffer => {
  const filed = files.map(({ name, bytes }): Filed<Uint8Array> => {
    const packed = deflateRawSync(bytes)
    const facts = { name, bytes: bytes.length, crc: crc32(bytes) }
    return packed.length < bytes.length
      ? { ...facts, deflated: packed.length, read: () => packed }
      : { ...facts, read: () => bytes }
  })
  return Buffer.concat(layOut(filed, at).pieces.map(({ read }) => read()))
}
