/** Names of the write-ahead log in its archive, and the state of archiving. */

/**
 * The place of archived files: a folder or a bucket. The store writes a file completely, or the file does not exist.
 */
export type ArchiveStore = {
  read: (name: string) => Promise<Uint8Array | undefined>
  write: (name: string, bytes: Uint8Array) => Promise<void>
}

const SEGMENT = /^[0-9A-F]{24}$/
const HISTORY = /^[0-9A-F]{8}\.history$/
/** The bytes of a segment. The embedded database is made with this size. */
export const SEGMENT_BYTES = 16 * 1024 ** 2
const SEGMENTS_A_LOG = 0x1_0000_0000 / SEGMENT_BYTES

export const isHistory = (name: string): boolean => HISTORY.test(name)

/**
 * Returns the name of a file in the archive. `system` names the database, because several databases may share an
 * archive.
 */
export const archivedName = (system: string, file: string): string => `private/wal/${system}/${file.toLowerCase()}.gz`

const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')
export const historyOf = (timeline: number): string => `${hex(timeline)}.history`
export const timelineOfSegment = (segment: string): number => Number.parseInt(segment.slice(0, 8), 16)
export const onTimeline = (segment: string, timeline: number): string => hex(timeline) + segment.slice(8)

export const nextSegment = (segment: string): string => {
  const [timeline, log, nth] = [0, 8, 16].map((at) => Number.parseInt(segment.slice(at, at + 8), 16)) as [
    number,
    number,
    number,
  ]
  return nth + 1 < SEGMENTS_A_LOG ? hex(timeline) + hex(log) + hex(nth + 1) : hex(timeline) + hex(log + 1) + hex(0)
}

/** Returns the position at which a segment begins, as PostgreSQL writes it. */
export const beginOf = (segment: string): string => {
  const nth = Number.parseInt(segment.slice(16), 16)
  return `${segment.slice(8, 16)}/${(nth * SEGMENT_BYTES).toString(16).toUpperCase()}`
}

/**
 * Returns the whole segments of a folder that are still to be archived, from the segment `oldest` on. The segment
 * `current` is not among them, because the database is still writing it. Recycled files are not among them either,
 * because they have the names of later segments.
 */
export const wholeSegments = (names: readonly string[], oldest: string, current: string): string[] =>
  names
    .filter((name) => SEGMENT.test(name) && name.slice(8) >= oldest.slice(8) && name.slice(8) < current.slice(8))
    .sort((one, other) => (one.slice(8) < other.slice(8) ? -1 : 1))

export type ArchiveState = {
  /** Everything that was committed before this moment is in the archive. Undefined before the first file. */
  reached: number | undefined
  /** Bytes of the log that are not in the archive yet. */
  waiting: number
  /** The reason why the archive takes nothing. Undefined while it works. */
  failure: string | undefined
  /**
   * True from the moment at which the server gives up a part of the log until a base backup has been made after this
   * gap. A restore to a later moment needs such a backup.
   */
  gap: boolean
}
export const beginning: ArchiveState = { reached: undefined, waiting: 0, failure: undefined, gap: false }

/** A gap of the archive: it lacks the segments from `from` up to, but not including, `first`. */
export type Gap = {
  from: string
  first: string
  /** The moment at which the archive began again. A backup made after this moment does not need to cross the gap. */
  until: string
}
const isAt = (one: string, other: string): boolean => one.slice(8) === other.slice(8)
/** Adds a gap. A gap that begins where an earlier gap begins or ends continues the earlier gap. */
export const withGap = (gaps: readonly Gap[], gap: Gap): Gap[] => {
  const continued = gaps.find((one) => isAt(one.from, gap.from) || isAt(one.first, gap.from))
  return [...gaps.filter((one) => one !== continued), { ...gap, from: continued?.from ?? gap.from }]
}
/** Returns the gap at which a restore ends that found no segment `end`. Undefined if the archive just ends there. */
export const gapAt = (gaps: readonly Gap[], end: string): Gap | undefined =>
  gaps
    .filter(({ first }) => first.slice(8) >= end.slice(8))
    .sort((one, other) => (one.first.slice(8) < other.first.slice(8) ? -1 : 1))[0]

/** Returns the seconds of commits that would be lost if the disk of the database failed at this moment. */
export const archiveAge = ({ reached }: ArchiveState, since: number, now: number): number =>
  Math.max(0, now - (reached ?? since)) / 1000

/**
 * The number of free bytes below which the server gives up the part of the log that waits for the archive, because the
 * database needs the disk.
 */
export const GIVE_UP_BYTES = 3 * 1024 ** 3

const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?\s?(Z|[+-]\d\d:?\d\d)$/i
/** Reads the moment of a restore. Undefined if the text is no moment or names no time zone. */
export const restoreMomentOf = (text: string): Date | undefined => {
  if (!MOMENT.test(text)) return undefined
  const at = new Date(text.replace(' ', 'T').replace(/\s+/, ''))
  return Number.isNaN(at.getTime()) ? undefined : at
}
