/**
 * A file of an archive, stored as it is: pictures don't become smaller. `read` is asked only when its bytes are due.
 */
export type Filed = { name: string; bytes: number; crc: number; read: () => Promise<Uint8Array> }
/** An archive whose every byte has its place before one is read, so that a download can go on where it broke off. */
export type Archive = { bytes: number; from: (start: number, end: number) => AsyncGenerator<Uint8Array> }

const LARGE = 0xffffffff
const stampOf = (at: Date): number =>
  (((((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()) << 16) |
    (at.getUTCHours() << 11) |
    (at.getUTCMinutes() << 5) |
    (at.getUTCSeconds() >> 1)) >>>
  0

/** Version 2.0 (4.5 where it is too far in for 32 bits), names in UTF-8, stored. */
const facts = (file: Filed, title: Buffer, at: Date, version: number, extra: number): Buffer => {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(version, 0)
  bytes.writeUInt16LE(0x0800, 2)
  bytes.writeUInt32LE(stampOf(at), 6)
  bytes.writeUInt32LE(file.crc, 10)
  bytes.writeUInt32LE(file.bytes, 14)
  bytes.writeUInt32LE(file.bytes, 18)
  bytes.writeUInt16LE(title.length, 22)
  bytes.writeUInt16LE(extra, 24)
  return bytes
}

const directoryEntry = (file: Filed, offset: number, at: Date): Buffer => {
  const title = Buffer.from(file.name)
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
    facts(file, title, at, far ? 45 : 20, extra.length),
    tail,
    title,
    extra,
  ])
}

const ending = (count: number, size: number, offset: number): Buffer => {
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

/** Files one after another in a ZIP archive; one of them is held at a time, beside a few dozen bytes for each. */
export const archiveOf = (files: readonly Filed[], at: Date): Archive => {
  const pieces: { start: number; bytes: number; read: () => Promise<Uint8Array> }[] = []
  const directory: Buffer[] = []
  let offset = 0
  const add = (bytes: number, read: () => Promise<Uint8Array>) => {
    pieces.push({ start: offset, bytes, read })
    offset += bytes
  }
  for (const file of files) {
    directory.push(directoryEntry(file, offset, at))
    const title = Buffer.from(file.name)
    const head = () =>
      Promise.resolve(Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts(file, title, at, 20, 0), title]))
    add(30 + title.length, head)
    add(file.bytes, file.read)
  }
  const central = Buffer.concat([
    ...directory,
    ending(
      files.length,
      directory.reduce((sum, entry) => sum + entry.length, 0),
      offset,
    ),
  ])
  add(central.length, () => Promise.resolve(central))
  return {
    bytes: offset,
    from: async function* (start, end) {
      for (const piece of pieces) {
        if (piece.start + piece.bytes <= start) continue
        if (piece.start >= end) return
        const bytes = await piece.read()
        if (bytes.length !== piece.bytes) throw new Error('A picture of the archive is not what it was')
        yield bytes.subarray(Math.max(0, start - piece.start), Math.min(piece.bytes, end - piece.start))
      }
    },
  }
}
