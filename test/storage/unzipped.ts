import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'

/** Returns the files of a ZIP archive, each checked by its checksum. Throws on a repeated name. */
export const unzipped = async (archive: Buffer): Promise<Map<string, Buffer>> => {
  const files = new Map<string, Buffer>()
  const zip = await fromBufferPromise(archive, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName
    const content = await buffer(await zip.openReadStreamPromise(entry))
    if (crc32(content) !== entry.crc32) throw new Error(`${name} is not what its checksum says`)
    if (files.has(name)) throw new Error(`${name} is there twice`)
    files.set(name, content)
  }
  return files
}
