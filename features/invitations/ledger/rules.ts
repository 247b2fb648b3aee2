/** The sources of places that an invitation code may give. `public` means that the code changes only the price. */
export const codeSources = ['public', 'direct', 'charity', 'sponsor', 'elite', 'club', 'staff'] as const
export type CodeSource = (typeof codeSources)[number]
/** Every source of a place, the public sources first. */
export const placeSources = [
  'draw',
  'first_come',
  'direct',
  'charity',
  'sponsor',
  'elite',
  'club',
  'staff',
  'by_hand',
] as const
export type PlaceSource = (typeof placeSources)[number]
const publicSources: ReadonlySet<PlaceSource> = new Set(['draw', 'first_come'])
export const isPublic = (source: PlaceSource): boolean => publicSources.has(source)

/**
 * The least public share in percent. The notice of the Chinese Athletics Association of October 2025 on the service of
 * road races asks for it.
 */
export const leastShare = 90

/** Places that are taken in one event, grouped by the facts that decide their source. */
export type HeldPlaces = { eventid: number; source: CodeSource | null; drawn: boolean; by_hand: boolean; n: number }
/**
 * Decides the source of a place. A place that the public draw gave is public, even if the registration used a code with
 * another source.
 */
export const sourceOf = ({ source, drawn, by_hand }: Omit<HeldPlaces, 'eventid' | 'n'>): PlaceSource => {
  if (drawn) return 'draw'
  if (source !== null && source !== 'public') return source
  return by_hand ? 'by_hand' : 'first_come'
}

/**
 * The ledger of one event. `reserved` is the number of places that open codes may still give without the public draw.
 * This number is at most that of the free places.
 */
export type EventLedger = {
  eventid: number
  places: number
  held: number
  sources: { source: PlaceSource; n: number }[]
  reserved: number
  share: number | null
}
/**
 * The places that the invitation codes of one event can still give outside of the public share. `eventid` null means
 * the codes for any event, and `left` null means any number of places.
 */
export type OpenCode = { eventid: number | null; left: number | null }

/** Returns the public share of the places in percent, rounded down to one decimal; null if there is no place. */
export const publicShare = (places: number, notPublic: number): number | null =>
  places <= 0 ? null : Math.floor((Math.max(0, places - notPublic) * 1000) / places) / 10

export const ledgerOf = (
  events: readonly { id: number; places: number }[],
  held: readonly HeldPlaces[],
  codes: readonly OpenCode[],
): EventLedger[] =>
  events.map(({ id, places }) => {
    const counts = new Map<PlaceSource, number>()
    for (const row of held) if (row.eventid === id) counts.set(sourceOf(row), (counts.get(sourceOf(row)) ?? 0) + row.n)
    const sources = placeSources.flatMap((source) => {
      const n = counts.get(source)
      return n === undefined ? [] : [{ source, n }]
    })
    const all = sources.reduce((sum, { n }) => sum + n, 0)
    const notPublic = sources.reduce((sum, { source, n }) => sum + (isPublic(source) ? 0 : n), 0)
    const free = Math.max(0, places - all)
    const mayTake = codes
      .filter(({ eventid }) => eventid === null || eventid === id)
      .reduce((sum, { left }) => sum + (left ?? free), 0)
    return {
      eventid: id,
      places,
      held: all,
      sources,
      reserved: Math.min(free, mayTake),
      share: publicShare(places, notPublic),
    }
  })

/**
 * Returns the public share that an event would have if all open codes and `more` other places were used. `more` null
 * means any number of places. The result is null if the event has no places.
 */
export const shareAfter = (ledger: EventLedger, more: number | null): number | null => {
  const notPublic = ledger.sources.reduce((sum, { source, n }) => sum + (isPublic(source) ? 0 : n), 0)
  const free = Math.max(0, ledger.places - ledger.held)
  return publicShare(ledger.places, notPublic + Math.min(free, ledger.reserved + (more ?? free)))
}
