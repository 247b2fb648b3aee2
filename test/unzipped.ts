import { crc32, inflateRawSync } from 'node:zlib'

/**
 * The files of a ZIP archive, read by its directory, each by its checksum; a name that stands twice throws.
 */
export const unzipped = (zip: Buffer): Map<string, Buffer> => {
  const files = new Map<string, Buffer>()
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32BE(at) !== 0x504b0102) throw new Error(`No entry at ${at}`)
    const [checksum, bytes, title, extra, local] = [
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt32LE(at + 42),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + title)
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const kept = zip.subarray(begin, begin + bytes)
    const content = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(kept) : kept
    if (crc32(content) !== checksum) throw new Error(`${name} is not what its checksum says`)
    if (files.has(name)) throw new Error(`${name} is there twice`)
    files.set(name, content)
    at += 46 + title + extra
  }
  return files
}
