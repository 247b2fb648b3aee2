/**
 * Kinds of pictures that the product accepts. The product finds the kind in the first bytes of a file and never in the
 * file's name (docs/behaviour/screens.md, Uploads).
 */
export type PictureKind = 'jpeg' | 'png' | 'gif' | 'bmp'
/** The most pixels of a picture. The server and the browser check it before they decode the picture. */
export const MOST_PIXELS = 50_000_000

type Size = { width: number; height: number }
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const starts = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)
export const pictureKindOf = (bytes: Uint8Array): PictureKind | undefined => {
  if (starts(bytes, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  if (starts(bytes, 0x47, 0x49, 0x46, 0x38)) return 'gif'
  return starts(bytes, 0x42, 0x4d) ? 'bmp' : undefined
}

/**
 * Returns width and height from the header of a BMP, without decoding the picture. The oldest kind of header has two
 * bytes for each number.
 */
export const bmpSize = (bytes: Uint8Array): Size | undefined => {
  if (bytes.length < 30) return undefined
  const view = viewOf(bytes)
  const oldest = view.getUint32(14, true) === 12
  const [width, height] = oldest
    ? [view.getUint16(18, true), view.getUint16(20, true)]
    : [view.getInt32(18, true), Math.abs(view.getInt32(22, true))]
  return width > 0 && height > 0 ? { width, height } : undefined
}

const jpegSize = (bytes: Uint8Array): Size | undefined => {
  const view = viewOf(bytes)
  let at = 2
  while (at + 9 < bytes.length) {
    const marker = bytes[at + 1]!
    // Decoders skip the bytes between two segments.
    if (bytes[at] !== 0xff || marker === 0xff || marker === 0) {
      at++
      continue
    }
    // The markers from C0 to CF begin frame headers, except C4 and CC (tables) and C8 (reserved).
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9) ? 0 : view.getUint16(at + 2))
  }
  return undefined
}

/** Returns width and height from a picture's header, without decoding the picture. */
export const pictureSizeOf = (bytes: Uint8Array): Size | undefined => {
  const kind = pictureKindOf(bytes)
  if (kind === 'bmp') return bmpSize(bytes)
  if (kind === 'png')
    return bytes.length < 24 ? undefined : { width: viewOf(bytes).getUint32(16), height: viewOf(bytes).getUint32(20) }
  if (kind === 'gif')
    return bytes.length < 10
      ? undefined
      : { width: viewOf(bytes).getUint16(6, true), height: viewOf(bytes).getUint16(8, true) }
  return kind === 'jpeg' ? jpegSize(bytes) : undefined
}

export type WhyNotPicture = 'not_a_picture' | 'picture_too_large'
/**
 * Returns the reason why the product does not accept a file as a picture. Undefined for an accepted picture. The
 * beginning of the file is enough to decide.
 */
export const whyNotPicture = (beginning: Uint8Array, longest = Infinity): WhyNotPicture | undefined => {
  const size = pictureSizeOf(beginning)
  if (!size || size.width < 1 || size.height < 1) return 'not_a_picture'
  return size.width * size.height > MOST_PIXELS || Math.max(size.width, size.height) > longest
    ? 'picture_too_large'
    : undefined
}
