import type { AlbumRule } from './contract.ts'

/** File names that cameras make. Their figures count pictures and are no bibs. */
const counters =
  /^(_?(IMG|DSC[FNP]?|DSCN|PXL|MVIMG|GOPR|G[HXLP]|DJI|P|PANA|CIMG|SAM|SDC|MG|DCIM|IMAGE|PHOTO|PICT|WX|MMEXPORT|SCREENSHOT))[_-]?\d/

/**
 * Lists the parts of a file's name that may be bibs, by the album's rule. The caller keeps only bibs of the race's
 * runners.
 */
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

/**
 * Reads bibs that a person typed into one field. Any character except a letter, a figure or a hyphen separates them.
 */
export const bibsTyped = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKC')
      .toUpperCase()
      .split(/[^A-Z0-9-]+/)
      .filter((part) => /^[A-Z0-9-]{1,12}$/.test(part) && /[A-Z0-9]/.test(part)),
  ),
]

/** Returns the addresses of a photo and of its smaller copies. Browsers keep these pictures only for a short time. */
export const photoAddresses = ({ raceid, hash, ext }: { raceid: number; hash: string; ext: string }) => {
  const original = `/shots/${raceid}/${hash}.${ext}`
  return {
    original,
    url: `${original}?x-oss-process=image/resize,w_1280`,
    thumb: `${original}?x-oss-process=image/resize,w_480/format,webp`,
  }
}

/**
 * Returns the file name of a saved photo: its bibs and its number. The photographer's file name may hold facts that are
 * not public.
 */
export const savedName = ({ id, bibs }: { id: number; bibs: readonly string[] }, original: string): string =>
  `${['photo', ...bibs.slice(0, 3), id].join('-')}${/\.png(\?|$)/.test(original) ? '.png' : '.jpg'}`

/** Returns the addresses at which only staff see a removed picture. */
export const withdrawnAddresses = ({ raceid, hash, ext }: { raceid: number; hash: string; ext: string }) => {
  const url = `/withdrawn/${raceid}/${hash}.${ext}`
  return { url, thumb: url }
}

/**
 * The time before a passing at which a camera may already show the runner. The next constant is the time after a
 * passing.
 */
export const PASSING_BEFORE_MS = 6_000
export const PASSING_AFTER_MS = 4_000

/** The least certainty of a tag. A tag is dropped if a recognition service is less sure. */
export const SURE = 0.8

/** Tells whether the service may search for the person's face. The person must have given a separate, valid consent. */
export const letsFace = (
  consent: { at?: string | undefined; withdrawn_at?: string | null | undefined } | undefined,
): boolean => consent?.at !== undefined && !consent.withdrawn_at

export const totalPages = (total: number, size: number): number => Math.ceil(total / size)

export const MOST_SUBSCRIPTIONS = 50
export const MOST_FAVOURITES = 500
