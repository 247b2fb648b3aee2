import { isFit } from '#features/tracking/share/share.rules.ts'

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
/** The reports after which a comment waits for staff. */
export const MOST_REPORTS = 3

/** Writes a text so that spaces, signs and letter case hide no word: `D u m m` becomes `dumm`. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}\p{Cf}\p{M}]+/gu, '')
/** Tells whether a text holds a word of the race's list. */
export const holdsWord = (text: string, words: readonly string[]): boolean => {
  const said = bare(text)
  return words.map(bare).some((word) => word !== '' && said.includes(word))
}

/** The judgement of a text: `unfit` is refused, `shown` appears at once, `waiting` is for staff to decide. */
export type Judgement =
  | { state: 'unfit' }
  | { state: 'shown' }
  | { state: 'waiting'; why: 'before' | 'doubtful' | 'silent' }
/**
 * Judges a text. The word list comes first and costs nothing. `outside` is the verdict of the service, `silent` where it
 * did not answer, and undefined where the race has none. A service that is silent lets nothing through unseen.
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
  /** True where staff let each text through. */
  before: boolean
  /** True where links and contact details are refused too. Reporters may name a link. */
  strict: boolean
  outside: 'yes' | 'no' | 'doubtful' | 'silent' | undefined
}): Judgement => {
  if (holdsWord(text, words) || (strict && !isFit(text)) || outside === 'no') return { state: 'unfit' }
  if (outside === 'doubtful' || outside === 'silent') return { state: 'waiting', why: outside }
  return before ? { state: 'waiting', why: 'before' } : { state: 'shown' }
}

/** Tells whether an account is muted at a moment. A mute without an end is for good. */
export const isMuted = (mute: { until: Date | null } | undefined, now: Date): boolean =>
  mute !== undefined && (mute.until === null || mute.until > now)

/** The name of a film: 32 hexadecimal digits and its type. */
export const readFilmName = (name: string): { key: string; type: string } | undefined => {
  const found = /^([0-9a-f]{32})\.(mp4|webm)$/.exec(name)
  return found ? { key: found[1]!, type: found[2]! } : undefined
}
export const filmFile = (raceid: number, { key, type }: { key: string; type: string }): string =>
  `feed/${raceid}/${key}.${type}`
export const filmAddress = (raceid: number, { key, type }: { key: string; type: string }): string =>
  `/feed/films/${raceid}/${key}.${type}`
