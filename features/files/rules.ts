import { kindOf } from '#contract/pictures.ts'
import type { UploadPurpose } from './contract.ts'

/**
 * Sizes that copies are made in. A width between two of them gives the next larger one, so that nobody can fill the
 * disk with sizes.
 */
export const widths = [80, 160, 320, 480, 640, 750, 960, 1080, 1280, 1920, 2560] as const

/**
 * Tags that only a page has. In what a camera or a drawing program writes into a GIF, XMP included, none of them
 * stands.
 */
const PAGE = /<(?:!doctype|html|head|body|script|iframe|svg|object|embed)[\s>/]/i
/**
 * Whether a GIF is a page as well: its first bytes are such that text may follow them, so that what reads it as text
 * finds a page. Other kinds begin with bytes that end any text, and nothing of a file outlives its re-encoding.
 */
export const isAlsoPage = (bytes: Uint8Array): boolean =>
  kindOf(bytes) === 'gif' && PAGE.test(new TextDecoder('latin1').decode(bytes))

/** What the suffix `?x-oss-process=` asks for. */
export type Process =
  | { want: 'original' }
  | { want: 'info' }
  | { want: 'copy'; width: number | null; format: 'jpg' | 'png' | 'webp' | null }

/**
 * Reads the resize suffix (`image/resize,w_640`, `image/info`, and the vendor's `/format,webp`
 * behind it); null for what isn't served.
 */
export const readProcess = (suffix: string | string[] | undefined): Process | null => {
  if (Array.isArray(suffix)) return null
  if (suffix === undefined || suffix === '') return { want: 'original' }
  if (suffix === 'image/info') return { want: 'info' }
  const [image, ...steps] = suffix.split('/')
  if (image !== 'image' || steps.length === 0 || steps.length > 3) return null
  let width: number | null = null
  let format: 'jpg' | 'png' | 'webp' | null = null
  for (const step of steps) {
    const [name, ...given] = step.split(',')
    if (name === 'resize') {
      const asked = Number(given.find((part) => /^w_\d{1,5}$/.test(part))?.slice(2))
      if (!(asked > 0) || given.some((part) => !/^(w_\d{1,5}|m_lfit)$/.test(part))) return null
      width = widths.find((made) => made >= asked) ?? widths.at(-1)!
    } else if (name === 'format' && (given[0] === 'jpg' || given[0] === 'png' || given[0] === 'webp')) format = given[0]
    else if (name !== 'quality') return null
  }
  return { want: 'copy', width, format }
}

/** Names under which copies of a picture may be kept. */
export const copyName = (
  { raceid, hash, ext }: { raceid: number; hash: string; ext: string },
  width: number | null,
  format: string,
): string => `copies/${raceid}/${hash}.${ext}.${width ?? 'full'}.${format}`
export const copiesOf = (named: { raceid: number; hash: string; ext: string }): string[] =>
  [null, ...widths].flatMap((width) => ['jpg', 'png', 'webp'].map((format) => copyName(named, width, format)))

/** The suffix that asks for a copy: the way back of `readProcess`. */
export const processOf = (width: number | null, format: 'jpg' | 'png' | 'webp' | null): string =>
  ['image', ...(width === null ? [] : [`resize,w_${width}`]), ...(format === null ? [] : [`format,${format}`])].join(
    '/',
  )

/** A proof or a signature is shown to its account and to staff; what it says is nobody else's. */
export const isPrivate = (purpose: UploadPurpose): boolean => purpose !== 'cover'

/** The parts of a whole path, `/files/226/0a…f.jpg` or `/private/226/0a…f.jpg`; undefined for any other text. */
export const partsOf = (
  path: string,
): { raceid: number; hash: string; ext: 'jpg' | 'png'; private: boolean } | undefined => {
  const found = /^\/(files|private)\/([^/]+)\/([^/]+)$/.exec(path)
  const parts = found ? readPath(found[2]!, found[3]!) : undefined
  return parts && { ...parts, private: found![1] === 'private' }
}

/** `/files/226/0a…f.jpg` → its parts; undefined for a path that no picture of ours has. */
export const readPath = (
  raceid: string,
  name: string,
): { raceid: number; hash: string; ext: 'jpg' | 'png' } | undefined => {
  const found = /^([0-9a-f]{32})\.(jpg|png)$/.exec(name)
  return found && /^[1-9]\d{0,9}$/.test(raceid) && Number(raceid) < 2 ** 31
    ? { raceid: Number(raceid), hash: found[1]!, ext: found[2] as 'jpg' | 'png' }
    : undefined
}
