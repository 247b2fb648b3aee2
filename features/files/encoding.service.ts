import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import sharp, { type Sharp } from 'sharp'
import { MOST_PIXELS, type WhyNotPicture, bmpSize, pictureKindOf } from '#contract/pictures.ts'
import type { Pixels } from './bitmaps/bmp.rules.ts'
import { type CopySize, isAlsoPage } from './rules.ts'

export type Encoded = { bytes: Buffer; ext: 'jpg' | 'png'; width: number; height: number; hash: string }
export type WhyNotKept = WhyNotPicture

/**
 * Reads a BMP in a separate thread. The library sharp does not read BMP, and a large file would block the server for a
 * second.
 */
const readBeside = (given: Uint8Array): Promise<Pixels> =>
  new Promise((resolve, reject) => {
    const bytes = new Uint8Array(given)
    const worker = new Worker(new URL('./bitmaps/bmp.worker.ts', import.meta.url), {
      workerData: bytes,
      transferList: [bytes.buffer],
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The BMP was not read')))
  })

/** Opens a picture by its content. It refuses a picture with too many pixels before decoding. */
const open = async (given: Uint8Array): Promise<Sharp | WhyNotKept> => {
  const kind = pictureKindOf(given)
  if (!kind || isAlsoPage(given)) return 'not_a_picture'
  if (kind !== 'bmp') return sharp(given, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
  const size = bmpSize(given)
  if (!size) return 'not_a_picture'
  if (size.width * size.height > MOST_PIXELS) return 'picture_too_large'
  const { data, width, height } = await readBeside(given)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/**
 * The number of pictures that are decoded at once. A large picture keeps a thread busy for seconds, and four threads do
 * all slow work, such as files and passwords. Pictures get two of these threads. Callers without an account (`guest`)
 * take turns at one of the two, so that a guest with many pictures does not block other callers.
 */
const AT_ONCE = 2
let under = 0
let guestUnder = false
const waiting: (() => void)[] = []
const guests = new Map<string, (() => void)[]>()
/** Starts the next picture. A caller with an account comes first, then the guest who has waited longest. */
const goOn = () => {
  if (under >= AT_ONCE) return
  const first = waiting.shift()
  if (first) return first()
  const [next] = guestUnder ? [] : guests
  if (!next) return
  const [lane, [go, ...others]] = next
  // A guest goes to the end of the queue after a turn.
  guests.delete(lane)
  if (others.length > 0) guests.set(lane, others)
  go?.()
}
const inTurn = async <T>(guest: string | undefined, work: () => Promise<T>): Promise<T> => {
  await new Promise<void>((resolve) => {
    const go = () => {
      under++
      if (guest !== undefined) guestUnder = true
      resolve()
    }
    if (guest === undefined) waiting.push(go)
    else guests.set(guest, [...(guests.get(guest) ?? []), go])
    goOn()
  })
  try {
    return await work()
  } finally {
    under--
    if (guest !== undefined) guestUnder = false
    goOn()
  }
}

/**
 * Encodes a picture again: upright, in sRGB, without metadata. The result is JPEG, or PNG if the picture has
 * transparency. With `guest` the encoding waits for the turn of this guest in the queue.
 */
export const reencode = (given: Uint8Array, { guest }: { guest?: string } = {}): Promise<Encoded | WhyNotKept> =>
  inTurn(guest, () => reencodeNow(given))

const reencodeNow = async (given: Uint8Array): Promise<Encoded | WhyNotKept> => {
  try {
    const opened = await open(given)
    if (typeof opened === 'string') return opened
    const transparent = (await opened.metadata()).hasAlpha && !(await opened.clone().stats()).isOpaque
    const upright = opened.autoOrient().toColourspace('srgb')
    const { data, info } = transparent
      ? await upright.png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true })
      : await upright
          .flatten({ background: '#ffffff' })
          .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
          .toBuffer({ resolveWithObject: true })
    return {
      bytes: data,
      ext: transparent ? 'png' : 'jpg',
      width: info.width,
      height: info.height,
      hash: createHash('sha256').update(data).digest('hex').slice(0, 32),
    }
  } catch (error) {
    return error instanceof Error && /pixel limit/i.test(error.message) ? 'picture_too_large' : 'not_a_picture'
  }
}

/**
 * Returns the size of a copy that is cut to a shape. A picture that is smaller than the shape is cut and not enlarged.
 */
const cutSize = (own: { width: number; height: number }, { width, height }: { width: number; height: number }) => {
  const scale = Math.min(1, own.width / width, own.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Makes a copy of a kept picture. No copy is larger than the picture. With a width and a height the copy is cut. */
export const copyOf = async (
  bytes: Uint8Array,
  ext: 'jpg' | 'png',
  { width, height }: CopySize,
  format: 'jpg' | 'png' | 'webp' | null,
): Promise<Buffer> => {
  const original = sharp(bytes, { limitInputPixels: MOST_PIXELS })
  const picture =
    width === null || height === null
      ? original.resize({ width: width ?? undefined, fit: 'inside', withoutEnlargement: true })
      : original.resize({ ...cutSize(await original.metadata(), { width, height }), fit: 'cover' })
  const target = format ?? ext
  if (target === 'webp') return picture.webp({ quality: 72, effort: 5 }).toBuffer()
  return target === 'png'
    ? picture.png().toBuffer()
    : picture.flatten({ background: '#ffffff' }).jpeg({ quality: 84, mozjpeg: true }).toBuffer()
}
