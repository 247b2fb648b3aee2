import { pictureKindOf } from '#contract/pictures.ts'
import { addressedId } from '#contract/key.ts'
import type { UploadPurpose } from './contract.ts'

/** The name of pictures that the live feed removes by itself. */
export const FEED_PICTURE = 'feed'
/**
 * The widths of copies. A request for a width between two of these widths gets the larger width, so that nobody can
 * fill the disk with copies of many sizes.
 */
export const widths = [80, 160, 320, 480, 640, 750, 960, 1080, 1280, 1920, 2560] as const

/** Tags that only a web page has. A GIF from a camera or a drawing program holds none of these tags, even with XMP. */
const PAGE = /<(?:!doctype|html|head|body|script|iframe|svg|object|embed)[\s>/]/i
/**
 * Tells whether a GIF is also a web page. The first bytes of a GIF are letters, so a program that reads the file as
 * text may find a page behind them. JPEG and PNG begin with bytes that no text has. The server keeps only the picture
 * that it has encoded again.
 */
export const isAlsoPage = (bytes: Uint8Array): boolean =>
  pictureKindOf(bytes) === 'gif' && PAGE.test(new TextDecoder('latin1').decode(bytes))

type Size = { width: number; height: number }
type Format = 'jpg' | 'png' | 'webp' | null
/**
 * The wanted size of a copy, in pixels. `percent` is a share of the picture's own size. `fill` asks for a copy that is
 * cut to the shape of `width` and `height`.
 */
export type Resize = { width?: number; height?: number; percent?: number; fill: boolean }
/** The meaning of the suffix `?x-oss-process=`. */
export type Process = { want: 'original' } | { want: 'info' } | { want: 'copy'; resize: Resize | null; format: Format }

/**
 * Reads the steps `w_640`, `h_480`, `m_fill`, `m_lfit`, `p_50`, `limit_0` and `limit_1`. Returns undefined for any
 * other step, and if no step gives a size.
 */
const readResize = (given: readonly string[]): Resize | undefined => {
  const resize: Resize = { fill: false }
  for (const part of given) {
    const [name, value = ''] = part.split('_', 2)
    const number = /^[1-9]\d{0,4}$/.test(value) ? Number(value) : undefined
    if (name === 'w' && number) resize.width = number
    else if (name === 'h' && number) resize.height = number
    else if (name === 'p' && number && number <= 1000) resize.percent = number
    else if (part === 'm_fill') resize.fill = true
    // The limit steps have no effect, because no copy is larger than the picture.
    else if (part !== 'm_lfit' && part !== 'limit_0' && part !== 'limit_1') return undefined
  }
  return resize.width || resize.height || resize.percent ? resize : undefined
}

/**
 * Reads the resize suffix: `image/resize,w_640,h_480,m_fill`, `image/resize,p_50` or `image/info`. The suffix may also
 * have a step `/format,webp` (or jpg or png) and a step `/quality,…`, which has no effect. For any other suffix the
 * server sends the original.
 */
export const readProcess = (suffix: string | string[] | undefined): Process => {
  const original = { want: 'original' } as const
  if (suffix === undefined || Array.isArray(suffix)) return original
  if (suffix === 'image/info') return { want: 'info' }
  const [image, ...steps] = suffix.split('/')
  if (image !== 'image' || steps.length === 0 || steps.length > 3) return original
  let resize: Resize | null = null
  let format: Format = null
  for (const step of steps) {
    const [name, ...given] = step.split(',')
    if (name === 'resize') {
      const read = readResize(given)
      if (!read) return original
      resize = read
    } else if (name === 'format' && (given[0] === 'jpg' || given[0] === 'png' || given[0] === 'webp')) format = given[0]
    else if (name !== 'quality') return original
  }
  return { want: 'copy', resize, format }
}

/** The shapes and widths of cut copies. A request gets the nearest shape and the next larger width. */
export const shapes = [
  [1, 1],
  [4, 3],
  [3, 4],
  [3, 2],
  [2, 3],
  [16, 9],
  [9, 16],
] as const
export const cutWidths = [160, 320, 640, 1280] as const
/** The size of a kept copy. Without a height the copy is not cut. Width null means the width of the picture. */
export type CopySize = { width: number | null; height: number | null }

const upTo = (sizes: readonly number[], size: number): number => sizes.find((made) => made >= size) ?? sizes.at(-1)!
/** Tells whether the size of the wanted copy depends on the picture's own size. */
export const needsSize = (resize: Resize | null): boolean =>
  resize !== null && (resize.percent !== undefined || (resize.height !== undefined && !resize.fill))
/**
 * Finds the size of the copy that answers a request, among the sizes that may be kept. `own` is the picture's size,
 * which `copyFor` needs only if `needsSize` is true.
 */
export const copyFor = (resize: Resize | null, own: Size = { width: Infinity, height: Infinity }): CopySize => {
  if (resize === null) return { width: null, height: null }
  const { width, height, percent, fill } = resize
  if (fill && width && height) {
    const off = ([across, down]: (typeof shapes)[number]) => Math.abs(Math.log((width / height) * (down / across)))
    const [across, down] = shapes.reduce((best, shape) => (off(shape) < off(best) ? shape : best))
    const wide = upTo(cutWidths, width)
    return { width: wide, height: Math.round((wide * down) / across) }
  }
  const least = Math.min(
    width ?? Infinity,
    height ? (height * own.width) / own.height : Infinity,
    percent ? (percent / 100) * own.width : Infinity,
  )
  return { width: least >= own.width ? null : upTo(widths, Math.max(1, Math.round(least))), height: null }
}

export const copyName = (
  { raceid, hash, ext }: { raceid: number; hash: string; ext: string },
  { width, height }: CopySize,
  format: string,
): string => `copies/${raceid}/${hash}.${ext}.${width ?? 'full'}${height === null ? '' : `x${height}`}.${format}`
export const copiesOf = (named: { raceid: number; hash: string; ext: string }): string[] => {
  const plain = [null, ...widths].map((width) => ({ width, height: null }))
  const cut = cutWidths.flatMap((width) =>
    shapes.map(([across, down]) => ({ width, height: Math.round((width * down) / across) })),
  )
  return [...plain, ...cut].flatMap((copy) => ['jpg', 'png', 'webp'].map((format) => copyName(named, copy, format)))
}

/** Returns the suffix that requests a copy. It is the reverse of `readProcess`. */
export const processOf = ({ width, height }: CopySize, format: Format): string =>
  [
    'image',
    ...(width === null
      ? []
      : [`resize,${height === null ? '' : 'm_fill,'}w_${width}${height === null ? '' : `,h_${height}`}`]),
    ...(format === null ? [] : [`format,${format}`]),
  ].join('/')

/** Tells whether a picture with this purpose is private. Only staff and the uploader see a proof or a signature. */
export const isPrivate = (purpose: UploadPurpose): boolean => purpose !== 'cover'

/** Splits a whole path, `/files/226/0a…f.jpg` or `/private/226/0a…f.jpg`. Returns undefined for any other text. */
export const partsOfPath = (
  path: string,
): { raceid: number; hash: string; ext: 'jpg' | 'png'; private: boolean } | undefined => {
  const found = /^\/(files|private)\/([^/]+)\/([^/]+)$/.exec(path)
  const parts = found ? readPath(found[2]!, found[3]!) : undefined
  return parts && { ...parts, private: found![1] === 'private' }
}

export const publicName = ({ raceid, hash, ext }: { raceid: number; hash: string; ext: string }): string =>
  `${raceid}/${hash}.${ext}`

/**
 * Reads the race and the name of a picture from a path such as `/files/226/0a…f.jpg`. Returns undefined if one of them
 * has another form.
 */
export const readPath = (
  raceid: string,
  name: string,
): { raceid: number; hash: string; ext: 'jpg' | 'png' } | undefined => {
  const found = /^([0-9a-f]{32})\.(jpg|png)$/.exec(name)
  const id = addressedId(raceid)
  return found && id !== undefined ? { raceid: id, hash: found[1]!, ext: found[2] as 'jpg' | 'png' } : undefined
}
