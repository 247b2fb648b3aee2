import { type WhyNotPicture, sizeOf, whyNotPicture } from '#contract/pictures.ts'
import { hexOfBytes } from '#contract/written.ts'

/**
 * What an upload takes of the files that a person chooses (docs/behaviour/screens.md, Uploads). Pure but for the
 * digest.
 */
export const pictureTypes = '.gif,.jpg,.jpeg,.png,.bmp,image/gif,image/jpeg,image/png,image/bmp'

/** Only gif, jpg, jpeg, png and bmp; anything else is ignored without a word. */
export const isPictureName = (name: string): boolean => /\.(gif|jpe?g|png|bmp)$/i.test(name)

/**
 * The same for two copies of one file, whatever they are called. Where the browser gives no digest, its name and age
 * stand in.
 */
export const fileMark = async (file: File): Promise<string> => {
  const { subtle } = globalThis.crypto ?? {}
  if (!subtle) return `${file.name} ${file.size} ${file.lastModified}`
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()))
  return hexOfBytes(digest)
}

/** As much of a file as nearly always holds what it says of its size. */
const BEGINNING = 1024 * 1024
/**
 * Why a chosen file can't be opened, by what it says of itself: a browser that decoded what is too large, if only to
 * show it, would stand still or run out of memory.
 */
export const whyNotOpened = async (file: Blob, longest?: number): Promise<WhyNotPicture | undefined> => {
  const beginning = new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer())
  return whyNotPicture(
    sizeOf(beginning) || file.size <= BEGINNING ? beginning : new Uint8Array(await file.arrayBuffer()),
    longest,
  )
}
