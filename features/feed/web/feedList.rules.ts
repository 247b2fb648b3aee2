import type { OutputOf } from '#contract/endpoint.ts'
import type { FeedEntry, liveFeedList } from '../contract.ts'

/** Tells whether a text is so long that its end hides the entries below it. A card then shows only its first lines. */
export const isLongText = (body: string): boolean => [...body].length > 300 || body.split('\n').length > 10

/** A message of the stream: the present state of entries. A removed entry has only its id. */
export type FeedNews = { version: number; entries: readonly (FeedEntry | { id: number; gone: true })[] }
const isGone = (entry: FeedNews['entries'][number]): entry is { id: number; gone: true } => 'gone' in entry

/** Reads a message of the stream. Returns undefined if its form is wrong. */
export const readNews = (data: string): FeedNews | undefined => {
  try {
    const { version, entries } = JSON.parse(data) as FeedNews
    return typeof version === 'number' && Array.isArray(entries) ? { version, entries } : undefined
  } catch {
    return undefined
  }
}

/**
 * Applies a message to the entries of a page, the newest first. A changed entry stays in its place. A message that is
 * older than the entry changes nothing, but a message that an entry is gone always removes the entry. A new entry is
 * added only above the newest entry, because older entries come with the next pages.
 */
export const applyNews = (items: readonly FeedEntry[], news: FeedNews): FeedEntry[] => {
  const known = new Map(items.map((entry) => [entry.id, entry]))
  const newest = Math.max(0, ...known.keys())
  for (const entry of news.entries) {
    if (isGone(entry)) known.delete(entry.id)
    else {
      const before = known.get(entry.id)
      if (before ? before.version < entry.version : entry.id > newest) known.set(entry.id, entry)
    }
  }
  return [...known.values()].toSorted((a, b) => b.id - a.id)
}

/** Returns the pinned entries after a message, the newest first. The message may pin and unpin entries. */
export const applyPins = (pinned: readonly FeedEntry[], news: FeedNews): FeedEntry[] => {
  const known = new Map(pinned.map((entry) => [entry.id, entry]))
  for (const entry of news.entries) {
    if (isGone(entry) || !entry.pinned) known.delete(entry.id)
    else known.set(entry.id, entry)
  }
  return [...known.values()].toSorted((a, b) => b.id - a.id)
}

type ListPage = Pick<OutputOf<typeof liveFeedList>, 'items' | 'after'>
/**
 * Joins a fresh first page with the older entries that a reader has loaded. If no page follows the first page, the
 * first page is the whole list, because the older entries were removed.
 */
export const joinPages = <Fresh extends ListPage>(before: ListPage, fresh: Fresh): Fresh => {
  const oldest = fresh.items.at(-1)?.id
  if (fresh.after === null || oldest === undefined) return fresh
  const older = before.items.filter(({ id }) => id < oldest)
  return { ...fresh, items: [...fresh.items, ...older], after: older.length > 0 ? before.after : fresh.after }
}

export type CoursePart = { from: number; until: number }
/**
 * Returns the parts of the course by which a reader filters. All parts have the same length, in whole kilometres. The
 * last part contains the farthest entry, at `most` metres.
 */
export const courseParts = (most: number): CoursePart[] => {
  if (most < 2000) return []
  const step = most <= 12_000 ? 2000 : most <= 25_000 ? 5000 : most <= 60_000 ? 10_000 : 20_000
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => ({ from: at * step, until: (at + 1) * step }))
}
export const isWithin = ({ km }: Pick<FeedEntry, 'km'>, part: CoursePart | undefined): boolean =>
  part === undefined || (km !== null && km >= part.from && km < part.until)
