/** Who of a batch gets a place: pure, so that it can be tested over any batch. */

export type Asking = {
  /** The document, as hex of its blind index. */
  document: string
  /** The event as it was when the sign-up was checked. */
  version: number
  /** A call that may be a repetition of an earlier one. */
  once: string | undefined
}
export type Standing = {
  places: number
  taken: number
  /** Whether a registration of this event takes one of its places. */
  holds: boolean
  version: number
  /** Documents that have a live registration of the race already. */
  registered: ReadonlySet<string>
  /** Repeated calls that have had their answer. */
  answered: ReadonlySet<string>
}
export type Fate = { fate: 'in' } | { fate: 'already_registered' | 'sold_out' | 'event_changed' | 'answered' } | { fate: 'same'; as: number }

/**
 * Fills places in order of arrival. A document comes in once; a repeated call shares the fate of its first one; who was checked against
 * an older event is to be checked again.
 */
export const fillPlaces = (asking: readonly Asking[], standing: Standing): Fate[] => {
  const documents = new Set(standing.registered)
  const first = new Map<string, number>()
  let left = standing.holds ? standing.places - standing.taken : Infinity
  return asking.map(({ document, version, once }, at): Fate => {
    if (once !== undefined) {
      if (standing.answered.has(once)) return { fate: 'answered' }
      const same = first.get(once)
      if (same !== undefined) return { fate: 'same', as: same }
      first.set(once, at)
    }
    if (version !== standing.version) return { fate: 'event_changed' }
    if (documents.has(document)) return { fate: 'already_registered' }
    if (left <= 0) return { fate: 'sold_out' }
    documents.add(document)
    left--
    return { fate: 'in' }
  })
}
