import { fromBufferPromise } from 'yauzl'
import { contentOf } from '#integrations/archives/unzip.ts'
import type { NamedFile } from './matching.rules.ts'

/**
 * The limits of an archive: the number of its PDFs, the bytes of one PDF, and the bytes of all PDFs together. Each PDF
 * is read only after the check of these limits.
 */
const most = { files: 500, one: 5 * 2 ** 20, all: 200 * 2 ** 20 }

const isZip = ({ bytes }: NamedFile): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

const unpacked = async ({ bytes }: NamedFile): Promise<NamedFile[] | undefined> => {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
    strictFileNames: false,
  })
  const files: NamedFile[] = []
  let all = 0
  for await (const entry of zip.eachEntry()) {
    // Operating systems put files of their own beside the PDFs, such as `__MACOSX/._1.pdf`. These files are left out.
    const name = entry.fileName.split(/[\\/]/).at(-1) ?? ''
    if (!/\.pdf$/i.test(name) || name.startsWith('._')) continue
    all += entry.uncompressedSize
    if (entry.isEncrypted() || entry.uncompressedSize > most.one || all > most.all || files.length >= most.files)
      return undefined
    files.push({ name, bytes: Buffer.concat(await Array.fromAsync(contentOf(zip, entry))) })
  }
  return files
}

/**
 * Replaces each archive among some files with its PDFs. Returns undefined if an archive is damaged, locked or too large.
 */
export const withoutZips = async (files: readonly NamedFile[]): Promise<NamedFile[] | undefined> => {
  const found: NamedFile[] = []
  for (const file of files) {
    if (!isZip(file)) {
      found.push(file)
      continue
    }
    const inside = await unpacked(file).catch(() => undefined)
    if (!inside) return undefined
    found.push(...inside)
  }
  return found
}
