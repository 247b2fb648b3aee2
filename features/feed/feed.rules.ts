import { holdsWord, isFit } from '#contract/fit.ts'

export const commentModes = ['off', 'after', 'before'] as const
export type CommentMode = (typeof commentModes)[number]
export const reporterStates = ['waiting', 'accepted', 'refused'] as const
export const entryStates = ['shown', 'waiting', 'hidden', 'removed'] as const
export type EntryState = (typeof entryStates)[number]
export const commentStates = ['shown', 'waiting', 'hidden'] as const

export const BODY_LENGTH = 2000
export const COMMENT_LENGTH = 300
export const MOST_PICTURES = 9
/** The time within which a reporter adds pictures to an entry, in milliseconds. */
export const ADDING_MS = 15 * 60_000
/** The number of reports at which a comment is hidden and waits for staff. */
export const MOST_REPORTS = 3

/**
 * The judgement of a text. The server refuses an `unfit` text and shows a `shown` text at once. A `waiting` text needs
 * a decision of staff.
 */
export type Judgement =
  | { state: 'unfit' }
  | { state: 'shown' }
  | { state: 'waiting'; why: 'before' | 'doubtful' | 'silent' }
/**
 * Judges a text. It checks the word list first, because this check is cheap. `outside` is the verdict of the service,
 * `silent` if the service did not answer, and undefined if the race has no service.
 */
export const judgementOf = ({
  text,
  words,
  before,
  strict,
  outside,
}: {
  text: string
  words: readonly string[]
  /** True if staff check each text before it is shown. */
  before: boolean
  /** True if the server also refuses links and contact details. It is true for comments and false for entries. */
  strict: boolean
  outside: 'yes' | 'no' | 'doubtful' | 'silent' | undefined
}): Judgement => {
  const fit = strict ? isFit(text, words) : !holdsWord(text, words)
  if (!fit || outside === 'no') return { state: 'unfit' }
  if (outside === 'doubtful' || outside === 'silent') return { state: 'waiting', why: outside }
  return before ? { state: 'waiting', why: 'before' } : { state: 'shown' }
}

/** Tells whether an account is muted at a moment. A mute without an end lasts for ever. */
export const isMuted = (mute: { until: Date | null } | undefined, now: Date): boolean =>
  mute !== undefined && (mute.until === null || mute.until > now)

/** Reads the name of a film: 32 hexadecimal digits and its type. */
export const readFilmName = (name: string): { key: string; type: string } | undefined => {
  const found = /^([0-9a-f]{32})\.(mp4|webm)$/.exec(name)
  return found ? { key: found[1]!, type: found[2]! } : undefined
}
export const filmFile = (raceid: number, { key, type }: { key: string; type: string }): string =>
  `feed/${raceid}/${key}.${type}`
export const filmAddress = (raceid: number, { key, type }: { key: string; type: string }): string =>
  `/feed/films/${raceid}/${key}.${type}`
