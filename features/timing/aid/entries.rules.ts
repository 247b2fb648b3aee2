import type { TypedKind } from '../derive/typed.rules.ts'

/** The kinds of entries at an aid station. `undo` takes an entry back, and `note` is a text about a runner. */
export const entryKinds = ['in', 'out', 'drop', 'note', 'undo'] as const
export type EntryKind = (typeof entryKinds)[number]
/** An entry as a person wrote it. `at` is the moment in milliseconds, by the server's clock. */
export type AidEntry = {
  entry: string
  kind: EntryKind
  bib: string | null
  stationid: number
  at: number
  undoes: string | null
}
export const entryDoubts = [
  'bib_unknown',
  'bib_twice',
  'out_before_in',
  'no_way_in',
  'after_drop',
  'time_ahead',
  'time_old',
  'phone_revoked',
] as const
export type EntryDoubt = (typeof entryDoubts)[number]

export const isPassage = (kind: EntryKind): kind is TypedKind => kind === 'in' || kind === 'out' || kind === 'drop'
/** Lists the entries that nobody took back, without the undos. The order of the entries changes nothing. */
export const liveEntries = <One extends Pick<AidEntry, 'entry' | 'kind' | 'undoes'>>(
  entries: readonly One[],
): One[] => {
  const undone = new Set(entries.flatMap(({ undoes }) => undoes ?? []))
  return entries.filter(({ entry, kind }) => kind !== 'undo' && !undone.has(entry))
}

const MINUTE = 60_000
/** The milliseconds that the moment of an entry may be in the future. People round times, and clocks differ. */
export const AHEAD_MS = 2 * MINUTE
/**
 * The most milliseconds between the stated time and the writing of an entry. A phone without network may send the entry
 * much later, which changes nothing. If the entry is older, it is in doubt,
 * because the volunteer probably means another time.
 */
export const OLD_MS = 6 * 60 * MINUTE

/**
 * Returns the uncertainty of an entry, in seconds. It depends on the source of the moment: a tap, a time with seconds,
 * or a time with minutes only.
 */
export const marginOf = (clock: string | null): number => (clock === null ? 30 : clock.length > 5 ? 10 : 60)

/**
 * Lists the doubts about an entry, for a person to check. A doubt is no reason to refuse an entry, because the writer
 * has seen the runner. `before` holds the other live entries of the bib. `known` tells whether the race has a runner
 * with this bib; undefined if the race has no list of runners. `written` is the moment of the writing in milliseconds, by
 * the server's clock.
 */
export const doubtsOfEntry = (
  one: AidEntry,
  { before, known, written }: { before: readonly AidEntry[]; known: boolean | undefined; written: number },
): EntryDoubt[] => {
  if (one.kind === 'undo') return []
  const doubts: EntryDoubt[] = []
  if (known === false) doubts.push('bib_unknown')
  if (!isPassage(one.kind)) return doubts
  const here = before.filter(({ stationid, entry }) => stationid === one.stationid && entry !== one.entry)
  const ways = (kind: EntryKind) => here.filter((other) => other.kind === kind)
  if (ways(one.kind).length > 0) doubts.push('bib_twice')
  if (one.kind === 'out') {
    if (ways('in').some(({ at }) => at > one.at)) doubts.push('out_before_in')
    else if (ways('in').length === 0) doubts.push('no_way_in')
  }
  if (one.kind === 'in' && ways('out').some(({ at }) => at < one.at)) doubts.push('out_before_in')
  if (
    one.kind !== 'drop' &&
    before.some(({ kind, at, entry }) => kind === 'drop' && entry !== one.entry && at <= one.at)
  )
    doubts.push('after_drop')
  if (one.at > written + AHEAD_MS) doubts.push('time_ahead')
  if (one.at < written - OLD_MS) doubts.push('time_old')
  return doubts
}
