import { type WhyNotPicture, sizeOf, whyNotPicture } from '#contract/pictures.ts'
import { hexOfBytes } from '#contract/written.ts'

/**
 * The check of files that a person chooses for an upload (docs/behaviour/screens.md, Uploads). Pure but for the digest.
 */
export const pictureTypes = '.gif,.jpg,.jpeg,.png,.bmp,image/gif,image/jpeg,image/png,image/bmp'

/** Only gif, jpg, jpeg, png and bmp count. The upload ignores other files silently. */
export const isPictureName = (name: string): boolean => /\.(gif|jpe?g|png|bmp)$/i.test(name)

/**
 * A mark that two copies of one file share, whatever their names are. Where the browser gives no digest, name and age
 * of the file serve.
 */
export const fileMark = async (file: File): Promise<string> => {
  const { subtle } = globalThis.crypto ?? {}
  if (!subtle) return `${file.name} ${file.size} ${file.lastModified}`
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()))
  return hexOfBytes(digest)
}

/** The part of a file that nearly always holds its size. */
const BEGINNING = 1024 * 1024
/**
 * The reason why a chosen file cannot be opened, by the size in its header. A browser that decoded a picture of that
 * size, if only to show it, would stop responding or run out of memory.
 */
export const whyNotOpened = async (file: Blob, longest?: number): Promise<WhyNotPicture | undefined> => {
  const beginning = new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer())
  return whyNotPicture(
    sizeOf(beginning) || file.size <= BEGINNING ? beginning : new Uint8Array(await file.arrayBuffer()),
    longest,
  )
}
