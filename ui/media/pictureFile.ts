import { type WhyNotPicture, pictureSizeOf, whyNotPicture } from '#contract/pictures.ts'
import { hexOfBytes } from '#contract/written.ts'

/** The kinds of pictures that a person may choose for an upload (docs/behaviour/screens.md, Uploads). */
export const pictureTypes = '.gif,.jpg,.jpeg,.png,.bmp,image/gif,image/jpeg,image/png,image/bmp'

/** Tells whether the name of a file ends in gif, jpg, jpeg, png or bmp. The upload silently ignores other files. */
export const isPictureName = (name: string): boolean => /\.(gif|jpe?g|png|bmp)$/i.test(name)

/**
 * Returns a mark that two copies of one file share, whatever their names are. If the browser cannot make a digest, the
 * mark is the name, the size and the last change of the file.
 */
export const fileMark = async (file: File): Promise<string> => {
  const { subtle } = globalThis.crypto ?? {}
  if (!subtle) return `${file.name} ${file.size} ${file.lastModified}`
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()))
  return hexOfBytes(digest)
}

/** The number of bytes at the beginning of a file that nearly always hold the size of the picture. */
const BEGINNING = 1024 * 1024
/**
 * Returns the reason why a chosen file cannot be opened; undefined if it can. The size in the file's header decides. A
 * browser that decodes a picture that is too large stops responding or runs out of memory, even if it only shows the
 * picture.
 */
export const whyNotOpened = async (file: Blob, longest?: number): Promise<WhyNotPicture | undefined> => {
  const beginning = new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer())
  return whyNotPicture(
    pictureSizeOf(beginning) || file.size <= BEGINNING ? beginning : new Uint8Array(await file.arrayBuffer()),
    longest,
  )
}
