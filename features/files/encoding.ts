import { createHash } from 'node:crypto'
import { decode } from 'bmp-ts'
import sharp, { type Sharp } from 'sharp'
import { MOST_PIXELS, bmpSize, kindOf } from './rules.ts'

export type Encoded = { bytes: Buffer; ext: 'jpg' | 'png'; width: number; height: number; hash: string }
export type WhyNotKept = 'not_a_picture' | 'picture_too_large'

/** Opens by content; what claims more pixels than allowed is refused before it is decoded. */
const open = (given: Uint8Array): Sharp | WhyNotKept => {
  const kind = kindOf(given)
  if (!kind) return 'not_a_picture'
  if (kind !== 'bmp') return sharp(given, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
  const size = bmpSize(given)
  if (!size) return 'not_a_picture'
  if (size.width * size.height > MOST_PIXELS) return 'picture_too_large'
  // Its own order is alpha, blue, green, red (the decoder's other order spoils pictures of two colours); the first means nothing dependable.
  const { data, width, height } = decode(Buffer.from(given))
  const pixels = Buffer.alloc(width * Math.abs(height) * 3)
  for (let from = 0, to = 0; to < pixels.length; from += 4) {
    pixels[to++] = data[from + 3]!
    pixels[to++] = data[from + 2]!
    pixels[to++] = data[from + 1]!
  }
  return sharp(pixels, { raw: { width, height: Math.abs(height), channels: 3 } })
}

/** Decoding a large picture keeps a thread busy for seconds, and there are four for everything (files, passwords): pictures get two of them. */
const AT_ONCE = 2
let under = 0
const waiting: (() => void)[] = []
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (under >= AT_ONCE) await new Promise<void>((go) => void waiting.push(go))
  else under++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else under--
  }
}

/** A picture anew: upright, in sRGB, without metadata; JPEG, or PNG where it has transparency. */
export const reencode = (given: Uint8Array): Promise<Encoded | WhyNotKept> => inTurn(() => reencodeNow(given))

const reencodeNow = async (given: Uint8Array): Promise<Encoded | WhyNotKept> => {
  try {
    const opened = open(given)
    if (typeof opened === 'string') return opened
    const transparent = (await opened.metadata()).hasAlpha && !(await opened.clone().stats()).isOpaque
    const upright = opened.autoOrient().toColourspace('srgb')
    const { data, info } = transparent
      ? await upright.png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true })
      : await upright.flatten({ background: '#ffffff' }).jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer({ resolveWithObject: true })
    return { bytes: data, ext: transparent ? 'png' : 'jpg', width: info.width, height: info.height, hash: createHash('sha256').update(data).digest('hex').slice(0, 32) }
  } catch (error) {
    return error instanceof Error && /pixel limit/i.test(error.message) ? 'picture_too_large' : 'not_a_picture'
  }
}

/** A copy of a kept picture, never larger than it is. */
export const copyOf = async (bytes: Uint8Array, ext: 'jpg' | 'png', width: number | null, format: 'jpg' | 'png' | 'webp' | null): Promise<Buffer> => {
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS }).resize({ width: width ?? undefined, withoutEnlargement: true })
  const wanted = format ?? ext
  if (wanted === 'webp') return picture.webp({ quality: 72, effort: 5 }).toBuffer()
  return wanted === 'png' ? picture.png().toBuffer() : picture.flatten({ background: '#ffffff' }).jpeg({ quality: 84, mozjpeg: true }).toBuffer()
}
