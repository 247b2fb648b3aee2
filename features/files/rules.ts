import { kindOf } from '#contract/pictures.ts'
import type { UploadPurpose } from './contract.ts'

/**
 * Widths of copies. A width between two of them gives the next larger one, so that nobody can fill the disk with sizes.
 */
export const widths = [80, 160, 320, 480, 640, 750, 960, 1080, 1280, 1920, 2560] as const

/** Tags that only a page has. A GIF of a camera or a drawing program, XMP included, holds none of them. */
const PAGE = /<(?:!doctype|html|head|body|script|iframe|svg|object|embed)[\s>/]/i
/**
 * Tells whether a GIF is also a page: its first bytes may be followed by text, so a program that reads it as text finds
 * a page. Other kinds begin with bytes that end any text, and nothing of a file survives its re-encoding.
 */
export const isAlsoPage = (bytes: Uint8Array): boolean =>
  kindOf(bytes) === 'gif' && PAGE.test(new TextDecoder('latin1').decode(bytes))

type Size = { width: number; height: number }
type Format = 'jpg' | 'png' | 'webp' | null
/** A side of a copy, in pixels; `percent` of the picture's own; `fill`: cut to exactly the requested shape. */
export type Resize = { width?: number; height?: number; percent?: number; fill: boolean }
/** The request in the suffix `?x-oss-process=`. */
export type Process = { want: 'original' } | { want: 'info' } | { want: 'copy'; resize: Resize | null; format: Format }

/** `w_640`, `h_480`, `m_fill`, `m_lfit`, `p_50`, `limit_0`, `limit_1`; undefined for any other step. */
const readResize = (given: readonly string[]): Resize | undefined => {
  const resize: Resize = { fill: false }
  for (const part of given) {
    const [name, value = ''] = part.split('_', 2)
    const number = /^[1-9]\d{0,4}$/.test(value) ? Number(value) : undefined
    if (name === 'w' && number) resize.width = number
    else if (name === 'h' && number) resize.height = number
    else if (name === 'p' && number && number <= 1000) resize.percent = number
    else if (part === 'm_fill') resize.fill = true
    // No copy is ever larger than the picture, whatever the limit says.
    else if (part !== 'm_lfit' && part !== 'limit_0' && part !== 'limit_1') return undefined
  }
  return resize.width || resize.height || resize.percent ? resize : undefined
}

/**
 * Reads the resize suffix (`image/resize,w_640,h_480,m_fill`, `image/resize,p_50`, `image/info`, and the vendor's
 * `/format,webp` behind it). For any other suffix the original is served.
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

/** Shapes that a picture is cut to, and the widths of cut copies: the nearest and the next larger. */
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
/** A kept copy: at most this wide, or cut to this size; width null: as wide as the picture. */
export type CopySize = { width: number | null; height: number | null }

const upTo = (sizes: readonly number[], asked: number): number => sizes.find((made) => made >= asked) ?? sizes.at(-1)!
/** Tells whether a copy of this kind depends on the size of the picture. */
export const needsSize = (resize: Resize | null): boolean =>
  resize !== null && (resize.percent !== undefined || (resize.height !== undefined && !resize.fill))
/** The copy that answers a request, among those that may be kept; `own` is the picture's size where it is needed. */
export const copyFor = (resize: Resize | null, own: Size = { width: Infinity, height: Infinity }): CopySize => {
  if (resize === null) return { width: null, height: null }
  const { width, height, percent, fill } = resize
  if (fill && width && height) {
    const off = ([across, down]: (typeof shapes)[number]) => Math.abs(Math.log((width / height) * (down / across)))
    const [across, down] = shapes.reduce((best, shape) => (off(shape) < off(best) ? shape : best))
    const wide = upTo(cutWidths, width)
    return { width: wide, height: Math.round((wide * down) / across) }
  }
  const asked = Math.min(
    width ?? Infinity,
    height ? (height * own.width) / own.height : Infinity,
    percent ? (percent / 100) * own.width : Infinity,
  )
  return { width: asked >= own.width ? null : upTo(widths, Math.max(1, Math.round(asked))), height: null }
}

/** The name under which a copy of a picture may be kept. */
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

/** The suffix that asks for a copy: the reverse of `readProcess`. */
export const processOf = ({ width, height }: CopySize, format: Format): string =>
  [
    'image',
    ...(width === null
      ? []
      : [`resize,${height === null ? '' : 'm_fill,'}w_${width}${height === null ? '' : `,h_${height}`}`]),
    ...(format === null ? [] : [`format,${format}`]),
  ].join('/')

/** A proof or a signature is shown only to its account and to staff. */
export const isPrivate = (purpose: UploadPurpose): boolean => purpose !== 'cover'

/** The parts of a whole path, `/files/226/0a…f.jpg` or `/private/226/0a…f.jpg`; undefined for any other text. */
export const partsOf = (
  path: string,
): { raceid: number; hash: string; ext: 'jpg' | 'png'; private: boolean } | undefined => {
  const found = /^\/(files|private)\/([^/]+)\/([^/]+)$/.exec(path)
  const parts = found ? readPath(found[2]!, found[3]!) : undefined
  return parts && { ...parts, private: found![1] === 'private' }
}

/** The name under which the bytes of a public picture are kept. */
export const publicName = ({ raceid, hash, ext }: { raceid: number; hash: string; ext: string }): string =>
  `${raceid}/${hash}.${ext}`

/** Splits `/files/226/0a…f.jpg` into its parts; undefined for a path that is no picture of ours. */
export const readPath = (
  raceid: string,
  name: string,
): { raceid: number; hash: string; ext: 'jpg' | 'png' } | undefined => {
  const found = /^([0-9a-f]{32})\.(jpg|png)$/.exec(name)
  return found && /^[1-9]\d{0,9}$/.test(raceid) && Number(raceid) < 2 ** 31
    ? { raceid: Number(raceid), hash: found[1]!, ext: found[2] as 'jpg' | 'png' }
    : undefined
}
