import { MOST_PIXELS, bmpSize, kindOf } from '#features/files/rules.ts'
import { MOST_SIDE } from './crop.rules.ts'

type Size = { width: number; height: number }
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Width and height in a JPEG's frame header, before anything is decoded. */
const jpegSize = (bytes: Uint8Array): Size | undefined => {
  const view = viewOf(bytes)
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    // Frame headers but for the tables that stand among their numbers.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9) ? 0 : view.getUint16(at + 2))
  }
  return undefined
}

/** What a picture says of its size; undefined where it says none. */
export const sizeOf = (bytes: Uint8Array): Size | undefined => {
  const kind = kindOf(bytes)
  if (kind === 'bmp') return bmpSize(bytes)
  if (kind === 'png') return bytes.length < 24 ? undefined : { width: viewOf(bytes).getUint32(16), height: viewOf(bytes).getUint32(20) }
  if (kind === 'gif') return bytes.length < 10 ? undefined : { width: viewOf(bytes).getUint16(6, true), height: viewOf(bytes).getUint16(8, true) }
  return kind === 'jpeg' ? jpegSize(bytes) : undefined
}

export type WhyNoPhoto = 'not_a_picture' | 'picture_too_large'
/** Why a chosen file can't be a photo; its beginning is enough to see. What is too large is refused before it is decoded. */
export const whyNoPhoto = (beginning: Uint8Array): WhyNoPhoto | undefined => {
  const size = sizeOf(beginning)
  if (!size || size.width < 1 || size.height < 1) return 'not_a_picture'
  return size.width * size.height > MOST_PIXELS || Math.max(size.width, size.height) > MOST_SIDE ? 'picture_too_large' : undefined
}
