import type { AlbumRule } from './contract.ts'

/** Names that cameras give by themselves: their figures are counters and no bibs. */
const counters =
  /^(_?(IMG|DSC[FNP]?|DSCN|PXL|MVIMG|GOPR|G[HXLP]|DJI|P|PANA|CIMG|SAM|SDC|MG|DCIM|IMAGE|PHOTO|PICT|WX|MMEXPORT|SCREENSHOT))[_-]?\d/

/** The parts of a file's name that may be bibs, by the album's rule. The caller keeps those of the race's runners. */
export const bibsInName = (filename: string, rule: AlbumRule): string[] => {
  if (rule === 'none') return []
  const name = filename
    .normalize('NFKC')
    .toUpperCase()
    .replace(/^.*[\\/]/, '')
    .replace(/\.[A-Z0-9]{1,5}$/, '')
  if (counters.test(name)) return []
  const parts = name.split(/[^A-Z0-9]+/).filter((part) => /\d/.test(part) && part.length <= 12)
  return [...new Set(rule === 'first' ? parts.slice(0, 1) : parts)]
}

/** Bibs as a person types them into one field, separated by anything that is no letter, figure or hyphen. */
export const bibsTyped = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKC')
      .toUpperCase()
      .split(/[^A-Z0-9-]+/)
      .filter((part) => /^[A-Z0-9-]{1,12}$/.test(part) && /[A-Z0-9]/.test(part)),
  ),
]

/** The address of a photo and of its smaller copies. Browsers keep it only for a short time. */
export const addressesOf = ({ raceid, hash, ext }: { raceid: number; hash: string; ext: string }) => {
  const original = `/shots/${raceid}/${hash}.${ext}`
  return {
    original,
    url: `${original}?x-oss-process=image/resize,w_1280`,
    thumb: `${original}?x-oss-process=image/resize,w_480/format,webp`,
  }
}

/**
 * The name of a saved photo: the bibs in it and its number. The name of the photographer's file may hold more than
 * everybody should know.
 */
export const savedName = ({ id, bibs }: { id: number; bibs: readonly string[] }, original: string): string =>
  `${['photo', ...bibs.slice(0, 3), id].join('-')}${/\.png(\?|$)/.test(original) ? '.png' : '.jpg'}`

/** The address at which staff see a removed picture. Nobody else sees it, at any address. */
export const withdrawnAddresses = ({ raceid, hash, ext }: { raceid: number; hash: string; ext: string }) => {
  const url = `/withdrawn/${raceid}/${hash}.${ext}`
  return { url, thumb: url }
}

/** A camera at a point shows a runner from a little before the passing to a little after it. */
export const PASSING_BEFORE_MS = 6_000
export const PASSING_AFTER_MS = 4_000

/** Tags of which a recognition service is less sure than this are dropped. */
export const SURE = 0.8

/** Tells whether the service may look for the person's face: a valid consent of its own allows it. */
export const letsFace = (
  consent: { at?: string | undefined; withdrawn_at?: string | null | undefined } | undefined,
): boolean => consent?.at !== undefined && !consent.withdrawn_at

export const totalPages = (total: number, size: number): number => Math.ceil(total / size)

export const MOST_SUBSCRIPTIONS = 50
export const MOST_FAVOURITES = 500
