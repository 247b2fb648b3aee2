import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'

/** A file of an archive whose content does not fit its checksum. */
export class EntryDamaged extends Error {
  constructor() {
    super('A file of the archive does not fit its checksum')
  }
}

/**
 * Yields the content of a file of an archive, piece by piece. Throws EntryDamaged after the last piece if the content
 * does not fit the checksum. The reader of archives (yauzl) compares only the size.
 */
export const contentOf = async function* (zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let crc = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    crc = crc32(chunk as Buffer, crc)
    yield chunk as Buffer
  }
  if (crc !== entry.crc32) throw new EntryDamaged()
}
